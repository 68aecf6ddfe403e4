import { DocgateError } from "../../../corpus/error.ts";

/** Seconds after which to retry while too much work waits, or the store does not answer. */
export const RETRY_SECONDS = 5;

/** The party that work is done for. */
export interface Requester {
  readonly side: "consumers" | "administrators";
  /** As returned by `networkOf`. */
  readonly network: string;
}

export interface LimiterOptions {
  /** Maximum number of tasks running at once. */
  readonly concurrency: number;
  /** Maximum number of tasks waiting: for one network, and for all networks of a side. */
  readonly maxWaiting: { readonly network: number; readonly side: number };
  /** Ends all waiting: no more tasks start. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs a task when its turn comes.
 *
 * @throws {DocgateError} `busy` if too many tasks wait, or the wait was ended
 */
export type Limiter = <T>(requester: Requester, work: () => Promise<T>) => Promise<T>;

/**
 * Bounds parallel work and shares it fairly: the two sides take turns, and so do the networks on
 * each side. However much one network requests, another waits for at most one task of each network
 * that waits; tasks of one network run in the order in which they arrived.
 */
export function createLimiter({ concurrency, maxWaiting, signal }: LimiterOptions): Limiter {
  const sides = { consumers: new Lines(), administrators: new Lines() };
  const order = Object.values(sides);
  let running = 0;

  async function takeTurn({ side, network }: Requester): Promise<void> {
    if (running < concurrency) {
      running++;
      return;
    }
    const lines = sides[side];
    if (lines.lengthOf(network) >= maxWaiting.network || lines.size >= maxWaiting.side) {
      throw new DocgateError(
        "busy",
        `Cannot start more work: ${lines.size} tasks are already waiting.`,
      );
    }
    await new Promise<void>((resolve) => lines.add(network, resolve));
  }

  /** Passes the turn to a waiting task, so that a newcomer cannot overtake. */
  function passTurn(): void {
    const index = order.findIndex(({ size }) => size > 0);
    if (index === -1) {
      running--;
      return;
    }
    const [side] = order.splice(index, 1);
    order.push(side!);
    side!.next()();
  }

  return async (requester, work) => {
    await takeTurn(requester);
    try {
      if (signal?.aborted)
        throw new DocgateError("busy", "Cannot start more work: docgate is stopping.");
      return await work();
    } finally {
      passTurn();
    }
  };
}

/** The tasks that wait on one side: a line for each network, served in turn. */
class Lines {
  size = 0;
  readonly #lines = new Map<string, (() => void)[]>();

  lengthOf(network: string): number {
    return this.#lines.get(network)?.length ?? 0;
  }

  add(network: string, start: () => void): void {
    const line = this.#lines.get(network);
    if (line) line.push(start);
    else this.#lines.set(network, [start]);
    this.size++;
  }

  /** Removes the first task of the line whose turn it is; at least one waits. */
  next(): () => void {
    const [network, line] = this.#lines.entries().next().value!;
    const start = line.shift()!;
    // The line moves behind the others; an empty one is removed.
    this.#lines.delete(network);
    if (line.length > 0) this.#lines.set(network, line);
    this.size--;
    return start;
  }
}
