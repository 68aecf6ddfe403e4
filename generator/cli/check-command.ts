import { Command } from "commander";
import type { Inbound } from "../changes/inbound/check-inbound.ts";
import { requireDocsRoot } from "./docs-root.ts";
import {
  allOption,
  allowEmptyOption,
  configOption,
  dirArgument,
  formatOption,
  type GeneratorContext,
  parserOption,
  type TreeOptions,
  verifyParserOption,
} from "./options.ts";
import { say } from "./output.ts";
import { runPipeline } from "./run-pipeline.ts";

type CheckOptions = Omit<TreeOptions, keyof GeneratorContext> & { readonly inbound?: string };

function countSkipped({ skipped }: Inbound): string {
  return `${skipped} lines of the inbound file are not addresses.`;
}

/** Creates `docgate check`. */
export function checkCommand(context: GeneratorContext): Command {
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
    .addOption(allOption())
    .addHelpText("after", "\nExit status: 1 when there is any problem, 0 otherwise.")
    .action(async (dir: string, flags: CheckOptions) => {
      const start = performance.now();
      const options = { ...flags, ...context };
      await requireDocsRoot(dir, process.cwd());
      const { checkTree } = await import("../generate.ts");
      const { readInbound } = await import("../changes/inbound/read-inbound.ts");
      const inbound = flags.inbound ? await readInbound(flags.inbound, dir) : undefined;
      if (inbound && inbound.skipped > 0) say(`hint: ${countSkipped(inbound)}`);
      const { problems, hints, docs } = await runPipeline(dir, options, (each) =>
        checkTree({ ...each, inbound }),
      );
      const { printReport } = await import("./report/print-report.ts");
      const { sayChecked } = await import("./report/closing-line.ts");
      const summary = { docs, problems: problems.length };
      await printReport(problems, { ...options, hints, summary });
      sayChecked(problems, { docs, seconds: (performance.now() - start) / 1000 });
      if (problems.length > 0) process.exitCode = 1;
    });
}
