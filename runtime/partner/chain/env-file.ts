/** The configuration of a partner's server, apart from secrets. */
export interface PartnerFacts {
  /** docgate's address, without a trailing slash. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly apiKeyId: string;
  readonly contractKey: string;
  readonly origin: string;
  readonly notificationUrl: string;
  /** The webhook's choice whether notices are signed. */
  readonly signing: "none" | "standard";
}

/** Secrets of a partner's server; one that is no longer available is left out. */
export interface PartnerSecrets {
  readonly clientSecret?: string | undefined;
  readonly rawKey?: string | undefined;
}

/**
 * Writes the configuration of a partner's server, one `NAME=value` per line, with the names of the
 * example partner. A secret that is no longer available becomes a comment.
 */
export function envFile(facts: PartnerFacts, { clientSecret, rawKey }: PartnerSecrets): string {
  const { baseUrl, clientId, apiKeyId, contractKey, origin, notificationUrl, signing } = facts;
  return [
    line("DOCGATE_URL", baseUrl),
    line("CLIENT_ID", clientId),
    line("CLIENT_SECRET", clientSecret),
    line("API_KEY_ID", apiKeyId),
    line("API_KEY", rawKey),
    line("CONTRACT_KEY", contractKey),
    line("ORIGIN", origin),
    line("NOTICE_PATH", new URL(notificationUrl).pathname),
    line("NOTICE_SIGNING", signing),
  ].join("\n");
}

function line(name: string, value: string | undefined): string {
  if (value === undefined) return `# ${name}= as it was stored before`;
  // In a URL, this means the same as the quote itself.
  const text = /^[\w.:/@%+,=~-]*$/.test(value) ? value : `'${value.replaceAll("'", "%27")}'`;
  return `${name}=${text}`;
}
