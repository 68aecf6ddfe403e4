import { readdirSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import { callServed } from "./partner-client.ts";
import type { TestServer } from "./server.ts";

/** The resources of the machine that a server holds. */
export interface Vitals {
  /** Open files, connections among them. */
  readonly files: number;
  readonly residentBytes: number;
}

/** Reads them from `/proc`, which only Linux has; elsewhere the values are not known. */
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
 * Allowance for heaps, which grow with the first real work and shrink late. A leak in the thousands
 * of connections, requests or megabytes of a fault would exceed it.
 */
const MEMORY_SWING_BYTES = 96 * 1_024 * 1_024;

/**
 * Expects that a fault is over: health and documents are fine, and its resources are released.
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

/** Returns the status of `/healthz`: the process is alive. */
export async function healthOf({ url }: TestServer): Promise<number> {
  return (await callServed(`${url}/healthz`)).status;
}

/** Returns the status of `/readyz`, and what it reports as failing. */
export async function readinessOf({ url }: Pick<TestServer, "url">): Promise<[number, unknown]> {
  const { status, json } = await callServed(`${url}/readyz`);
  return [status, json.failing];
}

/** Returns the status of a query for documents. */
export async function documentsOf({ url }: Pick<TestServer, "url">): Promise<number> {
  return (await callServed(`${url}/graphql?query={meta{docCount}}`)).status;
}
