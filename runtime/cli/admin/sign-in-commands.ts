import { type Command, Option } from "commander";
import type { PolicyChange } from "../../admin/sign-in/policy.ts";
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

/** A part of the policy as an option, and the names of its two states. */
interface SwitchOption {
  readonly flag: string;
  readonly states: readonly [on: string, off: string];
  readonly help: string;
}

const SWITCHES: Readonly<Record<keyof PolicyChange, SwitchOption>> = {
  allowsPasswords: {
    flag: "passwords",
    states: ["on", "off"],
    help: "off: only passkeys, and the provider",
  },
  requiresSecondFactor: {
    flag: "second-factor",
    states: ["required", "optional"],
    help: "required: whoever signs in with a password alone can only set one up",
  },
};

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
  addPolicyCommand(admin, onPlatform);
}

function addPolicyCommand(admin: Command, onPlatform: OnPlatform): void {
  const command = withSettings(admin.command("sign-in"), ["data"])
    .description("how the administrators of an organization may sign in")
    .requiredOption("--org <name>", "the organization")
    .addHelpText("after", POLICY_HELP);
  const parts = Object.entries(SWITCHES).map(([part, { flag, states, help }]) => {
    const option = new Option(`--${flag} <state>`, help).choices(states);
    command.addOption(option);
    return { part: part as keyof PolicyChange, flag, states, key: option.attributeName() };
  });
  command.action(({ org: organization, ...flags }: SettingFlags & Record<string, string>) =>
    onPlatform(flags, async (platform, { changePolicy }) => {
      const given = parts.filter(({ key }) => flags[key] !== undefined);
      const wanted = given.map(({ part, states: [on], key }) => [part, flags[key] === on]);
      const policy = await changePolicy(platform, { organization, ...Object.fromEntries(wanted) });
      for (const { part, flag, states } of parts) print(`${flag}\t${states[policy[part] ? 0 : 1]}`);
    }),
  );
}
