import { LRUCache } from "lru-cache";
import type { ServedKey } from "../../store/rows.ts";
import type { Store } from "../../store/store.ts";
import { MINUTE_MS, timestamp } from "../clock.ts";

/** Maximum number of keys whose leases are remembered. */
const MAX_KEYS = 10_000;
/** A runtime takes this part of a key's limit at once. */
const LEASES_PER_MINUTE = 10;

/** The part that a runtime may use of a key's limit within one minute of the store's clock. */
interface Lease {
  readonly endsMs: number;
  readonly limit: number;
  left: number;
  /** True once the store has given less than was asked for. */
  isSpent: boolean;
  asking: Promise<void> | undefined;
  /** When the last read was let through, by a clock that never jumps. */
  usedAtMs: number;
  /** The same for the lease before. */
  readonly formerUsedAtMs: number;
}

export interface RateLimitsOptions {
  readonly store: Store;
  /** Returns milliseconds of a clock that is never set. */
  readonly elapsed: () => number;
}

/**
 * Limits how often keys are read in a minute (CHAIN-C5a).
 *
 * Minutes are those of the store's clock, which all runtimes share, so a partner can read at most
 * twice its limit in any 60 seconds, at the change of two minutes. A runtime takes a tenth of the
 * limit at a time from the store, so a read rarely writes (`npm run bench -- --chain`): what another
 * one has taken and not used is lost to it until the next minute.
 */
export class RateLimits {
  readonly #options: RateLimitsOptions;
  readonly #leases = new LRUCache<string, Lease>({ max: MAX_KEYS });

  constructor(options: RateLimitsOptions) {
    this.#options = options;
  }

  /**
   * Counts a read.
   *
   * @param nowMs by the store's clock
   * @returns null if it is within the limit, else the seconds to wait
   */
  async take(
    { apiKeyId, requestsPerMinute: limit }: Pick<ServedKey, "apiKeyId" | "requestsPerMinute">,
    nowMs: number,
  ): Promise<number | null> {
    if (limit === null) return null;
    for (;;) {
      const lease = this.#leaseFor(apiKeyId, { limit, nowMs });
      if (typeof lease === "number") return lease;
      if (lease.left > 0) {
        lease.left--;
        lease.usedAtMs = this.#options.elapsed();
        return null;
      }
      if (lease.isSpent) return secondsOf(lease.endsMs - nowMs);
      lease.asking ??= this.#ask(apiKeyId, lease);
      await lease.asking;
    }
  }

  /** @returns the seconds to wait, if a new minute may not begin yet */
  #leaseFor(
    apiKeyId: string,
    { limit, nowMs }: { readonly limit: number; readonly nowMs: number },
  ): Lease | number {
    const known = this.#leases.get(apiKeyId);
    const ownEndsMs = (Math.floor(nowMs / MINUTE_MS) + 1) * MINUTE_MS;
    // A request that asked the store just before the others counts with them.
    const isLate = known?.endsMs === ownEndsMs + MINUTE_MS;
    const endsMs = isLate ? known.endsMs : ownEndsMs;
    if (known?.endsMs === endsMs && known.limit === limit) return known;
    const isNewMinute = known !== undefined && known.endsMs !== endsMs;
    const formerUsedAtMs = isNewMinute ? known.usedAtMs : (known?.formerUsedAtMs ?? -Infinity);
    if (isNewMinute) {
      // Three minutes within 60 seconds: the clock was set.
      const waitMs = known.formerUsedAtMs + MINUTE_MS - this.#options.elapsed();
      if (waitMs > 0) return secondsOf(waitMs);
    }
    const usedAtMs = isNewMinute ? -Infinity : (known?.usedAtMs ?? -Infinity);
    const lease = { endsMs, limit, left: 0, isSpent: false, asking: undefined };
    const next: Lease = { ...lease, usedAtMs, formerUsedAtMs };
    this.#leases.set(apiKeyId, next);
    return next;
  }

  async #ask(apiKeyId: string, lease: Lease): Promise<void> {
    const { limit, endsMs } = lease;
    const count = Math.ceil(limit / LEASES_PER_MINUTE);
    const resetsAt = timestamp({ now: () => endsMs });
    try {
      const used = await this.#options.store.transaction((tx) =>
        tx.budgets.lease({ name: `reads/${apiKeyId}`, resetsAt, count }),
      );
      lease.left = Math.max(0, Math.min(count, limit - used));
      lease.isSpent = lease.left < count;
    } finally {
      lease.asking = undefined;
    }
  }
}

function secondsOf(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}
