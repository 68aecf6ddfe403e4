import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import { printable } from "../corpus/printable.ts";
import { PERMISSIONS } from "./admin/permissions.ts";
import type { SettingsSources } from "./cli.ts";
import { DEFAULTS, mergeSettings, readEnvironment, type Settings } from "./config.ts";
import type { Platform } from "./partner/platform.ts";

/** A pipe from which nothing comes for this long holds no password. */
const PASSWORD_WAIT_MS = 3_000;

interface DataFlag {
  readonly data?: string;
}

interface CreateFlags extends DataFlag {
  readonly org: string;
  readonly email: string;
  readonly permissions?: string;
}

interface TokenFlags extends DataFlag {
  readonly email: string;
  readonly name?: string;
}

type Operator = typeof import("./operator.ts");
type Work = (platform: Platform, operator: Operator) => Promise<void>;

/** The commands of an operator: administrators, their tokens, and keys. */
export function adminCommand({ loadFileSettings }: SettingsSources): Command {
  async function readSettings({ data }: DataFlag): Promise<Settings> {
    return mergeSettings({ data }, readEnvironment(process.env), await loadFileSettings());
  }

  async function onPlatform(flags: DataFlag, work: Work): Promise<void> {
    const settings = await readSettings(flags);
    // Loaded only by who needs it: the store and its libraries take a while.
    const operator = await import("./operator.ts");
    const onError = (error: unknown) => say((error as Error).message);
    const options = operator.platformOptions(settings, { now: Date.now, onError });
    await operator.withPlatform(options, (platform) => work(platform, operator));
  }

  const admin = new Command("admin").description(
    "administrators, their tokens, and the installation's keys; also while docgate serves",
  );

  withData(admin.command("create"))
    .description("make an administrator, and the organization when it is new")
    .requiredOption("--org <name>", "the organization")
    .requiredOption("--email <email>", "the administrator's address")
    .option("--permissions <list>", `separated by commas (default: ${PERMISSIONS.join(",")})`)
    .addHelpText(
      "after",
      "\nThe password is read from standard input; without one there, it is generated and printed.",
    )
    .action(async (flags: CreateFlags) => {
      const { org: organization, email, permissions } = flags;
      const given = await readPassword();
      await onPlatform(flags, async (platform, { createAdministrator }) => {
        const password = given ?? generatePassword();
        await createAdministrator(platform, {
          organization,
          email,
          password,
          permissions: permissions?.split(",").map((name) => name.trim()),
        });
        say(`Made the administrator ${email} of "${organization}".`);
        if (given === undefined) print(`password: ${password}`);
      });
    });

  withData(admin.command("token"))
    .description("print a new token for scripts, once")
    .requiredOption("--email <email>", "the administrator that it acts for")
    .option("--name <name>", "what it is for")
    .action((flags: TokenFlags) =>
      onPlatform(flags, async (platform, { createAdminToken }) => {
        const { email, name = "" } = flags;
        const { token, id } = await createAdminToken(platform, { email, name });
        say(`Token ${id} for ${email}. It is shown this once.`);
        print(token);
      }),
    );

  withData(admin.command("tokens"))
    .description("list the tokens")
    .action((flags: DataFlag) =>
      onPlatform(flags, async (platform, { listAdminTokens }) => {
        for (const { id, email, name, createdAt } of await listAdminTokens(platform)) {
          print([id, email, createdAt, name].map(printable).join("\t").trimEnd());
        }
      }),
    );

  withData(admin.command("revoke <id>"))
    .description("end a token")
    .action((id: string, flags: DataFlag) =>
      onPlatform(flags, async (platform, { revokeAdminToken }) => {
        await revokeAdminToken(platform, id);
        say(`Revoked ${id}.`);
      }),
    );

  withData(admin.command("signing-keys"))
    .description("list the keys that sign application tokens, newest first")
    .action((flags: DataFlag) =>
      onPlatform(flags, async (platform, { listSigningKeys }) => {
        for (const line of await listSigningKeys(platform)) print(line);
      }),
    );

  withData(admin.command("rotate-signing-key"))
    .description("sign application tokens with a new key; those of the old ones stay valid")
    .action((flags: DataFlag) =>
      onPlatform(flags, async (platform, { rotateSigningKey }) => {
        print(await rotateSigningKey(platform));
      }),
    );

  withData(admin.command("remove-signing-key <kid>"))
    .description("remove an old signing key; the tokens that it signed become invalid")
    .action((kid: string, flags: DataFlag) =>
      onPlatform(flags, async (platform, { removeSigningKey }) => {
        await removeSigningKey(platform, kid);
        say(`Removed ${kid}.`);
      }),
    );

  withData(admin.command("rekey"))
    .description("put the store's secrets under a new master key; can be run again")
    .addHelpText(
      "after",
      `
With the key file in the data folder: makes a new key in its place.
With DOCGATE_MASTER_KEY: set it to the new key, and DOCGATE_PREVIOUS_MASTER_KEY to the old one.`,
    )
    .action(async (flags: DataFlag) => {
      const settings = await readSettings(flags);
      const { changeMasterKey } = await import("./operator.ts");
      await changeMasterKey(settings);
      say("The store is under the new master key; the old one opens it no more.");
    });

  return admin;
}

function withData(command: Command): Command {
  return command.option("--data <dir>", `the data folder (default: ${DEFAULTS.data})`);
}

/** @returns the first line; undefined where standard input holds none */
async function readPassword(): Promise<string | undefined> {
  const { stdin } = process;
  if (stdin.isTTY) return undefined;
  const lines = createInterface({ input: stdin });
  const [line] = await Promise.race([
    once(lines, "line"),
    once(lines, "close"),
    // A program that started docgate may leave the pipe open and write nothing.
    sleep(PASSWORD_WAIT_MS, [null], { ref: false }),
  ]);
  if (line === null) say("No password came on standard input, so one is made.");
  lines.close();
  // It may have no end: then it would keep the process from ending.
  stdin.pause();
  return line || undefined;
}

/** 192 random bits, in 32 characters. */
function generatePassword(): string {
  return randomBytes(24).toString("base64url");
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
