const FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

interface TimeProps {
  /** ISO 8601. */
  readonly at: string | null;
  /** Shown if there is no time. */
  readonly never?: string;
}

/** A time in the person's own time zone; its title is the exact time. */
export function Time({ at, never = "Never" }: TimeProps) {
  if (at === null) return <span class="quiet">{never}</span>;
  return (
    <time dateTime={at} title={at}>
      {FORMAT.format(new Date(at))}
    </time>
  );
}
