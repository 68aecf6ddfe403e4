import { type Answer, type AskOptions, ask } from "./ask.ts";

export interface AskAllOptions extends Omit<AskOptions, "signal"> {
  /** Milliseconds in all. Default: 10 minutes. */
  readonly totalMs?: number;
  /** Called after each answer. */
  readonly onAnswer?: (address: string, answer: Answer) => void;
}

const TOTAL_MS = 10 * 60_000;
/** Requests at a time: for one host, and in all. */
const PER_HOST = 4;
const IN_ALL = 32;
/** A host that asks for a longer pause is not asked again. */
const MAX_PAUSE_MS = 60_000;

/** Asks for many addresses. @returns an answer for each */
export async function askAll(
  addresses: readonly string[],
  { totalMs = TOTAL_MS, onAnswer, ...options }: AskAllOptions,
): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), totalMs);
  try {
    const queue = new HostQueue(addresses, options.now);
    const work = async (): Promise<void> => {
      for (;;) {
        const turn = await queue.next(limit.signal);
        if (turn === null) return;
        const answer = await ask(turn.address, { ...options, signal: limit.signal });
        if (queue.done(turn, answer)) continue;
        answers.set(turn.address, answer);
        onAnswer?.(turn.address, answer);
      }
    };
    await Promise.all(Array.from({ length: Math.min(IN_ALL, addresses.length) }, work));
    for (const address of addresses) {
      if (!answers.has(address)) answers.set(address, NO_TIME);
    }
    return answers;
  } finally {
    clearTimeout(timer);
    limit.abort();
  }
}

const NO_TIME: Answer = { kind: "undecided", reason: "there was no time left" };

/** An address that is asked for now. */
interface Turn {
  readonly address: string;
  readonly host: Host;
}

interface Host {
  readonly waiting: string[];
  active: number;
  /** When it may be asked again, in milliseconds since 1970. */
  freeAtMs: number;
  /** Addresses that were put back once. */
  readonly repeated: Set<string>;
}

/** Addresses by host. A host is asked for a few at a time, and not during its pauses. */
class HostQueue {
  readonly #hosts = new Map<string, Host>();
  readonly #now: () => number;
  #wake: (() => void)[] = [];

  constructor(addresses: readonly string[], now: () => number) {
    this.#now = now;
    for (const address of addresses) {
      const { host } = new URL(address);
      const known = this.#hosts.get(host) ?? newHost();
      known.waiting.push(address);
      this.#hosts.set(host, known);
    }
  }

  /** Returns the next address as soon as one may be asked for; null if there are no more, or on abort. */
  async next(signal: AbortSignal): Promise<Turn | null> {
    while (!signal.aborted) {
      const open = Array.from(this.#hosts.values()).filter(
        ({ waiting, active }) => waiting.length > 0 || active > 0,
      );
      if (open.length === 0) return null;
      const now = this.#now();
      const ready = open.find(
        ({ waiting, active, freeAtMs }) =>
          waiting.length > 0 && active < PER_HOST && freeAtMs <= now,
      );
      if (ready !== undefined) {
        ready.active++;
        return { address: ready.waiting.shift()!, host: ready };
      }
      const pauses = open.map(({ freeAtMs }) => freeAtMs - now).filter((ms) => ms > 0);
      await this.#woken(pauses.length > 0 ? Math.min(...pauses) : null, signal);
    }
    return null;
  }

  /** Ends a turn. @returns true if the address is asked for again after a pause that its host wants */
  done({ address, host }: Turn, answer: Answer): boolean {
    host.active--;
    const pauseMs = answer.kind === "undecided" ? answer.retryAfterMs : undefined;
    const isRepeated =
      pauseMs !== undefined && pauseMs <= MAX_PAUSE_MS && !host.repeated.has(address);
    if (pauseMs !== undefined) host.freeAtMs = Math.max(host.freeAtMs, this.#now() + pauseMs);
    if (isRepeated) {
      host.repeated.add(address);
      host.waiting.push(address);
    }
    const woken = this.#wake;
    this.#wake = [];
    for (const wake of woken) wake();
    return isRepeated;
  }

  /** Waits until a turn ends, some time has passed or everything ends. */
  #woken(ms: number | null, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === null ? undefined : setTimeout(resolve, ms);
      const wake = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      signal.addEventListener("abort", wake, { once: true });
      this.#wake.push(wake);
    });
  }
}

function newHost(): Host {
  return { waiting: [], active: 0, freeAtMs: 0, repeated: new Set() };
}
