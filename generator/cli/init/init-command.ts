import { existsSync } from "node:fs";
import { Argument, Command } from "commander";
import { requireDocsRoot } from "../docs-root.ts";
import { builtOption, type GeneratorContext } from "../options.ts";

/** Folders that the docs root usually is, the first one that exists. */
const USUAL_ROOTS = ["content", "docs", "src/content/docs", "doc", "documentation"];

interface InitFlags {
  readonly yes?: boolean;
  readonly built?: string;
}

/** Creates `docgate init`. */
export function initCommand(context: GeneratorContext): Command {
  return new Command("init")
    .description("find the settings for a tree, and write them, its known problems and a workflow")
    .addArgument(
      new Argument("[dir]", `the docs root (default: the first of ${USUAL_ROOTS.join(", ")})`),
    )
    .addOption(builtOption())
    .option("--yes", "write the files without asking")
    .addHelpText(
      "after",
      "\nNo file that exists is changed. Exit status: 2 without --yes if there is no terminal to ask on, 0 otherwise.",
    )
    .action(async (named: string | undefined, { yes = false, built }: InitFlags) => {
      const dir = named ?? USUAL_ROOTS.find((folder) => existsSync(folder)) ?? "content";
      await requireDocsRoot(dir, process.cwd());
      const { init } = await import("./init.ts");
      await init({ ...context, dir, built, isAsking: !yes });
    });
}
