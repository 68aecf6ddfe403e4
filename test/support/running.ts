import { spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished, vi } from "vitest";

/** A program that runs until it is stopped, and everything that it has started. */
export interface RunningProgram {
  stdout(): string;
  stderr(): string;
  /** Waits for a text on standard output. @throws {Error} if the program ends or prints nothing */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends SIGTERM to the program and everything that it has started. @returns the exit code */
  stop(): Promise<number | null>;
}

export interface ProgramOptions {
  readonly cwd: string;
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}

const DEADLINE_MS = 100_000;

/** Starts a program, which is killed when the test ends if it is still running. */
export function startProgram(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, env }: ProgramOptions,
): RunningProgram {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    // In a separate group, to which signals are sent.
    detached: true,
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
  let isRunning = true;
  const exited = once(child, "close").then(([code]) => {
    isRunning = false;
    return code as number | null;
  });
  const signal = (name: NodeJS.Signals) => isRunning && process.kill(-child.pid!, name);
  onTestFinished(() => void signal("SIGKILL"));
  return {
    stdout: () => stdout,
    stderr: () => stderr,
    printed(pattern) {
      const found = vi.waitFor(
        () => {
          const match = pattern.exec(stdout);
          if (!match) throw new Error(`There is no ${pattern}: ${stdout}${stderr}`);
          return match;
        },
        { timeout: DEADLINE_MS, interval: 20 },
      );
      const ended = exited.then((code) => Promise.reject(new Error(`Ended ${code}: ${stderr}`)));
      return Promise.race([found, ended]);
    },
    stop() {
      signal("SIGTERM");
      return exited;
    },
  };
}
