const WRITTEN =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[Tt ]+(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?[ ]*(Z|UTC|[+-]\d\d:?\d\d)?)?/;

/** A date as Jekyll reads it. */
export interface JekyllDate {
  /** The day in the site's time zone: `2020-08-05`. */
  readonly day: string;
  /** Milliseconds since 1970. */
  readonly ms: number;
}

/**
 * Reads a date as Jekyll does: one with a time is in UTC unless it says otherwise, and is then shown
 * in the time zone of the site.
 *
 * @param timeZone Default: UTC.
 * @returns null if it is none
 */
export function readJekyllDate(text: string, timeZone = "UTC"): JekyllDate | null {
  const [, year, month, day, hour, minute, second = "0", offset = "Z"] = WRITTEN.exec(text) ?? [];
  if (year === undefined) return null;
  const start = Date.UTC(Number(year), Number(month) - 1, Number(day));
  if (hour === undefined) return { day: new Date(start).toISOString().slice(0, 10), ms: start };
  const time = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000;
  const ms = start + time - offsetMs(offset);
  return { day: dayIn(ms, timeZone), ms };
}

function offsetMs(offset: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(offset) ?? [];
  if (sign === undefined) return 0;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

function dayIn(ms: number, timeZone: string): string {
  try {
    // Swedish writes dates as ISO 8601 does.
    return new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short" }).format(ms);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return new Date(ms).toISOString().slice(0, 10);
  }
}
