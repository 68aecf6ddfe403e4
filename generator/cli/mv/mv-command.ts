import { Command } from "commander";
import { configOption, type GeneratorContext, parserOption } from "../options.ts";
import type { MvOptions } from "./mv.ts";

/** Creates `docgate mv`. */
export function mvCommand(context: GeneratorContext): Command {
  return new Command("mv")
    .description("move a page, a folder or a heading, with every link that leads there")
    .argument("<from>", "a file or folder of the docs, or a heading: page.md#anchor")
    .argument("<to>", "its new path, or a folder that exists; of a heading, its new text")
    .option("--docs <dir>", "the docs root", "content")
    .option("--dry-run", "show what would be changed and write nothing")
    .option("--leave", "leave the places that cannot be rewritten as they are")
    .addOption(configOption())
    .option("--no-cache", "parse every file")
    .option("--cache-dir <dir>", "where generate keeps parsed files", ".docgate-cache")
    .addOption(parserOption())
    .addHelpText(
      "after",
      "\nExit status: 1 when a place cannot be rewritten and nothing was written, 0 otherwise.",
    )
    .action(async (from: string, to: string, flags: Omit<MvOptions, keyof GeneratorContext>) => {
      const { mv } = await import("./mv.ts");
      const isDone = await mv({ from, to }, { ...flags, ...context });
      if (!isDone) process.exitCode = 1;
    });
}
