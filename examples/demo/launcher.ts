import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";

export interface LauncherOptions {
  /** Folder of the scripts, and their working directory. */
  readonly root: string;
  /** The runtime's program, and its arguments before the name of a script. */
  readonly runtime: readonly [string, ...string[]];
  readonly env: NodeJS.ProcessEnv;
}

export interface RunOptions {
  /** Further environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** Passed on standard input. */
  readonly input?: string;
}

export interface StartOptions extends Pick<RunOptions, "env"> {
  /** The line on standard output that says that it is ready; its first group is returned. */
  readonly ready: RegExp;
}

/** Runs scripts in separate processes. */
export interface Launcher {
  /** Runs a script to its end. @returns its output @throws {Error} if it failed */
  run(args: readonly string[], options?: RunOptions): Promise<string>;
  /** Starts a script that keeps running. @throws {Error} if it ends before it is ready */
  start(args: readonly string[], options: StartOptions): Promise<string>;
  /** Waits until a script that should keep running ends. @throws {Error} then */
  watch(): Promise<never>;
  /** Ends all running scripts, and waits until they have ended. */
  stop(): Promise<void>;
}

/** Creates a launcher, which runs nothing yet. */
export function createLauncher({ root, runtime, env }: LauncherOptions): Launcher {
  const running = new Map<ChildProcess, Promise<unknown>>();
  const ended = Promise.withResolvers<never>();
  // This may be rejected before anybody calls `watch`.
  ended.promise.catch(() => {});
  let isStopping = false;

  function spawnScript(args: readonly string[], options: RunOptions, stdio: StdioOptions) {
    if (isStopping) throw new Error("The demo is ending");
    const [program, ...before] = runtime;
    const child = spawn(program, [...before, ...args], {
      cwd: root,
      env: { ...env, ...options.env },
      stdio,
    });
    const exited = once(child, "exit").then(
      ([code, signal]) => (code ?? signal) as number | string,
    );
    running.set(
      child,
      exited.catch(() => {}).finally(() => running.delete(child)),
    );
    return { child, exited };
  }

  return {
    async run(args, options = {}) {
      const { child, exited } = spawnScript(args, options, ["pipe", "pipe", "pipe"]);
      child.stdin!.end(options.input ?? "");
      const [code, output, errors] = await Promise.all([
        exited,
        text(child.stdout!),
        text(child.stderr!),
      ]);
      if (code === 0) return output;
      throw new Error(`"${args.join(" ")}" ended with ${code}: ${errors.trim()}`);
    },
    async start(args, options) {
      const { child, exited } = spawnScript(args, options, ["ignore", "pipe", "inherit"]);
      const failed = exited.then((code) => {
        throw new Error(`"${args[0]}" ended with ${code}`);
      });
      failed.catch(ended.reject);
      return Promise.race([readLine(child, options.ready), failed]);
    },
    watch: () => ended.promise,
    async stop() {
      isStopping = true;
      for (const child of running.keys()) child.kill("SIGTERM");
      await Promise.all(running.values());
    },
  };
}

/** Waits for a line, and discards all other output. */
function readLine({ stdout }: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve) => {
    createInterface({ input: stdout! }).on("line", (line) => {
      const match = pattern.exec(line);
      if (match) resolve(match[1]!);
    });
  });
}
