import { LRUCache } from "lru-cache";

const MINUTE_MS = 60_000;
/** Clients that are remembered; of more, those that asked least recently begin again. */
const MAX_CLIENTS = 10_000;

export interface RateLimitOptions {
  /** Requests of one client in a minute; 0 for no limit. */
  readonly perMinute: number;
  /** Returns the time in milliseconds. */
  readonly now: () => number;
}

/**
 * Limits the requests of each client: a minute's number at once, then as many as time allows (a
 * token bucket).
 *
 * @returns a function that counts a request, and returns the seconds to wait; 0 if it may pass
 */
export function createRateLimit({ perMinute, now }: RateLimitOptions): (client: string) => number {
  /** The time at which the client's bucket is full again. */
  const fullAt = new LRUCache<string, number>({ max: MAX_CLIENTS });
  const cost = MINUTE_MS / perMinute;
  return (client) => {
    if (perMinute === 0) return 0;
    const time = now();
    const next = Math.max(fullAt.get(client) ?? 0, time) + cost;
    if (next > time + MINUTE_MS) return Math.ceil((next - time - MINUTE_MS) / 1000);
    fullAt.set(client, next);
    return 0;
  };
}
