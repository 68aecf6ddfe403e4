/** The configuration of a partner's server, apart from secrets. */
export interface PartnerFacts {
  /** docgate's address, without a trailing slash. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly apiKeyId: string;
  readonly contractKey: string;
  readonly origin: string;
  readonly notificationUrl: string;
  readonly webhookId: string;
  /** How notices are signed. */
  readonly signing: "none" | "v1" | "v1a";
}

/** Secrets of a partner's server; one that is no longer available is left out. */
export interface PartnerSecrets {
  readonly clientSecret?: string | undefined;
  readonly rawKey?: string | undefined;
  /** Of the webhook, if `signing` is `v1`. */
  readonly signingSecret?: string | undefined;
}

/**
 * Writes the configuration of a partner's server, one `NAME=value` per line, with the names of the
 * example partner. A secret that is no longer available becomes a comment.
 */
export function envFile(facts: PartnerFacts, secrets: PartnerSecrets): string {
  const { baseUrl, clientId, apiKeyId, contractKey, origin, notificationUrl } = facts;
  const { clientSecret, rawKey, signingSecret } = secrets;
  return [
    line("DOCGATE_URL", baseUrl),
    line("CLIENT_ID", clientId),
    line("CLIENT_SECRET", clientSecret),
    line("API_KEY_ID", apiKeyId),
    line("API_KEY", rawKey),
    line("CONTRACT_KEY", contractKey),
    line("ORIGIN", origin),
    line("NOTICE_PATH", new URL(notificationUrl).pathname),
    line("WEBHOOK_ID", facts.webhookId),
    line("NOTICE_SIGNING", facts.signing),
    ...(facts.signing === "v1" ? [line("NOTICE_SECRET", signingSecret)] : []),
  ].join("\n");
}

function line(name: string, value: string | undefined): string {
  if (value === undefined) return `# ${name}= as it was stored before`;
  // In a URL, this means the same as the quote itself.
  const text = /^[\w.:/@%+,=~-]*$/.test(value) ? value : `'${value.replaceAll("'", "%27")}'`;
  return `${name}=${text}`;
}
