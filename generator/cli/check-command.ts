import { resolve } from "node:path";
import { Argument, Command, Option } from "commander";
import { DocgateError } from "../../corpus/error.ts";
import type { CheckOptions } from "./check-once.ts";
import { type CheckedPaths, readPaths } from "./check-paths.ts";
import {
  allOption,
  allowEmptyOption,
  builtOption,
  configOption,
  formatOption,
  type GeneratorContext,
  parserOption,
  verifyParserOption,
} from "./options.ts";
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
    .addOption(configOption())
    .addOption(builtOption())
    .addOption(allowEmptyOption())
    .option("--no-cache", "parse every file")
    .option("--cache-dir <dir>", "where generate keeps parsed files", ".docgate-cache")
    .addOption(parserOption())
    .addOption(verifyParserOption())
    .option("--inbound <file>", "also check the addresses of a list, a sitemap or an access log")
    .addOption(formatOption())
    .addOption(allOption())
    .addHelpText("after", "\nExit status: 1 when there is any problem, 0 otherwise.")
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
    const again = async (known: EarlierRuns) =>
      (await checkOnce({ ...options, ...known })).problems;
    await watchAndRun(options.dir, { ...options, files, run: again });
    return;
  }
  const { createKnownFiles } = await import("../rebuild/known-files.ts");
  const first = { knownFiles: createKnownFiles(), earlier: undefined, isHinted: false };
  const { isFine } = await checkOnce({ ...options, ...first });
  if (!isFine) process.exitCode = 1;
}

function pathsArgument(): Argument {
  return new Argument(
    "[paths...]",
    "the docs root; or files and folders in it to report on (default: content)",
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
  ]);
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
