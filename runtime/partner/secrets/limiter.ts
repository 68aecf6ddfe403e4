/** Too much work waits already: a later attempt can succeed. */
export class BusyError extends Error {
  override readonly name = "BusyError";
}

export interface LimiterOptions {
  /** How many pieces of work run at once. */
  readonly concurrency: number;
  /** How many more may wait for their turn. */
  readonly maxWaiting: number;
}

/** Runs work when its turn comes. @throws {BusyError} at once if too much waits */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/** Bounds parallel work; what waits is served in the order in which it came. */
export function createLimiter({ concurrency, maxWaiting }: LimiterOptions): Limiter {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function takeTurn(): Promise<void> {
    if (running < concurrency) {
      running++;
      return;
    }
    if (waiting.length >= maxWaiting) {
      throw new BusyError(`Cannot start more work: ${waiting.length} pieces wait already.`);
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** Hands the turn to the next in line, so that a newcomer cannot overtake it. */
  function passTurn(): void {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }

  return async (work) => {
    await takeTurn();
    try {
      return await work();
    } finally {
      passTurn();
    }
  };
}
