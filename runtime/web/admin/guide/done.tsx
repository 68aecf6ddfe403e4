import type { ComponentChildren } from "preact";
import { CODE_TTL_SECONDS } from "../api/types.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { Card, Facts } from "../parts/page.tsx";
import { linkTo } from "../route.ts";
import { useDraft } from "./draft.ts";
import { type HandOver, handOverOf, pageBaseUrl } from "./hand-over.ts";

/** Shows the facts to hand over to the partner, and the next steps for its server. */
export function Done() {
  const { finished } = useDraft().current();
  if (!finished) return <Gone />;
  const handOver = handOverOf(finished, { baseUrl: pageBaseUrl() });
  return (
    <>
      <Card
        title="For the partner"
        about="The partner’s server is configured with these. Hand over the two secrets separately, through a secure channel."
      >
        <Facts rows={rowsOf(handOver)} />
      </Card>
      <Card title="What the partner does next">
        <NextSteps {...handOver} />
      </Card>
      <p class="after">
        <a href={linkTo("api-keys", finished.items.apiKey.id)}>Go to the API key</a>
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
  const { origin, notificationUrl, fingerprint, hasSharedSecret } = handOver;
  return [
    fact("Base address", baseUrl),
    fact("Client id", clientId, "client_id of every call of the partner’s server"),
    ["Client secret", <Shown key="client-secret" />],
    fact("API key", apiKeyId, "the id: the second of the three values of the mint"),
    ["API key secret", <Shown key="api-key-secret" />],
    fact("Contract key", contractKey, "of the contract; consumer tokens name it as their audience"),
    fact("Origin", origin, "in every call, including the server’s"),
    fact("Notification URL", notificationUrl),
    fact("Certificate’s fingerprint", fingerprint, "SHA-256, to compare with what is delivered"),
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

function NextSteps({ baseUrl, clientId, origin, notificationUrl }: HandOver) {
  const query = `?client_id=${clientId}`;
  return (
    <ol class="next">
      <li>
        <p>
          It listens for notices at <code>{notificationUrl}</code>, and answers them with 2xx.
        </p>
      </li>
      <li>
        <p>It mints an application token, which does not expire:</p>
        <pre>
          <code>{`POST ${baseUrl}/v1/auth/application_token${query}
Origin: ${origin}
Authorization: base64(client secret|API key|API key secret)`}</code>
        </pre>
        <p>The base64 stands alone, without “Basic” or “Bearer” before it.</p>
      </li>
      <li>
        <p>
          It gets a code and claims it within {CODE_TTL_SECONDS / 60} minutes; the certificate and
          the shared secret then come to the notification URL:
        </p>
        <pre>
          <code>{`GET  ${baseUrl}/v1/resources/certificate${query}
POST ${baseUrl}/v1/resources/certificate${query}  {"code": "…"}
Origin: ${origin}
Authorization: Bearer <application token>`}</code>
        </pre>
      </li>
      <li>
        <p>
          It reads what it may offer: spaces, contract, policy, front settings. All calls are in the{" "}
          <a href="./reference">API reference</a>.
        </p>
      </li>
    </ol>
  );
}
