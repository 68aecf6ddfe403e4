import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { createAdaptorServer, type ServerType } from "@hono/node-server";
import { type Access, createApp } from "./app.ts";
import { createAssets } from "./assets.ts";
import type { Settings } from "./config.ts";
import { openCorpusSource } from "./corpus-source.ts";

/** What is in flight when the process is told to stop has this long to finish. */
const SHUTDOWN_MS = 10_000;
const IDLE_CHECK_MS = 50;

/**
 * Serves a corpus until SIGINT or SIGTERM.
 *
 * @throws {CorpusError} if the corpus cannot be loaded, or the system's error if the address cannot
 * be listened on
 */
export async function serve(settings: Settings, { reload }: { reload: boolean }): Promise<void> {
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
