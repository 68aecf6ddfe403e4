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
    .description("list the tokens: id, administrator, creation, end, name")
    .action((flags: SettingFlags) =>
      onPlatform(flags, async (platform, { listAdminTokens }) => {
        for (const { id, email, name, createdAt, expiresAt } of await listAdminTokens(platform)) {
          const cells = [id, email, createdAt, expiresAt ?? "never", name];
          print(cells.map(printable).join("\t").trimEnd());
        }
      }),
    );

  withSettings(admin.command("revoke <id>"), ["data"])
    .description("revoke a token, and those that were made with it")
    .action((id: string, flags: SettingFlags) =>
      onPlatform(flags, async (platform, { revokeAdminToken }) => {
        const others = (await revokeAdminToken(platform, id)) - 1;
        const words = others === 1 ? "one token" : `${others} tokens`;
        say(others === 0 ? `Revoked ${id}.` : `Revoked ${id}, and ${words} made with it.`);
      }),
    );
}
