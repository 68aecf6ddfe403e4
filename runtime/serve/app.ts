import { type Context, Hono, type MiddlewareHandler } from "hono";
import { accepts } from "hono/accepts";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import { routePath } from "hono/route";
import { createExecutor } from "../docs/execute/executor.ts";
import { type Docs, ENDPOINT } from "../docs/execute/queries.ts";
import { createTurns } from "../docs/execute/turns.ts";
import { createAnswers } from "../docs/http/answer-cache.ts";
import { type Client, createTransport, type Transport } from "../docs/http/http.ts";
import { createDirect, type TakeDirectly } from "../docs/http/node-handler.ts";
import type { DocsWatch } from "../docs/http/observer.ts";
import {
  badRequest,
  type Cut,
  internalError,
  refuse,
  toHead,
  toResponse,
} from "../docs/http/reply.ts";
import type { ServerBindings } from "../http/server.ts";
import type { RequestWatch } from "../http/watch.ts";
import type { Assets } from "./assets.ts";
import { type HomeOptions, homePage } from "./home-page.ts";
import { DEFAULTS } from "./settings.ts";

/** A request body above this many bytes is answered 413. */
const MAX_BODY_BYTES = 2 ** 20;
const MEBIBYTE = 2 ** 20;

export interface AppDependencies {
  /** The docs that answer now. */
  readonly docs: () => Docs;
  readonly assets: Assets;
  /** Told of every error that is no fault of a request. */
  readonly onError: (error: unknown) => void;
  /** Sees every request. */
  readonly watch?: RequestWatch | undefined;
  /** Sees how documents are answered. */
  readonly docsWatch?: DocsWatch | undefined;
  /** Left out, there are no metrics. */
  readonly metrics?: App | undefined;
  /** Left out, documents alone are served. */
  readonly chain?: Chain | undefined;
}

/** The partner chain and its administrators' side: handed in, so that who leaves it out loads none of it. */
export interface Chain {
  readonly routes: App;
  /** What `/readyz` tells of it, by name. */
  checkReady(): Promise<Readonly<Record<string, Check>>>;
}

/** What `/readyz` tells of one thing that docgate needs. */
export interface Check {
  /** With `fail`, docgate cannot do its work; with `warn` a part of it. */
  readonly state: "ok" | "warn" | "fail";
  /** What is wrong. */
  readonly message?: string;
}

export type App = Hono<{ Bindings: ServerBindings }>;

/** Told of at `/` where the chain is served. */
const CHAIN_ROUTES = {
  "/reference": "The partner API and the admin API, described for people",
  "/openapi.json": "The same for machines, in OpenAPI 3.1",
  "/admin": "The administrators' console, for browsers",
};

/** What answers requests. */
export interface Service {
  readonly app: App;
  /** Takes most queries straight from node:http; the app answers them the same. */
  readonly takeDirectly: TakeDirectly;
}

export interface ServiceOptions {
  /** Of the answers that are kept to be given again; 0 keeps nothing of requests. */
  readonly answerCacheMib: number;
  /** Of one answer. */
  readonly maxAnswerMib: number;
  /** Of work on one answer. */
  readonly maxTimeMs: number;
}

/**
 * Assembles all routes. It opens nothing and listens to nothing.
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
export function createApp(dependencies: AppDependencies): App {
  return createService(dependencies, DEFAULTS).app;
}

/** The app, and a short way beside it. */
export function createService(
  dependencies: AppDependencies,
  { answerCacheMib, maxAnswerMib, maxTimeMs }: ServiceOptions,
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
    answers: createAnswers(answerCacheMib * MEBIBYTE, docsWatch?.onAnswerHit),
    docs,
    turns,
    onError,
    onAnswerError: docsWatch?.onAnswerError,
  });
  return {
    app: assemble(transport, dependencies),
    takeDirectly: createDirect({ transport, maxBodyBytes: MAX_BODY_BYTES, watch, onError }),
  };
}

