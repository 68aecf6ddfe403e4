import { Command, InvalidArgumentError, Option } from "commander";
import { DocgateError } from "../../../corpus/error.ts";
import { CERTAIN } from "../../changes/moves/certain.ts";
import { HOSTS, type Host } from "../../changes/redirects/hosts/hosts.ts";
import { configOption, type GeneratorContext } from "../options.ts";

interface RedirectsOptions {
  readonly docs: string;
  readonly config?: string;
  readonly accept: number;
  readonly write?: true;
  readonly format?: Host;
  readonly out?: string;
}

export function redirectsCommand({ loadConfig }: GeneratorContext): Command {
  return new Command("redirects")
    .description("add what moved to the ledger of redirects, or print the ledger for a host")
    .argument("[old]", "the corpus that readers have now; with --format, the docs root")
    .argument("[new]", "the corpus that would replace it")
    .option("--docs <dir>", "the docs root, with the ledger", "content")
    .addOption(configOption())
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
    .addHelpText("after", "\nExit status: 0, also when something is left for a person to decide.")
    .action(async (old: string | undefined, now: string | undefined, options: RedirectsOptions) => {
      const { format } = options;
      requireUsage(now, options);
      const root = format && old !== undefined ? old : options.docs;
      const config = await loadConfig(options.config);
      // Loaded only here, because YAML and comparing corpora take time to load.
      const { addMoves, printForHost } = await import("./redirects.ts");
      if (format) await printForHost({ root, config, format, out: options.out });
      else await addMoves({ old: old!, now: now! }, { ...options, root, config });
    });
}

function requireUsage(now: string | undefined, { format, out, write }: RedirectsOptions): void {
  const refuse = (message: string): never => {
    throw new DocgateError("setting", message);
  };
  if (format === undefined && now === undefined) {
    refuse("docgate redirects needs two corpora, or --format to print the ledger.");
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
