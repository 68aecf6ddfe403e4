import { AsyncLocalStorage } from "node:async_hooks";
import type { Hono } from "hono";
import type { Env } from "../docs/http/reply.ts";
import type { RequestAnswer, RequestHead, RequestWatch, WatchedRequest } from "../http/observer.ts";
import type { RequestSpan, Tracing } from "./spans.ts";

/** The request in progress, as log lines identify it. */
export interface RequestScope {
  readonly requestId: string;
  /** The trace of the request. */
  readonly traceId: string | undefined;
}

/** The parts of an answered request that are counted and logged: no query, header or body. */
export interface AnsweredRequest extends Pick<RequestHead, "method" | "path">, RequestAnswer {
  readonly durationMs: number;
  readonly scope: RequestScope;
}

export interface Requests extends RequestWatch {
  /** Returns undefined outside of a request. */
  current(): RequestScope | undefined;
}

export interface RequestsOptions {
  /** Returns milliseconds, of any clock. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Called with each answer. */
  readonly onAnswer: readonly ((answered: AnsweredRequest) => void)[];
  readonly tracing: Tracing | undefined;
}

/** Observes requests: their ids, durations and spans. */
export function createRequests(options: RequestsOptions): Requests {
  const current = new AsyncLocalStorage<RequestScope>();
  const shared = { ...options, current };
  return {
    begin: (head) => new RequestRecord(head, shared),
    current: () => current.getStore(),
  };
}

interface WatchedOptions extends RequestsOptions {
  readonly current: AsyncLocalStorage<RequestScope>;
}

/** A single object for each request, with no optional work: documents are answered fast. */
class RequestRecord implements WatchedRequest, RequestScope {
  readonly #head: RequestHead;
  readonly #options: WatchedOptions;
  readonly #startMs: number;
  readonly #span: RequestSpan | undefined;
  #id: string | undefined;

  constructor(head: RequestHead, options: WatchedOptions) {
    this.#head = head;
    this.#options = options;
    this.#startMs = options.onAnswer.length === 0 ? 0 : options.now();
    this.#span = options.tracing?.startRequest(head);
  }

  run<Result>(work: () => Result): Result {
    const span = this.#span;
    return this.#options.current.run(this, span ? () => span.run(work) : work);
  }

  end(answer: RequestAnswer): void {
    this.#span?.end(answer);
    const { onAnswer, now } = this.#options;
    if (onAnswer.length === 0) return;
    const durationMs = now() - this.#startMs;
    const { method, path } = this.#head;
    const { route, status } = answer;
    for (const tell of onAnswer) tell({ method, path, route, status, durationMs, scope: this });
  }

  get requestId(): string {
    this.#id ??= readId(this.#head) ?? this.#options.newId();
    return this.#id;
  }

  get traceId(): string | undefined {
    return this.#span?.traceId;
  }
}

/** Allowed request ids from clients and proxies, so that several logs can use the same one. */
const PLAIN_ID = /^[\w.-]{1,64}$/;

function readId({ header }: RequestHead): string | undefined {
  const given = header("x-request-id");
  return given !== undefined && PLAIN_ID.test(given) ? given : undefined;
}

/** The pattern of all paths without a route: those of pages. */
const PAGE_ROUTE = "/:slug{[^]+}";

/**
 * Observes every request from outside of the routes. As a middleware, it would run in a chain that
 * Hono composes for each request.
 */
export function watchRequests(app: Hono<Env>, watch: RequestWatch): void {
  const { fetch } = app;
  app.fetch = (request, ...rest) => {
    const watched = watch.begin(new ObservedHead(request));
    const end = (response: Response) => {
      watched.end(new ObservedAnswer(app, { request, status: response.status }));
      return response;
    };
    const answer = watched.run(() => fetch(request, ...rest));
    return answer instanceof Promise ? answer.then(end) : end(answer);
  };
}

/** A class: an object literal with a getter takes several microseconds to make. */
class ObservedHead implements RequestHead {
  readonly header: RequestHead["header"];
  readonly #request: Request;

  constructor(request: Request) {
    this.#request = request;
    this.header = (name) => request.headers.get(name) ?? undefined;
  }

  get method(): string {
    return this.#request.method;
  }

  /** Still percent-encoded, so that no line break or escape sequence reaches the log. */
  get path(): string {
    return new URL(this.#request.url).pathname;
  }
}

class ObservedAnswer implements RequestAnswer {
  readonly #app: Hono<Env>;
  readonly #request: Request;
  readonly status: number;

  constructor(app: Hono<Env>, { request, status }: { request: Request; status: number }) {
    this.#app = app;
    this.#request = request;
    this.status = status;
  }

  /** The most specific pattern of the routes that match; null if there is nothing at the path. */
  get route(): string | null {
    const { router, getPath } = this.#app;
    const { method } = this.#request;
    const [matches] = router.match(method === "HEAD" ? "GET" : method, getPath(this.#request));
    const [specific] = matches
      .map(([[, { path }]]) => path)
      .sort((left, right) => right.length - left.length);
    return specific ?? (this.status === 404 ? null : PAGE_ROUTE);
  }
}
