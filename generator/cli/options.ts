import { availableParallelism } from "node:os";
import { Argument, InvalidArgumentError, Option } from "commander";
import { parseWholeNumber } from "../../corpus/text/whole-number.ts";
import type { Config } from "../config/config.ts";
import type { ParserName } from "../config/generation.ts";
import type { ReportFormat } from "./report/print-report.ts";

/** The context that the commands run in. */
export interface GeneratorContext {
  /** Loads the named configuration, or the default one if none is named. */
  readonly loadConfig: (named: string | undefined) => Promise<Config>;
  /** The version of docgate. */
  readonly version: string;
}

/** Options of every command that reads a tree. */
export interface TreeOptions extends GeneratorContext {
  readonly config?: string | undefined;
  /** The folder of HTML that the site's own build has written. Default: that of the configuration. */
  readonly built?: string | undefined;
  readonly allowEmpty?: true;
  readonly cache: boolean;
  readonly cacheDir: string;
  /** Default: one for each core. */
  readonly jobs?: number;
  readonly parser: ParserName;
  readonly verifyParser?: true;
  readonly format: ReportFormat;
  readonly all?: true;
}

/** Options of `generate`. */
export interface GenerateCommandOptions extends TreeOptions {
  readonly out: string;
  readonly strict?: true;
  readonly watch?: true;
}

/** The corpus file that `generate` writes and `serve` reads, if no other is named. */
export const DEFAULT_OUT = "dist/corpus.json";

/** The docs root, if no other folder is named and the configuration has no editions. */
export const DEFAULT_ROOT = "content";

/** Where parsed files are kept, if no other folder is named. */
export const DEFAULT_CACHE = ".docgate-cache";

export function dirArgument(): Argument {
  return new Argument("[dir]", "the docs root (default: content, or those of all editions)");
}

export function configOption(): Option {
  return new Option(
    "--config <file>",
    "the configuration (default: docgate.config.ts, .mts, .js, .mjs or .json when present)",
  );
}

export function builtOption(): Option {
  return new Option(
    "--built <dir>",
    "the HTML that the site's build has written: its addresses, anchors and texts",
  );
}

export function allowEmptyOption(): Option {
  return new Option("--allow-empty", "accept a tree without Markdown files");
}

/** @param use the option with which hosts are asked */
export function allowPrivateOption(use: string): Option {
  const help = `with ${use}: also ask this host, address or network; may be repeated`;
  return new Option("--allow-private <host>", help).argParser(
    (host: string, before: readonly string[] = []) => [...before, host],
  );
}

/** @param help what the signatures of the key count for */
export function trustOption(help: string): Option {
  return new Option("--trust <name:key>", `${help}; may be repeated`)
    .argParser((key: string, others: readonly string[] = []) => [...others, key])
    .default([], "none");
}

export function jobsOption(): Option {
  return new Option("--jobs <number>", "threads to read files with")
    .argParser(parseJobs)
    .default(availableParallelism(), "one per core");
}

export function parserOption(): Option {
  return new Option("--parser <parser>", "Markdown parser; auto uses satteri if it is installed")
    .choices(["auto", "satteri", "remark"])
    .default("auto");
}

export function verifyParserOption(): Option {
  return new Option(
    "--verify-parser",
    "parse with satteri and remark, and fail if they differ",
  ).implies({ parser: "satteri" });
}

export function formatOption(): Option {
  return new Option("--format <format>", "how to print problems")
    .choices(["pretty", "json", "github", "sarif"])
    .default("pretty");
}

export function allOption(): Option {
  return new Option("--all", "show every problem on a terminal (default: the first 100)");
}

function parseJobs(text: string): number {
  const jobs = parseWholeNumber(text, { from: 1, to: Number.MAX_SAFE_INTEGER });
  if (jobs !== null) return jobs;
  throw new InvalidArgumentError("Expected a whole number, 1 or more.");
}
