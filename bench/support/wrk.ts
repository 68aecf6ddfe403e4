import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { hasProgram } from "./programs.ts";

const SCRIPT = fileURLToPath(new URL("./wrk.lua", import.meta.url));
const CONNECTIONS = 32;
/** The core for servers, and the core for wrk. */
const CORES = { server: "0", wrk: "1" } as const;

export interface WrkOptions {
  readonly url: string;
  /** Default: POST. */
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * A file with one body per line, or with one path per line for GET, to send in turn (see
   * `wrk.lua`).
   */
  readonly lines: string;
  /** Number of concurrent connections. Default: 32. */
  readonly connections?: number;
  /** Number of earlier requests. */
  readonly count: number;
  readonly seconds: number;
}

export interface WrkRun {
  readonly requests: number;
  readonly perSecond: number;
  /**
   * Requests by duration. They include the requests that a connection would have sent while it
   * waited for a late answer: wrk adds them, so one long pause weighs heavily in a short run.
   */
  readonly latencies: readonly (readonly [milliseconds: number, requests: number])[];
}

const run = promisify(execFile);

/** Pins a command to a core, where the system can. */
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
 * Returns the time within which a share of the requests was answered, over all runs together.
 *
 * @param share for example 0.99
 * @returns milliseconds; `Infinity` if no request was answered
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
