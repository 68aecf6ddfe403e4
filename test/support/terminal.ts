import { spawn } from "node:child_process";
import { commandLine } from "./command.ts";

interface TerminalOptions {
  readonly cwd: string;
  readonly columns: number;
  /** The keys to type. Default: none. */
  readonly input?: string;
}

/**
 * Runs `docgate` on a pseudo terminal without colours, which the program `script` makes.
 *
 * @returns its exit status and what a reader sees at the end
 */
export function runOnTerminal(
  args: readonly string[],
  { cwd, columns, input }: TerminalOptions,
): Promise<{ code: number | null; screen: string }> {
  const [program, programArgs] = commandLine("node", args);
  const words = [program, ...programArgs].map((word) => `'${word}'`).join(" ");
  const command = `stty cols ${columns}; exec ${words}`;
  const child = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
    cwd,
    env: { ...process.env, NO_COLOR: "1", SHELL: "/bin/sh" },
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "inherit"],
  });
  child.stdin?.end(input);
  return new Promise((resolve, reject) => {
    let output = "";
    child.stdout!.setEncoding("utf8").on("data", (text) => (output += text));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, screen: withoutRedrawn(output) }));
  });
}

/** Leaves out what is erased and written over, as the progress bar is. */
function withoutRedrawn(output: string): string {
  const lines = output.replaceAll("\r\n", "\n").split("\n");
  return lines.map((line) => line.split("\r\x1b[2K").at(-1)).join("\n");
}
