import { Command } from "commander";
import { readTraceSettings } from "../observe/trace-settings.ts";
import {
  DEFAULTS,
  mergeSettings,
  type PartialSettings,
  parseAnswerCache,
  parseLogFormat,
  parseMaxAnswer,
  parseMaxTime,
  parsePort,
  parsePublicUrl,
  readEnvironment,
} from "../serve/settings.ts";

interface ServeFlags {
  readonly host?: string;
  readonly port?: string;
  readonly corpus?: string;
  readonly data?: string;
  readonly publicUrl?: string;
  readonly accessLog?: true;
  readonly logFormat?: string;
  readonly answerCacheMib?: string;
  readonly maxAnswerMib?: string;
  readonly maxTimeMs?: string;
  readonly partner: boolean;
  readonly reload: boolean;
}

const ENVIRONMENT_HELP = `
Each setting comes from its flag, else from the environment, else from "serve" in the
configuration file:
  DOCGATE_HOST                   --host
  DOCGATE_PORT                   --port
  DOCGATE_CORPUS                 --corpus
  DOCGATE_DATA                   --data
  DOCGATE_PUBLIC_URL             --public-url
  DOCGATE_ACCESS_LOG             --access-log, with the value 1
  DOCGATE_LOG_FORMAT             --log-format
  DOCGATE_ANSWER_CACHE_MIB       --answer-cache-mib
  DOCGATE_MAX_ANSWER_MIB         --max-answer-mib
  DOCGATE_MAX_TIME_MS            --max-time-ms
  DOCGATE_MAIL_FROM              the sender of mail (default: ${DEFAULTS.mailFrom})
  DOCGATE_NOTICE_ALLOW_PRIVATE   private addresses that notices may go to: 1 for all of them, or
                                 hosts, addresses and ranges, separated by commas
  DOCGATE_TRUSTED_PROXIES        how many reverse proxies are in front (default: 0)

From the environment alone, for they are secret:
  DATABASE_URL                   a PostgreSQL database for the store, postgres://; without it, the
                                 store is a file in the data folder
  DOCGATE_METRICS                who may read /metrics: "loopback" for programs on this machine, or
                                 a token that readers send as Bearer; without it, nobody
  SMTP_URL                       where mail is handed in, smtp:// or smtps://; without it, mail is
                                 written to outbox/ in the data folder
  DOCGATE_MASTER_KEY             32 bytes as base64 or hexadecimal; without it, master.key in the
                                 data folder is used, and made the first time
  DOCGATE_PREVIOUS_MASTER_KEY    the key before, until "docgate admin rekey" has run

Traces go where OTEL_EXPORTER_OTLP_ENDPOINT or OTEL_EXPORTER_OTLP_TRACES_ENDPOINT says, by OTLP over
HTTP; OpenTelemetry's other variables are followed too.`;

/** Where settings come from beside the flags. */
export interface SettingsSources {
  /** What the configuration file says. */
  readonly loadFileSettings: () => Promise<PartialSettings>;
  /** Of docgate. */
  readonly version: string;
}

/** The command that serves a corpus and the partner chain until SIGINT or SIGTERM. */
export function serveCommand({ loadFileSettings, version }: SettingsSources): Command {
  return new Command("serve")
    .description("serve a corpus (GraphQL, explorer, link graph) and the partner chain")
    .option("--corpus <file>", `the corpus file (default: ${DEFAULTS.corpus})`)
    .option("--host <address>", `the address to listen on (default: ${DEFAULTS.host})`)
    .option("--port <number>", `the port to listen on, 0 picks one (default: ${DEFAULTS.port})`)
    .option("--data <dir>", `the folder of the store and its keys (default: ${DEFAULTS.data})`)
    .option("--public-url <url>", "the address that people use (default: the one listened on)")
    .option("--no-partner", "serve documents only")
    .option("--no-reload", "do not take over a replaced corpus file")
    .option("--access-log", "one line to standard error for each request")
    .option(
      "--log-format <format>",
      `lines of the log: plain, or json for machines (default: ${DEFAULTS.logFormat})`,
    )
    .option(
      "--answer-cache-mib <number>",
      `memory for answers kept, 0 keeps none (default: ${DEFAULTS.answerCacheMib})`,
    )
    .option(
      "--max-answer-mib <number>",
      `size limit of an answer to a query (default: ${DEFAULTS.maxAnswerMib})`,
    )
    .option(
      "--max-time-ms <number>",
      `limit of work on an answer to a query (default: ${DEFAULTS.maxTimeMs})`,
    )
    .addHelpText("after", ENVIRONMENT_HELP)
    .action(async ({ reload, partner, ...flags }: ServeFlags) => {
      const settings = mergeSettings(
        readFlags(flags),
        readEnvironment(process.env),
        await loadFileSettings(),
      );
      // The server's libraries are loaded only by who serves.
      const { serve } = await import("../serve/main.ts");
      const traces = readTraceSettings(process.env);
      await serve(settings, { reload, partner, version, traces });
    });
}

function readFlags(all: Omit<ServeFlags, "partner" | "reload">): PartialSettings {
  const { port, publicUrl, answerCacheMib, maxAnswerMib, maxTimeMs, logFormat, ...flags } = all;
  return {
    ...flags,
    answerCacheMib:
      answerCacheMib === undefined
        ? undefined
        : parseAnswerCache(answerCacheMib, "--answer-cache-mib"),
    maxAnswerMib:
      maxAnswerMib === undefined ? undefined : parseMaxAnswer(maxAnswerMib, "--max-answer-mib"),
    maxTimeMs: maxTimeMs === undefined ? undefined : parseMaxTime(maxTimeMs, "--max-time-ms"),
    logFormat: logFormat === undefined ? undefined : parseLogFormat(logFormat, "--log-format"),
    port: port === undefined ? undefined : parsePort(port, "--port"),
    publicUrl: publicUrl === undefined ? undefined : parsePublicUrl(publicUrl, "--public-url"),
  };
}

/** The command that checks what `docgate serve` will need. */
export function doctorCommand({ loadFileSettings }: SettingsSources): Command {
  return new Command("doctor")
    .description("check configuration, corpus, store, mail and keys, and say what to mend")
    .option("--corpus <file>", `the corpus file (default: ${DEFAULTS.corpus})`)
    .option("--data <dir>", `the data folder (default: ${DEFAULTS.data})`)
    .action(async (flags: Pick<ServeFlags, "corpus" | "data">) => {
      const settings = mergeSettings(flags, readEnvironment(process.env), await loadFileSettings());
      const { examine } = await import("./doctor.ts");
      const { platformOptions } = await import("./cli-session.ts");
      const platform = platformOptions(settings, { now: Date.now, onError: () => {} });
      const findings = await examine({ settings, platform });
      for (const { level, what, message } of findings) {
        process.stdout.write(`${level.padEnd(4)}  ${what}: ${message}\n`);
      }
      if (findings.some(({ level }) => level === "fail")) process.exitCode = 1;
    });
}
