import { type Context, Hono, type MiddlewareHandler } from "hono";
import { accepts } from "hono/accepts";
import { routePath } from "hono/route";
import type { Signed } from "../../corpus/signature/verify.ts";
import type { CorpusState } from "../docs/corpus-source.ts";
import { createExecutor } from "../docs/execute/executor.ts";
import { type Docs, ENDPOINT } from "../docs/execute/queries.ts";
import { createTurns } from "../docs/execute/turns.ts";
import { createAnswerCache } from "../docs/http/answer-cache.ts";
import { createNodeHandler, type NodeHandler } from "../docs/http/node-handler.ts";
import type { DocsWatch } from "../docs/http/observer.ts";
import { internalError, toResponse } from "../docs/http/reply.ts";
import { createTransport, type Transport } from "../docs/http/transport.ts";
import type { RequestWatch } from "../http/observer.ts";
import type { ServerBindings } from "../http/server.ts";
import { ANSWER_LIMITS, type AnswerLimits } from "./answer-limits.ts";
import type { Assets } from "./assets.ts";
import { createGraphqlRoutes, MAX_BODY_BYTES } from "./graphql-routes.ts";
import { homeDescription, homePage } from "./home-page.ts";
import { createSearchRoutes } from "./search-routes.ts";

const MEBIBYTE = 2 ** 20;

export interface AppDependencies {
  /** The docs in use now. */
  readonly docs: () => Docs;
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
}

/**
 * The partner chain and its administrators' side. It is passed in, so that serving documents only
 * does not load it.
 */
export interface Chain {
  readonly routes: App;
  /** The checks of `/readyz`, by name. */
  checkReady(): Promise<Readonly<Record<string, Check>>>;
  /** Returns true if a partner's page of this origin may call the API. */
  isListed(origin: string, request: object): Promise<boolean>;
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
  /** Takes most queries directly from node:http; the app would answer them the same way. */
  readonly handleNode: NodeHandler;
  /** Returns true if a partner's page of this origin may call the API. */
  readonly isListed: Chain["isListed"];
}

/**
 * Assembles all routes. It opens nothing and does not listen.
 *
 * @param limits Limits of answers to queries. Default: those of `docgate serve`.
 *
 * @example
 * import { createApp, createAssets, openCorpusSource } from "docgate/runtime";
 *
 * const source = await openCorpusSource({ file: "dist/corpus.json" });
 * const app = createApp({
 *   docs: source.current,
 *   assets: createAssets({ directory: "node_modules/docgate/dist/web" }),
 *   onError: console.error,
 * });
 * const response = await app.request("/llms.txt");
 * console.log(response.status);
 */
export function createApp(dependencies: AppDependencies, limits = ANSWER_LIMITS): App {
  return createService(dependencies, limits).app;
}

/** Assembles all routes, and the direct handler of most queries. */
export function createService(
  dependencies: AppDependencies,
  { answerCacheMib, maxAnswerMib, maxTimeMs }: AnswerLimits,
): Service {
  const { docs, watch, docsWatch, onError } = dependencies;
  const turns = createTurns();
  const executor = createExecutor({
    onError,
    keepsDocuments: answerCacheMib > 0,
    turns,
    maxAnswerBytes: maxAnswerMib * MEBIBYTE,
    maxTimeMs,
  });
  const transport = createTransport({
    executor: docsWatch ? docsWatch.executor(executor) : executor,
    answerCache: createAnswerCache(answerCacheMib * MEBIBYTE, docsWatch?.onAnswerHit),
    docs,
    turns,
    onError,
    onAnswerError: docsWatch?.onAnswerError,
  });
  return {
    app: assemble(transport, dependencies),
    handleNode: createNodeHandler({ transport, maxBodyBytes: MAX_BODY_BYTES, watch, onError }),
    isListed: dependencies.chain?.isListed ?? (async () => false),
  };
}

function assemble(
  transport: Transport,
  { docs, corpusState, assets, onError, watch, metrics, chain }: AppDependencies,
): App {
  const app: App = new Hono();
  if (watch) app.use(watchRequests(watch));

  app.route("/", createGraphqlRoutes(transport, assets));
  app.route("/", createSearchRoutes(docs));
  app.get("/", async (context) => {
    const type = accepts(context, {
      header: "Accept",
      supports: ["application/json", "text/html"],
      default: "application/json",
    });
    const options = { hasChain: chain !== undefined };
    return type === "text/html"
      ? homePage(docs().meta(), options)
      : context.json(homeDescription(docs(), options));
  });
  app.get("/graph", () => assets.page("graph"));
  app.get("/assets/*", async (context) => {
    const { req } = context;
    return (
      (await assets.encodedFile(req.path, req.header("Accept-Encoding"))) ?? context.notFound()
    );
  });
  app.get("/healthz", (context) => context.json({ status: "ok" }));
  app.get("/readyz", async (context) => {
    const readiness = await checkReady(docs(), { chain, state: corpusState?.() });
    return context.json(readiness, readiness.status === "ready" ? 200 : 503);
  });
  if (metrics) app.route("/", metrics);
  if (chain) app.route("/", chain.routes);

  app.notFound((context) =>
    context.json(
      { message: `There is nothing at ${context.req.path}. See / for what is here.` },
      404,
    ),
  );
  app.onError((error, context) => {
    // The client disconnected during its request: nobody reads the answer.
    if ((error as NodeJS.ErrnoException).code === "ECONNRESET") return context.body(null, 400);
    onError(error);
    if (context.req.path === ENDPOINT) return toResponse(internalError());
    return context.json({ message: "Internal server error." }, 500);
  });
  return app;
}

interface ReadinessOptions {
  readonly chain: Chain | undefined;
  readonly state: CorpusState | undefined;
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

function describeSignature({ signers, statement }: Signed) {
  const { sequence, issuedAt, expiresAt } = statement;
  return { by: signers, sequence, issuedAt, expiresAt };
}

/** Checks that every requirement of docgate is met. */
async function checkReady(docs: Docs, { chain, state }: ReadinessOptions) {
  const checks = { corpus: checkCorpus(state), ...(await chain?.checkReady()) };
  const failing = Object.entries(checks).filter(([, { state }]) => state === "fail");
  const isReady = failing.length === 0;
  return {
    status: isReady ? "ready" : "unavailable",
    ...(!isReady && { failing: failing.map(([name]) => name) }),
    corpus: docs.version,
    checks,
  };
}

function watchRequests(watch: RequestWatch): MiddlewareHandler {
  return async (context, next) => {
    const { method, url } = context.req;
    const watched = watch.begin({
      method,
      // Still percent-encoded, so that no line break or escape sequence reaches the log.
      get path() {
        return new URL(url).pathname;
      },
      header: (name) => context.req.header(name),
    });
    await watched.run(next);
    watched.end({ route: routeOf(context), status: context.res.status });
  };
}

/** Returns the pattern of the handler that answered; null if only this file's middleware did. */
function routeOf(context: Context): string | null {
  const route = routePath(context);
  return route === "/*" ? null : route;
}
