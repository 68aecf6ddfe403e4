import { type Context, Hono, type HonoRequest } from "hono";
import type { SignedStatement } from "../../corpus/signature/verify.ts";
import { decodePath } from "../../corpus/text/slug.ts";
import { type AgentRoutes, createAgentRoutes } from "../agents/http/routes.ts";
import { createMcpRoutes, type McpOptions } from "../agents/mcp/routes.ts";
import type { CorpusDownload } from "../docs/corpus-download.ts";
import type { CorpusSource, CorpusState } from "../docs/corpus-source.ts";
import { createExecutor } from "../docs/execute/executor.ts";
import {
  createLongWork,
  createTurns,
  type LongWork,
  type Turns,
} from "../docs/execute/long-work.ts";
import { type Docs, ENDPOINT } from "../docs/execute/queries.ts";
import { createAnswerCache } from "../docs/http/encoded-answer.ts";
import type { DocsWatch } from "../docs/http/observer.ts";
import { internalError, JSON_TYPE, type Reply, toResponse } from "../docs/http/reply.ts";
import { createTransport, type Transport } from "../docs/http/transport.ts";
import type { DropReason, RequestHead } from "../http/gate.ts";
import { chooseType } from "../http/negotiation.ts";
import type { RequestWatch } from "../http/observer.ts";
import type { ServerBindings } from "../http/server.ts";
import { watchRequests } from "../observe/requests.ts";
import type { AnswerLimits } from "./answer-limits.ts";
import type { Assets } from "./assets.ts";
import { createAddressRoutes } from "./corpus/address-routes.ts";
import { createChangeRoutes } from "./corpus/change-routes.ts";
import { createCorpusRoutes } from "./corpus/corpus-routes.ts";
import { createQuoteRoutes } from "./corpus/quote-routes.ts";
import { createSignatureRoutes } from "./corpus/signature-routes.ts";
import { createGraphqlRoutes } from "./graphql-routes.ts";
import { homeDescription, type ServedParts } from "./pages/home-description.ts";
import { createPages, type Pages } from "./pages/pages.ts";
import type { ShowContent } from "./partner-page/routes.ts";
import { type CountedSearches, createSearchRoutes } from "./search-routes.ts";

const MEBIBYTE = 2 ** 20;

/** Limit of the Markdown that is kept for agents, which is small next to answers to queries. */
const MAX_AGENT_CACHE_MIB = 16;

export interface AppDependencies {
  /** The docs in use now. */
  readonly docs: () => Docs;
  /** The file of these docs, for `/corpus.json` and its signature. Default: it is not served. */
  readonly corpusDownload?: (() => CorpusDownload | null) | undefined;
  /** Default: not signed, and never replaced. */
  readonly corpusState?: (() => CorpusState) | undefined;
  readonly assets: Assets;
  /** Called with each error that docgate itself caused. */
  readonly onError: (error: unknown) => void;
  /** Observes every request. */
  readonly watch?: RequestWatch | undefined;
  /** Observes how queries are answered. */
  readonly docsWatch?: DocsWatch | undefined;
  /** Default: no metrics. */
  readonly metrics?: App | undefined;
  /** Default: only documents are served. */
  readonly chain?: Chain | undefined;
  /** The routes that agents read. Default: Markdown routes with root-relative addresses; null for none. */
  readonly agents?: AgentOptions | null | undefined;
  /** Default: no MCP. */
  readonly mcp?: McpOptions | undefined;
  /** Counts searches that do not help. Default: nothing is counted. */
  readonly searches?: CountedSearches | undefined;
  /** The public editions by name, also the default one. Default: there are none. */
  readonly editions?: ReadonlyMap<string, ServedEdition> | undefined;
}

/** An edition with routes below `/e/NAME`. */
export type ServedEdition = Pick<CorpusSource, "current" | "download" | "state">;

