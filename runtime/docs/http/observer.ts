import type { Executor } from "../execute/executor.ts";

/** Observes the execution of queries from outside. */
export interface DocsWatch {
  /** @returns the same executor, observed */
  readonly executor: (executor: Executor) => Executor;
  /** Called for each answer from the cache. */
  readonly onAnswerHit: () => void;
  /** Called with the exceeded limit or the error's code of each answer that contains an error. */
  readonly onAnswerError: (error: string) => void;
}
