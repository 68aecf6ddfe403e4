import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
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

/** A command for a process that runs many. */
export interface CommandRequest {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Standard input, in pieces. */
  readonly input: readonly string[];
}

/** The processes for many commands of this worker, by runtime. */
const shared = new Map<Runtime, (request: CommandRequest) => Promise<CommandResult>>();

/**
 * Runs `docgate` in one process with all other such runs, one after the other. Meant for what a
 * command reports and does: starting a process takes longer than most commands.
 */
export function runShared(
  args: readonly string[],
  { runtime = "node", cwd = ROOT, env = {}, input }: CommandOptions = {},
): Promise<CommandResult> {
  const run = shared.get(runtime) ?? startShared(runtime);
  shared.set(runtime, run);
  return run({ args, cwd, env: environment(env), input: input === undefined ? [] : [input] });
}

/** Runs `docgate` with each of these arguments, like `runShared`. @returns their results, in order */
export function runEach(
  lines: readonly (readonly string[])[],
  options?: CommandOptions,
): Promise<CommandResult[]> {
  return Promise.all(lines.map((args) => runShared(args, options)));
}

/** Starts a process for many commands, which ends with this one. */
function startShared(runtime: Runtime): (request: CommandRequest) => Promise<CommandResult> {
  const [program, args] = scriptLine(runtime, [`${ROOT}test/fixtures/command-process.ts`]);
  const child = spawn(program, args, { cwd: ROOT, stdio: ["pipe", "pipe", "inherit"] });
  const waiting: PromiseWithResolvers<CommandResult>[] = [];
  createInterface({ input: child.stdout }).on("line", (line) =>
    waiting.shift()!.resolve(JSON.parse(line)),
  );
  child.on("close", (code) => {
    shared.delete(runtime);
    for (const { reject } of waiting) reject(new Error(`The process ended with ${code}.`));
  });
  return (request) => {
    const answer = Promise.withResolvers<CommandResult>();
    waiting.push(answer);
    child.stdin.write(`${JSON.stringify(request)}\n`);
    return answer.promise;
  };
}

/** Runs a script, which comes first, to its end in a separate process. */
function runScript(
  args: readonly string[],
  { runtime = "node", cwd = ROOT, env = {}, input }: CommandOptions,
): Promise<CommandResult> {
  const [program, programArgs] = scriptLine(runtime, args);
  const child = spawn(program, programArgs, {
    cwd,
    env: environment(env),
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

function environment(env: Record<string, string>): NodeJS.ProcessEnv {
  return { ...process.env, NO_COLOR: "1", ...env };
}
