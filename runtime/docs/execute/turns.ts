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
