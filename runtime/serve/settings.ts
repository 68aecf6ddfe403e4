import { DocgateError } from "../../corpus/error.ts";
import { LOG_FORMATS, type LogFormat } from "../observe/log.ts";

/** The settings of `docgate serve`, whichever way they came. */
export interface Settings {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** The corpus file. */
  readonly corpus: string;
  /** One line to standard error for each request. */
  readonly accessLog: boolean;
  /** Whether log lines are for people or for machines. */
  readonly logFormat: LogFormat;
  /** Who may read `/metrics`: `loopback`, or who sends this token; undefined for nobody. */
  readonly metrics: string | undefined;
  /** Answers kept to be given again, in MiB of memory; 0 keeps nothing of requests. */
  readonly answerCacheMib: number;
  /** Of one answer to a query, in MiB, before it is compressed. */
  readonly maxAnswerMib: number;
  /** Of work on one answer to a query. */
  readonly maxTimeMs: number;
  /** The folder of the store, the master key's file and the outbox. */
  readonly data: string;
  /** The PostgreSQL database that takes the place of the store's file. */
  readonly databaseUrl: string | undefined;
  /** The address that people and partners use; undefined for the one listened on. */
  readonly publicUrl: string | undefined;
  /** The master key; undefined for the one in the data folder's file. */
  readonly masterKey: string | undefined;
  /** The master key before, while the store is being moved to the new one. */
  readonly previousMasterKey: string | undefined;
  /** Where mail is handed in, `smtp://…` or `smtps://…`; undefined for the outbox. */
  readonly smtpUrl: string | undefined;
  /** The sender of mail. */
  readonly mailFrom: string;
  /** Private addresses that notices may go to: `1` for all, or hosts, addresses and ranges. */
  readonly noticeAllowPrivate: string;
  /** How many reverse proxies are in front; each adds a client's address to X-Forwarded-For. */
  readonly trustedProxies: number;
}

/** A source of settings that need not have all of them. */
export type PartialSettings = { readonly [Key in keyof Settings]?: Settings[Key] | undefined };

/** The settings where no source says anything. */
export const DEFAULTS: Settings = {
  host: "127.0.0.1",
  port: 8080,
  corpus: "dist/corpus.json",
  accessLog: false,
  logFormat: "plain",
  metrics: undefined,
  answerCacheMib: 32,
  maxAnswerMib: 64,
  maxTimeMs: 5000,
  data: "data",
  databaseUrl: undefined,
  publicUrl: undefined,
  masterKey: undefined,
  previousMasterKey: undefined,
  smtpUrl: undefined,
  mailFrom: "docgate@localhost",
  noticeAllowPrivate: "",
  trustedProxies: 0,
};

/** Puts sources together, the first that has a setting wins; then come the defaults. */
export function mergeSettings(...sources: readonly PartialSettings[]): Settings {
  const settings: Record<string, unknown> = { ...DEFAULTS };
  for (const source of sources.toReversed()) {
    for (const [name, value] of Object.entries(source)) {
      if (value !== undefined) settings[name] = value;
    }
  }
  return settings as unknown as Settings;
}

/**
 * Reads a port number.
 *
 * @param source names where the text comes from, in the message
 * @throws {DocgateError} `setting`
 */
export function parsePort(text: string, source: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65535) return port;
  throw new DocgateError(
    "setting",
    `${source} must be a port number from 0 to 65535, but it is "${text}".`,
  );
}

/**
 * Reads the public address: http or https, without a path.
 *
 * @returns it without a slash at the end
 * @throws {DocgateError} `setting`
 */
export function parsePublicUrl(text: string, source: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
  if (isPlain) return url.origin;
  throw new DocgateError(
    "setting",
    `${source} must be an address such as https://docs.example.com, without a path, ` +
      `but it is "${text}".`,
  );
}

/**
 * Reads the address of a PostgreSQL database.
 *
 * @throws {DocgateError} `setting` without the text, for it may hold a password
 */
export function parseDatabaseUrl(text: string, source: string): string {
  if (isDatabaseUrl(text)) return text;
  throw new DocgateError(
    "setting",
    `${source} must be an address such as postgres://user:password@db.example.com:5432/docgate, ` +
      "in which a user and a password are percent-encoded (its value is not shown: it may hold a " +
      "password).",
  );
}

