import { AsyncLocalStorage } from "node:async_hooks";
import type { RequestAnswer, RequestHead, RequestWatch, WatchedRequest } from "../http/observer.ts";
import type { RequestSpan, Tracing } from "./spans.ts";

/** The request that is being worked on, as log lines name it. */
export interface RequestScope {
  readonly requestId: string;
  /** Where it is traced. */
  readonly traceId: string | undefined;
}

/** What an answered request is counted and logged by: no query, no header, no body. */
export interface AnsweredRequest extends Pick<RequestHead, "method" | "path">, RequestAnswer {
  readonly durationMs: number;
  readonly scope: RequestScope;
}

export interface Requests extends RequestWatch {
  /** Undefined outside of a request. */
  current(): RequestScope | undefined;
}

export interface RequestsOptions {
  /** Milliseconds, of any clock. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Told of each answer. */
  readonly onAnswer: readonly ((answered: AnsweredRequest) => void)[];
  readonly tracing: Tracing | undefined;
}

/** Watches requests: their ids, times and spans. */
export function createRequests(options: RequestsOptions): Requests {
  const current = new AsyncLocalStorage<RequestScope>();
  const shared = { ...options, current };
  return {
    begin: (head) => new Watched(head, shared),
    current: () => current.getStore(),
  };
}

interface WatchedOptions extends RequestsOptions {
  readonly current: AsyncLocalStorage<RequestScope>;
}

/** One object for each request, and no work that is not asked for: documents are answered fast. */
class Watched implements WatchedRequest, RequestScope {
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

  end({ route, status }: RequestAnswer): void {
    this.#span?.end({ route, status });
    const { onAnswer, now } = this.#options;
    if (onAnswer.length === 0) return;
    const durationMs = now() - this.#startMs;
    const { method, path } = this.#head;
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

/** What a client or a proxy may call a request, for it to be found in several logs. */
const PLAIN_ID = /^[\w.-]{1,64}$/;

function readId({ header }: RequestHead): string | undefined {
  const given = header("x-request-id");
  return given !== undefined && PLAIN_ID.test(given) ? given : undefined;
}
