const FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

interface TimeProps {
  /** ISO 8601. */
  readonly at: string | null;
  /** Said where there is no time. */
  readonly never?: string;
}

/** A time as the person's place has it; the exact one is its title. */
export function Time({ at, never = "Never" }: TimeProps) {
  if (at === null) return <span class="quiet">{never}</span>;
  return (
    <time dateTime={at} title={at}>
      {FORMAT.format(new Date(at))}
    </time>
  );
}
