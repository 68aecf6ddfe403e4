import { Command } from "commander";
import {
  DEFAULTS,
  mergeSettings,
  type PartialSettings,
  parsePort,
  readEnvironment,
} from "./config.ts";

interface ServeFlags {
  readonly host?: string;
  readonly port?: string;
  readonly corpus?: string;
  readonly accessLog?: true;
  readonly reload: boolean;
}

const ENVIRONMENT_HELP = `
Each setting comes from its flag, else from the environment, else from "serve" in the
configuration file:
  DOCGATE_HOST        --host
  DOCGATE_PORT        --port
  DOCGATE_CORPUS      --corpus
  DOCGATE_ACCESS_LOG  --access-log, with the value 1`;

/**
 * The command that serves a corpus until SIGINT or SIGTERM.
 *
 * @param loadFileSettings gives what the configuration file says
 */
export function serveCommand(loadFileSettings: () => Promise<PartialSettings>): Command {
  return new Command("serve")
    .description("serve a corpus: the GraphQL API, its explorer and the link graph")
    .option("--corpus <file>", `the corpus file (default: ${DEFAULTS.corpus})`)
    .option("--host <address>", `the address to listen on (default: ${DEFAULTS.host})`)
    .option("--port <number>", `the port to listen on, 0 picks one (default: ${DEFAULTS.port})`)
    .option("--no-partner", "serve documents only")
    .option("--no-reload", "do not take over a replaced corpus file")
    .option("--access-log", "one line to standard error for each request")
    .addHelpText("after", ENVIRONMENT_HELP)
    .action(async ({ port, reload, host, corpus, accessLog }: ServeFlags) => {
      const flags: PartialSettings = {
        host,
        corpus,
        accessLog,
        port: port === undefined ? undefined : parsePort(port, "--port"),
      };
      const environment = readEnvironment(process.env);
      // The server's libraries are loaded only by who serves.
      const { serve } = await import("./main.ts");
      await serve(mergeSettings(flags, environment, await loadFileSettings()), { reload });
    });
}
