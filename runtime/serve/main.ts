import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { v7 as newId } from "uuid";
import { isSystemError } from "../../corpus/system-error.ts";
import { printable } from "../../corpus/text/printable.ts";
import { isLocalHost } from "../agents/mcp/guard.ts";
import type { McpOptions } from "../agents/mcp/routes.ts";
import type { CorpusSource, Reload } from "../docs/corpus-source.ts";
import { createLongWork, createTurns } from "../docs/execute/long-work.ts";
import { type Editions, openEditions } from "../docs/open-editions.ts";
import type { Trust } from "../docs/open-served.ts";
import { findGaps, type Gap } from "../docs/search-log/gaps.ts";
import { openSearchLog, type SearchLog } from "../docs/search-log/open-search-log.ts";
import { type HistoryOptions, SnapshotHistory } from "../docs/snapshots/history.ts";
import type { Gate } from "../http/gate.ts";
import { listen } from "../http/listen.ts";
import { createServer } from "../http/server.ts";
import { type Observation, observe } from "../observe/observe.ts";
import type { TraceSettings } from "../observe/trace-settings.ts";
import { Announcement } from "./announcement.ts";
import { type Chain, createService } from "./app.ts";
import { createAssets } from "./assets.ts";
import { closeServer } from "./close-server.ts";
import { CurrentService } from "./current-service.ts";
import { editionFiles } from "./edition-files.ts";
import type { OpenedChain } from "./open-chain.ts";
import { pagesAtOwnRoutes } from "./pages/own-routes.ts";
import type { Settings } from "./settings.ts";

/** Time for requests in flight to finish after the signal to stop. */
const REQUEST_GRACE_MS = 4_000;
/** Time for notices and mails after that; a notice ends within it. */
const SENDING_GRACE_MS = 5_000;
/** Time for traces to be sent after that. */
const TRACES_GRACE_MS = 1_000;

export interface ServeOptions {
  /** True to load a replaced corpus file. */
  readonly reload: boolean;
  /** True to serve the partner chain and its administrators. */
  readonly partner: boolean;
  /** Version of docgate. */
  readonly version: string;
  readonly traces: TraceSettings;
  /** Lines for the log about the settings. */
  readonly warnings: readonly string[];
}

/**
 * Serves a corpus, with the partner chain, until SIGINT or SIGTERM. Documents are served even
 * before the chain's store answers.
 *
 * @throws {DocgateError} if the corpus cannot be loaded; its code says why
 * @throws {DocgateError} `store` if the store cannot be used
 * @throws {DocgateError} `listen` if the address cannot be listened on
 */
export async function serve(settings: Settings, options: ServeOptions): Promise<void> {
  // The young generation of V8's heap would grow with the objects that survive in it, above all
  // while a corpus is loaded. Requests leave few objects, which a small generation collects in
  // shorter pauses.
  setFlagsFromString("--semi-space-growth-factor=1");
  const history = openHistory(settings, { ...options, onError: (error) => log.error(error) });
  const trust = trustOf(settings);
  const editions = await openEditions(editionFiles(settings), { trust, history });
  const source = editions.standard;
  const connections = () => countConnections(server);
  const observation = await startObservation(settings, { ...options, source, connections });
  const { log } = observation;
  for (const warning of options.warnings) log.warn(printable(warning));
  const searchLog = await startSearchLog(settings, observation);
  const current = new CurrentService();
  const gate: Gate = {
    isListed: current.isListed,
    onDrop(reason, head) {
      observation.onDrop?.(reason);
      if (head) current.countDropped(reason, head);
    },
    onError: log.error,
  };
  const server = createServer({
    fetch: current.fetch,
    gate: options.partner ? gate : undefined,
    limits: settings.proxyCount > 0 ? { maxConnectionsPerNetwork: null } : {},
  });
  await listen(server, settings);

  const announcement = new Announcement({
    settings,
    isTerminal: process.stdout.isTTY === true,
    now: Date.now,
    warn: log.warn,
  });
  const leaving = new AbortController();
  const outage = Promise.withResolvers<void>();
  const opening = openService(
    { settings, options, editions, observation, searchLog, current, server, announcement },
    { signal: leaving.signal, onOutage: outage.resolve },
  );
  try {
    await Promise.race([opening, outage.promise]);
  } catch (error) {
    editions.close();
    server.closeAllConnections();
    server.close();
    throw error;
  }
  // The store has made the data folder, which the states are in.
  if (history.isLasting) void history.record(source.current().corpus);
  // Until here, a signal ends the process at once: there is nothing to finish yet.
  const stopped = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  if (options.reload) {
    editions.follow((reload) => {
      logReload(observation, reload);
      if (reload.outcome === "taken") {
        warnAtOwnRoutes({ settings, options, editions, observation });
      }
    });
  }
  const text = announcement.render({
    ...options,
    readyMs: performance.now(),
    listening: addressOf(server),
    docCount: source.current().meta().docCount,
    hasAgents: settings.agents,
  });
  process.stdout.write(text);

  // After waiting for a store, it may turn out to be unusable.
  const refusal = await Promise.race([stopped.then(() => undefined), failureOf(opening)]);
  leaving.abort();
  const isClosed = await shutDown({ editions, server, opening, observation, searchLog });
  if (refusal !== undefined) throw refusal;
  // A collector that does not answer would keep the process running until its timeout.
  if (!isClosed) process.exit();
}

