/** The parts of the gate: commands that run at the same time, and how long each took. */
import { spawn } from "node:child_process";

export interface Part {
  readonly name: string;
  readonly isGood: boolean;
  readonly seconds: number;
  /** Output of a quiet part, both streams in order. */
  readonly output: string;
}

export interface PartOptions {
  /** The command, for the shell. */
  readonly command: string;
  /** Prints its output in one piece, separate from that of the parts that run at the same time. */
  readonly isQuiet?: boolean;
}

/** Runs a command to its end. */
export function runPart(name: string, { command, isQuiet = false }: PartOptions): Promise<Part> {
  const start = performance.now();
  const writes = isQuiet ? "pipe" : "inherit";
  const child = spawn(command, { shell: true, stdio: ["ignore", writes, writes] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => (output += text));
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      const seconds = (performance.now() - start) / 1_000;
      resolve({ name, isGood: code === 0, seconds, output });
    });
  });
}

/** Named parts that run at the same time. */
export type Stage = Readonly<Record<string, PartOptions>>;

/** Runs the stages in turn, until a part fails. */
export async function runInTurn(stages: readonly Stage[]): Promise<Part[]> {
  const done: Part[] = [];
  for (const stage of stages) {
    const running = Object.entries(stage).map(([name, options]) => runPart(name, options));
    const parts = await Promise.all(running);
    done.push(...parts);
    if (parts.some(({ isGood }) => !isGood)) break;
  }
  return done;
}
