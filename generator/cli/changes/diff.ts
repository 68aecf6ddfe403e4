import type { AddressList } from "../../../corpus/addresses/address-list.ts";
import { causesOf } from "../../changes/causes.ts";
import { brokenConsumers } from "../../changes/consumers.ts";
import { diffCorpora } from "../../changes/diff.ts";
import { findUncovered } from "../../changes/redirects/coverage.ts";
import { print, resultTerminal, say } from "../output.ts";
import { type DiffFormat, renderDiff, renderUncovered } from "./diff-report.ts";
import type { Side } from "./sides.ts";

interface PrintDiffOptions {
  readonly format: DiffFormat;
  /** True: only addresses count that the ledger of the new corpus does not redirect. */
  readonly ledger?: boolean;
  /** The addresses of docs that link here; null if none are given. */
  readonly consumers: readonly AddressList[] | null;
  /** True to show every entry on a terminal. */
  readonly all?: boolean;
}

/** Compares two corpora and prints what changed. @returns true if anything breaks */
export function printDiff(
  { before, after }: { readonly before: Side; readonly after: Side },
  { format, ledger, consumers, all: isAll }: PrintDiffOptions,
): boolean {
  const consumerLinks = consumers && brokenConsumers({ before, after }, consumers);
  const diff = diffCorpora(before, after);
  const causes = causesOf(diff, { before, after });
  print(renderDiff(diff, { causes, consumerLinks, format, terminal: resultTerminal(), isAll }));
  const isConsumerBroken = consumerLinks !== null && consumerLinks.length > 0;
  if (!ledger) {
    return isConsumerBroken || diff.brokenAddresses.length + diff.brokenLinks.length > 0;
  }
  const uncovered = findUncovered(after.redirects, { before, after, diff });
  if (uncovered.length > 0) say(renderUncovered(uncovered));
  return isConsumerBroken || uncovered.length > 0;
}
