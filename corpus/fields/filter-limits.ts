/** Limits of filters: those of one request count together. */
export const FILTER_LIMITS = { conditions: 100, levels: 10, values: 1000 } as const;

/**
 * Tells which limit filters exceed. An empty object or list counts as a condition too, so that the work of
 * a filter is bounded however it is written.
 *
 * @returns a sentence without a full stop; null if they exceed none
 */
export function filterExcess(filters: readonly unknown[]): string | null {
  const count: FilterCount = { conditions: 0, levels: 0, values: 0 };
  for (const filter of filters) countFilter(filter, { level: 1, count });
  const name = LIMIT_NAMES.find((each) => count[each] > FILTER_LIMITS[each]);
  return name === undefined ? null : `Limit of ${FILTER_LIMITS[name]} ${WHAT[name]} exceeded`;
}

type FilterLimit = keyof typeof FILTER_LIMITS;
type FilterCount = Record<FilterLimit, number>;

const LIMIT_NAMES = Object.keys(FILTER_LIMITS) as FilterLimit[];
const WHAT: Readonly<Record<FilterLimit, string>> = {
  conditions: "conditions in filters",
  levels: "levels of filters",
  values: 'values in "in"',
};

interface CountOptions {
  readonly level: number;
  readonly count: FilterCount;
}

function countFilter(filter: unknown, { level, count }: CountOptions): void {
  count.levels = Math.max(count.levels, level);
  if (level > FILTER_LIMITS.levels) return;
  const entries = entriesOf(filter);
  if (entries.length === 0) count.conditions++;
  for (const [name, entry] of entries) {
    if (name === "not") countFilter(entry, { level: level + 1, count });
    else if (name === "and" || name === "or") {
      const parts = Array.isArray(entry) ? entry : [];
      if (parts.length === 0) count.conditions++;
      for (const part of parts) countFilter(part, { level: level + 1, count });
    } else countConditions(entry, count);
  }
}

function countConditions(entry: unknown, count: FilterCount): void {
  const operators = entriesOf(entry);
  count.conditions += Math.max(operators.length, 1);
  for (const [operator, operand] of operators) {
    if (operator === "in" && Array.isArray(operand)) count.values += operand.length;
  }
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}
