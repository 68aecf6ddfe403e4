import { Command } from "commander";
import type { SettingFlags } from "../../serve/read-settings.ts";
import type { StorePlace } from "../../store/store.ts";
import { type CommandContext, loadSettings, withSettings } from "../command-settings.ts";
import { say } from "../output.ts";

type Transfer = typeof import("../../store/transfer.ts");
type Work = (place: StorePlace, transfer: Transfer) => Promise<void>;

/** Creates the commands that move and copy a store. */
export function storeCommand(context: CommandContext): Command {
  async function onStore(flags: SettingFlags, work: Work): Promise<void> {
    const settings = await loadSettings(flags, context);
    // Imported only here, because the store's libraries take time to load.
    const { storePlace } = await import("../../partner/open.ts");
    await work(storePlace(settings), await import("../../store/transfer.ts"));
  }

  const store = new Command("store")
    .description("copy the store, or move it between its file and PostgreSQL")
    .addHelpText(
      "after",
      `
The store is the PostgreSQL database of DATABASE_URL, or else the file in the data folder. Secrets
stay encrypted under the master key: keep master.key, or DOCGATE_MASTER_KEY, with every copy.`,
    );

  withSettings(store.command("export <file>"), ["data"])
    .description("export the whole store to a file; also while docgate serves")
    .action((file: string, flags: SettingFlags) =>
      onStore(flags, async (place, { exportStore }) => {
        say(`Exported ${await exportStore(place, file)} rows to ${file}.`);
      }),
    );

  withSettings(store.command("import <file>"), ["data"])
    .description("import an export into an empty store")
    .action((file: string, flags: SettingFlags) =>
      onStore(flags, async (place, { importStore }) => {
        const rows = await importStore(place, file);
        say(`Imported ${rows} rows. The master key is that of the exported store.`);
      }),
    );

  withSettings(store.command("backup <file>"), ["data"])
    .description("make a consistent copy of the store's file; also while docgate serves")
    .action((file: string, flags: SettingFlags) =>
      onStore(flags, async (place, { backUpStore }) => {
        await backUpStore(place, file);
        say(`Backed up ${place.file} to ${file}.`);
      }),
    );

  withSettings(store.command("check <file>"), ["data"])
    .description("check that a backup or an export can be restored, with the master key of now")
    .addHelpText(
      "after",
      `
A copy in the folder for temporary files is opened, everything that is encrypted is decrypted, and the
audit log verified. The file itself is only read. Exits with 1 if something is wrong.`,
    )
    .action(async (file: string, flags: SettingFlags) => {
      const settings = await loadSettings(flags, context);
      const { printBackupCheck } = await import("./store-check.ts");
      if (!(await printBackupCheck(settings, file))) process.exitCode = 1;
    });

  return store;
}
