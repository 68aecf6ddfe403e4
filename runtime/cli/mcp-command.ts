import { Command } from "commander";
import { describeError } from "../../corpus/error.ts";
import { defaultFile } from "../serve/edition-files.ts";
import type { SettingFlags } from "../serve/read-settings.ts";
import { type CommandContext, loadSettings, withSettings } from "./command-settings.ts";
import { say } from "./output.ts";

/** Creates the command that serves MCP over standard input and output, for clients that start it. */
export function mcpCommand(context: CommandContext): Command {
  return withSettings(new Command("mcp"), ["corpus"])
    .description("serve a corpus to a coding agent that starts this command (MCP over stdio)")
    .action(async (flags: SettingFlags) => {
      const settings = await loadSettings(flags, context);
      // Imported only here, because most commands serve nothing.
      const { openCorpusSource } = await import("../docs/corpus-source.ts");
      const source = await openCorpusSource({ file: defaultFile(settings) });
      // Standard output belongs to the protocol.
      source.follow(({ message }) => say(message));
      const { serveMcpStdio } = await import("../agents/mcp/stdio.ts");
      const { createLongWork } = await import("../docs/execute/long-work.ts");
      const { createTurns } = await import("../docs/execute/long-work.ts");
      serveMcpStdio({
        docs: source.current,
        work: createLongWork({ turns: createTurns(), maxTimeMs: settings.maxTimeMs }),
        version: context.version,
        publicUrl: settings.publicUrl,
        onError: (error) => say(describeError(error)),
      });
    });
}
