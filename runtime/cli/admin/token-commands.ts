import type { Command } from "commander";
import { printable } from "../../../corpus/text/printable.ts";
import type { SettingFlags } from "../../serve/read-settings.ts";
import { withSettings } from "../command-settings.ts";
import type { OnPlatform } from "../on-platform.ts";
import { print, say } from "../output.ts";
import { type EmailFlags, emailOption } from "./administrator-options.ts";

interface TokenFlags extends EmailFlags {
  readonly name?: string;
}

/** Adds the commands for tokens of administrators. */
export function addTokenCommands(admin: Command, onPlatform: OnPlatform): void {
  withSettings(admin.command("token"), ["data"])
    .description("print a new token for scripts, once")
    .addOption(emailOption())
    .option("--name <name>", "purpose of the token")
    .action((flags: TokenFlags) =>
      onPlatform(flags, async (platform, { createAdminToken }) => {
        const { email, name = "" } = flags;
        const { token, id } = await createAdminToken(platform, { email, name });
        say(`Token ${id} for ${email}. It is shown only once.`);
        print(token);
      }),
    );

  withSettings(admin.command("tokens"), ["data"])
    .description("list the tokens")
    .action((flags: SettingFlags) =>
      onPlatform(flags, async (platform, { listAdminTokens }) => {
        for (const { id, email, name, createdAt } of await listAdminTokens(platform)) {
          print([id, email, createdAt, name].map(printable).join("\t").trimEnd());
        }
      }),
    );

  withSettings(admin.command("revoke <id>"), ["data"])
    .description("revoke a token")
    .action((id: string, flags: SettingFlags) =>
      onPlatform(flags, async (platform, { revokeAdminToken }) => {
        await revokeAdminToken(platform, id);
        say(`Revoked ${id}.`);
      }),
    );
}
