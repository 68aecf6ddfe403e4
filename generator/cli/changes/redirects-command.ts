import { Command, InvalidArgumentError, Option } from "commander";
import { DocgateError } from "../../../corpus/error.ts";
import { CERTAIN } from "../../changes/moves/certain.ts";
import { HOSTS, type Host } from "../../changes/redirects/hosts/hosts.ts";
import { allowPrivateOption, configOption, type GeneratorContext } from "../options.ts";

interface RedirectsOptions {
  readonly docs: string;
  readonly config?: string;
  readonly runConfig?: true;
  readonly accept: number;
  readonly write?: true;
  readonly format?: Host;
  readonly out?: string;
  readonly test?: string;
  readonly allowPrivate?: readonly string[];
}

export function redirectsCommand({ loadConfig, version }: GeneratorContext): Command {
  return new Command("redirects")
    .description("add what moved to the ledger of redirects, or print the ledger for a host")
    .argument(
      "[old]",
      "what readers have now: a corpus file, or a git ref; with --format or --test, the docs root",
    )
    .argument("[new]", "what would replace it (default for a git ref: the working tree)")
    .option("--docs <dir>", "the docs root, with the ledger", "content")
    .addOption(configOption())
    .option("--run-config", "run the configuration of git refs, which can do anything")
    .addOption(
      new Option("--accept <confidence>", "add moves from this confidence on, 0 to 1")
        .argParser(parseConfidence)
        .default(CERTAIN),
    )
    .option("--write", "write the ledger; without it, only print")
    .addOption(
      new Option("--format <host>", "print the ledger for a host").choices(Object.keys(HOSTS)),
    )
    .option("--out <dir>", "with --format html: the folder to write the pages to")
    .option("--test <url>", "ask a deployed site for each entry of the ledger")
    .addOption(allowPrivateOption("--test"))
    .addHelpText(
      "after",
      "\nExit status: 0, also when something is left for a person to decide. With --test: 1 when an entry is not answered as it should be, 0 otherwise.",
    )
    .action(async (old: string | undefined, now: string | undefined, options: RedirectsOptions) => {
      const { format, test } = options;
      requireUsage(old, { ...options, now });
      const isOfRoot = format !== undefined || test !== undefined;
      const root = isOfRoot && old !== undefined ? old : options.docs;
      const { configIn } = await import("../../config/editions.ts");
      const config = configIn(await loadConfig(options.config), { root, folder: process.cwd() });
      // Loaded only here, because YAML and comparing corpora take time to load.
      const { addMoves, printForHost, testOnSite } = await import("./redirects.ts");
      if (test !== undefined) {
        const { allowPrivate } = options;
        const isFine = await testOnSite({ root, config, site: test, allowPrivate, version });
        if (!isFine) process.exitCode = 1;
      } else if (format) await printForHost({ root, config, format, out: options.out });
      else {
        const { loadSides } = await import("./sides.ts");
        const sides = await loadSides([old!, now], { ...options, loadConfig });
        await addMoves(sides, { ...options, root, config });
      }
    });
}

function requireUsage(
  old: string | undefined,
  { now, format, out, write, test }: RedirectsOptions & { readonly now: string | undefined },
): void {
  const refuse = (message: string): never => {
    throw new DocgateError("setting", message);
  };
  if (test !== undefined) {
    if (format !== undefined || write || now !== undefined) {
      refuse("--test takes the docs root alone, without --format and --write.");
    }
    return;
  }
  if (format === undefined && old === undefined) {
    refuse("docgate redirects needs two corpora, a git ref, or --format to print the ledger.");
  }
  if (format !== undefined && now !== undefined) {
    refuse("With --format, docgate redirects takes the docs root alone: add the moves first.");
  }
  if (format !== undefined && write) refuse("--write adds moves: it cannot be used with --format.");
  if (out !== undefined && format !== "html") refuse("--out can only be used with --format html.");
}

function parseConfidence(text: string): number {
  const confidence = Number(text);
  if (text.trim() !== "" && confidence >= 0 && confidence <= 1) return confidence;
  throw new InvalidArgumentError("Expected a number from 0 to 1.");
}
