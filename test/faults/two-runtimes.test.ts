import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import {
  callAdmin,
  type DataFolder,
  kill,
  prepareData,
  serveData,
} from "../support/data-server.ts";
import { runtimesOf } from "../support/extent.ts";
import { type PostgresServer, queryPostgres, startPostgres } from "../support/postgres.ts";
import { startReceiver } from "../support/receiver.ts";
import { receive } from "../support/receivers.ts";
import { createSaveStream } from "../support/save-stream.ts";
import type { TestServer } from "../support/server.ts";
import { makeFolder } from "../support/tree.ts";
import { readinessOf } from "../support/vitals.ts";

const SOON = { timeout: 40_000, interval: 100 };
const READY = [200, undefined];

let postgres: PostgresServer;
let count = 0;

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(() => postgres.remove());

/** Prepares a data folder and a database, with a chain for each notification URL. */
async function prepare(...notificationUrls: readonly string[]): Promise<DataFolder> {
  const name = `two_${++count}`;
  await queryPostgres(`${postgres.url}postgres`, `create database ${name}`);
  const databaseUrl = postgres.url + name;
  return prepareData(await makeFolder(), { databaseUrl, notificationUrls });
}

it.each(runtimesOf("node"))(
  "ATTACK-J127, CHAIN-C15: one of two runtimes on PostgreSQL, on %s, is killed in a stream of saves: the other continues, with everything acknowledged",
  async (runtime) => {
    const prepared = await prepare();
    const sink = await startReceiver();
    onTestFinished(() => sink.close());
    const stream = createSaveStream({
      token: prepared.token,
      lanes: 3,
      notificationUrl: (lane) => sink.url(`/lane-${lane}`),
    });
    const other = await serveData(prepared, { runtime });
    for (let round = 1; round <= 2; round++) {
      const one = await serveData(prepared, { runtime });
      const goal = stream.acknowledged() + 20;
      const running = stream.run(one.url);
      await expect.poll(stream.acknowledged, { ...SOON, interval: 1 }).toBeGreaterThan(goal);
      await kill(one);
      await running;
      expect(await readinessOf(other)).toEqual(READY);
      await stream.verify(other.url);
    }
    const goal = stream.acknowledged() + 20;
    await stream.run(other.url, { isOver: () => stream.acknowledged() > goal });
    await stream.verify(other.url);
    expect(await other.stop()).toBe(0);
  },
);

it.each(runtimesOf("deno"))(
  "ATTACK-F83: one of two runtimes, on %s, is killed while sending notices: the other writes them off, and sends its own",
  async (runtime) => {
    const silent = await receive(() => {});
    const sink = await startReceiver();
    onTestFinished(() => sink.close());
    const prepared = await prepare(silent.url, sink.url());
    const [one, other] = await Promise.all([
      serveData(prepared, { runtime }),
      serveData(prepared, { runtime }),
    ]);
    const { token, chains } = prepared;
    const save = async (server: TestServer, spaceId: string, title: string) => {
      const call = { token, method: "PATCH", path: `/spaces/${spaceId}`, body: { title } };
      expect((await callAdmin(server, call)).status).toBe(200);
    };
    for (const title of ["1", "2", "3"]) await save(one, chains[0]!.spaceId, title);
    await expect.poll(() => silent.requests.length, SOON).toBe(1);
    await kill(one);
    await save(other, chains[1]!.spaceId, "4");
    const outcomes = async () => {
      const { items } = (await callAdmin(other, { token, path: "/notices" })).json;
      return items.map(({ state, error }: { state: string; error: string | null }) => [
        state,
        error,
      ]);
    };
    const unsent = ["failed", "unsent"];
    await expect.poll(outcomes, SOON).toEqual([["delivered", null], unsent, unsent, unsent]);
    expect(silent.requests).toHaveLength(1);
    expect(await other.stop()).toBe(0);
  },
);
