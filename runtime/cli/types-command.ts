import { Command } from "commander";
import { defaultFile } from "../serve/edition-files.ts";
import type { SettingFlags } from "../serve/read-settings.ts";
import { type CommandContext, loadSettings, withSettings } from "./command-settings.ts";
import { say } from "./output.ts";
import { readCorpus } from "./read-corpus.ts";

interface TypesFlags extends SettingFlags {
  readonly out?: string;
}

/** The command that writes the types of the fields of a corpus. */
export function typesCommand(context: CommandContext): Command {
  return withSettings(new Command("types"), ["corpus"])
    .description("write the types of the fields of a corpus, for programs in TypeScript")
    .option("--out <file>", "write them to a file, such as fields.d.ts")
    .action(async ({ out, ...flags }: TypesFlags) => {
      const file = defaultFile(await loadSettings(flags, context));
      const { declareFields } = await import("../../corpus/fields/declare-fields.ts");
      const { meta } = await readCorpus(file);
      const text = declareFields(meta.fields ?? {});
      if (meta.fields === undefined) {
        say(`The docs of ${file} have no fields: name some in "fields" of the configuration.`);
      }
      if (out === undefined) {
        process.stdout.write(text);
        return;
      }
      const { makeFolderOf, replaceFile } = await import("../../corpus/write/replace-file.ts");
      await makeFolderOf(out);
      await replaceFile(out, Buffer.from(text));
      say(`The types of ${Object.keys(meta.fields ?? {}).length} fields are written to ${out}`);
    });
}
