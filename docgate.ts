#!/usr/bin/env node
/** The `docgate` command: hands each subcommand to the half of docgate that does it. */
import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { CorpusError } from "./corpus/read.ts";
import { generatorCommands } from "./generator/cli.ts";
import { type Config, ConfigError, loadConfig } from "./generator/config.ts";
import { serveCommand } from "./runtime/cli.ts";
import { SettingsError } from "./runtime/config.ts";

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

const program = new Command("docgate")
  .description("Documentation as data: a Markdown tree becomes one frozen file, served as GraphQL.")
  .version(packageVersion());

async function loadServeSettings(): Promise<Config["serve"]> {
  return (await loadConfig(undefined, process.cwd())).serve;
}

for (const command of [...generatorCommands(), serveCommand(loadServeSettings)]) {
  program.addCommand(command);
}

for (const command of [program, ...program.commands]) {
  const name = command === program ? "docgate" : `docgate ${command.name()}`;
  command.exitOverride().showHelpAfterError(`(see ${name} --help)`);
}

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

/** Says what went wrong, in one line, and tells wrong usage from failed work. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
  const isUsage = error instanceof ConfigError || error instanceof SettingsError;
  const isExpected = isUsage || error instanceof CorpusError;
  const { message, stack } = error as Error;
  const isSystemError = typeof (error as NodeJS.ErrnoException).code === "string";
  process.stderr.write(`docgate: ${isExpected || isSystemError ? message : stack}\n`);
  return isUsage ? EXIT_USAGE : EXIT_FAILED;
}

function packageVersion(): string {
  // Compiled, this file is one folder deeper.
  const location = import.meta.url.endsWith(".ts") ? "./package.json" : "../package.json";
  return JSON.parse(readFileSync(new URL(location, import.meta.url), "utf8")).version;
}
