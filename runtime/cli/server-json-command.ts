import { Command } from "commander";
import { DocgateError } from "../../corpus/error.ts";
import { defaultFile } from "../serve/edition-files.ts";
import type { SettingFlags } from "../serve/read-settings.ts";
import { type CommandContext, loadSettings, withSettings } from "./command-settings.ts";
import { print } from "./output.ts";
import { readCorpus } from "./read-corpus.ts";

interface ServerJsonFlags extends SettingFlags {
  readonly name?: string;
}

/** Creates the command that prints `server.json`, with which the MCP registry lists a server. */
export function serverJsonCommand(context: CommandContext): Command {
  return withSettings(new Command("server-json"), ["corpus", "publicUrl"])
    .description("print server.json, to publish /mcp in the MCP registry")
    .option("--name <name>", "name in the registry (default: the reversed host, and docs)")
    .action(async ({ name, ...flags }: ServerJsonFlags) => {
      const settings = await loadSettings(flags, context);
      const { publicUrl } = settings;
      if (publicUrl === undefined) {
        throw new DocgateError(
          "setting",
          "The registry lists public addresses. Set --public-url to that of docgate.",
        );
      }
      const corpus = await readCorpus(defaultFile(settings));
      // Imported only here, because the other commands write no such file.
      const { serverJson } = await import("../agents/mcp/server-json.ts");
      print(
        JSON.stringify(serverJson(corpus, { publicUrl, name, version: context.version }), null, 2),
      );
    });
}
