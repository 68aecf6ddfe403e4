import type { NoticeSigning } from "docgate/partner";

/** Settings that the operator of the partner provides. */
export interface Settings {
  /** docgate's address, without a trailing slash. */
  readonly docgateUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiKeyId: string;
  readonly apiKey: string;
  /** Origin of the page, as browsers send it; the webhook entry has the same. */
  readonly origin: string;
  /** The path of the notification URL. */
  readonly noticePath: string;
  readonly webhookId: string;
  /** The same as `signing` of the webhook. */
  readonly noticeSigning: NoticeSigning;
  /** The secret of the webhook, if its `signing` is `v1`. */
  readonly noticeSecret: string | undefined;
  readonly host: string;
  readonly port: number;
}

/**
 * Reads the settings from environment variables.
 *
 * @throws {Error} that names the first variable that is missing or cannot be used
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  function require(name: string): string {
    const value = environment[name];
    if (value) return value;
    throw new Error(`The environment variable ${name} is missing (see README.md)`);
  }

  const port = readPort(environment.PORT ?? "8090");
  const host = environment.HOST ?? "127.0.0.1";
  return {
    docgateUrl: readOrigin("DOCGATE_URL", require("DOCGATE_URL")),
    clientId: require("CLIENT_ID"),
    clientSecret: require("CLIENT_SECRET"),
    apiKeyId: require("API_KEY_ID"),
    apiKey: require("API_KEY"),
    origin: readOrigin("ORIGIN", environment.ORIGIN ?? `http://${host}:${port}`),
    noticePath: readPath("NOTICE_PATH", require("NOTICE_PATH")),
    webhookId: require("WEBHOOK_ID"),
    noticeSigning: readSigning(environment.NOTICE_SIGNING || "v1a"),
    noticeSecret: environment.NOTICE_SECRET,
    host,
    port,
  };
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port > 0 && port <= 65535) return port;
  throw new Error(`PORT must be a port number from 1 to 65535, but it is "${text}"`);
}

function readOrigin(name: string, text: string): string {
  if (URL.canParse(text) && new URL(text).origin === text) return text;
  throw new Error(`${name} must be like https://www.example.com, without a path: "${text}"`);
}

function readPath(name: string, text: string): string {
  // The message does not contain the value: without signatures, whoever knows it can send notices.
  if (/^\/[\w-]+(\/[\w-]+)*$/.test(text)) return text;
  throw new Error(`${name} must be a path such as /notices/Kq3vZr8w`);
}

function readSigning(text: string): NoticeSigning {
  if (text === "v1a" || text === "v1" || text === "none") return text;
  throw new Error(`NOTICE_SIGNING must be "v1a", "v1" or "none", but it is "${text}"`);
}