export interface AgentOptions {
  /** Address of docgate itself. Default: addresses of its routes are root-relative. */
  readonly publicUrl?: string | undefined;
}

/**
 * The partner chain and its administrators' side. It is passed in, so that serving documents only
 * does not load it.
 */
export interface Chain {
  readonly routes: App;
  /** Creates the page of a partner, in the frame of docgate's pages. */
  partnerPage(show: ShowContent): App;
  /** Gives the OpenAPI document of the APIs. */
  describe(): Promise<object>;
  /** The checks of `/readyz`, by name. */
  checkReady(): Promise<Readonly<Record<string, Check>>>;
  /** Returns true if a partner's page of this origin may call the API. */
  isListed(origin: string, request: object): Promise<boolean>;
  /** Counts a request that was dropped. */
  countDropped(reason: DropReason, head: RequestHead): void;
}

/** The state of one requirement in `/readyz`. */
export interface Check {
  /** With `fail`, docgate cannot work; with `warn`, a part of it cannot. */
  readonly state: "ok" | "warn" | "fail";
  /** The problem, if there is one. */
  readonly message?: string;
  /** Who signed what is checked. */
  readonly signature?: ReturnType<typeof describeSignature>;
}

export type App = Hono<{ Bindings: ServerBindings }>;

/** Answers requests. */
export interface Service {
  readonly app: App;
  /** Returns true if a partner's page of this origin may call the API. */
  readonly isListed: Chain["isListed"];
  readonly countDropped: Chain["countDropped"];
}

/**
 * Assembles all routes, and what the server asks besides. It opens nothing and does not listen.
 */
export function createService(dependencies: AppDependencies, limits: AnswerLimits): Service {
  const { docs, corpusDownload, chain, mcp, editions = NONE } = dependencies;
  const { agents = {} } = dependencies;
  const served = {
    hasChain: chain !== undefined,
    hasAgents: agents !== null,
    hasCorpusFile: corpusDownload !== undefined,
    hasMcp: mcp !== undefined,
  };
  const turns = createTurns();
  const work = createLongWork({ turns, maxTimeMs: limits.maxTimeMs });
  const shared = { ...dependencies, ...served, agents, limits, turns, work };
  const standard = openParts({ docs, corpusDownload }, { ...shared, prefix: "" });
  const named = Array.from(editions, ([name, { current, download }]): [string, EditionParts] => {
    const prefix = `/e/${name}`;
    if (current === docs) return [prefix, standard];
    return [prefix, openParts({ docs: current, corpusDownload: download }, { ...shared, prefix })];
  });
  return {
    app: assemble(dependencies, { served, work, standard, named }),
    isListed: chain?.isListed ?? (async () => false),
    countDropped: chain?.countDropped ?? (() => {}),
  };
}

/** The corpus of an edition, and what answers from it. */
interface EditionParts extends Pick<AppDependencies, "docs" | "corpusDownload"> {
  readonly transport: Transport;
  readonly pages: Pages;
  readonly forAgents: AgentRoutes | null;
}

interface SharedParts extends AppDependencies, ServedParts {
  readonly agents: AgentOptions | null;
  readonly limits: AnswerLimits;
  readonly turns: Turns;
  /** The work of all requests that search. */
  readonly work: LongWork;
  /** Path that the routes of the edition are below. */
  readonly prefix: string;
}

function openParts(
  { docs, corpusDownload }: Pick<EditionParts, "docs" | "corpusDownload">,
  shared: SharedParts,
): EditionParts {
  const { agents, onError, metrics, searches, editions, prefix } = shared;
  const count = Math.max(1, editions?.size ?? 1);
  const answerCacheMib = shared.limits.answerCacheMib / count;
  const pages = createPages({
    ...shared,
    docs,
    hasMetrics: metrics !== undefined,
    reportsClicks: searches !== undefined && prefix === "",
  });
  const keptBytes = Math.min(answerCacheMib, MAX_AGENT_CACHE_MIB / count) * MEBIBYTE;
  return {
    docs,
    corpusDownload,
    transport: openTransport({ ...shared, docs, answerCacheMib }),
    pages,
    forAgents:
      agents &&
      createAgentRoutes({ docs, onError, keptBytes, forBrowsers: pages, prefix, ...agents }),
  };
}

