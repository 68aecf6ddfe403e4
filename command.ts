import { basename } from "node:path";
import { Command, CommanderError } from "commander";
import { DocgateError, describeError, EXIT_STATUS } from "./corpus/error.ts";
import { generatorCommands } from "./generator/cli/cli.ts";
import type { Config } from "./generator/config/config.ts";
import { configFile, loadConfig } from "./generator/config/config-file.ts";
import { adminCommand } from "./runtime/cli/admin/admin-command.ts";
import { agentsCommand } from "./runtime/cli/agents-command.ts";
import { auditCommand } from "./runtime/cli/audit-command.ts";
import { doctorCommand } from "./runtime/cli/doctor-command.ts";
import { exportCommand } from "./runtime/cli/export-command.ts";
import { mcpCommand } from "./runtime/cli/mcp-command.ts";
import { schemaCommand } from "./runtime/cli/schema-command.ts";
import { searchCommand } from "./runtime/cli/search-command.ts";
import { serveCommand } from "./runtime/cli/serve-command.ts";
import { serverJsonCommand } from "./runtime/cli/server-json-command.ts";
import { storeCommand } from "./runtime/cli/store-command.ts";
import { requireSettings, type SettingsFile } from "./runtime/serve/read-settings.ts";

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

/** Runs the subcommand in the arguments with the half of docgate that it belongs to. */
export async function runCommand(version: string): Promise<void> {
  const context = { loadSettingsFile, version };
  const program = new Command("docgate")
    .description(
      "Documentation as data: a Markdown tree becomes one frozen file, served as GraphQL.",
    )
    .version(version);
  const runtimeCommands = [
    searchCommand(context),
    exportCommand(context),
    schemaCommand(),
    serveCommand(context),
    agentsCommand(context),
    mcpCommand(context),
    serverJsonCommand(context),
    adminCommand(context),
    auditCommand(context),
    storeCommand(context),
    doctorCommand(context),
  ];
  const generating = generatorCommands({ loadConfig: loadWholeConfig, version });
  for (const command of [...generating, ...runtimeCommands]) program.addCommand(command);
  prepare(program, "docgate");
  try {
    await program.parseAsync();
  } catch (error) {
    process.exitCode = reportError(error);
  }
}

/** Loads a configuration and lets each half check its part. */
async function loadWholeConfig(named: string | undefined): Promise<Config> {
  const config = await loadConfig(named, process.cwd());
  requireSettings({ file: settingsFile(config, named) });
  return config;
}

async function loadSettingsFile(): Promise<SettingsFile | null> {
  // Without a file, the code that reads it is not loaded either.
  if (configFile(undefined, process.cwd()) === null) return null;
  return settingsFile(await loadConfig(undefined, process.cwd()));
}

function settingsFile({ serve }: Config, named?: string): SettingsFile | null {
  const file = configFile(named, process.cwd());
  return file === null ? null : { name: basename(file), serve };
}

/** Makes a command and its subcommands report wrong usage as this file does. */
function prepare(command: Command, name: string): void {
  command.exitOverride().showHelpAfterError(`(see ${name} --help)`);
  for (const child of command.commands) prepare(child, `${name} ${child.name()}`);
}

/** Writes an error to standard error. @returns the exit status */
export function reportError(error: unknown): number {
  // Commander has already reported what is wrong with the arguments.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
  process.stderr.write(`docgate: ${describeError(error)}\n`);
  return error instanceof DocgateError ? EXIT_STATUS[error.code] : EXIT_FAILED;
}
