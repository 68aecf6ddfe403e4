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
const TIMEOUT_MS = 240_000;
/** 60 s of flood, in turns with 60 s of baseline. */
const ROUNDS = 30;
const ROUND_MS = 2_000;
const PAUSE_MS = 2;
/** Below this, a doubled p99 says more about the machine than about the server. */
const NOISE_MS = 10;
/** How much the heap may vary once it is warm, as it is after half of the rounds. */
const MEMORY_SWING = 1.1;

/** A server in a separate process that closes every connection on its first data. */
const BARE_SERVER = `
  const server = require("node:net").createServer((socket) => {
    socket.on("error", () => undefined).once("data", () => socket.destroy());
  });
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));
`;

describe.skipIf(process.platform !== "linux").each(RUNTIMES)("a flood on %s", (runtime) => {
  it(
    "ATTACK-A14: 60 s of drops leak nothing, and p99 is at most twice that of a bare flooded server",
    async () => {
      const server = await startGateServer(runtime, { listed: [LISTED], isForgetful: true });
      onTestFinished(() => void server.process.kill("SIGKILL"));
      const pid = server.process.pid!;
      const bare = await startBareServer();
      const flood = startFlood();
      const send = startGoodClient(server.port);
      await send();
      const files = openFiles(pid);

      // The flood's client uses as much of the machine while it floods the bare server instead, and
      // the two take turns: the only difference is the gate's work.
      const baseline: number[] = [];
      const flooded: number[] = [];
      const memory: number[] = [];
      let drops = 0;
      for (let round = 0; round < ROUNDS; round++) {
        await flood(bare);
        baseline.push(...(await send()));
        const before = await flood(server.port);
        flooded.push(...(await send()));
        drops += (await flood(0)) - before;
        memory.push(residentBytes(pid));
      }

      expect(drops).toBeGreaterThan(1_000);
      expect(p99(flooded)).toBeLessThanOrEqual(2 * Math.max(p99(baseline), NOISE_MS));
      const [warming, warm] = [memory.slice(0, ROUNDS / 2), memory.slice(ROUNDS / 2)];
      expect(Math.max(...warm)).toBeLessThan(Math.max(...warming) * MEMORY_SWING);
      await vi.waitFor(() => expect(openFiles(pid)).toBeLessThanOrEqual(files), SOON);
    },
    TIMEOUT_MS,
  );
});

async function startBareServer(): Promise<number> {
  const child = spawn(process.execPath, ["-e", BARE_SERVER], { stdio: ["ignore", "pipe", 2] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = await once(createInterface({ input: child.stdout! }), "line");
  return Number(line);
}

/** @returns a function that floods a port from a separate process, and counts the drops so far */
function startFlood(): (port: number) => Promise<number> {
  const child = spawn(process.execPath, [`${ROOT}test/fixtures/flood-client.ts`], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout });
  return async (port) => {
    child.stdin.write(`${port || ""}\n`);
    const [line] = await once(lines, "line");
    return Number(line);
  };
}

/**
 * @returns a function that sends valid requests for a round, one after the other, and gives their
 *   times in ms
 */
function startGoodClient(port: number): () => Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const options = { host: "127.0.0.1", port, path: "/v1/echo", headers: { Origin: LISTED }, agent };
  return async () => {
    const times: number[] = [];
    const end = performance.now() + ROUND_MS;
    for (let start = performance.now(); start < end; start = performance.now()) {
      const [response] = (await once(request(options).end(), "response")) as [IncomingMessage];
      expect(response.statusCode).toBe(200);
      await once(response.resume(), "end");
      times.push(performance.now() - start);
      await pause(PAUSE_MS);
    }
    return times;
  };
}

function p99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!;
}

function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

function residentBytes(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))!;
  return Number(kilobytes) * 1_024;
}
