import { DAY_MS } from "../clock.ts";

/** Days before the expiry of a key on which its administrators are reminded. */
const REMINDER_DAYS = [1, 7, 30] as const;

/** Returns the last of the days of a reminder that have begun; null if none has. */
export function reminderDays(expiresAt: string | null, nowMs: number): number | null {
  if (expiresAt === null) return null;
  const leftMs = Date.parse(expiresAt) - nowMs;
  return REMINDER_DAYS.find((days) => leftMs <= days * DAY_MS) ?? null;
}
