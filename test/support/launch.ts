import { spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished, vi } from "vitest";
import { type CommandOptions, commandLine, ROOT } from "./command.ts";

/** A `docgate` process that may run for ever or end by itself. */
export interface DocgateProcess {
  stdout(): string;
  stderr(): string;
  /** The exit code, once it has ended. */
  readonly exited: Promise<number | null>;
  /** Waits for the line with the address. @throws {Error} if it ends or prints nothing */
  address(): Promise<string>;
  signal(name: NodeJS.Signals): void;
}

const DEADLINE_MS = 30_000;

/** Starts `docgate` with these arguments only, and kills it when the test ends. */
export function launch(
  args: readonly string[],
  { runtime = "node", cwd = ROOT, env = {} }: CommandOptions = {},
): DocgateProcess {
  const [program, programArgs] = commandLine(runtime, args);
  const child = spawn(program, programArgs, {
    cwd,
    env: { ...process.env, NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
  const exited = once(child, "close").then(([code]) => code as number | null);
  return {
    stdout: () => stdout,
    stderr: () => stderr,
    exited,
    address() {
      const printed = vi.waitFor(
        () => {
          const match = /^docgate listening on (http:\/\/\S+)\n/.exec(stdout);
          if (!match) throw new Error(`There is no address: ${stdout}${stderr}`);
          return match[1]!;
        },
        { timeout: DEADLINE_MS, interval: 20 },
      );
      const ended = exited.then((code) => Promise.reject(new Error(`Ended ${code}: ${stderr}`)));
      return Promise.race([printed, ended]);
    },
    signal: (name) => void child.kill(name),
  };
}
