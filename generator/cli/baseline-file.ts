import { readFile } from "node:fs/promises";
import { explainFileError } from "../../corpus/file-error.ts";
import { replaceFile } from "../../corpus/write/replace-file.ts";
import { type Baseline, formatBaseline, parseBaseline } from "../config/baseline.ts";
import type { Problem } from "../config/problem.ts";
import { say } from "./output.ts";
import { groupDigits, plural } from "./report/numbers.ts";

/** Options for a baseline. */
export interface BaselineOptions {
  /** Its file. Default: no problem is known. */
  readonly baseline?: string;
  readonly writeBaseline?: true;
}

/**
 * Reads the baseline, or first writes one that has all problems.
 *
 * @throws {DocgateError} `file` if it cannot be read or written
 */
export async function baselineFor(
  problems: readonly Problem[],
  { baseline: file, writeBaseline }: BaselineOptions,
): Promise<Baseline> {
  if (file === undefined) return { version: 1, problems: [] };
  if (writeBaseline) {
    const text = formatBaseline(problems);
    await replaceFile(file, Buffer.from(text));
    const baseline = parseBaseline(text, file);
    const count = baseline.problems.reduce((sum, each) => sum + each.count, 0);
    say(groupDigits(`Wrote ${plural(count, "problem")} to ${file}.`));
    return baseline;
  }
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw explainFileError(error, { use: "read", file });
  });
  return parseBaseline(text, file);
}
