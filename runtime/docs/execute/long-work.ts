import { DocgateError } from "../../../corpus/error.ts";
import { createSemaphore } from "./semaphore.ts";
import type { Turns } from "./turns.ts";

/** Returns true if the client has disconnected, so that nobody needs an answer. */
export type IsGone = () => boolean;

/** Work that other work can run between two steps of. */
export type Work<Result> = Generator<undefined, Result>;

/** Runs the work for requests, whatever door they come by. */
export interface LongWork {
  /** Time that one piece of work may take. */
  readonly maxTimeMs: number;
  /**
   * @param begin Begins the work; called a second time if it has to wait.
   * @returns the result, synchronously if it takes less than a turn
   * @throws {DocgateError} `work-limit` if it takes longer than `maxTimeMs`; rejects
   * @throws {DocgateError} `busy` if there is too much other work; rejects
   * @throws {DocgateError} `client-gone` if the client disconnected; rejects
   */
  run<Result>(begin: () => Work<Result>, isGone?: IsGone): Result | Promise<Result>;
}

export interface LongWorkOptions {
  readonly turns: Turns;
  readonly maxTimeMs: number;
}

/** Number of pieces of work longer than a turn that are in progress at once. */
const LONG_AT_ONCE = 4;
/** Maximum time that the others wait. */
const LONG_WAIT_MS = 30_000;

export function createLongWork({ turns, maxTimeMs }: LongWorkOptions): LongWork {
  const long = createSemaphore({
    capacity: LONG_AT_ONCE,
    maxWaiting: Infinity,
    waitMs: LONG_WAIT_MS,
  });

  /** Continues with work that takes longer than a turn. */
  async function goOn<Result>(
    begun: Work<Result>,
    { begin, isGone }: { readonly begin: () => Work<Result>; readonly isGone: IsGone },
  ): Promise<Result> {
    // Waiting work keeps only its request in memory.
    const kept = long.isFree(1) ? begun : undefined;
    if (kept === undefined) abandon(begun);
    const release = await long.take(1);
    const work = kept ?? begin();
    try {
      let usedMs = 0;
      while (usedMs <= maxTimeMs) {
        const { last, durationMs } = await turns.later(() => {
          if (isGone()) throw new DocgateError("client-gone", "The client has hung up.");
          return turns.advance(work);
        });
        if (last.done) return last.value;
        usedMs += durationMs;
      }
      throw new DocgateError("work-limit", `The work takes more than ${maxTimeMs} ms.`);
    } finally {
      abandon(work);
      release();
    }
  }

  function run<Result>(
    begin: () => Work<Result>,
    isGone: IsGone = () => false,
  ): Result | Promise<Result> {
    const start = (): Result | Promise<Result> => {
      const work = begin();
      const { last } = turns.advance(work);
      return last.done ? last.value : goOn(work, { begin, isGone });
    };
    return turns.isFree() ? start() : turns.later(start);
  }

  return { maxTimeMs, run };
}

/** Ends work that is not finished, so that it releases what it uses. */
function abandon(work: Work<unknown>): void {
  work.return(undefined as never);
}
