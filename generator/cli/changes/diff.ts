import { loadDocs } from "../../../corpus/read/read-docs.ts";
import { causesOf } from "../../changes/causes.ts";
import { diffCorpora } from "../../changes/diff.ts";
import { findUncovered } from "../../changes/redirects/coverage.ts";
import { print, say } from "../output.ts";
import { type DiffFormat, renderDiff, renderUncovered } from "./diff-report.ts";

interface PrintDiffOptions {
  readonly format: DiffFormat;
  /** True: only addresses count that the ledger of the new corpus does not redirect. */
  readonly ledger: boolean | undefined;
}

/** Compares two corpus files and prints what changed. @returns true if anything breaks */
export async function printDiff(
  { old, now }: { readonly old: string; readonly now: string },
  { format, ledger }: PrintDiffOptions,
): Promise<boolean> {
  const [before, after] = [await loadDocs(old), await loadDocs(now)];
  const diff = diffCorpora(before, after);
  print(renderDiff(diff, causesOf(diff, { before, after }), format));
  if (!ledger) return diff.brokenAddresses.length + diff.brokenLinks.length > 0;
  const uncovered = findUncovered(after.redirects, { before, after, diff });
  if (uncovered.length > 0) say(renderUncovered(uncovered));
  return uncovered.length > 0;
}