/** Opens the history of the corpus: in the data folder, if docgate uses one. */
function openHistory(
  { data, databaseUrl }: Settings,
  { partner, onError }: Pick<ServeOptions, "partner"> & Pick<HistoryOptions, "onError">,
): SnapshotHistory {
  if (!partner || databaseUrl !== undefined) return new SnapshotHistory();
  try {
    return new SnapshotHistory({ folder: join(data, "states"), onError });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    // The store is in the same folder, and says what is wrong with it.
    return new SnapshotHistory();
  }
}

/** @returns null if any corpus may be served */
function trustOf({ trust: keys }: Settings): Trust | null {
  return keys.length === 0 ? null : { keys, now: Date.now };
}

interface ObservationOptions extends ServeOptions {
  readonly source: CorpusSource;
  readonly connections: () => Promise<number>;
}

/** Observes with the clocks of this process, and logs to its standard error. */
function startObservation(
  settings: Settings,
  { version, traces, source, connections }: ObservationOptions,
): Promise<Observation> {
  return observe({
    ...settings,
    traces,
    version,
    docs: source.current,
    signed: () => source.state().signed,
    connections,
    write: (line) => void process.stderr.write(`${line}\n`),
    now: Date.now,
    elapsed: () => performance.now(),
    newId,
  });
}

/** Opens the log of searches that do not help, if there is to be one. */
async function startSearchLog(
  { searchLog }: Settings,
  { log }: Observation,
): Promise<SearchLog | undefined> {
  if (searchLog === undefined) return undefined;
  return openSearchLog(searchLog, { now: Date.now, key: randomBytes(32), onError: log.error });
}

/** The parts that exist before anything is served. */
interface Foundation {
  readonly settings: Settings;
  readonly options: ServeOptions;
  readonly editions: Editions;
  readonly observation: Observation;
  readonly searchLog: SearchLog | undefined;
  readonly current: CurrentService;
  readonly server: Server;
  readonly announcement: Announcement;
}

interface OpenServiceOptions {
  /** Ends the wait for the store. */
  readonly signal: AbortSignal;
  /** Called when documents are served while the store does not answer yet. */
  readonly onOutage: () => void;
}

/**
 * Starts serving.
 *
 * @returns the opened chain; undefined if only documents are served
 */
