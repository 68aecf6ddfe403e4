/** Several runs of one measurement. */
export interface Sample {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function summarize(values: readonly number[]): Sample {
  const sorted = values.toSorted((left, right) => left - right);
  return {
    median: sorted[Math.floor(sorted.length / 2)]!,
    min: sorted[0]!,
    max: sorted.at(-1)!,
  };
}

export function medianOf(values: readonly number[]): number {
  return summarize(values).median;
}

/** @param share for example 0.95 */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length * share)]!;
}

/** Returns, for example, `1234 (1200–1300)`. */
export function show({ median, min, max }: Sample, digits: number): string {
  return `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`;
}

/** The other cells of a table, by the first of their row. */
export type Cells = ReadonlyMap<string, readonly string[]>;

/** Returns a Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Returns the duration in milliseconds. */
export function timeOf(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
