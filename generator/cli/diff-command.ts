import { Command, Option } from "commander";
import { loadCorpusFile } from "../../corpus/read/read.ts";
import { causesOf } from "../changes/causes.ts";
import { diffCorpora } from "../changes/diff.ts";
import { findUncovered } from "../changes/redirects/coverage.ts";
import { type DiffFormat, renderDiff, renderUncovered } from "./diff-report.ts";
import { print, say } from "./output.ts";

interface DiffOptions {
  readonly format: DiffFormat;
  readonly ledger?: true;
}

export function diffCommand(): Command {
  return new Command("diff")
    .description("compare two corpora: what changed, and which links and addresses would break")
    .argument("<old>", "the corpus that readers have now")
    .argument("<new>", "the corpus that would replace it")
    .addOption(
      new Option("--format <format>", "how to print it")
        .choices(["pretty", "json", "markdown"])
        .default("pretty"),
    )
    .option(
      "--ledger",
      "fail only for addresses that the ledger of the new corpus does not redirect",
    )
    .addHelpText(
      "after",
      "\nExit status: 1 when a link or an address breaks, 0 otherwise. With --ledger: 1 when an address goes away without an entry in the ledger, 0 otherwise.",
    )
    .action(async (old: string, now: string, { format, ledger }: DiffOptions) => {
      const [before, after] = [await loadCorpusFile(old), await loadCorpusFile(now)];
      const diff = diffCorpora(before, after);
      print(renderDiff(diff, causesOf(diff, { before, after }), format));
      const breaks = diff.brokenAddresses.length + diff.brokenLinks.length;
      const uncovered = ledger ? findUncovered(after.redirects, { before, after, diff }) : [];
      if (uncovered.length > 0) say(renderUncovered(uncovered));
      if ((ledger ? uncovered.length : breaks) > 0) process.exitCode = 1;
    });
}
