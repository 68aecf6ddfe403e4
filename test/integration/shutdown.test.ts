import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { RUNTIMES } from "../support/command.ts";
import { callAdmin, type DataFolder, prepareData, serveData } from "../support/data-server.ts";
import { connectRaw, type RawClient } from "../support/raw-client.ts";
import { receive } from "../support/receivers.ts";
import type { TestServer } from "../support/server.ts";
import { readStore } from "../support/store-file.ts";
import { makeFolder } from "../support/tree.ts";

/** The grace periods add up to nine seconds; the rest is for a busy machine. */
const EXIT_MS = 15_000;

/** Sends the request that saves a space's title, up to the middle of its body. */
async function beginSave({ url }: TestServer, { token, chains }: DataFolder): Promise<RawClient> {
  const client = await connectRaw(url);
  client.send(
    [
      `PATCH /admin/api/spaces/${chains[0]!.spaceId} HTTP/1.1`,
      "Host: localhost",
      `Authorization: Bearer ${token}`,
      "Content-Type: application/json",
      "Content-Length: 17",
      "",
      '{"title":"',
    ].join("\r\n"),
  );
  return client;
}

const REST_OF_SAVE = 'Saved"}';

/** A connection that has been answered and waits for the next request. */
async function keepAlive({ url }: TestServer): Promise<RawClient> {
  const client = await connectRaw(url);
  client.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
  expect((await client.response()).status).toBe(200);
  return client;
}

function isRefused({ url }: TestServer): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  return new Promise((resolve) => {
    socket.on("connect", () => resolve(false)).on("error", () => resolve(true));
  }).finally(() => socket.destroy()) as Promise<boolean>;
}

interface SlowReceiver {
  readonly url: string;
  /** Number of notices that wait for their answer. */
  waiting(): number;
  /** Answers them and all later ones. */
  answer(): void;
}

async function slowReceiver(): Promise<SlowReceiver> {
  const ready = Promise.withResolvers<void>();
  let waiting = 0;
  const server = createServer((_, response) => {
    waiting += 1;
    void ready.promise.then(() => response.writeHead(204).end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/notices`,
    waiting: () => waiting,
    answer: () => ready.resolve(),
  };
}

it.each(RUNTIMES)(
  "ATTACK-K138: SIGTERM on %s lets requests and notices finish, refuses new ones, and ends with 0",
  async (runtime) => {
    const receiver = await slowReceiver();
    const prepared = await prepareData(await makeFolder(), { notificationUrls: [receiver.url] });
    const server = await serveData(prepared, { runtime });
    const idle = await keepAlive(server);
    const [chain] = prepared.chains;
    const path = `/contracts/${chain!.contractId}`;
    const change = { token: prepared.token, method: "PATCH", path, body: { name: "Other" } };
    expect((await callAdmin(server, change)).status).toBe(200);
    await expect.poll(receiver.waiting, { timeout: 10_000 }).toBe(1);
    const save = await beginSave(server, prepared);
    // The request must have arrived before the server stops listening.
    await keepAlive(server);
    const stopping = server.stop();
    await expect.poll(() => isRefused(server), { timeout: 10_000 }).toBe(true);
    save.send(REST_OF_SAVE);
    const answer = await save.response();
    expect([answer.status, JSON.parse(answer.body).space.title]).toEqual([200, "Saved"]);
    receiver.answer();
    expect(await stopping).toBe(0);
    idle.close();
    // One notice was in progress; the request that was allowed to finish caused the other one.
    const log = readStore(prepared.data, "SELECT state, http_status FROM notices");
    expect(log).toEqual(Array(2).fill({ state: "delivered", http_status: 204 }));
    expect(server.log()).not.toMatch(/Error|Warning/);
  },
);

it("ATTACK-K138: SIGTERM ends it within a limit, whatever hangs, and the log says what was not sent", async () => {
  await Promise.all(
    RUNTIMES.map(async (runtime) => {
      const silent = await receive(() => {});
      const prepared = await prepareData(await makeFolder(), { notificationUrls: [silent.url] });
      const server = await serveData(prepared, { runtime });
      const [chain] = prepared.chains;
      await keepAlive(server);
      await beginSave(server, prepared);
      for (const title of ["1", "2", "3", "4"]) {
        const path = `/spaces/${chain!.spaceId}`;
        await callAdmin(server, { token: prepared.token, method: "PATCH", path, body: { title } });
      }
      await expect.poll(() => silent.requests.length, { timeout: 10_000 }).toBe(1);
      const ended = await Promise.race([server.stop(), sleep(EXIT_MS, "still running")]);
      expect(ended, runtime).toBe(0);
      const log = readStore(prepared.data, "SELECT state, error FROM notices ORDER BY id");
      const errors = log.map(({ error }) => error as string);
      expect(log.map(({ state }) => state)).toEqual(Array(4).fill("failed"));
      // Five seconds each, one after the other.
      expect(errors[0]).toBe("timeout");
      expect(errors).toEqual(expect.arrayContaining(["unsent"]));
      for (const error of errors) expect(["timeout", "interrupted", "unsent"]).toContain(error);
      // The save whose body never arrived did not happen.
      const [space] = readStore(prepared.data, "SELECT title FROM spaces");
      expect(space).toEqual({ title: "4" });
    }),
  );
});
