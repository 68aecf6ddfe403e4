import { html } from "hono/html";
import { envFile, type PartnerFacts, type PartnerSecrets } from "../../partner/chain/env-file.ts";
import { FIRST_CALLS } from "../../partner/chain/first-calls.ts";
import { copyable } from "./parts.ts";

interface SetUpOptions {
  /** The address of `/`, relative to the page. */
  readonly root: string;
  /** Secrets that were just made. */
  readonly secrets: PartnerSecrets | undefined;
}

/** Shows what the partner's server is configured with, and its first calls. */
export function setUpSections(facts: PartnerFacts | null, { root, secrets = {} }: SetUpOptions) {
  if (facts === null) {
    return html`<section aria-labelledby="Environment">
        <h2 id="Environment">Set up your server</h2>
        ${Object.entries(secrets).map(([name, secret]) => copyable(name, secret))}
        <p>As soon as a client, a contract and a webhook are bound, this is the place of your settings and first calls.</p>
      </section>`;
  }
  const env = copyable("partner.env", envFile(facts, secrets));
  return html`<section aria-labelledby="Environment">
        <h2 id="Environment">Environment file</h2>
        <p>The settings of your server. Secrets are shown once, when they are made; the others are as you stored them.</p>
        ${env}
      </section>
      <section aria-labelledby="Walk-through">
        <h2 id="Walk-through">First calls</h2>
        <p>For a shell with <code>curl</code>. Your server listens for notices at <code>${new URL(facts.notificationUrl).pathname}</code>, and answers them with 2xx.</p>
        ${FIRST_CALLS.map(({ about, text }) => copyable(about, filledIn(text, facts)))}
        <p>All calls are in the <a href="${root}reference">reference</a>.</p>
      </section>`;
}

/** Writes what is not secret in the place of its variable. */
function filledIn(command: string, { baseUrl, clientId, apiKeyId, origin }: PartnerFacts): string {
  return command
    .replaceAll("$DOCGATE_URL", baseUrl)
    .replaceAll("$CLIENT_ID", clientId)
    .replaceAll("$API_KEY_ID", apiKeyId)
    .replaceAll("$ORIGIN", origin);
}
