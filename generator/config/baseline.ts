import * as z from "zod";
import { DocgateError } from "../../corpus/error.ts";
import { compareCodePoints } from "../../corpus/text/order.ts";
import type { Problem } from "./problem.ts";
import { isFixed } from "./rules.ts";

const baselineSchema = z.strictObject({
  version: z.literal(1),
  problems: z.array(
    z.strictObject({
      /** Path relative to the docs root. */
      file: z.string(),
      rule: z.string(),
      message: z.string(),
      count: z.int().min(1),
    }),
  ),
});

/** Problems of a tree that are known and not reported, however its lines move. */
export type Baseline = z.output<typeof baselineSchema>;

type Entry = Baseline["problems"][number];

/** @throws {DocgateError} `file` if the text is not a baseline */
export function parseBaseline(text: string, file: string): Baseline {
  const result = z
    .string()
    .transform((json, context) => parseJson(json, context))
    .pipe(baselineSchema)
    .safeParse(text);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const where = issue!.path.length === 0 ? "" : ` at ${z.core.toDotPath(issue!.path)}`;
  const message = `"${file}" is not a baseline${where}: ${issue!.message}. Write it with --write-baseline.`;
  throw new DocgateError("file", message);
}

function parseJson(text: string, context: z.RefinementCtx<string>): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // JSON.parse throws no other error.
    context.addIssue({ code: "custom", message: "it is not JSON" });
    return z.NEVER;
  }
}

/** Writes a baseline as its file has it: sorted, with one problem on each line. */
export function formatBaseline(problems: readonly Problem[]): string {
  const counts = new Map<string, Entry>();
  for (const problem of problems.filter(canBeKnown)) {
    const entry = counts.get(keyOf(problem)) ?? { ...entryOf(problem), count: 0 };
    counts.set(keyOf(problem), { ...entry, count: entry.count + 1 });
  }
  const lines = [...counts.values()].sort(compareEntries).map((entry) => JSON.stringify(entry));
  const list = lines.length === 0 ? "[]" : `[\n    ${lines.join(",\n    ")}\n  ]`;
  return `{\n  "version": 1,\n  "problems": ${list}\n}\n`;
}

/** Problems that are not in a baseline, and how many of it are gone. */
export interface AfterBaseline<Found extends Problem> {
  readonly problems: readonly Found[];
  readonly gone: number;
}

/**
 * Leaves out the problems of a baseline: of equal ones in a file the first ones, as many as it has.
 *
 * @param isRead tells whether the problems of a file were sought
 */
export function withoutKnown<Found extends Problem>(
  problems: readonly Found[],
  { baseline, isRead }: { readonly baseline: Baseline; readonly isRead: (file: string) => boolean },
): AfterBaseline<Found> {
  const left = new Map<string, number>();
  for (const entry of baseline.problems.filter(({ file }) => isRead(file))) {
    left.set(keyOf(entry), (left.get(keyOf(entry)) ?? 0) + entry.count);
  }
  const unknown = problems.filter((problem) => {
    const count = canBeKnown(problem) ? (left.get(keyOf(problem)) ?? 0) : 0;
    if (count > 0) left.set(keyOf(problem), count - 1);
    return count === 0;
  });
  const gone = [...left.values()].reduce((sum, count) => sum + count, 0);
  return { problems: unknown, gone };
}

/** Tells whether a baseline may have a problem: a rule that is always an error is never left out. */
function canBeKnown({ rule }: Problem): boolean {
  return !isFixed(rule);
}

function entryOf({ file, rule, message }: Pick<Entry, "file" | "rule" | "message">) {
  // The number of a line changes with the text above it.
  return { file, rule, message: message.replace(/\bon line \d+/g, "on another line") };
}

function keyOf(entry: Pick<Entry, "file" | "rule" | "message">): string {
  return JSON.stringify(entryOf(entry));
}

function compareEntries(left: Entry, right: Entry): number {
  return (
    compareCodePoints(left.file, right.file) ||
    compareCodePoints(left.rule, right.rule) ||
    compareCodePoints(left.message, right.message)
  );
}
