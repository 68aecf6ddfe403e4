import { Command } from "commander";
import { DocgateError } from "../../corpus/error.ts";
import { loadCorpus } from "../../corpus/read/read.ts";
import { serverJson } from "../agents/mcp/server-json.ts";
import { withRemedy } from "../docs/corpus-source.ts";
import type { SettingFlags } from "../serve/read-settings.ts";
import { type CommandContext, loadSettings, withSettings } from "./command-settings.ts";
import { print } from "./output.ts";

interface ServerJsonFlags extends SettingFlags {
  readonly name?: string;
}

/** Creates the command that prints `server.json`, with which the MCP registry lists a server. */
export function serverJsonCommand(context: CommandContext): Command {
  return withSettings(new Command("server-json"), ["corpus", "publicUrl"])
    .description("print server.json, to publish /mcp in the MCP registry")
    .option("--name <name>", "name in the registry (default: the reversed host, and docs)")
    .action(async ({ name, ...flags }: ServerJsonFlags) => {
      const { corpus: file, publicUrl } = await loadSettings(flags, context);
      if (publicUrl === undefined) {
        throw new DocgateError(
          "setting",
          "The registry lists public addresses. Set --public-url to that of docgate.",
        );
      }
      const corpus = await loadCorpus(file).catch((error) => {
        throw withRemedy(error, file);
      });
      print(
        JSON.stringify(serverJson(corpus, { publicUrl, name, version: context.version }), null, 2),
      );
    });
}