interface TransportParts extends SharedParts {
  /** Limit of the answers that are kept. */
  readonly answerCacheMib: number;
}

function openTransport(parts: TransportParts): Transport {
  const { docs, docsWatch, onError, limits, turns, work, answerCacheMib } = parts;
  const executor = createExecutor({
    onError,
    keepsDocuments: limits.answerCacheMib > 0,
    work,
    maxAnswerBytes: limits.maxAnswerMib * MEBIBYTE,
  });
  return createTransport({
    executor: docsWatch ? docsWatch.executor(executor) : executor,
    answerCache: createAnswerCache(answerCacheMib * MEBIBYTE, docsWatch?.onAnswerHit),
    docs,
    turns,
    onError,
    onAnswerError: docsWatch?.onAnswerError,
  });
}

interface AppParts {
  readonly served: ServedParts;
  readonly work: LongWork;
  readonly standard: EditionParts;
  /** Path below which the routes of an edition are → its parts. */
  readonly named: readonly (readonly [prefix: string, EditionParts])[];
}

function assemble(dependencies: AppDependencies, parts: AppParts): App {
  const { corpusState, assets, onError, watch, metrics, chain, mcp, editions } = dependencies;
  const { served, work, standard, named } = parts;
  const { docs, pages } = standard;
  const app: App = new Hono();
  const missing = (context: Context) =>
    prefersHtml(context.req)
      ? pages.missing(context.req)
      : context.json(
          { message: `There is nothing at ${context.req.path}. See / for what is here.` },
          404,
        );

  app.route("/", docsRoutes(standard, { ...dependencies, work }));
  for (const [prefix, edition] of named) {
    // The log of searches is about the default edition.
    const searches = edition === standard ? dependencies.searches : undefined;
    app.route(prefix, docsRoutes(edition, { ...dependencies, searches, work }));
  }
  if (mcp) app.route("/", createMcpRoutes({ docs, work, onError }, mcp));
  app.get("/", async (context) =>
    prefersHtml(context.req)
      ? pages.home(context.req)
      : pages.description(context.req, homeDescription(docs(), served)),
  );
  app.get("/graph", ({ req }) => pages.app("graph", req));
  app.get("/assets/*", async (context) => {
    const { req } = context;
    return (await assets.encodedFile(req.path, req.header("Accept-Encoding"))) ?? missing(context);
  });
  app.get("/healthz", (context) => context.json({ status: "ok" }));
  app.get("/readyz", async (context) => {
    const readiness = await checkReady(docs(), { chain, state: corpusState?.(), editions });
    return context.json(readiness, readiness.status === "ready" ? 200 : 503);
  });
  if (metrics) app.route("/", metrics);
  if (chain) {
    app.get("/reference", ({ req }) => pages.reference(req, chain.describe));
    app.get("/admin", ({ req }) => pages.app("admin", req));
    app.route("/", chain.partnerPage(pages.partner));
    app.route("/", chain.routes);
  }

  // Pages are not routes: each other request would match those, too, and Hono would be slower.
  app.notFound((context) => findPage(context, editionAt(context, parts)) ?? missing(context));
  app.onError((error, context) => {
    // The client disconnected during its request: nobody reads the answer.
    if ((error as NodeJS.ErrnoException).code === "ECONNRESET") return context.body(null, 400);
    onError(error);
    return toResponse(failureAt(context.req.path));
  });
  if (watch) watchRequests(app, watch);
  return app;
}

