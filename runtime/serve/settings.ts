/**
 * The settings of docgate. This table is the only description of them: flags and `--help`, the
 * environment, `serve` in the configuration file, the checks of `docgate doctor`, and the table in
 * content/operate/settings.md come from it or are compared with it.
 */

import { parsePublicKey } from "../../corpus/signature/public-key.ts";
import { LOG_FORMATS } from "../observe/log.ts";
import { parseSender } from "../partner/mail/address.ts";
import { parseSmtpUrl } from "../partner/mail/smtp-url.ts";
import { parseAllowance } from "../partner/notices/allowance.ts";
import { parseMasterKey } from "../partner/secrets/parse-master-key.ts";
import { ANSWER_LIMITS } from "./answer-limits.ts";
import {
  listOf,
  oneOf,
  parseCorpora,
  parseDatabaseUrl,
  parseMetrics,
  parseOrigin,
  parsePublicUrl,
  parseSwitch,
  parseText,
  textFor,
  wholeNumber,
} from "./setting-parsers.ts";

/** One setting. Its key in the table is also its key in `serve`. */
export interface Setting {
  /** As declared to commander. Default: no flag. */
  readonly flag?: string;
  /** Environment variable; empty is the same as not set. */
  readonly variable: string;
  /** Secrets come from the environment only: neither from a flag nor from a file. */
  readonly isSecret?: true;
  /** @throws {DocgateError} `setting` if the text is invalid */
  readonly parse: (text: string) => unknown;
  /**
   * Value if no source has the setting; its type is the one that the configuration file must use.
   * The flag of a list can be repeated; its variable has commas between the values.
   */
  readonly default: string | number | boolean | readonly string[] | undefined;
  /** The default in words, if the value does not explain itself. */
  readonly defaultText?: string;
  /** Text for `--help`. */
  readonly help: string;
}

const DEFAULT_CORPUS = "dist/corpus.json";

