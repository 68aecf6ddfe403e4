import type { Command } from "commander";
import { printable } from "../../../corpus/text/printable.ts";
import type { SettingFlags } from "../../serve/read-settings.ts";
import { type CommandContext, loadSettings, withSettings } from "../command-settings.ts";
import type { OnPlatform } from "../on-platform.ts";
import { print, say } from "../output.ts";

interface PartnerFlags extends SettingFlags {
  readonly name: string;
  readonly origin: string;
  readonly notify: string;
  readonly spaces?: readonly string[];
  readonly org?: string;
  readonly signing?: string;
}

interface PartnerCommandOptions {
  readonly onPlatform: OnPlatform;
  readonly context: CommandContext;
}

const HELP = `
Prints the settings of the partner's server on standard output, as NAME=value. Its secrets are shown
only this once: keep the output. Everything else goes to standard error.

  docgate admin partner create --name Shop --origin https://shop.example \\
    --notify https://shop.example/notices/Kq3vZr8w --spaces Support > partner.env`;

/** Adds the commands for partners. */
export function addPartnerCommands(
  admin: Command,
  { onPlatform, context }: PartnerCommandOptions,
): void {
  const partner = admin.command("partner").description("set up partners");
  withSettings(partner.command("create"), ["data", "publicUrl"])
    .description("create an API key with all that is bound to it, or nothing if one part fails")
    .requiredOption("--name <name>", "name of the key and of each part")
    .requiredOption("--origin <origin>", "origin of the partner's website: https://shop.example")
    .requiredOption("--notify <url>", "address on the partner's server that receives notices")
    .option("--spaces <list>", "titles or ids of spaces, by commas; a new title creates one", split)
    .option("--signing <scheme>", "how notices are signed: v1a, v1 or none (default: v1a)")
    .option("--org <name>", "the organization (default: the only one)")
    .addHelpText("after", HELP)
    .action((flags: PartnerFlags) =>
      onPlatform(flags, async (platform, { createPartner, envFile, withColons }) => {
        const { name, origin, notify: notificationUrl, spaces = [], org: organization } = flags;
        const { signing } = flags;
        const wanted = { name, origin, notificationUrl, spaces, organization, signing };
        const { publicUrl, host, port } = await loadSettings(flags, context);
        const baseUrl = publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
        const made = await createPartner(platform, wanted);
        for (const line of reportOf(name, {
          ...made,
          baseUrl,
          colons: withColons(made.fingerprint),
        }))
          say(line);
        print(envFile({ ...made, baseUrl }, made));
      }),
    );
}

function split(list: string): readonly string[] {
  return list
    .split(",")
    .map((title) => title.trim())
    .filter((title) => title !== "");
}

interface PartnerFacts {
  readonly baseUrl: string;
  readonly fingerprint: string;
  /** The fingerprint as OpenSSL writes it. */
  readonly colons: string;
  readonly spaces: readonly { readonly title: string; readonly isNew: boolean }[];
}

function reportOf(
  name: string,
  { baseUrl, fingerprint, colons, spaces }: PartnerFacts,
): readonly string[] {
  const created = spaces.filter(({ isNew }) => isNew).map(({ title }) => `"${printable(title)}"`);
  return [
    `Created the partner "${printable(name)}": webhook, certificate, contract, client and API key.`,
    ...(created.length > 0 ? [`Created the spaces ${created.join(", ")}.`] : []),
    ...(spaces.length === 0 ? ["It may offer no space yet: choose some in its contract."] : []),
    `Fingerprint of the certificate (SHA-256): ${fingerprint}`,
    `As OpenSSL writes it: ${colons}`,
    `The partner reaches docgate at ${baseUrl}; --public-url sets another address.`,
    "The secrets are shown only this once.",
  ];
}
