import { basename } from "node:path";
import { Command, CommanderError } from "commander";
import { DocgateError, describeError, EXIT_STATUS } from "./corpus/error.ts";
import type { Config } from "./generator/config/config.ts";
import { configFile, loadConfig } from "./generator/config/config-file.ts";
import type { CommandContext } from "./runtime/cli/command-settings.ts";
import type { SettingsFile } from "./runtime/serve/read-settings.ts";

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

/**
 * The commands of serve time, by name. Only the one that runs is loaded, so that it starts sooner;
 * all of them are for help, and for a name that no command has.
 */
const RUNTIME_COMMANDS: Readonly<Record<string, (context: CommandContext) => Promise<Command>>> = {
  async search(context) {
    return (await import("./runtime/cli/search-command.ts")).searchCommand(context);
  },
  async relevance(context) {
    return (await import("./runtime/cli/relevance/relevance-command.ts")).relevanceCommand(context);
  },
  async gaps(context) {
    return (await import("./runtime/cli/gaps/gaps-command.ts")).gapsCommand(context);
  },
  async addresses(context) {
    return (await import("./runtime/cli/export/addresses-command.ts")).addressesCommand(context);
  },
  async export(context) {
    return (await import("./runtime/cli/export/export-command.ts")).exportCommand(context);
  },
  async schema() {
    return (await import("./runtime/cli/schema-command.ts")).schemaCommand();
  },
  async types(context) {
    return (await import("./runtime/cli/types-command.ts")).typesCommand(context);
  },
  async serve(context) {
    return (await import("./runtime/cli/serve-command.ts")).serveCommand(context);
  },
  async agents(context) {
    return (await import("./runtime/cli/agents-command.ts")).agentsCommand(context);
  },
  async mcp(context) {
    return (await import("./runtime/cli/mcp-command.ts")).mcpCommand(context);
  },
  async "server-json"(context) {
    return (await import("./runtime/cli/server-json-command.ts")).serverJsonCommand(context);
  },
  async admin(context) {
    return (await import("./runtime/cli/admin/admin-command.ts")).adminCommand(context);
  },
  async audit(context) {
    return (await import("./runtime/cli/audit-command.ts")).auditCommand(context);
  },
  async store(context) {
    return (await import("./runtime/cli/store/store-command.ts")).storeCommand(context);
  },
  async doctor(context) {
    return (await import("./runtime/cli/doctor-command.ts")).doctorCommand(context);
  },
};

/** Runs the subcommand in the arguments with the half of docgate that it belongs to. */
export async function runCommand(version: string): Promise<void> {
  const program = new Command("docgate")
    .description(
      "Documentation as data: a Markdown tree becomes one frozen file, served as GraphQL.",
    )
    .version(version);
  for (const command of await commandsFor(process.argv[2], version)) program.addCommand(command);
  prepare(program, "docgate");
  try {
    await program.parseAsync();
  } catch (error) {
    process.exitCode = reportError(error);
  }
}

/** Returns the commands that may include one of this name; all of them if none has it. */
export async function commandsFor(name = "", version: string): Promise<readonly Command[]> {
  const context = { loadSettingsFile, version };
  if (Object.hasOwn(RUNTIME_COMMANDS, name)) return [await RUNTIME_COMMANDS[name]!(context)];
  const { generatorCommands } = await import("./generator/cli/cli.ts");
  const generating = generatorCommands({ loadConfig: loadWholeConfig, version });
  if (generating.some((command) => command.name() === name)) return generating;
  const others = Object.values(RUNTIME_COMMANDS).map((load) => load(context));
  return [...generating, ...(await Promise.all(others))];
}

/** Loads a configuration and lets each half check its part. */
async function loadWholeConfig(named: string | undefined): Promise<Config> {
  const config = await loadConfig(named, process.cwd());
  if (config.serve !== undefined) {
    const { requireSettings } = await import("./runtime/serve/read-settings.ts");
    requireSettings({ file: settingsFile(config, named) });
  }
  return config;
}

async function loadSettingsFile(): Promise<SettingsFile | null> {
  // Without a file, the code that reads it is not loaded either.
  if (configFile(undefined, process.cwd()) === null) return null;
  return settingsFile(await loadConfig(undefined, process.cwd()));
}

function settingsFile({ serve, editions }: Config, named?: string): SettingsFile | null {
  const file = configFile(named, process.cwd());
  if (file === null) return null;
  const isFilled = editions.length > 0 && typeof (serve ?? {}) === "object";
  const filled = isFilled ? { corpus: corporaOf(editions), ...(serve as object) } : serve;
  return { name: basename(file), serve: filled };
}

/** Returns the files that `generate` writes for public editions, as `serve` takes them. */
function corporaOf(editions: Config["editions"]): string[] {
  const shown = editions.filter(({ edition: { access } }) => access === "public");
  return shown.map(({ edition: { name } }, place) => {
    return `${name}=dist/${place === 0 ? "" : `${name}.`}corpus.json`;
  });
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
