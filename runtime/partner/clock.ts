export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Tells the time, in milliseconds since 1970. */
export interface Clock {
  readonly now: () => number;
}

/** The time now, or some time away from it, as the store writes it. */
export function timestamp({ now }: Clock, awayMs = 0): string {
  return new Date(now() + awayMs).toISOString();
}
