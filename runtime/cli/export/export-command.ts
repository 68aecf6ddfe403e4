import { Command, Option } from "commander";
import { DocgateError } from "../../../corpus/error.ts";
import { ENGINES, type Engine } from "../../../corpus/export/engines.ts";
import { defaultFile } from "../../serve/edition-files.ts";
import type { SettingFlags } from "../../serve/read-settings.ts";
import { type CommandContext, loadSettings, withSettings } from "../command-settings.ts";

interface ExportFlags extends SettingFlags {
  readonly records?: string;
  readonly for: Engine;
}

/** The command that writes a corpus as files for a static site, or its places for another search. */
export function exportCommand(context: CommandContext): Command {
  return withSettings(new Command("export"), ["corpus"])
    .description("write the search of a corpus as static files, or its places for another search")
    .argument("[dir]", "the folder to write static files to")
    .option("--records <file>", "write the places instead, one on a line; - prints them")
    .addOption(
      new Option("--for <engine>", "the search engine that will read them")
        .choices(Object.keys(ENGINES))
        .default("any"),
    )
    .action(async (dir: string | undefined, { records, for: engine, ...flags }: ExportFlags) => {
      if ((dir === undefined) === (records === undefined)) {
        const message = "Expected either a folder to write static files to, or --records.";
        throw new DocgateError("setting", message);
      }
      const file = defaultFile(await loadSettings(flags, context));
      // Imported only here, because the other commands export nothing.
      const { writeRecords, writeStatic } = await import("./export.ts");
      if (dir !== undefined) await writeStatic(file, dir);
      else await writeRecords(file, { out: records!, engine });
    });
}
