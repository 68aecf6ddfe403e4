import type { Command } from "commander";
import type { SettingFlags } from "../../serve/read-settings.ts";
import { type CommandContext, loadSettings, withSettings } from "../command-settings.ts";
import type { OnPlatform } from "../on-platform.ts";
import { print, say } from "../output.ts";

interface KeyCommandOptions {
  readonly onPlatform: OnPlatform;
  readonly context: CommandContext;
}

/** Adds the commands for the keys of an installation. */
export function addKeyCommands(admin: Command, { onPlatform, context }: KeyCommandOptions): void {
  withSettings(admin.command("signing-keys"), ["data"])
    .description("list the keys that sign application tokens, newest first")
    .action((flags: SettingFlags) =>
      onPlatform(flags, async (platform, { listSigningKeys }) => {
        for (const line of await listSigningKeys(platform)) print(line);
      }),
    );

  withSettings(admin.command("rotate-signing-key"), ["data"])
    .description("sign application tokens with a new key; earlier tokens stay valid")
    .action((flags: SettingFlags) =>
      onPlatform(flags, async (platform, { rotateSigningKey }) => {
        print(await rotateSigningKey(platform));
      }),
    );

  withSettings(admin.command("remove-signing-key <kid>"), ["data"])
    .description("remove an old signing key; tokens that it signed become invalid")
    // One key in 64 has an id that begins with a hyphen.
    .allowUnknownOption()
    .action((kid: string, flags: SettingFlags) =>
      onPlatform(flags, async (platform, { removeSigningKey }) => {
        await removeSigningKey(platform, kid);
        say(`Removed ${kid}.`);
      }),
    );

  withSettings(admin.command("notice-keys"), ["data"])
    .description("list the keys that sign notices, newest first")
    .action((flags: SettingFlags) =>
      onPlatform(flags, async (platform, { listNoticeKeys }) => {
        for (const line of await listNoticeKeys(platform)) print(line);
      }),
    );

  withSettings(admin.command("rotate-notice-key"), ["data"])
    .description(
      "sign notices with a new key too; remove the old one once partners know the new one",
    )
    .action((flags: SettingFlags) =>
      onPlatform(flags, async (platform, { addNoticeKey }) => {
        print(await addNoticeKey(platform));
      }),
    );

  withSettings(admin.command("remove-notice-key <kid>"), ["data"])
    .description("remove a key, which signs no more notices")
    // One key in 64 has an id that begins with a hyphen.
    .allowUnknownOption()
    .action((kid: string, flags: SettingFlags) =>
      onPlatform(flags, async (platform, { removeNoticeKey }) => {
        await removeNoticeKey(platform, kid);
        say(`Removed ${kid}.`);
      }),
    );

  withSettings(admin.command("rekey"), ["data"])
    .description("re-encrypt the store's secrets under a new master key; can be run again")
    .addHelpText(
      "after",
      `
With the key file in the data folder: creates a new key in its place, and keeps the old one next to
it, as master.key.<id>.
With DOCGATE_MASTER_KEY: set it to the new key, and DOCGATE_PREVIOUS_MASTER_KEY to the old one.
Backups from before the change need the old key: keep it as long as you keep them.`,
    )
    .action(async (flags: SettingFlags) => {
      const settings = await loadSettings(flags, context);
      const { changeMasterKey } = await import("../cli-session.ts");
      say(await changeMasterKey(settings));
    });
}
