import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { createAdaptorServer, type ServerType } from "@hono/node-server";
import { Command } from "commander";
import { type Access, createApp } from "./app.ts";
import { createAssets } from "./assets.ts";
import {
  mergeSettings,
  type PartialSettings,
  parsePort,
  readEnvironment,
  type Settings,
} from "./config.ts";
import { openCorpusSource } from "./corpus-source.ts";

/** What is in flight when the process is told to stop has this long to finish. */
const SHUTDOWN_MS = 10_000;
const IDLE_CHECK_MS = 50;

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
    .description("serve a corpus: GraphQL API and explorer")
    .option("--corpus <file>", "the corpus file (default: dist/corpus.json)")
    .option("--host <address>", "the address to listen on (default: 127.0.0.1)")
    .option("--port <number>", "the port to listen on, 0 picks one (default: 8080)")
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
      await serve(mergeSettings(flags, environment, await loadFileSettings()), { reload });
    });
}

async function serve(settings: Settings, { reload }: { reload: boolean }): Promise<void> {
  const source = await openCorpusSource({ file: settings.corpus, log: say });
  const app = createApp({
    docs: source.current,
    assets: createAssets({ directory: webFolder() }),
    onError: (error) => say((error as Error).stack ?? String(error)),
    accessLog: settings.accessLog
      ? { now: () => performance.now(), write: (access) => say(accessLine(access, new Date())) }
      : undefined,
  });
  const server = createAdaptorServer({ fetch: app.fetch });
  const stopped = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  server.listen(settings.port, settings.host);
  await once(server, "listening");
  if (reload) source.follow();
  process.stdout.write(`docgate listening on ${addressOf(server)}\n`);

  await stopped;
  source.close();
  await shutDown(server);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Built pages are in `dist/web`, seen from the source and from the compiled file. */
function webFolder(): string {
  const folder = import.meta.url.endsWith(".ts") ? "../dist/web" : "../web";
  return fileURLToPath(new URL(folder, import.meta.url));
}

function accessLine({ method, path, status, durationMs }: Access, time: Date): string {
  return `${time.toISOString()} ${method} ${path} ${status} ${durationMs.toFixed(1)}ms`;
}

function addressOf(server: ServerType): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

/** Takes no new connection, lets requests in flight finish, and ends what takes too long. */
async function shutDown(server: ServerType): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection is idle again once its request is answered, not only now.
  const idle = setInterval(() => {
    if ("closeIdleConnections" in server) server.closeIdleConnections();
  }, IDLE_CHECK_MS);
  const timer = setTimeout(() => {
    if ("closeAllConnections" in server) server.closeAllConnections();
  }, SHUTDOWN_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(timer);
}
