#!/usr/bin/env node
/**
 * The `docgate` command: checks the runtime, then loads `command.ts`. An older Node.js could not
 * load that file, so nothing else is imported here.
 */
import { readFileSync } from "node:fs";
import module from "node:module";
import { join } from "node:path";

const EXIT_USAGE = 2;

interface Manifest {
  readonly version: string;
  readonly engines: { readonly node: string };
}

const { version, engines } = readManifest();
const problem = nodeProblem(engines.node);

// A reader that closes the pipe early, such as `head`, ends the output but not the work.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

if (problem === null) {
  keepCompiledCode();
  const { runCommand } = await import("./command.ts");
  await runCommand(version);
} else {
  process.stderr.write(`docgate: ${problem}\n`);
  process.exitCode = EXIT_USAGE;
}

/**
 * Lets Node.js keep compiled code in the user's cache, so that the next command starts sooner.
 * Without such a folder, or if it cannot be written, the code is compiled each time.
 */
function keepCompiledCode(): void {
  const { XDG_CACHE_HOME, LOCALAPPDATA, HOME } = process.env;
  const caches = XDG_CACHE_HOME || LOCALAPPDATA || (HOME && join(HOME, ".cache"));
  // Deno and Bun keep it by themselves.
  const { deno, bun } = process.versions;
  if (caches && !deno && !bun) module.enableCompileCache(join(caches, "docgate"));
}

/** Reads package.json. */
function readManifest(): Manifest {
  // The compiled file is one folder deeper.
  const location = import.meta.url.endsWith(".ts") ? "./package.json" : "../package.json";
  return JSON.parse(readFileSync(new URL(location, import.meta.url), "utf8"));
}

/** Explains why a Node.js is older than a range such as `>=22.18`; other runtimes pass. */
function nodeProblem(range: string): string | null {
  const { deno, bun, node } = process.versions;
  const oldest = range.replace(">=", "");
  const [major = 0, minor = 0] = oldest.split(".").map(Number);
  const [itsMajor = 0, itsMinor = 0] = node.split(".").map(Number);
  if (deno || bun || itsMajor > major || (itsMajor === major && itsMinor >= minor)) return null;
  return `Expected Node.js ${oldest} or newer, but ${process.execPath} is Node.js ${node}.`;
}
