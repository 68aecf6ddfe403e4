/** Wraps parts of docgate to count, time and trace their work. */
import { hasCode } from "../../corpus/error.ts";
import { isSystemError } from "../../corpus/system-error.ts";
import type { GraphQLAnswer } from "../docs/execute/answer.ts";
import type { Executor } from "../docs/execute/executor.ts";
import type { Exchange } from "../partner/notices/exchange.ts";
import { isEngineError } from "../store/errors.ts";
import type { Store } from "../store/store.ts";
import type { InSpan } from "./spans.ts";

export const TRANSACTION_OUTCOMES = [
  "committed",
  /** The work was refused: the store itself is fine. */
  "rolled-back",
  /** Other users of the store kept it from finishing in time. */
  "busy",
  /** The store failed. */
  "failed",
] as const;

export type TransactionOutcome = (typeof TRANSACTION_OUTCOMES)[number];

export interface WatchedTransaction {
  readonly outcome: TransactionOutcome;
  /** Includes the time waiting for its turn. */
  readonly durationMs: number;
  /** Number of times that its work was retried because of a conflict with another transaction. */
  readonly retries: number;
}

interface WatchOptions {
  /** Returns milliseconds, of any clock. */
  readonly now: () => number;
  readonly span: InSpan;
}

export interface StoreWatchOptions extends WatchOptions {
  readonly onTransaction: (transaction: WatchedTransaction) => void;
}

export function watchStore(store: Store, { now, span, onTransaction }: StoreWatchOptions): Store {
  return {
    ...store,
    transaction: (work) =>
      span({ name: "store.transaction", kind: "client" }, async (live) => {
        const startMs = now();
        let runs = 0;
        const end = (outcome: TransactionOutcome) => {
          const retries = Math.max(0, runs - 1);
          live.set({ "docgate.store.outcome": outcome, "docgate.store.retries": retries });
          onTransaction({ outcome, durationMs: now() - startMs, retries });
        };
        try {
          const result = await store.transaction((tx) => {
            runs += 1;
            return work(tx);
          });
          end("committed");
          return result;
        } catch (error) {
          end(outcomeOf(error));
          throw error;
        }
      }),
  };
}

function outcomeOf(error: unknown): TransactionOutcome {
  if (hasCode(error, "store-busy")) return "busy";
  const isFailure = hasCode(error, "store", "store-unavailable") || isEngineError(error);
  return isFailure || isSystemError(error) ? "failed" : "rolled-back";
}

export function watchExchange(exchange: Exchange, { span }: Pick<WatchOptions, "span">): Exchange {
  return (url, body, options) =>
    span({ name: "POST", kind: "client", attributes: targetOf(url) }, async (live) => {
      const outcome = await exchange(url, body, options);
      const { httpStatus, error } = outcome;
      if (httpStatus !== null) live.set({ "http.response.status_code": httpStatus });
      if (error !== null) live.fail(error);
      return outcome;
    });
}

/** Omits path and query: a partner may have a secret there. */
function targetOf(url: string): Record<string, string | number> {
  const method = { "http.request.method": "POST" };
  if (!URL.canParse(url)) return method;
  const { hostname, port, protocol } = new URL(url);
  const usual = protocol === "https:" ? 443 : 80;
  return { ...method, "server.address": hostname, "server.port": Number(port) || usual };
}

export interface ExecutorWatchOptions extends WatchOptions {
  readonly onExecution: (durationMs: number) => void;
}

export function watchExecutor(
  executor: Executor,
  { now, span, onExecution }: ExecutorWatchOptions,
): Executor {
  const options = {
    name: "graphql.execute",
    kind: "internal",
    attributes: { "graphql.operation.type": "query" },
  } as const;
  return {
    execute: (request, docs, isGone) =>
      span(options, (live) => {
        const startMs = now();
        const tell = (answer: GraphQLAnswer) => {
          onExecution(now() - startMs);
          live.set({ "docgate.graphql.outcome": answer.outcome });
          return answer;
        };
        const answer = executor.execute(request, docs, isGone);
        return answer instanceof Promise ? answer.then(tell) : tell(answer);
      }),
  };
}
