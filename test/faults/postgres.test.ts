import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Runtime } from "../support/command.ts";
import {
  callAdmin,
  callChain,
  type DataFolder,
  mintAt,
  prepareData,
  serveData,
  statusOf,
} from "../support/data-server.ts";
import { runtimesOf } from "../support/extent.ts";
import { freePort } from "../support/free-port.ts";
import { launch } from "../support/launch.ts";
import { callServed, DROPPED } from "../support/partner-client.ts";
import { type PostgresServer, queryPostgres, startPostgres } from "../support/postgres.ts";
import { startReceiver } from "../support/receiver.ts";
import type { TestServer } from "../support/server.ts";
import { makeFolder } from "../support/tree.ts";
import { documentsOf, expectHealed, healthOf, readinessOf, vitalsOf } from "../support/vitals.ts";

const SOON = { timeout: 40_000, interval: 100 };
const PASSWORD = /database(%20| )secret/;
const READY = [200, undefined];
const NOT_READY = [503, ["store"]];
/** A runtime uses at most twelve. */
const MAX_CONNECTIONS = 40;

let postgres: PostgresServer;
let count = 0;

beforeAll(async () => {
  postgres = await startPostgres({ maxConnections: MAX_CONNECTIONS });
});

afterAll(() => postgres.remove());

async function newDatabase(): Promise<string> {
  const name = `faults_${++count}`;
  await queryPostgres(`${postgres.url}postgres`, `create database ${name}`);
  return postgres.url + name;
}

/** Prepares a data folder and a database, with a chain for each notification URL. */
async function prepare(...notificationUrls: readonly string[]): Promise<DataFolder> {
  return prepareData(await makeFolder(), { databaseUrl: await newDatabase(), notificationUrls });
}

/** Returns the URL of a receiver that accepts everything. */
async function goodUrl(): Promise<string> {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  return receiver.url("/notices");
}

interface ServerUnderTest {
  readonly server: TestServer;
  /** Checks the answers to partners and administrators, `/readyz`, `/healthz` and the documents. */
  expectAway(): Promise<void>;
  /** Returns the status of a partner's read. */
  read(): Promise<number | typeof DROPPED>;
  save(title: string): Promise<number>;
  titles(): Promise<readonly string[]>;
}

async function serve(prepared: DataFolder, runtime: Runtime): Promise<ServerUnderTest> {
  const server = await serveData(prepared, { runtime });
  const chain = prepared.chains[0]!;
  const bearer = await mintAt(server, chain);
  const { token } = prepared;
  const path = `/spaces/${chain.spaceId}`;
  return {
    server,
    read: () => statusOf(server, chain, bearer),
    save: async (title) =>
      (await callAdmin(server, { token, method: "PATCH", path, body: { title } })).status,
    async titles() {
      const authorization = `Bearer ${bearer}`;
      const seen = await callAdmin(server, { token, path });
      const served = await callChain(server, chain, { path: "/space/list", authorization });
      if (served === DROPPED) throw new Error("The partner's read was dropped");
      return [seen.json.space.title, served.json.result[0].title];
    },
    async expectAway() {
      const authorization = `Bearer ${bearer}`;
      const answers = await Promise.all([
        callChain(server, chain, { path: "/space/list", authorization }),
        callAdmin(server, { token, path: "/spaces" }),
        callAdmin(server, { token, method: "PATCH", path, body: { title: "Lost" } }),
        readinessOf(server),
        healthOf(server),
        documentsOf(server),
      ]);
      const [partner, list, save, ...states] = answers;
      if (partner === DROPPED) throw new Error("It was dropped");
      expect(partner.json).toEqual({ success: false, status: 503, message: "Too busy, try again" });
      for (const answer of [partner, list, save]) {
        expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
      }
      for (const { json } of [list, save]) expect(Object.keys(json)).toEqual(["message"]);
      expect(states).toEqual([NOT_READY, 200, 200]);
      const stranger = { ...chain, origin: "https://stranger.example" };
      expect(await statusOf(server, stranger, bearer)).toBe(DROPPED);
    },
  };
}

/** Checks that everything works, with the acknowledged data. */
async function expectAll(
  { server, titles, save, read }: ServerUnderTest,
  last: string,
): Promise<void> {
  await expect.poll(() => readinessOf(server), SOON).toEqual(READY);
  expect(await read()).toBe(200);
  expect(await titles()).toEqual([last, last]);
  expect(await save("again")).toBe(200);
  expect(await titles()).toEqual(["again", "again"]);
}

