import { DocgateError } from "../../../corpus/error.ts";
/** Releases what was taken. Further calls do nothing. */
export type Release = () => void;

/** Limits concurrent work: callers wait for capacity, first come, first served. */
export interface Semaphore {
  /** Returns true if work of this size would not have to wait. */
  isFree(size: number): boolean;
  /**
   * @param size A size above the capacity takes all of it.
   * @throws {DocgateError} `busy` if too many callers are waiting, or the wait took too long
   */
  take(size: number): Promise<Release>;
}

export interface SemaphoreOptions {
  readonly capacity: number;
  readonly maxWaiting: number;
  readonly waitMs: number;
}

export function createSemaphore({ capacity, maxWaiting, waitMs }: SemaphoreOptions): Semaphore {
  const waiting = new Set<{ readonly size: number; readonly enter: () => void }>();
  let free = capacity;

  function occupy(size: number): Release {
    let isTaken = true;
    free -= size;
    return () => {
      if (isTaken) free += size;
      isTaken = false;
      admit();
    };
  }

  function admit(): void {
    for (const next of waiting) {
      if (next.size > free) return;
      waiting.delete(next);
      next.enter();
    }
  }

  function queue(size: number): Promise<Release> {
    return new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => {
        waiting.delete(one);
        reject(tooBusy());
      }, waitMs).unref();
      const one = {
        size,
        enter() {
          clearTimeout(giveUp);
          resolve(occupy(size));
        },
      };
      waiting.add(one);
    });
  }

  return {
    isFree: (size) => waiting.size === 0 && size <= free,
    async take(wanted) {
      const size = Math.min(wanted, capacity);
      if (waiting.size === 0 && size <= free) return occupy(size);
      if (waiting.size >= maxWaiting) throw tooBusy();
      return queue(size);
    },
  };
}

function tooBusy(): DocgateError {
  return new DocgateError(
    "busy",
    "Cannot start more work: the capacity is in use, and too many callers are waiting.",
  );
}
