import type { Command } from "commander";
import { printable } from "../../../corpus/text/printable.ts";
import type { SettingFlags } from "../../serve/read-settings.ts";
import { withSettings } from "../command-settings.ts";
import type { OnPlatform } from "../on-platform.ts";
import { print, say } from "../output.ts";

const HELP = `
Whoever has an address of a domain is sent to the OpenID provider of the organization that has the
domain. With several organizations, one has a domain if the operator reserved it, or a record in DNS
proves it. The operator's word counts more.`;

interface ReserveFlags extends SettingFlags {
  readonly org: string;
}

/** Adds the commands for the domains of organizations. */
export function addDomainCommands(admin: Command, onPlatform: OnPlatform): void {
  const domain = admin
    .command("domain")
    .description("which organization's OpenID provider signs in the people of a domain")
    .addHelpText("after", HELP);
  withSettings(domain.command("list"), ["data"])
    .description("list the domains: domain, reserved, proven or only named, organization")
    .action((flags: SettingFlags) =>
      onPlatform(flags, async (platform, { listDomains }) => {
        for (const { domain, state, organization } of await listDomains(platform)) {
          print([domain, state, organization].map(printable).join("\t"));
        }
      }),
    );
  withSettings(domain.command("reserve <domain>"), ["data"])
    .description("give a domain to an organization, whoever had it")
    .requiredOption("--org <name>", "the organization")
    .action((text: string, { org: organization, ...flags }: ReserveFlags) =>
      onPlatform(flags, async (platform, { reserveDomain }) => {
        const domain = await reserveDomain(platform, { domain: text, organization });
        say(`Reserved ${domain} for "${organization}".`);
      }),
    );
  withSettings(domain.command("release <domain>"), ["data"])
    .description("take a domain from the organization that has it")
    .action((text: string, flags: SettingFlags) =>
      onPlatform(flags, async (platform, { freeDomain }) => {
        say(`Released ${await freeDomain(platform, text)}.`);
      }),
    );
}
