import { HOUR_MS, timestamp } from "../clock.ts";
import { OTHER } from "./call.ts";

/** How often something happened within an hour. */
export interface CallCount {
  /** Start of the hour. */
  readonly hour: string;
  /** As sent; empty if there was none. */
  readonly origin: string;
  readonly endpoint: string;
  /** `ok`, or the reason of the refusal. */
  readonly outcome: string;
  readonly count: number;
  /** The time of the last one. */
  readonly lastAt: string;
}

export type CountedCall = Pick<CallCount, "origin" | "endpoint" | "outcome">;

/** Origins and endpoints of dropped requests that are counted separately in an hour. */
const MAX_DROPPED = 1000;
/** Longer Origins are cut. */
const MAX_ORIGIN_LENGTH = 200;

/**
 * Counts calls in memory, in a bounded number of counts: those of listed Origins are as many as
 * there are operations and outcomes, and dropped requests of many Origins are counted together.
 */
export class CallCounter {
  readonly #now: () => number;
  #counts = new Map<string, { -readonly [Field in keyof CallCount]: CallCount[Field] }>();
  #dropped = new Set<string>();
  #hourMs = 0;
  #hour = "";

  /** @param now Returns milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts a request that passed the gate. */
  count(call: CountedCall, times = 1): void {
    const lastAt = this.#tick();
    this.#add({ ...call, hour: this.#hour, count: times, lastAt });
  }

  /** Counts a request that the gate dropped. */
  countDropped({ origin, endpoint, outcome }: CountedCall): void {
    const lastAt = this.#tick();
    const shown = origin.slice(0, MAX_ORIGIN_LENGTH);
    const key = `${shown} ${endpoint} ${outcome}`;
    if (this.#dropped.size < MAX_DROPPED) this.#dropped.add(key);
    const call = this.#dropped.has(key)
      ? { origin: shown, endpoint }
      : { origin: OTHER, endpoint: OTHER };
    this.#add({ ...call, outcome, hour: this.#hour, count: 1, lastAt });
  }

  /** Returns what was counted since the last time. */
  take(): readonly CallCount[] {
    const counts = [...this.#counts.values()];
    this.#counts = new Map();
    return counts;
  }

  /** Takes counts back that could not be written. */
  giveBack(counts: readonly CallCount[]): void {
    for (const count of counts) this.#add(count);
  }

  #add(added: CallCount): void {
    const { hour, origin, endpoint, outcome, count, lastAt } = added;
    const key = `${hour} ${origin} ${endpoint} ${outcome}`;
    const known = this.#counts.get(key);
    if (!known) {
      this.#counts.set(key, { ...added });
      return;
    }
    known.count += count;
    if (lastAt > known.lastAt) known.lastAt = lastAt;
  }

  /** @returns the time */
  #tick(): string {
    const now = this.#now();
    if (now < this.#hourMs || now >= this.#hourMs + HOUR_MS) {
      this.#hourMs = Math.floor(now / HOUR_MS) * HOUR_MS;
      this.#hour = timestamp({ now: () => this.#hourMs });
      this.#dropped = new Set();
    }
    return timestamp({ now: () => now });
  }
}
