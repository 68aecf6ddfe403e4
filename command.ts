import { Command, CommanderError } from "commander";
import { CorpusError } from "./corpus/error.ts";
import { generatorCommands } from "./generator/cli/cli.ts";
import type { Config } from "./generator/config/config.ts";
import { ConfigError } from "./generator/config/config-error.ts";
import { configFile, loadConfig } from "./generator/config/config-file.ts";
import { adminCommand } from "./runtime/cli/admin-command.ts";
import { doctorCommand, serveCommand } from "./runtime/cli/serve-command.ts";
import { storeCommand } from "./runtime/cli/store-command.ts";
import { SettingsError } from "./runtime/serve/settings.ts";

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;
/** What the partner chain throws; its files are loaded only by the commands that need them. */
const SETTING_ERRORS = new Set(["InvalidMasterKeyError", "InvalidSettingError"]);
const EXPECTED_ERRORS = new Set([
  "StoreError",
  "StoreUnavailableError",
  "ConflictError",
  "RuleError",
  "WrongMasterKeyError",
  "SealedValueError",
  "UnknownError",
  "InvalidAdministratorError",
]);

/** Hands the subcommand that the arguments name to the half of docgate that does it. */
export async function runCommand(version: string): Promise<void> {
  const sources = { loadFileSettings: loadServeSettings, version };
  const program = new Command("docgate")
    .description(
      "Documentation as data: a Markdown tree becomes one frozen file, served as GraphQL.",
    )
    .version(version);
  const runtimeCommands = [
    serveCommand(sources),
    adminCommand(sources),
    storeCommand(sources),
    doctorCommand(sources),
  ];
  for (const command of [...generatorCommands(), ...runtimeCommands]) program.addCommand(command);
  prepare(program, "docgate");
  try {
    await program.parseAsync();
  } catch (error) {
    process.exitCode = exitCodeOf(error);
  }
}

async function loadServeSettings(): Promise<Config["serve"]> {
  const folder = process.cwd();
  return configFile(undefined, folder) === null ? {} : (await loadConfig(undefined, folder)).serve;
}

/** Makes a command and those below it report wrong usage as this file does. */
function prepare(command: Command, name: string): void {
  command.exitOverride().showHelpAfterError(`(see ${name} --help)`);
  for (const child of command.commands) prepare(child, `${name} ${child.name()}`);
}

/** Says what went wrong, in one line, and tells wrong usage from failed work. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
  const { name, message, stack } = error as Error;
  const isUsage =
    error instanceof ConfigError || error instanceof SettingsError || SETTING_ERRORS.has(name);
  const isExpected = isUsage || error instanceof CorpusError || EXPECTED_ERRORS.has(name);
  const isSystemError = typeof (error as NodeJS.ErrnoException).code === "string";
  process.stderr.write(`docgate: ${isExpected || isSystemError ? message : stack}\n`);
  return isUsage ? EXIT_USAGE : EXIT_FAILED;
}
