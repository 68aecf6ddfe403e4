import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { v7 as newId } from "uuid";
import { openCorpusSource, type Reload } from "../docs/corpus-source.ts";
import { listen } from "../http/listen.ts";
import { createServer, type Fetch } from "../http/server.ts";
import { type Observation, observe } from "../observe/observe.ts";
import type { TraceSettings } from "../observe/trace-settings.ts";
import { type Chain, createService, type Service } from "./app.ts";
import { createAssets } from "./assets.ts";
import type { Settings } from "./settings.ts";
import type { StartedChain } from "./start-chain.ts";
import { keepYoungGenerationSmall } from "./young-generation.ts";

/** Requests in flight when the process is told to stop have this long to finish. */
const REQUEST_GRACE_MS = 4_000;
/** Then notices and mails have this long: a notice ends by itself within it. */
const SENDING_GRACE_MS = 5_000;
/** At last, traces have this long to be sent. */
const TRACES_GRACE_MS = 1_000;
const IDLE_CHECK_MS = 50;
const KEEP_NOTICES_EVERY_MS = 3_000;
const TIDY_EVERY_MS = 60 * 60 * 1000;
const WARN_EVERY_MS = 24 * TIDY_EVERY_MS;

export interface ServeOptions {
  /** Whether to take over a replaced corpus file. */
  readonly reload: boolean;
  /** Whether to serve the partner chain and its administrators. */
  readonly partner: boolean;
  /** Of docgate. */
  readonly version: string;
  readonly traces: TraceSettings;
}

/**
 * Serves a corpus and, unless told otherwise, the partner chain until SIGINT or SIGTERM. A store that
 * does not answer yet is waited for, while documents are served.
 *
 * @throws {CorpusError} if the corpus cannot be loaded
 * @throws {StoreError} if the store cannot be used
 * @throws {ListenError} if the address cannot be listened on
 */
export async function serve(settings: Settings, options: ServeOptions): Promise<void> {
  keepYoungGenerationSmall();
  const source = await openCorpusSource({ file: settings.corpus });
  const { version, traces } = options;
  const observation = await observe({
    ...settings,
    traces,
    version,
    docs: source.current,
    connections: () => countConnections(server),
    write: (line) => void process.stderr.write(`${line}\n`),
    now: Date.now,
    elapsed: () => performance.now(),
    newId,
  });
  const { log, requests } = observation;
  const requestId = () => requests.current()?.requestId;
  const assets = createAssets({ directory: webFolder() });
  if (!assets.isBuilt) {
    log.warn('The pages for browsers are not built: run "npm run build:web" and start again');
  }
  let service: Service | undefined;
  let started: StartedChain | undefined;
  // The address may be part of what is served, and is known only after listening has begun.
  const starting = Promise.withResolvers<Service>();
  const fetch: Fetch = (request, env) =>
    service
      ? service.app.fetch(request, env)
      : starting.promise.then(({ app }) => app.fetch(request, env));
  const isListed = async (origin: string, request: object) => {
    await starting.promise;
    return started?.isListed(origin, request) ?? false;
  };
  const gate = { isListed, onDrop: observation.onDrop, onError: log.error };
  const server = createServer({
    fetch,
    handleNode: (request, response) => service?.handleNode(request, response) ?? false,
    gate: options.partner ? gate : undefined,
    limits: settings.trustedProxies > 0 ? { maxConnectionsPerNetwork: null } : {},
  });
  await listen(server, settings);

  function serveWith(chain?: Chain): void {
    const dependencies = {
      docs: source.current,
      assets,
      onError: log.error,
      watch: requests,
      docsWatch: observation.docs,
      metrics: observation.metrics,
      chain,
    };
    service = createService(dependencies, settings);
    starting.resolve(service);
  }

  async function openChain({ signal, onWait }: OpenChainOptions): Promise<void> {
    // The store and its libraries are loaded only by who serves the chain.
    const { startChain } = await import("./start-chain.ts");
    started = await startChain(settings, {
      assets,
      publicUrl: settings.publicUrl ?? addressOf(server),
      version,
      now: Date.now,
      warn: log.warn,
      isForPeople: settings.logFormat === "plain",
      requestId,
      watch: observation.partner,
      onError: log.error,
      onWait(pending) {
        serveWith(pending);
        onWait();
      },
      signal,
    });
    serveWith(started.chain);
  }

  const waiting = Promise.withResolvers<void>();
  const leaving = new AbortController();
  const opening = options.partner
    ? openChain({ signal: leaving.signal, onWait: waiting.resolve })
    : Promise.resolve(serveWith());
  try {
    await Promise.race([opening, waiting.promise]);
  } catch (error) {
    source.close();
    server.closeAllConnections();
    server.close();
    throw error;
  }
  // Until here a signal ends the process at once: nothing was begun that it would have to finish.
  const stopped = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  if (options.reload) source.follow((reload) => tellReload(observation, reload));
  const keeping = setInterval(
    () => void started?.keepNotices().catch(log.error),
    KEEP_NOTICES_EVERY_MS,
  );
  const tidying = setInterval(() => void started?.tidy().catch(log.error), TIDY_EVERY_MS);
  const warning = setInterval(() => void started?.warn().catch(log.error), WARN_EVERY_MS);
  process.stdout.write(`docgate listening on ${addressOf(server)}\n`);

  // A store that was waited for may turn out to be one that cannot be used.
  const refusal = await Promise.race([stopped.then(() => undefined), failureOf(opening)]);
  leaving.abort();
  clearInterval(keeping);
  clearInterval(tidying);
  clearInterval(warning);
  source.close();
  await shutDown(server);
  await opening.catch(() => {});
  await started?.close({ graceMs: SENDING_GRACE_MS });
  const isClosed = await observation.close({ graceMs: TRACES_GRACE_MS });
  if (refusal !== undefined) throw refusal;
  // A collector that does not answer would hold the process until it is given up.
  if (!isClosed) process.exit();
}

interface OpenChainOptions {
  /** Ends the wait for the store. */
  readonly signal: AbortSignal;
  /** Told when what stands in for the chain is served. */
  readonly onWait: () => void;
}

/** Never comes if there is none. */
function failureOf(promise: Promise<void>): Promise<unknown> {
  return new Promise((resolve) => void promise.catch(resolve));
}

function tellReload({ log, onReload }: Observation, { outcome, isSuspect, message }: Reload): void {
  if (isSuspect) log.warn(message);
  else log.info(message);
  onReload?.(outcome);
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

/** Built pages are in `dist/web`, seen from the source and from the compiled file. */
function webFolder(): string {
  const folder = import.meta.url.endsWith(".ts") ? "../../dist/web" : "../../web";
  return fileURLToPath(new URL(folder, import.meta.url));
}

function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

/** Takes no new connection, lets requests in flight finish, and ends what takes too long. */
async function shutDown(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection is idle again once its request is answered, not only now.
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
  const timer = setTimeout(() => server.closeAllConnections(), REQUEST_GRACE_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(timer);
}
