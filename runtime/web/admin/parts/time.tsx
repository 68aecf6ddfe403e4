/** With seconds and the zone, so that it can be compared with other logs. */
const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "long" });
const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const RELATIVE = new Intl.RelativeTimeFormat("en", { style: "short" });

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A date says more about what is longer ago. */
const LONG_AGO_MS = 30 * DAY_MS;

interface TimeProps {
  /** ISO 8601. */
  readonly at: string | null;
  /** Shown if there is no time. */
  readonly never?: string;
}

/** A time in the person's own time zone, to the second. */
export function Time({ at, never = "Never" }: TimeProps) {
  if (at === null) return <span class="quiet">{never}</span>;
  return (
    <time dateTime={at} title={at}>
      {EXACT.format(new Date(at))}
    </time>
  );
}

/** How long ago a time was; its title is the exact time. */
export function RelativeTime({ at, never = "never" }: TimeProps) {
  if (at === null) return <span class="quiet">{never}</span>;
  return (
    <time dateTime={at} title={EXACT.format(new Date(at))}>
      {sinceWords(Date.now() - Date.parse(at), at)}
    </time>
  );
}

function sinceWords(ms: number, at: string): string {
  // A clock that is a little behind must not make the future of what has just been done.
  if (ms < MINUTE_MS && ms > -HOUR_MS) return "just now";
  if (ms < 0 || ms >= LONG_AGO_MS) return DATE.format(new Date(at));
  if (ms < HOUR_MS) return RELATIVE.format(-Math.floor(ms / MINUTE_MS), "minute");
  if (ms < DAY_MS) return RELATIVE.format(-Math.floor(ms / HOUR_MS), "hour");
  return RELATIVE.format(-Math.floor(ms / DAY_MS), "day");
}
