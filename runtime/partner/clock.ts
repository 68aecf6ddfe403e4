export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Returns the time in milliseconds since 1970. */
export interface Clock {
  readonly now: () => number;
}

/** Returns the window of a budget that begins now. */
export function windowOf(clock: Clock, windowMs: number): { now: string; resetsAt: string } {
  return { now: timestamp(clock), resetsAt: timestamp(clock, windowMs) };
}

/** Formats the current time, plus `awayMs`, as the store writes it. */
export function timestamp({ now }: Clock, awayMs = 0): string {
  return new Date(now() + awayMs).toISOString();
}
