import { type Command, Option } from "commander";
import type { Permission } from "../../admin/accounts/permissions.ts";
import type { SettingFlags } from "../../serve/read-settings.ts";
import { withSettings } from "../command-settings.ts";
import type { OnPlatform } from "../on-platform.ts";
import { print, say } from "../output.ts";
import { type EmailFlags, emailOption, permissionsOption } from "./administrator-options.ts";
import { PASSWORD_HELP, withNewPassword } from "./new-password.ts";

const TOKENS_HELP = `Tokens are separate credentials: "docgate admin revoke" revokes one.`;

const LAST_WRITER_HELP =
  "\nRefused for the last administrator of an organization who has api-keys:w.";

interface CreateFlags extends EmailFlags {
  readonly org: string;
  readonly newOrg?: boolean;
  readonly permissions?: readonly Permission[];
}

interface ListFlags extends SettingFlags {
  readonly org?: string;
  readonly format: "pretty" | "json";
}

interface PermissionsFlags extends EmailFlags {
  readonly permissions: readonly Permission[];
}

/** Adds the commands for administrators. */
export function addAdministratorCommands(admin: Command, onPlatform: OnPlatform): void {
  addListCommand(admin, onPlatform);
  addCreateCommand(admin, onPlatform);
  addRemoveCommand(admin, onPlatform);
  addPermissionsCommand(admin, onPlatform);
  addPasswordCommand(admin, onPlatform);
}

function addListCommand(admin: Command, onPlatform: OnPlatform): void {
  withSettings(admin.command("list"), ["data"])
    .description("list the administrators, with their permissions, sessions and tokens")
    .option("--org <name>", "only the administrators of this organization")
    .addOption(
      new Option("--format <format>", "output format")
        .choices(["pretty", "json"])
        .default("pretty"),
    )
    .action((flags: ListFlags) =>
      onPlatform(flags, async (platform, { listAdministrators, administratorTable }) => {
        const { org: organization, format } = flags;
        const administrators = await listAdministrators(platform, { organization });
        if (format === "json") print(JSON.stringify({ administrators }));
        else if (administrators.length === 0) say("There is no administrator.");
        else for (const line of administratorTable(administrators)) print(line);
      }),
    );
}

function addCreateCommand(admin: Command, onPlatform: OnPlatform): void {
  withSettings(admin.command("create"), ["data"])
    .description("create an administrator, and the organization if it is new")
    .addOption(emailOption())
    .requiredOption("--org <name>", "the organization")
    .option("--new-org", "create the organization even if another one has nearly the same name")
    .addOption(permissionsOption("default"))
    .addHelpText("after", PASSWORD_HELP)
    .action((flags: CreateFlags) =>
      withNewPassword((password) =>
        onPlatform(flags, async (platform, { createAdministrator }) => {
          const { org: organization, newOrg: isNewOrganization, email, permissions } = flags;
          const wanted = { organization, isNewOrganization, email, password, permissions };
          const created = await createAdministrator(platform, wanted);
          const what = created.isNewOrganization ? "the new organization " : "";
          say(`Created the administrator ${email} of ${what}"${created.organization.name}".`);
        }),
      ),
    );
}

function addRemoveCommand(admin: Command, onPlatform: OnPlatform): void {
  withSettings(admin.command("remove"), ["data"])
    .description("remove an administrator; sessions, tokens and open invitations end at once")
    .addOption(emailOption())
    .addHelpText("after", LAST_WRITER_HELP)
    .action((flags: EmailFlags) =>
      onPlatform(flags, async (platform, { removeAdministrator }) => {
        await removeAdministrator(platform, flags);
        const { email } = flags;
        say(`Removed the administrator ${email}, with all sessions, tokens and open invitations.`);
      }),
    );
}

function addPermissionsCommand(admin: Command, onPlatform: OnPlatform): void {
  withSettings(admin.command("permissions"), ["data"])
    .description("replace an administrator's permissions, effective at once, also for tokens")
    .addOption(emailOption())
    .addOption(permissionsOption("known").makeOptionMandatory())
    .addHelpText("after", LAST_WRITER_HELP)
    .action((flags: PermissionsFlags) =>
      onPlatform(flags, async (platform, { changePermissions }) => {
        await changePermissions(platform, flags);
        say(`The administrator ${flags.email} has the permissions ${flags.permissions.join(",")}.`);
      }),
    );
}

function addPasswordCommand(admin: Command, onPlatform: OnPlatform): void {
  withSettings(admin.command("set-password"), ["data"])
    .description("replace an administrator's password; sessions end at once, tokens stay valid")
    .addOption(emailOption())
    .addHelpText("after", `${PASSWORD_HELP}\n${TOKENS_HELP}`)
    .action((flags: EmailFlags) =>
      withNewPassword((password) =>
        onPlatform(flags, async (platform, { setPassword }) => {
          const { email } = flags;
          await setPassword(platform, { email, password });
          say(`Changed the password of ${email} and ended all sessions. Tokens stay valid.`);
        }),
      ),
    );
}
