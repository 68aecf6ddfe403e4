import type { Command } from "commander";
import type { SettingFlags } from "../../serve/read-settings.ts";
import { type CommandContext, loadSettings, withSettings } from "../command-settings.ts";
import type { OnPlatform } from "../on-platform.ts";
import { print, say } from "../output.ts";

interface KeyCommandOptions {
  readonly onPlatform: OnPlatform;
  readonly context: CommandContext;
}

/** The commands for the keys of one kind. */
interface KeyKind {
  readonly operations: "signingKeys" | "noticeKeys";
  /** As in `rotate-signing-key`. */
  readonly name: string;
  readonly about: { readonly list: string; readonly rotate: string; readonly remove: string };
}

const KINDS: readonly KeyKind[] = [
  {
    operations: "signingKeys",
    name: "signing-key",
    about: {
      list: "list the keys that sign application tokens, newest first",
      rotate: "sign application tokens with a new key; earlier tokens stay valid",
      remove: "remove an old signing key; tokens that it signed become invalid",
    },
  },
  {
    operations: "noticeKeys",
    name: "notice-key",
    about: {
      list: "list the keys that sign notices, newest first",
      rotate: "sign notices with a new key too; remove the old one once partners know the new one",
      remove: "remove a key, which signs no more notices",
    },
  },
];

const REKEY_HELP = `
With the key file in the data folder: creates a new key in its place, and keeps the old one next to
it, as master.key.<id>.
With DOCGATE_MASTER_KEY: set it to the new key, and DOCGATE_PREVIOUS_MASTER_KEY to the old one.
Backups from before the change need the old key: keep it as long as you keep them.`;

/** Adds the commands for the keys of an installation. */
export function addKeyCommands(admin: Command, { onPlatform, context }: KeyCommandOptions): void {
  for (const kind of KINDS) addCommandsOf(kind, { admin, onPlatform });
  withSettings(admin.command("rekey"), ["data"])
    .description("re-encrypt the store's secrets under a new master key; can be run again")
    .addHelpText("after", REKEY_HELP)
    .action(async (flags: SettingFlags) => {
      const settings = await loadSettings(flags, context);
      const { changeMasterKey } = await import("../cli-session.ts");
      say(await changeMasterKey(settings));
    });
}

interface CommandsOptions {
  readonly admin: Command;
  readonly onPlatform: OnPlatform;
}

function addCommandsOf(
  { operations, name, about }: KeyKind,
  { admin, onPlatform }: CommandsOptions,
): void {
  withSettings(admin.command(`${name}s`), ["data"])
    .description(about.list)
    .action((flags: SettingFlags) =>
      onPlatform(flags, async (platform, session) => {
        for (const line of await session[operations].list(platform)) print(line);
      }),
    );
  withSettings(admin.command(`rotate-${name}`), ["data"])
    .description(about.rotate)
    .action((flags: SettingFlags) =>
      onPlatform(flags, async (platform, session) =>
        print(await session[operations].rotate(platform)),
      ),
    );
  withSettings(admin.command(`remove-${name} <kid>`), ["data"])
    .description(about.remove)
    // One key in 64 has an id that begins with a hyphen.
    .allowUnknownOption()
    .action((kid: string, flags: SettingFlags) =>
      onPlatform(flags, async (platform, session) => {
        await session[operations].remove(platform, kid);
        say(`Removed ${kid}.`);
      }),
    );
}
