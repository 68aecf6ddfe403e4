import { Command } from "commander";
import { defaultFile } from "../serve/edition-files.ts";
import type { SettingFlags } from "../serve/read-settings.ts";
import { type CommandContext, loadSettings, withSettings } from "./command-settings.ts";
import { print } from "./output.ts";
import { readCorpus } from "./read-corpus.ts";

/** Creates the command that prints what the AGENTS.md of a repository should say about the docs. */
export function agentsCommand(context: CommandContext): Command {
  return withSettings(new Command("agents"), ["corpus", "publicUrl"])
    .description("print a block about the docs for the AGENTS.md of a repository, of at most 8 KB")
    .action(async (flags: SettingFlags) => {
      const settings = await loadSettings(flags, context);
      const { publicUrl } = settings;
      const corpus = await readCorpus(defaultFile(settings));
      // Imported only here, because the other commands write no such block.
      const { agentsBlock } = await import("../agents/agents-block.ts");
      print(agentsBlock(corpus, publicUrl).trimEnd());
    });
}
