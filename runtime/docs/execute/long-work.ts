import { DocgateError } from "../../../corpus/error.ts";
import { createSemaphore } from "./semaphore.ts";

/** Maximum time that work may block the event loop; then other requests are handled. */
const TURN_MS = 20;

export interface Turn<Step, Result> {
  readonly last: IteratorResult<Step, Result>;
  readonly durationMs: number;
}

/** Shorter work is not counted: measuring it would cost more than it saves. */
const MIN_COUNTED_MS = 0.5;

/**
 * Shares the event loop: long work runs in turns, so that other requests do not wait for all of it.
 */
export interface Turns {
  /** Returns true if work can start now: this iteration of the event loop has time left. */
  isFree(): boolean;
  /** Runs steps of the work until it is done or the turn is over. */
  advance<Step, Result>(work: Generator<Step, Result>): Turn<Step, Result>;
  /** Runs a piece of work in a later iteration of the event loop. First come, first served. */
  later<Result>(work: () => Result | Promise<Result>): Promise<Result>;
}

export function createTurns(): Turns {
  const waiting: (() => void)[] = [];
  let usedMs = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    // Deno looks at connections before each timer, but not before each `setImmediate`.
    if (usedMs < TURN_MS) setImmediate(beginRound);
    else setTimeout(beginRound, 0);
  }

  function beginRound(): void {
    isScheduled = false;
    usedMs = 0;
    do waiting.shift()?.();
    while (waiting.length > 0 && usedMs < TURN_MS);
    if (waiting.length > 0) schedule();
  }

  return {
    isFree: () => usedMs < TURN_MS,
    advance(work) {
      const startMs = performance.now();
      const endMs = startMs + TURN_MS - usedMs;
      let last = work.next();
      let nowMs = performance.now();
      while (!last.done && nowMs < endMs) {
        last = work.next();
        nowMs = performance.now();
      }
      const durationMs = nowMs - startMs;
      if (durationMs >= MIN_COUNTED_MS) {
        usedMs += durationMs;
        schedule();
      }
      return { last, durationMs };
    },
    later(work) {
      return new Promise((resolve, reject) => {
        waiting.push(() => {
          try {
            resolve(work());
          } catch (error) {
            reject(error);
          }
        });
        schedule();
      });
    },
  };
}

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
