import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ROOT, RUNTIMES } from "../support/command.ts";
import { SOON, startGateServer } from "../support/gate-server.ts";

const LISTED = "https://partner.example";
const TIMEOUT_MS = 180_000;
/** Quiet and flood by turns, so that whatever else the machine does falls on both. */
const ROUNDS = 6;
const QUIET_MS = 5_000;
const FLOOD_MS = 10_000;
const PAUSE_MS = 2;
/** Below this, a doubled p99 says more of the machine than of the server. */
const NOISE_MS = 10;
/** What a garbage-collected heap may swing between two looks, once warm. */
const MEMORY_SWING = 1.3;

describe.skipIf(process.platform !== "linux").each(RUNTIMES)("a flood on %s", (runtime) => {
  it(
    "A14: 60 s of dropped connections leak nothing and at most double the p99 of good requests",
    async () => {
      const server = await startGateServer(runtime, { listed: [LISTED], isForgetful: true });
      onTestFinished(() => void server.process.kill("SIGKILL"));
      const flood = startFlood(server.port);
      const good = new Agent({ keepAlive: true, maxSockets: 1 });
      onTestFinished(() => good.destroy());
      const { port } = server;
      const pid = server.process.pid!;
      await measure({ port, agent: good, forMs: QUIET_MS });
      const files = openFiles(pid);

      const quiet: number[] = [];
      const flooded: number[] = [];
      const memory: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        quiet.push(await measure({ port, agent: good, forMs: QUIET_MS }));
        await flood.turn("on");
        flooded.push(await measure({ port, agent: good, forMs: FLOOD_MS }));
        memory.push(residentBytes(pid));
        await flood.turn("off");
      }
      const drops = await flood.turn("off");
      process.stdout.write(`${JSON.stringify({ runtime, drops, quiet, flooded, memory })}\n`);

      expect(drops).toBeGreaterThan(ROUNDS * 100);
      expect(median(flooded)).toBeLessThanOrEqual(2 * Math.max(median(quiet), NOISE_MS));
      await vi.waitFor(() => expect(openFiles(pid)).toBeLessThanOrEqual(files), SOON);
      expect(memory.at(-1)).toBeLessThan(memory[1]! * MEMORY_SWING);
    },
    TIMEOUT_MS,
  );
});

/** A client in a process of its own, which floods as fast as it can while it is on. */
function startFlood(port: number) {
  const child = spawn(process.execPath, [`${ROOT}test/fixtures/flood-client.ts`, String(port)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout });
  return {
    /** @returns how many connections it has had dropped so far */
    async turn(state: "on" | "off"): Promise<number> {
      child.stdin.write(`${state}\n`);
      const [line] = await once(lines, "line");
      return Number(line);
    },
  };
}

interface MeasureOptions {
  readonly port: number;
  readonly agent: Agent;
  readonly forMs: number;
}

/** Sends good requests, one after the other. @returns the 99th percentile of their times, in ms */
async function measure({ port, agent, forMs }: MeasureOptions): Promise<number> {
  const times: number[] = [];
  for (const end = performance.now() + forMs; performance.now() < end; await pause(PAUSE_MS)) {
    const start = performance.now();
    const headers = { Origin: LISTED };
    const sent = request({ host: "127.0.0.1", port, path: "/v1/echo", headers, agent }).end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    await once(response.resume(), "end");
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

function residentBytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))!;
  return Number(kilobytes) * 1_024;
}
