import { Command, Option } from "commander";
import type { DiffFormat } from "./diff-report.ts";

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
      // Imported only here, because the other commands compare nothing.
      const { printDiff } = await import("./diff.ts");
      const breaks = await printDiff({ old, now }, { format, ledger });
      if (breaks) process.exitCode = 1;
    });
}
