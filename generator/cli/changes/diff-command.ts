import { Command, Option } from "commander";
import { configOption, type GeneratorContext } from "../options.ts";
import type { DiffFormat } from "./diff-report.ts";
import type { SideOptions } from "./sides.ts";

interface DiffOptions extends Omit<SideOptions, "loadConfig"> {
  readonly format: DiffFormat;
  readonly ledger?: true;
  readonly consumers?: readonly string[];
  readonly all?: true;
}

export function diffCommand({ loadConfig }: GeneratorContext): Command {
  return new Command("diff")
    .description("compare two states of the docs: what changed, which links and addresses break")
    .argument("<old>", "what readers have now: a corpus file, or a git ref such as main")
    .argument("[new]", "what would replace it (default for a git ref: the working tree)")
    .option("--docs <dir>", "the docs root, for git refs", "content")
    .addOption(configOption())
    .option("--run-config", "run the configuration of git refs, which can do anything")
    .addOption(
      new Option("--format <format>", "how to print it")
        .choices(["pretty", "json", "markdown"])
        .default("pretty"),
    )
    .option(
      "--ledger",
      "fail only for addresses that the ledger of the new state does not redirect",
    )
    .option(
      "--consumers <files...>",
      "also name links of other docs that break: what docgate addresses prints for them",
    )
    .option("--all", "show every entry on a terminal (default: the first 20 of each list)")
    .addHelpText(
      "after",
      "\nExit status: 1 when a link or an address breaks, 0 otherwise. With --ledger: 1 when an address goes away without an entry in the ledger, 0 otherwise. With --consumers: also 1 when a link of theirs breaks.",
    )
    .action(async (old: string, now: string | undefined, options: DiffOptions) => {
      // Imported only here, because the other commands compare nothing.
      const { printDiff } = await import("./diff.ts");
      const { loadSides } = await import("./sides.ts");
      const { readConsumers } = await import("./read-consumers.ts");
      const consumers = await readConsumers(options.consumers);
      const sides = await loadSides([old, now], { ...options, loadConfig });
      if (printDiff(sides, { ...options, consumers })) process.exitCode = 1;
    });
}