/** Creates the routes over the docs of one edition. */
function docsRoutes(
  { docs, corpusDownload, transport, pages, forAgents }: EditionParts,
  { work, searches, onError }: Pick<SharedParts, "work" | "searches" | "onError">,
): App {
  const app: App = new Hono();
  app.route("/", createGraphqlRoutes(transport, pages));
  app.route("/", createSearchRoutes({ docs, work, searches }));
  app.route("/", createAddressRoutes(docs));
  app.route("/", createChangeRoutes({ docs, work }));
  app.route("/", createQuoteRoutes({ docs, download: corpusDownload ?? (() => null), work }));
  if (corpusDownload) {
    app.route("/", createCorpusRoutes({ download: corpusDownload, onError }));
    app.route("/", createSignatureRoutes(corpusDownload));
  }
  if (forAgents) app.route("/", forAgents.lists);
  return app;
}

/** Returns the edition that has the page at the path of a request; else the one whose base is nearest. */
function editionAt({ req }: Context, { standard, named }: AppParts): EditionParts {
  if (named.length < 2) return standard;
  const address = decodePath(req.path).replace(/\.md$/, "");
  const editions = named.map(([, edition]) => edition);
  const owner = editions.find(({ docs }) => docs().atAddress(address) !== null);
  const baseOf = ({ docs }: EditionParts) => docs().corpus.meta.base;
  const [inner] = editions
    .filter((edition) => `${req.path}/`.startsWith(`${baseOf(edition)}/`))
    .sort((left, right) => baseOf(right).length - baseOf(left).length);
  return owner ?? inner ?? standard;
}

/** Answers with the page of the docs at a path that no route has; null if there is none. */
function findPage(
  context: Context,
  { pages, forAgents }: EditionParts,
): Promise<Response> | Response | null {
  if (context.req.method !== "GET" && context.req.method !== "HEAD") return null;
  const page = forAgents?.answerPage(context) ?? null;
  return page ?? (prefersHtml(context.req) ? pages.doc(context.req) : null);
}

/** Reports an error of docgate itself, without details. */
function failureAt(path: string): Reply {
  if (path.endsWith(ENDPOINT)) return internalError();
  const body = JSON.stringify({ message: "Internal server error." });
  return { status: 500, headers: { "Content-Type": JSON_TYPE }, body };
}

interface ReadinessOptions {
  readonly chain: Chain | undefined;
  readonly state: CorpusState | undefined;
  readonly editions: AppDependencies["editions"];
}

/** The server does not start without a corpus, so only a later file can be refused. */
function checkCorpus(state: CorpusState | undefined): Check {
  if (!state) return { state: "ok" };
  const { signed, refusal } = state;
  return {
    ...(refusal === null ? { state: "ok" } : { state: "warn", message: refusal }),
    ...(signed && { signature: describeSignature(signed) }),
  };
}

function describeSignature({ signers, statement }: SignedStatement) {
  const { sequence, issuedAt, expiresAt } = statement;
  return { by: signers, sequence, issuedAt, expiresAt };
}

/** Tells whether a client prefers a page to data. */
function prefersHtml(req: HonoRequest): boolean {
  return chooseType(req.header("Accept"), ["application/json", "text/html"]) === "text/html";
}

const NONE: ReadonlyMap<string, ServedEdition> = new Map();

/** Checks that every requirement of docgate is met. */
async function checkReady(docs: Docs, { chain, state, editions = NONE }: ReadinessOptions) {
  const each = Array.from(editions, ([name, edition]) => {
    return [`edition ${name}`, checkCorpus(edition.state())] as const;
  });
  const ofEditions = each.length > 1 ? Object.fromEntries(each) : {};
  const checks = { corpus: checkCorpus(state), ...ofEditions, ...(await chain?.checkReady()) };
  const failing = Object.entries(checks).filter(([, { state }]) => state === "fail");
  const isReady = failing.length === 0;
  return {
    status: isReady ? "ready" : "unavailable",
    ...(!isReady && { failing: failing.map(([name]) => name) }),
    corpus: docs.version,
    checks,
  };
}
