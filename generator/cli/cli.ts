import { Command } from "commander";
import type { Inbound } from "../changes/inbound/check-inbound.ts";
import { diffCommand } from "./diff-command.ts";
import { requireDocsRoot } from "./docs-root.ts";
import { generateOnce } from "./generate-once.ts";
import {
  allowEmptyOption,
  configOption,
  dirArgument,
  formatOption,
  type GenerateCommandOptions,
  type GeneratorContext,
  jobsOption,
  parserOption,
  type TreeOptions,
  verifyParserOption,
} from "./options.ts";
import { printProblems, say } from "./output.ts";
import { redirectsCommand } from "./redirects-command.ts";
import { countProblems } from "./report.ts";
import { runPipeline } from "./run-pipeline.ts";
import { signatureCommands } from "./signature-commands.ts";

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
    diffCommand(),
    redirectsCommand(context),
    ...signatureCommands(context),
  ];
}

function generateCommand(context: GeneratorContext): Command {
  return new Command("generate")
    .description("turn a Markdown tree into a corpus file")
    .addArgument(dirArgument())
    .option("--out <file>", "the corpus file to write", "dist/corpus.json")
    .addOption(configOption())
    .addOption(allowEmptyOption())
    .option("--strict", "any problem is exit 1, and nothing is written")
    .option("--no-cache", "parse every file and cache nothing for the next run")
    .option("--cache-dir <dir>", "where parsed files are kept between runs", ".docgate-cache")
    .addOption(jobsOption())
    .addOption(parserOption())
    .addOption(verifyParserOption())
    .option("--watch", "generate again after each change until interrupted")
    .addOption(formatOption())
    .addHelpText("after", "\nExit status: 1 when the corpus could not be written, 0 otherwise.")
    .action(async (dir: string, flags: Omit<GenerateCommandOptions, "loadConfig">) => {
      const options = { ...flags, ...context };
      await requireDocsRoot(dir, process.cwd());
      if (options.watch) {
        const { watchAndGenerate } = await import("./watch-command.ts");
        await watchAndGenerate(dir, options);
      } else if (!(await generateOnce(dir, options))) process.exitCode = 1;
    });
}

type CheckOptions = Omit<TreeOptions, "loadConfig"> & { readonly inbound?: string };

function countSkipped({ skipped }: Inbound): string {
  return `${skipped} lines of the inbound file are not addresses.`;
}

function checkCommand(context: GeneratorContext): Command {
  return new Command("check")
    .description("report everything that is wrong in a Markdown tree; write nothing")
    .addArgument(dirArgument())
    .addOption(configOption())
    .addOption(allowEmptyOption())
    .option("--no-cache", "parse every file")
    .option("--cache-dir <dir>", "where generate keeps parsed files", ".docgate-cache")
    .addOption(parserOption())
    .addOption(verifyParserOption())
    .option("--inbound <file>", "also check the addresses of a list, a sitemap or an access log")
    .addOption(formatOption())
    .addHelpText("after", "\nExit status: 1 when there is any problem, 0 otherwise.")
    .action(async (dir: string, flags: CheckOptions) => {
      const options = { ...flags, ...context };
      await requireDocsRoot(dir, process.cwd());
      const { checkTree } = await import("../generate.ts");
      const { readInbound } = await import("../changes/inbound/read-inbound.ts");
      const inbound = flags.inbound ? await readInbound(flags.inbound, dir) : undefined;
      if (inbound && inbound.skipped > 0) say(`hint: ${countSkipped(inbound)}`);
      const { problems, hints, docs } = await runPipeline(dir, options, (each) =>
        checkTree({ ...each, inbound }),
      );
      await printProblems(problems, options.format);
      for (const hint of hints) say(`hint: ${hint}`);
      say(`${countProblems(problems)} in ${docs} docs`);
      if (problems.length > 0) process.exitCode = 1;
    });
}
