import { Command } from "commander";
import { loadCorpus } from "../../corpus/read/read.ts";
import { agentsBlock } from "../agents/agents-block.ts";
import { withRemedy } from "../docs/corpus-source.ts";
import type { SettingFlags } from "../serve/read-settings.ts";
import { type CommandContext, loadSettings, withSettings } from "./command-settings.ts";
import { print } from "./output.ts";

/** Creates the command that prints what the AGENTS.md of a repository should say about the docs. */
export function agentsCommand(context: CommandContext): Command {
  return withSettings(new Command("agents"), ["corpus", "publicUrl"])
    .description("print a block about the docs for the AGENTS.md of a repository, of at most 8 KB")
    .action(async (flags: SettingFlags) => {
      const { corpus: file, publicUrl } = await loadSettings(flags, context);
      const corpus = await loadCorpus(file).catch((error) => {
        throw withRemedy(error, file);
      });
      print(agentsBlock(corpus, publicUrl).trimEnd());
    });
}
