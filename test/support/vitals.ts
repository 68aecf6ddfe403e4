import { readdirSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import { callServed } from "./partner-client.ts";
import type { TestServer } from "./server.ts";

/** What a server holds of the machine. */
export interface Vitals {
  /** Open files, connections among them. */
  readonly files: number;
  readonly residentBytes: number;
}

/** Reads it from `/proc`, which Linux alone has; elsewhere nothing is known of it. */
export function vitalsOf({ process: { pid } }: TestServer): Vitals {
  if (process.platform !== "linux") return { files: 0, residentBytes: 0 };
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status)!;
  return {
    files: readdirSync(`/proc/${pid}/fd`).length,
    residentBytes: Number(kilobytes) * 1_024,
  };
}

/** Idle connections, to the database and of clients, are closed after ten seconds at the latest. */
const IDLE_ENDS = { timeout: 40_000, interval: 200 };

/**
 * Heaps grow with the first real work, and give back late. What is left behind by one of the
 * thousands of connections, requests or megabytes of a fault would be more.
 */
const MEMORY_SWING_BYTES = 96 * 1_024 * 1_024;

/**
 * A fault is over: health and documents say so, and what it took of the machine has come back.
 *
 * @param before taken once the server had answered a request of each kind
 */
export async function expectHealed(server: TestServer, before: Vitals): Promise<void> {
  await expect.poll(() => readinessOf(server), IDLE_ENDS).toEqual([200, undefined]);
  expect(await healthOf(server)).toBe(200);
  expect(await documentsOf(server)).toBe(200);
  await expect.poll(() => vitalsOf(server).files, IDLE_ENDS).toBeLessThanOrEqual(before.files);
  const grown = vitalsOf(server).residentBytes - before.residentBytes;
  expect(grown).toBeLessThan(MEMORY_SWING_BYTES);
}

/** The status of `/healthz`: the process is alive. */
export async function healthOf({ url }: TestServer): Promise<number> {
  return (await callServed(`${url}/healthz`)).status;
}

/** The status of `/readyz`, and what it says is failing. */
export async function readinessOf({ url }: Pick<TestServer, "url">): Promise<[number, unknown]> {
  const { status, json } = await callServed(`${url}/readyz`);
  return [status, json.failing];
}

/** The status of a query for documents. */
export async function documentsOf({ url }: Pick<TestServer, "url">): Promise<number> {
  return (await callServed(`${url}/graphql?query={meta{docCount}}`)).status;
}
