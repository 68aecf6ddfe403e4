import { type Command, Option } from "commander";
import type { SettingFlags } from "../../serve/read-settings.ts";
import { withSettings } from "../command-settings.ts";
import type { OnPlatform } from "../on-platform.ts";
import { print, say } from "../output.ts";
import { type EmailFlags, emailOption } from "./administrator-options.ts";

const RESET_HELP =
  "\nFor someone who lost them. The next sign-in needs the password alone, or the organization's\n" +
  'provider. "docgate admin set-password" replaces the password.';

const POLICY_HELP =
  "\nWithout options, prints what holds. Effective at once, also for sessions; tokens stay valid.\n" +
  "Before passwords are switched off, see that an administrator can sign in without one.";

interface PolicyFlags extends SettingFlags {
  readonly org: string;
  readonly passwords?: "on" | "off";
  readonly secondFactor?: "required" | "optional";
}

/** Adds the commands for the sign-in of administrators. */
export function addSignInCommands(admin: Command, onPlatform: OnPlatform): void {
  withSettings(admin.command("reset-factors"), ["data"])
    .description(
      "remove an administrator's authenticator app, passkeys and recovery codes; sessions end",
    )
    .addOption(emailOption())
    .addHelpText("after", RESET_HELP)
    .action((flags: EmailFlags) =>
      onPlatform(flags, async (platform, { resetFactors }) => {
        await resetFactors(platform, flags);
        say(`Removed the second factors of ${flags.email} and ended all sessions.`);
      }),
    );
  withSettings(admin.command("sign-in"), ["data"])
    .description("how the administrators of an organization may sign in")
    .requiredOption("--org <name>", "the organization")
    .addOption(
      new Option("--passwords <state>", "off: only passkeys, and the provider").choices([
        "on",
        "off",
      ]),
    )
    .addOption(
      new Option(
        "--second-factor <state>",
        "required: whoever signs in with a password alone can only set one up",
      ).choices(["required", "optional"]),
    )
    .addHelpText("after", POLICY_HELP)
    .action(({ org: organization, passwords, secondFactor, ...flags }: PolicyFlags) =>
      onPlatform(flags, async (platform, { changePolicy }) => {
        const { allowsPasswords, requiresSecondFactor } = await changePolicy(platform, {
          organization,
          ...(passwords && { allowsPasswords: passwords === "on" }),
          ...(secondFactor && { requiresSecondFactor: secondFactor === "required" }),
        });
        print(`passwords\t${allowsPasswords ? "on" : "off"}`);
        print(`second-factor\t${requiresSecondFactor ? "required" : "optional"}`);
      }),
    );
}