function isDatabaseUrl(text: string): boolean {
  if (!/^postgres(?:ql)?:\/\//.test(text) || !URL.canParse(text)) return false;
  const { username, password, pathname, host, searchParams, hash } = new URL(text);
  const hasPlace = pathname.length > 1 && (host !== "" || searchParams.has("host"));
  return hasPlace && hash === "" && [username, password, pathname].every(isPercentEncoded);
}

function isPercentEncoded(text: string): boolean {
  return !/%(?![\da-f]{2})/i.test(text);
}

/**
 * Reads how many proxies are trusted.
 *
 * @throws {DocgateError} `setting`
 */
export function parseProxies(text: string, source: string): number {
  if (/^\d$/.test(text)) return Number(text);
  throw new DocgateError("setting", `${source} must be a number from 0 to 9, but it is "${text}".`);
}

/**
 * Reads the size of the answer cache.
 *
 * @throws {DocgateError} `setting`
 */
export function parseAnswerCache(text: string, source: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new DocgateError(
    "setting",
    `${source} must be a number of MiB from 0 to 99999, but it is "${text}".`,
  );
}

/**
 * Reads the size limit of an answer.
 *
 * @throws {DocgateError} `setting`
 */
export function parseMaxAnswer(text: string, source: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new DocgateError(
    "setting",
    `${source} must be a number of MiB from 1 to 99999, but it is "${text}".`,
  );
}

/**
 * Reads the time limit of an answer.
 *
 * @throws {DocgateError} `setting`
 */
export function parseMaxTime(text: string, source: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new DocgateError(
    "setting",
    `${source} must be a number of milliseconds from 1 to 9999999, but it is "${text}".`,
  );
}

/**
 * Reads the form of log lines.
 *
 * @throws {DocgateError} `setting`
 */
export function parseLogFormat(text: string, source: string): LogFormat {
  const format = LOG_FORMATS.find((name) => name === text);
  if (format) return format;
  throw new DocgateError("setting", `${source} must be "plain" or "json", but it is "${text}".`);
}

/** A shorter token could be guessed. */
const METRICS_TOKEN = /^[\x21-\x7e]{16,}$/;

/**
 * Reads who may see the metrics.
 *
 * @throws {DocgateError} `setting` without the text, for it may be a token
 */
export function parseMetrics(text: string, source: string): string {
  if (text === "loopback" || METRICS_TOKEN.test(text)) return text;
  throw new DocgateError(
    "setting",
    `${source} must be "loopback", or a token of 16 or more characters without blanks.`,
  );
}

/**
 * Reads the settings that the environment holds; an empty variable counts as unset.
 *
 * @throws {DocgateError} `setting` if a variable has a value that cannot be used
 */
export function readEnvironment(environment: NodeJS.ProcessEnv): PartialSettings {
  const read = (name: string) => environment[name] || undefined;
  const { DOCGATE_PORT, DOCGATE_ACCESS_LOG, DOCGATE_ANSWER_CACHE_MIB } = environment;
  const { DOCGATE_PUBLIC_URL, DOCGATE_TRUSTED_PROXIES, DATABASE_URL } = environment;
  const { DOCGATE_LOG_FORMAT, DOCGATE_METRICS } = environment;
  const { DOCGATE_MAX_ANSWER_MIB, DOCGATE_MAX_TIME_MS } = environment;
  return {
    host: read("DOCGATE_HOST"),
    port: DOCGATE_PORT ? parsePort(DOCGATE_PORT, "DOCGATE_PORT") : undefined,
    corpus: read("DOCGATE_CORPUS"),
    accessLog: DOCGATE_ACCESS_LOG ? DOCGATE_ACCESS_LOG === "1" : undefined,
    logFormat: DOCGATE_LOG_FORMAT
      ? parseLogFormat(DOCGATE_LOG_FORMAT, "DOCGATE_LOG_FORMAT")
      : undefined,
    metrics: DOCGATE_METRICS ? parseMetrics(DOCGATE_METRICS, "DOCGATE_METRICS") : undefined,
    answerCacheMib: DOCGATE_ANSWER_CACHE_MIB
      ? parseAnswerCache(DOCGATE_ANSWER_CACHE_MIB, "DOCGATE_ANSWER_CACHE_MIB")
      : undefined,
    maxAnswerMib: DOCGATE_MAX_ANSWER_MIB
      ? parseMaxAnswer(DOCGATE_MAX_ANSWER_MIB, "DOCGATE_MAX_ANSWER_MIB")
      : undefined,
    maxTimeMs: DOCGATE_MAX_TIME_MS
      ? parseMaxTime(DOCGATE_MAX_TIME_MS, "DOCGATE_MAX_TIME_MS")
      : undefined,
    data: read("DOCGATE_DATA"),
    databaseUrl: DATABASE_URL ? parseDatabaseUrl(DATABASE_URL, "DATABASE_URL") : undefined,
    publicUrl: DOCGATE_PUBLIC_URL
      ? parsePublicUrl(DOCGATE_PUBLIC_URL, "DOCGATE_PUBLIC_URL")
      : undefined,
    masterKey: read("DOCGATE_MASTER_KEY"),
    previousMasterKey: read("DOCGATE_PREVIOUS_MASTER_KEY"),
    smtpUrl: read("SMTP_URL"),
    mailFrom: read("DOCGATE_MAIL_FROM"),
    noticeAllowPrivate: read("DOCGATE_NOTICE_ALLOW_PRIVATE"),
    trustedProxies: DOCGATE_TRUSTED_PROXIES
      ? parseProxies(DOCGATE_TRUSTED_PROXIES, "DOCGATE_TRUSTED_PROXIES")
      : undefined,
  };
}
