import { Command, CommanderError } from "commander";
import { DocgateError, describeError, EXIT_STATUS } from "./corpus/error.ts";
import { generatorCommands } from "./generator/cli/cli.ts";
import type { Config } from "./generator/config/config.ts";
import { configFile, loadConfig } from "./generator/config/config-file.ts";
import { adminCommand } from "./runtime/cli/admin-command.ts";
import { doctorCommand, serveCommand } from "./runtime/cli/serve-command.ts";
import { storeCommand } from "./runtime/cli/store-command.ts";

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

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
    process.exitCode = reportError(error);
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

/** Writes what went wrong to standard error. @returns the exit status */
export function reportError(error: unknown): number {
  // Commander has written what is wrong with the arguments.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
  process.stderr.write(`docgate: ${describeError(error)}\n`);
  return error instanceof DocgateError ? EXIT_STATUS[error.code] : EXIT_FAILED;
}
