import { useId } from "preact/hooks";
import type { Query } from "../../route.ts";

interface TimeSpanProps {
  readonly query: Query;
  readonly onChange: (change: Query) => void;
}

/** The first and the last day of what a log shows, in the person's own time zone. */
export function TimeSpan({ query, onChange }: TimeSpanProps) {
  return (
    <>
      <Day label="From" value={query.from} onChange={(from) => onChange({ from })} />
      <Day label="To" value={query.to} onChange={(to) => onChange({ to })} />
    </>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}

function Day({ label, value = "", onChange }: DayProps) {
  const id = useId();
  return (
    <div>
      <label for={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  );
}

/** Returns the parameters for the server: days of the address become times. */
export function spanSent({ from, to, ...query }: Query): Query {
  return { ...query, since: startOf(from, 0), until: startOf(to, 1) };
}

/** Returns the time at which a day begins, or another one some days later. */
function startOf(day: string | undefined, daysLater: number): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? "") ?? [];
  if (year === undefined) return undefined;
  return new Date(Number(year), Number(month) - 1, Number(date) + daysLater).toISOString();
}
