import { DocgateError } from "../../../corpus/error.ts";

/** Seconds after which to retry while too much work waits, or the store does not answer. */
export const RETRY_SECONDS = 5;

/** The party that work is done for. */
export interface Requester {
  readonly side: "consumers" | "administrators";
  /** As returned by `networkOf`. */
  readonly network: string;
  /** True if the network is known for the account: its line is not one of those of strangers. */
  readonly isKnown: boolean;
}

export interface LimiterOptions {
  /** Maximum number of tasks running at once. */
  readonly concurrency: number;
  /** Maximum number of tasks waiting: for one network, and for all known or other ones of a side. */
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
 * Bounds parallel work and shares it fairly: the two sides take turns; so do, on each side, networks
 * known for the account and others; and so do the networks of these. However many networks strangers
 * have, a task of a known one waits for at most one task of theirs; and however much one network
 * requests, another waits for at most one task of each network that waits. Tasks of one network run
 * in the order in which they arrived.
 */
export function createLimiter({ concurrency, maxWaiting, signal }: LimiterOptions): Limiter {
  const sides = { consumers: new Side(), administrators: new Side() };
  const order = Object.values(sides);
  let running = 0;

  async function takeTurn({ side, network, isKnown }: Requester): Promise<void> {
    if (running < concurrency) {
      running++;
      return;
    }
    const lines = sides[side].linesOf(isKnown);
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
    const side = takeInTurn(order);
    if (side) side.next()();
    else running--;
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

/** Returns the first one with waiting tasks, and moves it behind the others. */
function takeInTurn<Waiting extends { readonly size: number }>(
  order: Waiting[],
): Waiting | undefined {
  const index = order.findIndex(({ size }) => size > 0);
  if (index === -1) return undefined;
  const [first] = order.splice(index, 1);
  order.push(first!);
  return first;
}

/** The tasks that wait on one side. */
class Side {
  readonly #known = new Lines();
  readonly #others = new Lines();
  readonly #order = [this.#known, this.#others];

  get size(): number {
    return this.#known.size + this.#others.size;
  }

  linesOf(isKnown: boolean): Lines {
    return isKnown ? this.#known : this.#others;
  }

  /** Removes the task whose turn it is; at least one waits. */
  next(): () => void {
    return takeInTurn(this.#order)!.next();
  }
}

/** The tasks of known or of other networks: a line for each of them, served in turn. */
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