/** Checks that the store is back, and that the log has reported it. */
async function expectBack(served: ServerUnderTest, last: string): Promise<void> {
  const { server } = served;
  await expectAll(served, last);
  expect(server.log()).toMatch(/does not answer/);
  expect(server.log()).toMatch(
    /The store "postgres:\/\/127\.0\.0\.1:\d+\/faults_\d+" answers again/,
  );
  expect(server.log()).not.toMatch(PASSWORD);
}

/** Lists the backends of the runtimes on a database. */
function backends(databaseUrl: string): Promise<number[]> {
  const name = databaseUrl.slice(databaseUrl.lastIndexOf("/") + 1);
  return queryPostgres(
    `${postgres.url}postgres`,
    `select pid from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
  ).then((rows) => rows.map(({ pid }) => pid as number));
}

describe.each(runtimesOf("node"))("a PostgreSQL server on %s", (runtime) => {
  it("that stops: 503 with Retry-After, documents are served, and everything recovers by itself", async () => {
    const served = await serve(await prepare(await goodUrl()), runtime);
    const { server, save } = served;
    expect(await save("kept")).toBe(200);
    const before = vitalsOf(server);
    await postgres.stop();
    try {
      await served.expectAway();
    } finally {
      await postgres.start();
    }
    await expectBack(served, "kept");
    expect(server.log().match(/does not answer/g)).toHaveLength(1);
    await expectHealed(server, before);
    expect(await server.stop()).toBe(0);
  });

  it("that restarts in a stream of saves: each acknowledged one is kept", async () => {
    const served = await serve(await prepare(await goodUrl()), runtime);
    const { server, save, titles } = served;
    let last = "chain-1";
    let isOver = false;
    const unknown = new Set<string>();
    const statuses = new Set<number>();
    const saving = (async () => {
      for (let number = 1; !isOver; number++) {
        const status = await save(String(number));
        statuses.add(status);
        // The save may have been committed although its answer was lost.
        if (status === 200) unknown.clear();
        else unknown.add(String(number));
        if (status === 200) last = String(number);
      }
    })();
    await sleep(500);
    await postgres.stop();
    await sleep(500);
    await postgres.start();
    await expect.poll(() => readinessOf(server), SOON).toEqual(READY);
    isOver = true;
    await saving;
    expect([...statuses].toSorted()).toEqual([200, 503]);
    const [seen, read] = await titles();
    expect(seen).toBe(read);
    expect([last, ...unknown]).toContain(seen);
    expect(await server.stop()).toBe(0);
  });

  it("without free connections: the same, until others end theirs", async () => {
    const prepared = await prepare(await goodUrl());
    const served = await serve(prepared, runtime);
    const { server, save } = served;
    expect(await save("kept")).toBe(200);
    const before = vitalsOf(server);
    const others = await takeAllConnections(prepared.databaseUrl!);
    await served.expectAway();
    await Promise.all(others.map((client) => client.end()));
    await expectBack(served, "kept");
    await expectHealed(server, before);
    expect(await server.stop()).toBe(0);
  });
});

it.each(runtimesOf("node"))(
  "stopped backends are given up in bounded time by %s, and others are used",
  async (runtime) => {
    const prepared = await prepare(await goodUrl());
    const served = await serve(prepared, runtime);
    const { server, save, read } = served;
    expect(await save("kept")).toBe(200);
    const before = vitalsOf(server);
    const stopped = await backends(prepared.databaseUrl!);
    expect(stopped).not.toEqual([]);
    for (const pid of stopped) process.kill(pid, "SIGSTOP");
    try {
      const answers = [save("Lost"), read(), read(), read()];
      expect([await healthOf(server), await documentsOf(server)]).toEqual([200, 200]);
      const [saved, ...reads] = await Promise.all(answers);
      expect(saved).toBe(503);
      // They get a new connection, at the latest when the old one is given up.
      for (const status of reads) expect([200, 503]).toContain(status);
      await expect.poll(read, SOON).toBe(200);
    } finally {
      for (const pid of stopped) process.kill(pid, "SIGCONT");
    }
    await expectBack(served, "kept");
    await expectHealed(server, before);
    expect(await server.stop()).toBe(0);
  },
);

it.each(runtimesOf("node"))(
  "tables that another client locks: saves on %s get 503 in bounded time, and work afterwards",
  async (runtime) => {
    const prepared = await prepare(await goodUrl());
    const served = await serve(prepared, runtime);
    const { server, save } = served;
    expect(await save("kept")).toBe(200);
    const before = vitalsOf(server);
    const lock = new pg.Client(prepared.databaseUrl);
    await lock.connect();
    await lock.query("begin; lock table spaces in access exclusive mode");
    // More than there are connections for changes.
    const answers = Array.from({ length: 6 }, () => save("Lost"));
    expect([await healthOf(server), await documentsOf(server)]).toEqual([200, 200]);
    expect(new Set(await Promise.all(answers))).toEqual(new Set([503]));
    await lock.query("rollback");
    await lock.end();
    await expectAll(served, "kept");
    // One line for each, and none for an outage; background work has its own lines.
    expect(server.log().match(/is too busy: canceling statement due to/g)).toHaveLength(4);
    const waited = server.log().match(/is too busy: all connections are in use/g);
    expect(waited!.length).toBeGreaterThanOrEqual(2);
    expect(server.log()).not.toMatch(/answer/);
    await expectHealed(server, before);
    expect(await server.stop()).toBe(0);
  },
);

/** Ends existing connections, and takes all that the server has, including those of docgate. */
async function takeAllConnections(databaseUrl: string): Promise<pg.Client[]> {
  const clients: pg.Client[] = [];
  for (;;) {
    const client = new pg.Client(databaseUrl);
    client.on("error", () => {});
    try {
      await client.connect();
      clients.push(client);
    } catch {
      const [first] = clients;
      const { rows } = await first!.query(END_RUNTIMES);
      // A closed connection is released a moment later.
      if (rows.length === 0) return clients;
      await sleep(100);
    }
  }
}

const END_RUNTIMES = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'docgate' and datname = current_database()`;

/** Starts while the store does not answer, and waits for the line with the address. */
async function startWithout(
  { corpus, data, databaseUrl }: Pick<DataFolder, "corpus" | "data" | "databaseUrl">,
  runtime: Runtime,
) {
  const args = ["serve", "--port", "0", "--corpus", corpus, "--data", data];
  const server = launch(args, { runtime, env: { DATABASE_URL: databaseUrl! } });
  return { server, url: await server.address() };
}

describe.each(runtimesOf("deno"))(
  "a database that does not answer when docgate starts on %s",
  (runtime) => {
    it("is waited for: documents are served, and the rest recovers by itself", async () => {
      const prepared = await prepare(await goodUrl());
      const { token } = prepared;
      const chain = prepared.chains[0]!;
      await postgres.stop();
      const { server, url } = await startWithout(prepared, runtime);
      try {
        expect(server.stderr()).toMatch(/does not answer: .*\nWaiting for the store/);
        expect([await readinessOf({ url }), await documentsOf({ url })]).toEqual([NOT_READY, 200]);
        const list = await callAdmin({ url }, { token, path: "/spaces" });
        expect([list.status, list.headers.get("Retry-After")]).toEqual([503, "5"]);
        expect((await callServed(`${url}/admin`)).status).toBe(200);
        // The allow-list is not known.
        expect(await statusOf({ url }, chain, chain.rawKey)).toBe(DROPPED);
      } finally {
        await postgres.start();
      }
      await expect.poll(() => readinessOf({ url }), SOON).toEqual(READY);
      expect(await statusOf({ url }, chain, await mintAt({ url }, chain))).toBe(200);
      expect((await callAdmin({ url }, { token, path: "/spaces" })).status).toBe(200);
      expect(server.stderr()).not.toMatch(PASSWORD);
      server.signal("SIGTERM");
      expect(await server.exited).toBe(0);
    });

    it("and then cannot be used: it ends with status 1, and states what to fix", async () => {
      const prepared = await prepare();
      const databaseUrl = Object.assign(new URL(prepared.databaseUrl!), { pathname: "/none" }).href;
      await postgres.stop();
      const { server } = await startWithout({ ...prepared, databaseUrl }, runtime).finally(() =>
        postgres.start(),
      );
      expect(await server.exited).toBe(1);
      expect(server.stderr()).toMatch(
        /docgate: The store .*"none" does not exist.*Create the database/,
      );
      expect(server.stderr()).not.toMatch(PASSWORD);
    });

    it("can be stopped while it waits", async () => {
      const { corpus, data } = await prepareData(await makeFolder());
      const databaseUrl = `postgres://127.0.0.1:${await freePort()}/docgate`;
      const { server } = await startWithout({ corpus, data, databaseUrl }, runtime);
      server.signal("SIGTERM");
      expect(await Promise.race([server.exited, sleep(5_000, "still running")])).toBe(0);
    });
  },
);
