import { DocgateError } from "../../../corpus/error.ts";

/** When to try again while too much waits, or the store does not answer. */
export const RETRY_SECONDS = 5;

/** Whose work it is. */
export interface Requester {
  readonly side: "consumers" | "administrators";
  /** As `networkOf` names it. */
  readonly network: string;
}

export interface LimiterOptions {
  /** How many pieces of work run at once. */
  readonly concurrency: number;
  /** How many more may wait for their turn: of one network, and of all networks of a side. */
  readonly maxWaiting: { readonly network: number; readonly side: number };
  /** Ends the wait of all: no more work begins. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs work when its turn comes.
 *
 * @throws {DocgateError} `busy` if too much waits, or the wait was ended
 */
export type Limiter = <T>(requester: Requester, work: () => Promise<T>) => Promise<T>;

/**
 * Bounds parallel work, and shares it out fairly: the two sides take turns, and on each side its
 * networks. However much one network asks for, another waits for one piece of each that waits; the
 * work of one network is done in the order in which it came.
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
      throw new DocgateError("busy", `Cannot start more work: ${lines.size} pieces wait already.`);
    }
    await new Promise<void>((resolve) => lines.add(network, resolve));
  }

  /** Hands the turn to one who waits, so that a newcomer cannot overtake. */
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
        throw new DocgateError("busy", "Cannot start more work: no more is begun.");
      return await work();
    } finally {
      passTurn();
    }
  };
}

/** Those who wait on one side: a line for each network, and the lines are served in turn. */
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

  /** The first of the line whose turn it is; at least one waits. */
  next(): () => void {
    const [network, line] = this.#lines.entries().next().value!;
    const start = line.shift()!;
    // The line goes behind the others, and one that is empty goes.
    this.#lines.delete(network);
    if (line.length > 0) this.#lines.set(network, line);
    this.size--;
    return start;
  }
}
