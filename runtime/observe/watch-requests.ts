import type { Hono } from "hono";
import type { Env } from "../docs/http/respond.ts";
import type { RequestAnswer, RequestHead, RequestWatch } from "../http/observer.ts";

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
