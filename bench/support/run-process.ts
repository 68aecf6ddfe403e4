import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** Sampling interval of the memory. */
const EVERY_MS = 20;
const MAX_MS = 900_000;
/** Ticks of the clock in which Linux reports CPU time. */
const TICKS_PER_SECOND = 100;
/** Maximum length of the message of a process that fails. */
const MAX_MESSAGE = 160;

export interface ProcessOptions {
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Exit statuses that are not failures. Default: 0. */
  readonly exitCodes?: readonly number[];
  /** A process that takes longer is killed. Default: 15 minutes. */
  readonly maxMs?: number;
}

/** One run of a program, from start to end. */
export interface ProcessRun {
  readonly seconds: number;
  /** Time of processors in the last sample before its end; NaN where the system does not report it. */
  readonly cpuSeconds: number;
  /** Peak resident memory of the process and its children, each at its own peak. */
  readonly peakMegabytes: number;
}

/**
 * Runs Node.js on a script, from start to end.
 *
 * @throws {Error} with the last line that it prints, if it fails
 */
export async function runProcess({
  args,
  cwd,
  env,
  exitCodes = [0],
  maxMs = MAX_MS,
}: ProcessOptions): Promise<ProcessRun> {
  const start = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    cwd,
    timeout: maxMs,
    env: { ...process.env, NODE_ENV: "production", ...env },
  });
  let said = "";
  const listen = (text: Buffer) => (said = (said + text).slice(-10_000));
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  const usage = followUsage(child);
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  const seconds = (performance.now() - start) / 1000;
  if (child.killed) throw new Error(`not done after ${maxMs / 60_000} minutes`);
  if (code === null || !exitCodes.includes(code))
    throw new Error(`exit ${code}: ${lastWords(said)}`);
  return { seconds, ...usage() };
}

function lastWords(said: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal
  const lines = said.replaceAll(/\x1b\[[\d;]*m/g, "").split("\n");
  const told = lines.filter((line) => line.trim() !== "" && !/^\s+at |^Node\.js v/.test(line));
  const line = told.find((text) => /error/i.test(text)) ?? told.at(-1) ?? "";
  return line.trim().slice(0, MAX_MESSAGE).replaceAll("|", "\\|");
}

/**
 * Samples the memory and the processor time of a process and its children until it ends. @returns a
 * function that returns them so far
 */
function followUsage(child: ChildProcess): () => Pick<ProcessRun, "cpuSeconds" | "peakMegabytes"> {
  const peaks = new Map<number, number>();
  let cpuSeconds = Number.NaN;
  const look = () => {
    const now = cpuSecondsOf(child.pid!);
    if (now > 0) cpuSeconds = now;
    for (const pid of familyOf(child.pid!)) {
      peaks.set(pid, Math.max(peaks.get(pid) ?? 0, memoryOf(pid, "VmHWM")));
    }
  };
  const timer = setInterval(look, EVERY_MS);
  child.on("exit", () => clearInterval(timer));
  return () => ({
    cpuSeconds,
    peakMegabytes: [...peaks.values()].reduce((sum, megabytes) => sum + megabytes, 0),
  });
}

function familyOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(familyOf)];
}

/** Lists child processes, on Linux; other systems report none. */
function childrenOf(pid: number): number[] {
  const threads = `/proc/${pid}/task`;
  return attempt(() => readdirSync(threads), [])
    .flatMap((thread) =>
      attempt(() => readFileSync(`${threads}/${thread}/children`, "utf8"), "").split(" "),
    )
    .filter(Boolean)
    .map(Number);
}

/** Returns megabytes of 2^20 bytes; 0 if the system does not report them. */
export function memoryOf(pid: number, what: "VmHWM" | "VmRSS"): number {
  const status = attempt(() => readFileSync(`/proc/${pid}/status`, "utf8"), "");
  return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
}

/** Returns the CPU time of a process and its children so far on Linux; NaN elsewhere. */
export function cpuSecondsOf(pid: number): number {
  const ticks = familyOf(pid).flatMap((one) => {
    const stat = attempt(() => readFileSync(`/proc/${one}/stat`, "utf8"), "");
    // The fields after the name, which may contain blanks: user and system time of the process
    // itself and of its ended children.
    return stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 15)
      .map(Number);
  });
  return ticks.length < 4 ? NaN : ticks.reduce((sum, some) => sum + some, 0) / TICKS_PER_SECOND;
}

/** Ignores errors: a process may be gone before it is examined. */
function attempt<Value>(look: () => Value, otherwise: Value): Value {
  try {
    return look();
  } catch {
    return otherwise;
  }
}