export const SETTINGS = {
  corpus: {
    flag: "--corpus <file>",
    variable: "DOCGATE_CORPUS",
    parse: parseCorpora,
    default: [DEFAULT_CORPUS] as readonly string[],
    defaultText: DEFAULT_CORPUS,
    help: "corpus file; NAME=FILE for each of several editions",
  },
  trust: {
    flag: "--trust <name:key>",
    variable: "DOCGATE_TRUST",
    parse: listOf(textFor(parsePublicKey)),
    default: [] as readonly string[],
    defaultText: "any corpus is served",
    help: "public key; only a corpus that one of these keys has signed is served",
  },
  host: {
    flag: "--host <address>",
    variable: "DOCGATE_HOST",
    parse: parseText,
    default: "127.0.0.1",
    help: "address to listen on",
  },
  port: {
    flag: "--port <number>",
    variable: "DOCGATE_PORT",
    parse: wholeNumber({ what: "a port number", from: 0, to: 65535 }),
    default: 8080,
    help: "port to listen on; 0 picks a free one",
  },
  accessLog: {
    flag: "--access-log",
    variable: "DOCGATE_ACCESS_LOG",
    parse: parseSwitch,
    default: false,
    defaultText: "off",
    help: "write one line to standard error for each request",
  },
  logFormat: {
    flag: "--log-format <format>",
    variable: "DOCGATE_LOG_FORMAT",
    parse: oneOf(LOG_FORMATS),
    default: "plain",
    help: "format of log lines: plain, or json for machines",
  },
  answerCacheMib: {
    flag: "--answer-cache-mib <number>",
    variable: "DOCGATE_ANSWER_CACHE_MIB",
    parse: wholeNumber({ what: "a number of MiB", from: 0, to: 99_999 }),
    default: ANSWER_LIMITS.answerCacheMib,
    help: "memory for cached answers, in MiB; 0 caches none",
  },
  maxAnswerMib: {
    flag: "--max-answer-mib <number>",
    variable: "DOCGATE_MAX_ANSWER_MIB",
    parse: wholeNumber({ what: "a number of MiB", from: 1, to: 99_999 }),
    default: ANSWER_LIMITS.maxAnswerMib,
    help: "size limit of an answer to a query, in MiB",
  },
  maxTimeMs: {
    flag: "--max-time-ms <number>",
    variable: "DOCGATE_MAX_TIME_MS",
    parse: wholeNumber({ what: "a number of milliseconds", from: 1, to: 9_999_999 }),
    default: ANSWER_LIMITS.maxTimeMs,
    help: "limit of working time for an answer to a query, in milliseconds",
  },
  data: {
    flag: "--data <dir>",
    variable: "DOCGATE_DATA",
    parse: parseText,
    default: "data",
    help: "folder of the store, its keys and the outbox",
  },
  publicUrl: {
    flag: "--public-url <url>",
    variable: "DOCGATE_PUBLIC_URL",
    parse: parsePublicUrl,
    default: undefined,
    defaultText: "the address it listens on",
    help: "address for people and partners",
  },
  agents: {
    flag: "--no-agents",
    variable: "DOCGATE_AGENTS",
    parse: parseSwitch,
    default: true,
    defaultText: "on",
    help: "serve nothing for agents: no Markdown routes, no llms.txt, no MCP",
  },
  mcpOrigin: {
    flag: "--mcp-origin <origin>",
    variable: "DOCGATE_MCP_ORIGIN",
    parse: listOf(parseOrigin),
    default: [] as readonly string[],
    defaultText: "only its own",
    help: "origin of other sites' pages that may use /mcp",
  },
  mcpRequestsPerMinute: {
    flag: "--mcp-requests-per-minute <number>",
    variable: "DOCGATE_MCP_REQUESTS_PER_MINUTE",
    parse: wholeNumber({ what: "a number of requests", from: 0, to: 9_999_999 }),
    default: 600,
    help: "requests to /mcp of one client in a minute, apart from this machine; 0 for no limit",
  },
  auditDays: {
    flag: "--audit-days <number>",
    variable: "DOCGATE_AUDIT_DAYS",
    parse: wholeNumber({ what: "a number of days", from: 0, to: 99_999 }),
    default: 0,
    help: "days for which audit entries are kept; 0 keeps them all",
  },
  callLog: {
    flag: "--call-log",
    variable: "DOCGATE_CALL_LOG",
    parse: parseSwitch,
    default: false,
    defaultText: "off",
    help: "keep each call of partners for 24 hours, by the id of its request",
  },
  searchLog: {
    flag: "--search-log <file>",
    variable: "DOCGATE_SEARCH_LOG",
    parse: parseText,
    default: undefined,
    defaultText: "off",
    help: "file with counts of the searches that did not help, for docgate gaps",
  },
  mailFrom: {
    variable: "DOCGATE_MAIL_FROM",
    parse: textFor(parseSender),
    default: "docgate@localhost",
    help: "sender of mail",
  },
  noticeAllowPrivate: {
    variable: "DOCGATE_NOTICE_ALLOW_PRIVATE",
    parse: textFor(parseAllowance),
    default: "",
    defaultText: "none",
    help:
      "private addresses that notices may go to, and sign-in providers may have: 1 for all of " +
      "them, or hosts, addresses and ranges, separated by commas",
  },
  proxyCount: {
    variable: "DOCGATE_PROXY_COUNT",
    parse: wholeNumber({ what: "a number", from: 0, to: 9 }),
    default: 0,
    help: "number of reverse proxies in front; each adds an address to X-Forwarded-For",
  },
  databaseUrl: {
    variable: "DATABASE_URL",
    isSecret: true,
    parse: parseDatabaseUrl,
    default: undefined,
    defaultText: "the file in the data folder",
    help: "PostgreSQL database for the store, postgres://…",
  },
  metrics: {
    variable: "DOCGATE_METRICS",
    isSecret: true,
    parse: parseMetrics,
    default: undefined,
    defaultText: "off",
    help:
      'who may read /metrics: "loopback" for programs on this machine, or a token that readers ' +
      "send as Bearer",
  },
  smtpUrl: {
    variable: "SMTP_URL",
    isSecret: true,
    parse: textFor(parseSmtpUrl),
    default: undefined,
    defaultText: "the outbox",
    help: "mail server, smtp://… or smtps://…",
  },
  masterKey: {
    variable: "DOCGATE_MASTER_KEY",
    isSecret: true,
    parse: textFor(parseMasterKey),
    default: undefined,
    defaultText: "master.key in the data folder",
    help: "key that encrypts the store's secrets: 32 bytes as base64 or hexadecimal",
  },
  previousMasterKey: {
    variable: "DOCGATE_PREVIOUS_MASTER_KEY",
    isSecret: true,
    parse: textFor(parseMasterKey),
    default: undefined,
    defaultText: "none",
    help: 'previous master key, until "docgate admin rekey" has run',
  },
} as const satisfies Readonly<Record<string, Setting>>;

type Table = typeof SETTINGS;

export type SettingKey = keyof Table;

/** In the order of the table. */
export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[];

/** A value for each setting. */
export type Settings = {
  readonly [Key in SettingKey]: ReturnType<Table[Key]["parse"]> | Table[Key]["default"];
};

/** The settings as allowed in `serve` of a configuration file. */
export type ServeConfig = {
  readonly [Key in SettingKey as Table[Key] extends { readonly isSecret: true } ? never : Key]?:
    | ReturnType<Table[Key]["parse"]>
    | (Table[Key]["default"] extends readonly string[] ? string : never)
    | undefined;
};

/** The settings if no source has any. */
export const DEFAULTS = Object.fromEntries(
  Object.entries(SETTINGS).map(([key, setting]) => [key, setting.default]),
) as Settings;
