import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The checkout's root. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export type Runtime = "node" | "deno";

export const RUNTIMES: readonly Runtime[] = ["node", "deno"];

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly runtime?: Runtime;
  /** Working folder. Default: the checkout's root. */
  readonly cwd?: string;
  /** Additional environment variables. */
  readonly env?: Record<string, string>;
  /** Standard input. Default: none. */
  readonly input?: string;
}

export const DENO = `${ROOT}node_modules/.bin/deno`;

/** The permissions of `deno task docgate`; nothing runs with more. */
export const DENO_PERMISSIONS: readonly string[] = JSON.parse(
  readFileSync(`${ROOT}deno.json`, "utf8"),
).tasks.docgate.match(/--allow-\S+/g);

/** Returns the program and arguments that run `docgate` from the checkout. */
export function commandLine(runtime: Runtime, args: readonly string[]): [string, string[]] {
  return scriptLine(runtime, [`${ROOT}docgate.ts`, ...args]);
}

/** Returns the program and arguments that run a script, which comes first. */
export function scriptLine(runtime: Runtime, args: readonly string[]): [string, string[]] {
  return runtime === "node"
    ? [process.execPath, [...args]]
    : [DENO, ["run", "--no-prompt", ...DENO_PERMISSIONS, "--config", `${ROOT}deno.json`, ...args]];
}

/** Runs `docgate` to its end in a separate process. */
export function runDocgate(
  args: readonly string[],
  options: CommandOptions = {},
): Promise<CommandResult> {
  return runScript([`${ROOT}docgate.ts`, ...args], options);
}

/**
 * Runs `docgate` with each of these arguments, one after the other in one process, which must end by
 * itself. Meant for what a command reports: starting a process takes longer than failing.
 *
 * @returns their results, in the same order
 */
export async function runEach(
  lines: readonly (readonly string[])[],
  options: CommandOptions = {},
): Promise<CommandResult[]> {
  const script = `${ROOT}test/fixtures/run-each.ts`;
  const { code, stdout, stderr } = await runScript([script, JSON.stringify(lines)], options);
  if (code !== 0) throw new Error(`Ended with ${code}: ${stderr}`);
  return JSON.parse(stdout);
}

/** Runs a script, which comes first, to its end in a separate process. */
function runScript(
  args: readonly string[],
  { runtime = "node", cwd = ROOT, env = {}, input }: CommandOptions,
): Promise<CommandResult> {
  const [program, programArgs] = scriptLine(runtime, args);
  const child = spawn(program, programArgs, {
    cwd,
    env: { ...process.env, NO_COLOR: "1", ...env },
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  child.stdin?.end(input);
  return new Promise((resolve, reject) => {
    let stdout = "";
    let stderr = "";
    child.stdout!.setEncoding("utf8").on("data", (text) => (stdout += text));
    child.stderr!.setEncoding("utf8").on("data", (text) => (stderr += text));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}
