import { AsyncLocalStorage } from "node:async_hooks";
import type { RequestAnswer, RequestHead, RequestWatch } from "../http/watch.ts";
import type { RequestSpan, Tracing } from "./spans.ts";

/** What an answered request is counted and logged by: no query, no header, no body. */
export interface AnsweredRequest extends Pick<RequestHead, "method" | "path">, RequestAnswer {
  readonly durationMs: number;
}

/** The request that is being worked on, as log lines name it. */
export interface RequestScope {
  readonly requestId: string;
  /** Where it is traced. */
  readonly traceId: string | undefined;
}

export interface Requests extends RequestWatch {
  /** Undefined outside of a request. */
  current(): RequestScope | undefined;
}

export interface RequestsOptions {
  /** Milliseconds, of any clock. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Told of each answer, while its request is the current one. */
  readonly onAnswer: readonly ((answered: AnsweredRequest) => void)[];
  readonly tracing: Tracing | undefined;
}

/** What a client or a proxy may call a request, for it to be found in several logs. */
const PLAIN_ID = /^[\w.-]{1,64}$/;

/** Watches requests: their ids, times and spans. */
export function createRequests({ now, newId, onAnswer, tracing }: RequestsOptions): Requests {
  const storage = new AsyncLocalStorage<RequestScope>();
  return {
    current: () => storage.getStore(),
    begin(head) {
      const startMs = now();
      const span = tracing?.startRequest(head);
      const scope = new Scope({ head, newId, span });
      const run = <Result>(work: () => Result): Result =>
        storage.run(scope, span ? () => span.run(work) : work);
      return {
        run,
        end(answer) {
          span?.end(answer);
          if (onAnswer.length === 0) return;
          const { method, path } = head;
          const answered = { method, path, ...answer, durationMs: now() - startMs };
          run(() => {
            for (const tell of onAnswer) tell(answered);
          });
        },
      };
    },
  };
}

interface ScopeOptions extends Pick<RequestsOptions, "newId"> {
  readonly head: RequestHead;
  readonly span: RequestSpan | undefined;
}

/** Most requests are never asked for their id. */
class Scope implements RequestScope {
  readonly #options: ScopeOptions;
  #id: string | undefined;

  constructor(options: ScopeOptions) {
    this.#options = options;
  }

  get requestId(): string {
    const { head, newId } = this.#options;
    this.#id ??= readId(head) ?? newId();
    return this.#id;
  }

  get traceId(): string | undefined {
    return this.#options.span?.traceId;
  }
}

function readId({ header }: RequestHead): string | undefined {
  const given = header("x-request-id");
  return given !== undefined && PLAIN_ID.test(given) ? given : undefined;
}
