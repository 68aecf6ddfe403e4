/** Checks the machine that docgate runs on: its runtime, its disk, its clock, and the way to it. */
import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { Store } from "../store/store.ts";
import type { Finding } from "./doctor-report.ts";

const GIBIBYTE = 2 ** 30;
/** With less, a warning; copies of the store and its write-ahead log need room. */
const MIN_FREE_BYTES = GIBIBYTE / 2;
/** Clocks of several machines that share a store may differ by this much. */
const MAX_SKEW_MS = 60_000;
const ANSWER_WITHIN_MS = 5_000;

export function describeRuntime(): Finding {
  const { deno } = process.versions;
  const message = deno === undefined ? `Node.js ${process.versions.node}` : `Deno ${deno}`;
  return { level: "ok", what: "runtime", message };
}

/** Looks at the file system of the data folder, or of the folder that will contain it. */
export async function checkDisk(folder: string): Promise<Finding> {
  const what = "disk";
  const freeBytes = await freeBytesOf(folder);
  if (freeBytes === null) {
    return { level: "ok", what, message: "not checked: on Deno, this needs --allow-sys=statfs" };
  }
  const message = `${(freeBytes / GIBIBYTE).toFixed(1)} GiB free`;
  if (freeBytes >= MIN_FREE_BYTES) return { level: "ok", what, message };
  return {
    level: "warn",
    what,
    message: `${message} where ${folder} is: docgate cannot save anything on a full disk`,
  };
}

/** @returns null if the permission to ask is missing */
async function freeBytesOf(folder: string): Promise<number | null> {
  const place = existsSync(folder) ? folder : dirname(resolve(folder));
  try {
    const { bavail, bsize } = await statfs(place);
    return bavail * bsize;
  } catch (error) {
    if ((error as Error).name === "NotCapable") return null;
    throw error;
  }
}

/** Compares the clock with the newest times in the store, which it must not be behind. */
export async function checkClock({ read }: Store, now: () => number): Promise<Finding> {
  const what = "clock";
  const [keys, apiKeys] = [await read.signingKeys.list({}), await read.apiKeys.list({})];
  const times = [
    ...keys.map(({ createdAt }) => createdAt),
    ...apiKeys.map(({ updatedAt }) => updatedAt),
  ];
  const newest = times.sort().at(-1);
  const time = new Date(now()).toISOString();
  if (newest === undefined || Date.parse(newest) <= now() + MAX_SKEW_MS) {
    return { level: "ok", what, message: time };
  }
  const message =
    `${time}, but the store was changed at ${newest}: set the clock, because tokens and ` +
    "certificates depend on it";
  return { level: "warn", what, message };
}

/** Sends a request to the public address, as everyone else does. */
export async function checkReachable(publicUrl: string): Promise<Finding> {
  const what = "public address";
  const url = `${publicUrl}/healthz`;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    const text = await response.text();
    if (response.ok && text === '{"status":"ok"}') {
      return { level: "ok", what, message: `${url} answers` };
    }
    const message = `${url} answers ${response.status}, but not as docgate: check the proxy`;
    return { level: "fail", what, message };
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    return {
      level: "fail",
      what,
      message: `${url} does not answer (${reason}): check that docgate runs, the proxy and the name`,
    };
  }
}
