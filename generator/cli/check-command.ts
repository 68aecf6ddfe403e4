import { resolve } from "node:path";
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import { DocgateError } from "../../corpus/error.ts";
import { parseWholeNumber } from "../../corpus/text/whole-number.ts";
import type { RuleName } from "../config/rules.ts";
import type { CheckOptions } from "./check-once.ts";
import { type CheckedPaths, readPaths } from "./check-paths.ts";
import {
  allOption,
  allowEmptyOption,
  allowPrivateOption,
  builtOption,
  configOption,
  DEFAULT_CACHE,
  formatOption,
  type GeneratorContext,
  parserOption,
  trustOption,
  verifyParserOption,
} from "./options.ts";
import { parseRule } from "./rule-argument.ts";
import type { EarlierRuns } from "./watch-command.ts";

type CheckFlags = Omit<CheckOptions, keyof GeneratorContext> & { readonly docs?: string };

/** Creates `docgate check`. */
export function checkCommand(context: GeneratorContext): Command {
  return new Command("check")
    .description("report everything that is wrong in a Markdown tree")
    .addArgument(pathsArgument())
    .option("--docs <dir>", "the docs root, if the paths are files and folders in it")
    .option("--fix", "correct links and fragments whose right destination is certain")
    .addOption(dryRunOption())
    .option("--baseline <file>", "report only problems that this file does not have")
    .addOption(writeBaselineOption())
    .addOption(watchOption())
    .addOption(ruleOption())
    .option("--quiet", "report errors only; warnings count only with --max-warnings")
    .addOption(maxWarningsOption())
    .option("--online", "ask other hosts whether links to them lead anywhere")
    .addOption(againstOption())
    .addOption(trustOption("with --against: a key whose signature counts"))
    .addOption(allowPrivateOption("--online or --against"))
    .addOption(configOption())
    .addOption(builtOption())
    .addOption(allowEmptyOption())
    .option("--no-cache", "parse every file")
    .option("--cache-dir <dir>", "where generate keeps parsed files", DEFAULT_CACHE)
    .addOption(parserOption())
    .addOption(verifyParserOption())
    .option("--inbound <file>", "also check the addresses of a list, a sitemap or an access log")
    .addOption(formatOption())
    .addOption(allOption())
    .addHelpText(
      "after",
      "\nExit status: 1 when there is an error, or more warnings than --max-warnings, 0 otherwise.",
    )
    .action(async (paths: string[], { docs, ...flags }: CheckFlags) => {
      const checked = await readPaths(paths, docs);
      if (flags.writeBaseline) requireBaseline(checked, flags);
      await run({ ...flags, ...context, ...checked });
    });
}

async function run(options: CheckOptions & CheckedPaths): Promise<void> {
  const { checkOnce } = await import("./check-once.ts");
  if (options.watch) {
    const { watchAndRun } = await import("./watch-command.ts");
    const files = options.baseline === undefined ? [] : [resolve(options.baseline)];
    const again = async (runs: EarlierRuns) => (await checkOnce({ ...options, ...runs })).problems;
    await watchAndRun(options.dir, { ...options, files, run: again });
    return;
  }
  const { KnownTrees } = await import("./editions.ts");
  const first = { known: new KnownTrees(), earlier: undefined, isHinted: false };
  const { isFine } = await checkOnce({ ...options, ...first });
  if (!isFine) process.exitCode = 1;
}

function pathsArgument(): Argument {
  return new Argument(
    "[paths...]",
    "the docs root; or files and folders in it to report on (default: content, or all editions)",
  );
}

function dryRunOption(): Option {
  return new Option("--dry-run", "with --fix: print a patch and write nothing")
    .implies({ fix: true })
    .conflicts(["format", "all"]);
}

function watchOption(): Option {
  return new Option("--watch", "check again after each change until interrupted").conflicts([
    "fix",
    "writeBaseline",
  ]);
}

function writeBaselineOption(): Option {
  return new Option("--write-baseline", "write all problems to the baseline").conflicts([
    "fix",
    "dryRun",
    "rule",
  ]);
}

function ruleOption(): Option {
  const help = "report only this rule, and switch it on; may be repeated";
  return new Option("--rule <name>", help).argParser(
    (name: string, before: readonly RuleName[] = []) => [...before, parseRule(name)],
  );
}

function againstOption(): Option {
  const help = "settle links to another site by its addresses, a file or a URL; may be repeated";
  return new Option("--against <place>", help).argParser(
    (place: string, before: readonly string[] = []) => [...before, place],
  );
}

function maxWarningsOption(): Option {
  return new Option("--max-warnings <number>", "accept as many warnings (default: 0)").argParser(
    (text) => {
      const count = parseWholeNumber(text, { from: 0, to: Number.MAX_SAFE_INTEGER });
      if (count !== null) return count;
      throw new InvalidArgumentError("Expected a whole number, 0 or more.");
    },
  );
}

/** @throws {DocgateError} `setting` if there is no file to write, or not all problems would be in it */
function requireBaseline({ isWhole }: CheckedPaths, { baseline }: CheckFlags): void {
  if (baseline === undefined) {
    throw new DocgateError("setting", "--write-baseline needs a file: add --baseline FILE.");
  }
  if (!isWhole) {
    const message = "--write-baseline writes the problems of the whole tree: leave out the paths.";
    throw new DocgateError("setting", message);
  }
}
