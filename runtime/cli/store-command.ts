import { Command } from "commander";
import { DEFAULTS, mergeSettings, readEnvironment } from "../serve/settings.ts";
import type { StorePlace } from "../store/store.ts";
import type { SettingsSources } from "./serve-command.ts";

interface DataFlag {
  readonly data?: string;
}

type Transfer = typeof import("../store/transfer.ts");
type Work = (place: StorePlace, transfer: Transfer) => Promise<void>;

/** The commands that move a store, and copy it. */
export function storeCommand({ loadFileSettings }: SettingsSources): Command {
  async function onStore({ data }: DataFlag, work: Work): Promise<void> {
    const settings = mergeSettings(
      { data },
      readEnvironment(process.env),
      await loadFileSettings(),
    );
    // Loaded only by who needs it: the store's libraries take a while.
    const { storePlace } = await import("../partner/open.ts");
    await work(storePlace(settings), await import("../store/transfer.ts"));
  }

  const store = new Command("store")
    .description("copy the store, or move it between its file and PostgreSQL")
    .addHelpText(
      "after",
      `
The store is the PostgreSQL database of DATABASE_URL, else the file in the data folder. What is
secret stays sealed under the master key: keep master.key, or DOCGATE_MASTER_KEY, with every copy.`,
    );

  withData(store.command("export <file>"))
    .description("write all of it to a file; also while docgate serves")
    .action((file: string, flags: DataFlag) =>
      onStore(flags, async (place, { exportStore }) => {
        say(`Exported ${await exportStore(place, file)} rows to ${file}.`);
      }),
    );

  withData(store.command("import <file>"))
    .description("read an export into a store that is empty")
    .action((file: string, flags: DataFlag) =>
      onStore(flags, async (place, { importStore }) => {
        const rows = await importStore(place, file);
        say(`Imported ${rows} rows. The master key is the one of the store that they come from.`);
      }),
    );

  withData(store.command("backup <file>"))
    .description("copy the store's file as it is at one moment; also while docgate serves")
    .action((file: string, flags: DataFlag) =>
      onStore(flags, async (place, { backUpStore }) => {
        await backUpStore(place, file);
        say(`Backed up ${place.file} to ${file}.`);
      }),
    );

  return store;
}

function withData(command: Command): Command {
  return command.option("--data <dir>", `the data folder (default: ${DEFAULTS.data})`);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