async function openService(
  {
    settings,
    options,
    editions,
    observation,
    searchLog,
    current,
    server,
    announcement,
  }: Foundation,
  { signal, onOutage }: OpenServiceOptions,
): Promise<OpenedChain | undefined> {
  const { log, requests, docs, metrics, partner } = observation;
  const assets = createAssets();
  if (!assets.isBuilt) {
    log.warn(
      'The pages for browsers are not built: run "npm run build:web" and start docgate again',
    );
  }
  warnAtOwnRoutes({ settings, options, editions, observation });

  function serveWith(chain?: Chain): void {
    const onError = log.error;
    const watches = { watch: requests, docsWatch: docs, metrics };
    const { publicUrl } = settings;
    const forAgents = settings.agents
      ? { agents: { publicUrl }, mcp: mcpOptions(settings, options.version) }
      : { agents: null };
    const { standard, named } = editions;
    const corpus = {
      docs: standard.current,
      corpusDownload: standard.download,
      corpusState: standard.state,
      editions: named,
    };
    const searches = searchLog && { log: searchLog, proxyCount: settings.proxyCount };
    const parts = { ...corpus, assets, onError, chain, searches, ...watches, ...forAgents };
    current.switchTo(createService(parts, settings));
  }

  if (!options.partner) {
    serveWith();
    return undefined;
  }
  // Imported only here, because the store and its libraries take time to load.
  const { openChain } = await import("./open-chain.ts");
  const opened = await openChain(settings, {
    publicUrl: settings.publicUrl ?? addressOf(server),
    version: options.version,
    now: Date.now,
    elapsed: () => performance.now(),
    warn: log.warn,
    onSetup: announcement.addSetupLink,
    requestId: () => requests.current()?.requestId,
    watch: partner,
    searchGaps: searchLog && (() => findSearchGaps(searchLog, { editions, settings })),
    onError: log.error,
    onOutage(chain) {
      serveWith(chain);
      onOutage();
    },
    signal,
  });
  serveWith(opened.chain);
  return opened;
}

/** Number of searches that did not help that the console shows. */
const SHOWN_GAPS = 50;

/** Searches again, in turns, what did not help. */
function findSearchGaps(
  searchLog: SearchLog,
  { editions, settings }: Pick<Foundation, "editions" | "settings">,
): Promise<Gap[]> {
  const work = createLongWork({ turns: createTurns(), maxTimeMs: settings.maxTimeMs });
  const hits = (query: string) =>
    work.run(() => editions.standard.current().hitsInSteps({ query }));
  return findGaps(searchLog.counts(), { hits, limit: SHOWN_GAPS });
}

function mcpOptions(settings: Settings, version: string): McpOptions {
  const { host, mcpOrigin, mcpRequestsPerMinute, publicUrl, proxyCount } = settings;
  return {
    version,
    origins: mcpOrigin,
    publicUrl,
    isLocal: isLocalHost(host.includes(":") ? `[${host}]` : host),
    requestsPerMinute: mcpRequestsPerMinute,
    proxyCount,
    now: Date.now,
  };
}

interface RunningParts
  extends Pick<Foundation, "editions" | "server" | "observation" | "searchLog"> {
  readonly opening: Promise<OpenedChain | undefined>;
}

/**
 * Ends everything that runs, each part after the parts that use it.
 *
 * @returns true if nothing is left that keeps the process running
 */
async function shutDown({
  editions,
  server,
  opening,
  observation,
  searchLog,
}: RunningParts): Promise<boolean> {
  editions.close();
  await closeServer(server, { graceMs: REQUEST_GRACE_MS });
  await searchLog?.close();
  const opened = await opening.catch(() => undefined);
  await opened?.close({ graceMs: SENDING_GRACE_MS });
  return observation.close({ graceMs: TRACES_GRACE_MS });
}

/** Resolves with the error of a promise; never resolves if it succeeds. */
function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return new Promise((resolve) => void promise.catch(resolve));
}

/** Warns of the pages of the corpus in use that cannot be read where they are. */
function warnAtOwnRoutes({
  settings,
  options,
  editions: { standard, named },
  observation: { log, metrics },
}: Pick<Foundation, "settings" | "options" | "editions" | "observation">): void {
  const served = { ...settings, partner: options.partner, metrics: metrics !== undefined };
  const sources = new Set([standard, ...named.values()]);
  const docs = Array.from(sources, (source) => source.current().corpus.docs).flat();
  for (const line of pagesAtOwnRoutes(docs, served)) {
    log.warn(printable(line));
  }
}

function logReload({ log, onReload }: Observation, { outcome, isSuspect, message }: Reload): void {
  if (isSuspect) log.warn(message);
  else log.info(message);
  onReload?.(outcome);
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

function addressOf(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}
