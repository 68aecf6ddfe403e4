import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { Command, InvalidArgumentError, Option } from "commander";
import { hasCode } from "../../corpus/error.ts";
import { printable } from "../../corpus/printable.ts";
import { PERMISSIONS, type Permission, parsePermissions } from "../admin/accounts/permissions.ts";
import type { Platform } from "../partner/platform.ts";
import { DEFAULTS, mergeSettings, readEnvironment, type Settings } from "../serve/settings.ts";
import type { SettingsSources } from "./serve-command.ts";

/** A pipe from which nothing comes for this long holds no password. */
const PASSWORD_WAIT_MS = 3_000;

const PASSWORD_HELP =
  "\nThe password is read from standard input; without one there, it is generated and printed.";

const TOKENS_HELP = `Tokens are credentials of their own: "docgate admin revoke" ends one of them.`;

const LAST_WRITER_HELP =
  "\nRefused for the last administrator of an organization who has api-keys:w.";

interface DataFlag {
  readonly data?: string;
}

interface EmailFlags extends DataFlag {
  readonly email: string;
}

interface CreateFlags extends EmailFlags {
  readonly org: string;
  readonly permissions?: readonly Permission[];
}

interface ListFlags extends DataFlag {
  readonly org?: string;
  readonly format: "pretty" | "json";
}

interface PermissionsFlags extends EmailFlags {
  readonly permissions: readonly Permission[];
}

interface TokenFlags extends EmailFlags {
  readonly name?: string;
}

type Operator = typeof import("./cli-session.ts");
type Work = (platform: Platform, operator: Operator) => Promise<void>;

/** How the commands read their settings, and work on the platform. */
interface Workplace {
  readSettings(flags: DataFlag): Promise<Settings>;
  onPlatform(flags: DataFlag, work: Work): Promise<void>;
}

/** The commands of an operator: administrators, their tokens, and keys. */
export function adminCommand(sources: SettingsSources): Command {
  const admin = new Command("admin").description(
    "administrators, their tokens, and the installation's keys; also while docgate serves",
  );
  const workplace = createWorkplace(sources);
  addAdministratorCommands(admin, workplace);
  addAccountCommands(admin, workplace);
  addTokenCommands(admin, workplace);
  addKeyCommands(admin, workplace);
  return admin;
}

function createWorkplace({ loadFileSettings }: SettingsSources): Workplace {
  async function readSettings({ data }: DataFlag): Promise<Settings> {
    return mergeSettings({ data }, readEnvironment(process.env), await loadFileSettings());
  }

  return {
    readSettings,
    async onPlatform(flags, work) {
      const settings = await readSettings(flags);
      // Loaded only by who needs it: the store and its libraries take a while.
      const operator = await import("./cli-session.ts");
      const onError = (error: unknown) => say((error as Error).message);
      const options = operator.platformOptions(settings, { now: Date.now, onError });
      await operator.withPlatform(options, (platform) => work(platform, operator));
    },
  };
}

/** Who there is. */
function addAdministratorCommands(admin: Command, { onPlatform }: Workplace): void {
  withData(admin.command("list"))
    .description("list the administrators, with their permissions, sessions and tokens")
    .option("--org <name>", "only those of an organization")
    .addOption(
      new Option("--format <format>", "how to print them")
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

  withData(withEmail(admin.command("create")))
    .description("make an administrator, and the organization when it is new")
    .requiredOption("--org <name>", "the organization")
    .addOption(permissionsOption("default"))
    .addHelpText("after", PASSWORD_HELP)
    .action((flags: CreateFlags) =>
      withNewPassword((password) =>
        onPlatform(flags, async (platform, { createAdministrator }) => {
          const { org: organization, email, permissions } = flags;
          await createAdministrator(platform, { organization, email, password, permissions });
          say(`Made the administrator ${email} of "${organization}".`);
        }),
      ),
    );

  withData(withEmail(admin.command("remove")))
    .description("remove an administrator; sessions and tokens end at once")
    .addHelpText("after", LAST_WRITER_HELP)
    .action((flags: EmailFlags) =>
      onPlatform(flags, async (platform, { removeAdministrator }) => {
        await removeAdministrator(platform, flags);
        say(`Removed the administrator ${flags.email}, with all sessions and tokens.`);
      }),
    );
}

/** What an administrator may do, and the password. */
function addAccountCommands(admin: Command, { onPlatform }: Workplace): void {
  withData(withEmail(admin.command("permissions")))
    .description("replace what an administrator may do, at once; tokens have the same permissions")
    .addOption(permissionsOption("known").makeOptionMandatory())
    .addHelpText("after", LAST_WRITER_HELP)
    .action((flags: PermissionsFlags) =>
      onPlatform(flags, async (platform, { changePermissions }) => {
        await changePermissions(platform, flags);
        say(`The administrator ${flags.email} has the permissions ${flags.permissions.join(",")}.`);
      }),
    );

  withData(withEmail(admin.command("set-password")))
    .description("replace an administrator's password; sessions end at once, tokens stay valid")
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

function addTokenCommands(admin: Command, { onPlatform }: Workplace): void {
  withData(withEmail(admin.command("token")))
    .description("print a new token for scripts, once")
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
}

function addKeyCommands(admin: Command, { readSettings, onPlatform }: Workplace): void {
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
      const { changeMasterKey } = await import("./cli-session.ts");
      await changeMasterKey(settings);
      say("The store is under the new master key; the old one opens it no more.");
    });
}

function withData(command: Command): Command {
  return command.option("--data <dir>", `the data folder (default: ${DEFAULTS.data})`);
}

function withEmail(command: Command): Command {
  return command.requiredOption("--email <email>", "the administrator's address");
}

/** @param listed what the list of all permissions in the help is */
function permissionsOption(listed: string): Option {
  const description = `separated by commas (${listed}: ${PERMISSIONS.join(",")})`;
  return new Option("--permissions <list>", description).argParser(readPermissions);
}

/** @throws {InvalidArgumentError} naming a permission that there is not */
function readPermissions(list: string): readonly Permission[] {
  try {
    return parsePermissions(list);
  } catch (error) {
    if (hasCode(error, "invalid")) throw new InvalidArgumentError(error.message);
    throw error;
  }
}

/** Hands on the password of standard input; or makes one, and prints it after the work. */
async function withNewPassword(work: (password: string) => Promise<void>): Promise<void> {
  const given = await readPassword();
  const password = given ?? generatePassword();
  await work(password);
  if (given === undefined) print(`password: ${password}`);
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
