import { Command } from "commander";
import { diffCommand } from "./changes/diff-command.ts";
import { redirectsCommand } from "./changes/redirects-command.ts";
import { checkCommand } from "./check-command.ts";
import { explainCommand } from "./explain-command.ts";
import { initCommand } from "./init/init-command.ts";
import { lspCommand } from "./lsp-command.ts";
import { mvCommand } from "./mv/mv-command.ts";
import {
  allOption,
  allowEmptyOption,
  builtOption,
  configOption,
  DEFAULT_CACHE,
  DEFAULT_OUT,
  dirArgument,
  formatOption,
  type GenerateCommandOptions,
  type GeneratorContext,
  jobsOption,
  parserOption,
  verifyParserOption,
} from "./options.ts";
import { signatureCommands } from "./signature-commands.ts";
import type { EarlierRuns } from "./watch-command.ts";

/**
 * Creates the generator's commands. Each sets `process.exitCode`: 0 for success, 1 if problems were
 * found or work failed.
 *
 * @throws {DocgateError} `setting` from an action, for wrong usage or configuration
 */
export function generatorCommands(context: GeneratorContext): Command[] {
  return [
    generateCommand(context),
    checkCommand(context),
    initCommand(context),
    mvCommand(context),
    lspCommand(context),
    diffCommand(context),
    redirectsCommand(context),
    explainCommand(),
    ...signatureCommands(context),
  ];
}

function generateCommand(context: GeneratorContext): Command {
  return new Command("generate")
    .description("turn a Markdown tree into a corpus file")
    .addArgument(dirArgument())
    .option("--out <file>", "the corpus file to write", DEFAULT_OUT)
    .addOption(configOption())
    .addOption(builtOption())
    .addOption(allowEmptyOption())
    .option("--strict", "any problem is exit 1, and nothing is written")
    .option("--no-cache", "parse every file and cache nothing for the next run")
    .option("--cache-dir <dir>", "where parsed files are kept between runs", DEFAULT_CACHE)
    .addOption(jobsOption())
    .addOption(parserOption())
    .addOption(verifyParserOption())
    .option("--watch", "generate again after each change until interrupted")
    .addOption(formatOption())
    .addOption(allOption())
    .addHelpText("after", "\nExit status: 1 when the corpus could not be written, 0 otherwise.")
    .action(
      async (
        dir: string | undefined,
        flags: Omit<GenerateCommandOptions, keyof GeneratorContext>,
      ) => {
        const options = { ...flags, ...context };
        const { generateOnce } = await import("./generate-once.ts");
        if (options.watch) {
          const { watchAndRun } = await import("./watch-command.ts");
          const run = async (runs: EarlierRuns) =>
            (await generateOnce(dir, { ...options, ...runs })).problems;
          await watchAndRun(dir, { ...options, run });
        } else {
          const { isWritten } = await generateOnce(dir, options);
          if (!isWritten) process.exitCode = 1;
        }
      },
    );
}
