import type { ApiKey, Certificate, Client, Contract, Webhook } from "../api/types.ts";
import type { Finished, MadeSecret } from "./draft.ts";
import type { PartName } from "./parts.ts";

/** The facts to give to the partner, without secrets. */
export interface HandOver {
  /** docgate's address, without a trailing slash. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly apiKeyId: string;
  readonly tenantKey: string;
  readonly origin: string;
  readonly notificationUrl: string;
  /** SHA-256 of the certificate. */
  readonly fingerprint: string;
  /** Null if it was not read: lists of certificates leave it out. */
  readonly hasSharedSecret: boolean | null;
}

interface HandOverOptions {
  readonly baseUrl: string;
}

export function handOverOf({ items }: Finished, { baseUrl }: HandOverOptions): HandOver {
  const webhook = items.webhook as Webhook;
  const certificate = items.certificate as Certificate;
  return {
    baseUrl,
    clientId: (items.client as Client).clientId,
    apiKeyId: (items.apiKey as ApiKey).id,
    tenantKey: (items.contract as Contract).key,
    origin: webhook.origin,
    notificationUrl: webhook.notificationUrl,
    fingerprint: certificate.fingerprint,
    hasSharedSecret: certificate.secretKey === undefined ? null : certificate.secretKey !== "",
  };
}

/** Returns docgate's address, as this page was opened with it. */
export function pageBaseUrl(): string {
  return new URL(".", window.location.href).href.replace(/\/$/, "");
}

/** Names of the settings that hold secrets, as the example partner reads them. */
const SECRET_NAMES: Partial<Record<PartName, string>> = {
  client: "CLIENT_SECRET",
  apiKey: "API_KEY",
};

/**
 * Writes the configuration of the partner's server, one `NAME=value` per line, with the names of
 * the example partner. A secret that is no longer available becomes a comment.
 */
export function envFile(handOver: HandOver, secrets: readonly MadeSecret[]): string {
  const { baseUrl, clientId, apiKeyId, tenantKey, origin, notificationUrl } = handOver;
  const secret = (part: PartName) => {
    const name = SECRET_NAMES[part]!;
    const value = secrets.find((one) => one.part === part)?.value;
    return value === undefined ? `# ${name}= as it was stored before` : line(name, value);
  };
  return [
    line("DOCGATE_URL", baseUrl),
    line("CLIENT_ID", clientId),
    secret("client"),
    line("API_KEY_ID", apiKeyId),
    secret("apiKey"),
    line("CONTRACT_KEY", tenantKey),
    line("ORIGIN", origin),
    line("NOTICE_PATH", new URL(notificationUrl).pathname),
  ].join("\n");
}

function line(name: string, value: string): string {
  // In a URL, this means the same as the quote itself.
  const text = /^[\w.:/@%+,=~-]*$/.test(value) ? value : `'${value.replaceAll("'", "%27")}'`;
  return `${name}=${text}`;
}
