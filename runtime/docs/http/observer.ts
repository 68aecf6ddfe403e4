import type { Executor } from "../execute/executor.ts";

/** How it is seen from outside what becomes of queries. */
export interface DocsWatch {
  /** @returns the same executor, seen from outside */
  readonly executor: (executor: Executor) => Executor;
  /** Called for each answer that was kept from an earlier request. */
  readonly onAnswerHit: () => void;
  /** Told of each answer that holds an error: the limit that is exceeded, or the error's code. */
  readonly onAnswerError: (error: string) => void;
}
