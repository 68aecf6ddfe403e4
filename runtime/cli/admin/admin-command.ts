import { Command } from "commander";
import type { CommandContext } from "../command-settings.ts";
import { createOnPlatform } from "../on-platform.ts";
import { addAdministratorCommands } from "./administrator-commands.ts";
import { addDomainCommands } from "./domain-commands.ts";
import { addKeyCommands } from "./key-commands.ts";
import { addPartnerCommands } from "./partner-commands.ts";
import { addSignInCommands } from "./sign-in-commands.ts";
import { addTokenCommands } from "./token-commands.ts";

/** Creates the operator's commands: administrators, their tokens, and keys. */
export function adminCommand(context: CommandContext): Command {
  const admin = new Command("admin").description(
    "administrators, their tokens, partners, and the installation's keys; also while docgate serves",
  );
  const onPlatform = createOnPlatform(context);
  addAdministratorCommands(admin, onPlatform);
  addSignInCommands(admin, onPlatform);
  addDomainCommands(admin, onPlatform);
  addTokenCommands(admin, onPlatform);
  addPartnerCommands(admin, { onPlatform, context });
  addKeyCommands(admin, { onPlatform, context });
  return admin;
}
