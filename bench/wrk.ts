import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { hasProgram } from "./programs.ts";

const SCRIPT = fileURLToPath(new URL("./wrk.lua", import.meta.url));
const CONNECTIONS = 32;
/** Where servers run, and where what asks them. */
const CORES = { server: "0", wrk: "1" } as const;

export interface WrkOptions {
  readonly url: string;
  /** By POST unless told. */
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  /** A file of bodies to send in turn, one a line, or by GET of paths (see `wrk.lua`). */
  readonly lines: string;
  /** At the same time; 32 unless told. */
  readonly connections?: number;
  /** How many requests came before. */
  readonly count: number;
  readonly seconds: number;
}

export interface WrkRun {
  readonly requests: number;
  readonly perSecond: number;
  /**
   * How many requests took how long. Those that a connection would have sent while it waited for a
   * late answer are in it too: wrk adds them, so one long pause weighs much in a short run.
   */
  readonly latencies: readonly (readonly [milliseconds: number, requests: number])[];
}

const run = promisify(execFile);

/** A command on a core of its own, where that can be told. */
export async function pin(
  side: keyof typeof CORES,
  command: readonly [string, ...string[]],
): Promise<readonly [string, ...string[]]> {
  return (await hasProgram("taskset")) ? ["taskset", "-c", CORES[side], ...command] : command;
}

/** @throws {Error} if any request was refused or failed */
export async function runWrk(options: WrkOptions): Promise<WrkRun> {
  const { url, method = "POST", headers = {}, lines, count, seconds } = options;
  const { connections = CONNECTIONS } = options;
  const [command, ...args] = await pin("wrk", [
    ...([
      "wrk",
      "-t1",
      `-c${connections}`,
      `-d${seconds}s`,
      "--latency",
      "--timeout",
      "10s",
    ] as const),
    ...Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]),
    ...["-s", SCRIPT, url, "--", method, lines, String(count)],
  ]);
  const { stdout } = await run(command, args);
  const result = JSON.parse(stdout.trim().split("\n").at(-1)!);
  if (result.refusals + result.errors > 0) {
    throw new Error(`${url}: ${result.refusals} refusals and ${result.errors} errors`);
  }
  return { ...result, perSecond: result.requests / result.seconds };
}

/**
 * The time within which a share of the requests was answered, over all runs together.
 *
 * @param share as 0.99
 * @returns milliseconds; without end where no request was answered
 */
export function latencyOf(runs: readonly WrkRun[], share: number): number {
  const latencies = runs.flatMap((run) => run.latencies).sort(([left], [right]) => left - right);
  let rest = share * latencies.reduce((sum, [, requests]) => sum + requests, 0);
  const found = latencies.find(([, requests]) => {
    rest -= requests;
    return rest <= 0;
  });
  return found?.[0] ?? Infinity;
}
