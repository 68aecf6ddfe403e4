import type { ComponentChildren } from "preact";
import { FIRST_CALLS } from "../../../partner/chain/first-calls.ts";
import { Fingerprint } from "../kinds/fingerprint.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { Card, Facts } from "../parts/page.tsx";
import { linkTo } from "../route.ts";
import { useDraft } from "./draft.ts";
import { type HandOver, handOverOf, pageBaseUrl } from "./hand-over.ts";
import { PartnerTicks } from "./partner-ticks.tsx";

/** Shows the facts to hand over to the partner, and the next steps for its server. */
export function Done() {
  const { finished } = useDraft().current();
  if (!finished) return <Gone />;
  const { items } = finished;
  const handOver = handOverOf(finished, { baseUrl: pageBaseUrl() });
  return (
    <>
      <Card
        title="For the partner"
        about="The partner’s server is configured with these. Hand over the secrets separately, through a secure channel."
      >
        <Facts rows={rowsOf(handOver)} />
      </Card>
      <Card
        title="Is it alive?"
        about="This list is up to date: each point is ticked when it has happened."
      >
        <PartnerTicks apiKeyId={items.apiKey.id} webhookId={items.webhook.id} />
      </Card>
      <Card title="What the partner does next" about="Commands to copy, for a shell with curl.">
        <FirstCalls {...handOver} />
      </Card>
      <p class="after">
        <a href={linkTo("api-keys", items.apiKey.id)}>Go to the API key</a>
        {" · "}
        <a href={linkTo("guide", "webhook")}>Set up another partner</a>
      </p>
    </>
  );
}

/** Shown after a reload, in a second tab, or through a bookmark. */
function Gone() {
  return (
    <Card title="There is nothing left to show">
      <p>
        Secrets are shown once. Everything else is at the <a href={linkTo("api-keys")}>API key</a>{" "}
        and what is bound to it; a lost secret is replaced there by a new one.
      </p>
      <p>
        <a href={linkTo("guide", "webhook")}>Set up a partner</a>
      </p>
    </Card>
  );
}

type Row = readonly [name: string, value: ComponentChildren];

function rowsOf(handOver: HandOver): readonly Row[] {
  const { baseUrl, clientId, apiKeyId, contractKey } = handOver;
  const { origin, notificationUrl, webhookId, signing, fingerprint, hasSharedSecret } = handOver;
  return [
    fact("Base address", baseUrl),
    fact("Client id", clientId, "client_id of every call of the partner’s server"),
    ["Client secret", <Shown key="client-secret" />],
    fact("API key id", apiKeyId, "the second of the three values of the mint"),
    ["Raw key", <Shown key="raw-key" />],
    fact("Contract key", contractKey, "of the contract; consumer tokens name it as their audience"),
    fact("Origin", origin, "in every call, including the server’s"),
    fact("Notification URL", notificationUrl),
    fact("Webhook id", webhookId, "in the signature of every notice"),
    ["Signing of notices", <code key="signing">{signing}</code>],
    ...(signing === "v1" ? [["Signing secret", <Shown key="signing-secret" />] as const] : []),
    [
      "Fingerprint (SHA-256)",
      <div key="fingerprint">
        <Fingerprint fingerprint={fingerprint} />
        <p class="hint">Of the certificate, to compare with what is delivered.</p>
      </div>,
    ],
    ["Shared secret", sharedSecretText(hasSharedSecret)],
  ];
}

function sharedSecretText(hasSharedSecret: boolean | null): string {
  if (hasSharedSecret === null) return "If there is one, it is delivered with the certificate";
  return hasSharedSecret ? "Delivered with the certificate" : "None";
}

function fact(name: string, value: string, note?: string): Row {
  return [
    name,
    <span key={name}>
      <code>{value}</code> <CopyButton text={value} what={name} />
      {note && <span class="hint note">{note}</span>}
    </span>,
  ];
}

function Shown() {
  return <span class="quiet">Shown once, when it was made</span>;
}

function FirstCalls({ notificationUrl }: HandOver) {
  return (
    <ol class="next">
      <li>
        <p>
          Its server listens for notices at <code>{notificationUrl}</code>, and answers them with
          2xx.
        </p>
      </li>
      {FIRST_CALLS.map(({ about, text }) => (
        <li key={about}>
          <p>{about}</p>
          <pre>
            <code>{text}</code>
          </pre>
          <CopyButton text={text} what="the command" />
        </li>
      ))}
      <li>
        <p>
          All calls are in the <a href="./reference">API reference</a>.
        </p>
      </li>
    </ol>
  );
}
