import { html } from "hono/html";
import { LINK_MINUTES } from "../../admin/partner-page/partner-links.ts";
import { type PartnerView, partnerFactsOf } from "../../admin/partner-page/partner-view.ts";
import type { PartnerSecrets } from "../../partner/chain/env-file.ts";
import { BINDINGS } from "../../partner/keys/fully-bound.ts";
import type { Notice } from "../../store/rows.ts";
import { callSections } from "./call-sections.ts";
import { noticeSection, outcomeOf } from "./notice-section.ts";
import { formTo, timeText } from "./parts.ts";
import { rotationSection } from "./rotation-section.ts";
import { setUpSections } from "./set-up-sections.ts";

/** The result of a form that the partner sent. */
export interface Result {
  /** The notice that was sent. */
  readonly notice?: Notice;
  /** Secrets that were made, to be shown this once. */
  readonly secrets?: PartnerSecrets;
  /** Why nothing was done. */
  readonly refusal?: string | undefined;
}

export interface PageOptions extends Result {
  /** The address of `/`, relative to the page. */
  readonly root: string;
  /** Address of docgate for partners. */
  readonly publicUrl: string;
}

/** Renders the form that opens a link. A script takes the code from the address. */
export async function renderEntrance({
  root,
  refusal,
}: Pick<PageOptions, "root" | "refusal">): Promise<string> {
  const content = await html`<h1>Your access as a partner</h1>
      ${refusal === undefined ? "" : refusalText(refusal)}
      <p class="lead">This page shows what your server does here, why it may fail, and how to set it up. The administrator who gave you access makes a link to it, which opens once, within ${LINK_MINUTES} minutes.</p>
      ${formTo(
        { root, path: "open" },
        html`<label for="Code">Link, or the code at its end</label>
        <input id="Code" name="code" required autocomplete="off" spellcheck="false">
        <button>Open</button>`,
      )}
      <p class="quiet">If you opened it before in this browser, load this page again.</p>`;
  return content.toString();
}

/** Renders the page of a partner. It needs no script; a script adds buttons that copy. */
export async function renderPartnerPage(view: PartnerView, options: PageOptions): Promise<string> {
  const { root, publicUrl, secrets, notice, refusal } = options;
  const { key, link, organization } = view;
  const facts = partnerFactsOf(view, { publicUrl });
  const content = await html`<h1>${key.name}</h1>
      ${refusal === undefined ? "" : refusalText(refusal)}
      ${notice === undefined ? "" : html`<p class="said" role="status">${outcomeOf(notice)}</p>`}
      ${secrets === undefined ? "" : html`<p class="said" role="status">The new secret is below, in the <a href="#Environment">environment file</a>. It is shown this once.</p>`}
      <p class="lead">Your access to ${organization}. This page is yours until ${timeText(link.expiresAt)}.</p>
      ${formTo({ root, path: "end" }, html`<button class="plain-button">Close it now</button>`)}
      ${accessSection(view)}
      ${callSections(view, { root })}
      ${noticeSection(view, { root })}
      ${link.mayRotate ? rotationSection(view, { root }) : ""}
      ${setUpSections(facts, { root, secrets })}`;
  return content.toString();
}

function refusalText(refusal: string) {
  return html`<p class="refused" role="alert">${refusal}</p>`;
}

/** The parts that an administrator binds, in words. */
const PARTS = {
  clientId: "client",
  certificateId: "certificate",
  contractId: "contract",
  webhookId: "webhook",
} as const;

/** Says whether the access works, and what it consists of. */
function accessSection(view: PartnerView) {
  const { key, client, certificate, contract, webhook } = view;
  const rows: readonly (readonly [name: string, value: unknown])[] = [
    ["Origin of every call", webhook ? html`<code>${webhook.origin}</code>` : missing()],
    ["Client id", client ? html`<code>${client.clientId}</code>` : missing()],
    ...(client?.previousSecretUntil
      ? [["Old client secret", html`works until ${timeText(client.previousSecretUntil)}`] as const]
      : []),
    ["API key id", html`<code>${key.id}</code>`],
    ["Raw key", html`begins with <code>${key.displayPrefix}</code>`],
    ["Contract key", contract ? html`<code>${contract.key}</code>` : missing()],
    [
      "Certificate",
      certificate
        ? html`valid until ${timeText(certificate.notAfter)}, SHA-256 <code>${certificate.fingerprint}</code>`
        : missing(),
    ],
    ["Notices", webhook ? html`signed: <code>${webhook.signing}</code>` : missing()],
    ["Networks", key.networks === null ? "any" : html`<code>${key.networks.join(", ")}</code>`],
    ["Reads in a minute", key.requestsPerMinute ?? "any number"],
    ["Expires", key.expiresAt === null ? "never" : timeText(key.expiresAt)],
    ["Last used", key.lastUsedAt === null ? "never" : timeText(key.lastUsedAt)],
  ];
  return html`<section aria-labelledby="Access">
        <h2 id="Access">Access</h2>
        ${stateText(view)}
        <dl class="rows">${rows.map(
          ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
        )}</dl>
      </section>`;
}

function missing() {
  return html`<strong>missing</strong>`;
}

function stateText({ state, key, organization }: PartnerView) {
  if (state === "working") {
    return html`<p class="good">It works: all four parts are bound.</p>`;
  }
  const ask = html`Ask the administrator of ${organization}.`;
  if (state === "paused")
    return html`<p class="bad">It is paused, so every call is refused. ${ask}</p>`;
  if (state === "expired") {
    return html`<p class="bad">It has expired, so every call is refused. ${ask}</p>`;
  }
  const names = BINDINGS.filter((field) => key[field] === null).map((field) => PARTS[field]);
  const list = new Intl.ListFormat("en").format(names);
  return html`<p class="bad">It does not work yet, so every call is refused. Not bound: ${list}. ${ask}</p>`;
}