function assemble(
  transport: Transport,
  { docs, assets, onError, watch, metrics, chain }: AppDependencies,
): App {
  const app: App = new Hono();
  if (watch) app.use(watchRequests(watch));

  // Answers say themselves that any page may read them; this is for who asks before.
  app.options(ENDPOINT, cors({ origin: "*", allowMethods: ["GET", "POST"] }));
  app.get(ENDPOINT, async ({ req, env }) => {
    const answer = transport.get((name) => req.header(name));
    if (answer === null) return explorerPage(assets);
    const reply = await (typeof answer === "function"
      ? answer(new URL(req.url).search, clientOf(req.raw))
      : answer);
    return req.method === "HEAD" ? toHead(reply) : toResponse(reply, cutOf(env));
  });
  app.post(ENDPOINT, limitBody(), async ({ req, env }) => {
    const answer = transport.post((name) => req.header(name));
    const reply = await (typeof answer === "function"
      ? answer(await req.text(), clientOf(req.raw))
      : answer);
    return toResponse(reply, cutOf(env));
  });
  app.all(ENDPOINT, () => {
    const error = badRequest("The method must be GET or POST.");
    return toResponse(
      refuse(error, { status: 405, headers: { Allow: "GET, HEAD, POST, OPTIONS" } }),
    );
  });

  app.get("/", async (context) => {
    const type = accepts(context, {
      header: "Accept",
      supports: ["application/json", "text/html"],
      default: "application/json",
    });
    const options = { hasChain: chain !== undefined };
    return type === "text/html"
      ? homePage(docs().meta(), options)
      : context.json(describe(docs(), options));
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
    // There is no server without a corpus.
    const checks = { corpus: { state: "ok" } as Check, ...(await chain?.checkReady()) };
    const failing = Object.entries(checks).filter(([, { state }]) => state === "fail");
    const isReady = failing.length === 0;
    const answer = {
      status: isReady ? "ready" : "unavailable",
      ...(!isReady && { failing: failing.map(([name]) => name) }),
      corpus: docs().version,
      checks,
    };
    return context.json(answer, isReady ? 200 : 503);
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
    // The client hung up in the middle of its request: nobody reads the answer.
    if ((error as NodeJS.ErrnoException).code === "ECONNRESET") return context.body(null, 400);
    onError(error);
    if (context.req.path === ENDPOINT) return toResponse(internalError());
    return context.json({ message: "Internal server error." }, 500);
  });
  return app;
}

/** There is a connection to cut where docgate's own server serves. */
function cutOf(env: Partial<ServerBindings> | undefined): Cut | undefined {
  const outgoing = env?.outgoing;
  return outgoing && (() => void outgoing.destroy());
}

function clientOf({ signal }: Request): Client {
  return { isGone: () => signal.aborted };
}

/** Refuses a body above the limit; one that tells its length is judged before it is read. */
function limitBody(): MiddlewareHandler {
  const limitStream = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: refuseBody });
  return (context, next) => {
    const length = context.req.header("Content-Length");
    const isStream = length === undefined || context.req.header("Transfer-Encoding") !== undefined;
    if (isStream) return limitStream(context, next);
    return Number(length) > MAX_BODY_BYTES ? Promise.resolve(refuseBody()) : next();
  };
}

function refuseBody(): Response {
  const error = badRequest(`The body must not exceed ${MAX_BODY_BYTES} bytes.`);
  // The rest of the body is not read, so the connection cannot be used again.
  return toResponse(refuse(error, { status: 413, headers: { Connection: "close" } }));
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

/** The pattern of the handler that answered; null where none but this file's middleware did. */
function routeOf(context: Context): string | null {
  const route = routePath(context);
  return route === "/*" ? null : route;
}

function explorerPage(assets: Assets): Response {
  const page = assets.page("explorer");
  page.headers.set("Vary", "Accept, Accept-Encoding");
  return page;
}

function describe(docs: Docs, { hasChain }: HomeOptions): object {
  const { name, description, docCount } = docs.meta();
  return {
    name,
    description,
    docCount,
    corpus: docs.version,
    routes: {
      [ENDPOINT]: "GraphQL over HTTP, and the explorer for browsers",
      "/graph": "The link graph, drawn, for browsers",
      ...(hasChain && CHAIN_ROUTES),
      "/healthz": "200 while the process is alive",
      "/readyz": "200 while all is there that it needs",
    },
  };
}
