import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { RUNTIMES, runShared } from "../support/command.ts";
import {
  callAdmin,
  type DataFolder,
  mintAt,
  prepareData,
  serveData,
  statusOf,
} from "../support/data-server.ts";
import { callServed, DROPPED } from "../support/partner-client.ts";
import { FAST, type PostgresServer, queryPostgres, startPostgres } from "../support/postgres.ts";
import { startReceiver } from "../support/receiver.ts";
import { makeFolder } from "../support/tree.ts";

/** Processes are slow to start. */
const SLOW_MS = 120_000;
const PASSWORD = /database(%20| )secret/;

let postgres: PostgresServer;
let count = 0;

beforeAll(async () => {
  postgres = await startPostgres({ settings: [...FAST, "log_statement=all"] });
}, SLOW_MS);

afterAll(() => postgres.remove());

async function newDatabase(): Promise<string> {
  const name = `serve_${++count}`;
  await queryPostgres(`${postgres.url}postgres`, `create database ${name}`);
  return postgres.url + name;
}

/** Prepares a data folder over a database, with one chain. */
async function prepare(): Promise<DataFolder> {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  const notificationUrls = [receiver.url("/notices")];
  return prepareData(await makeFolder(), { databaseUrl: await newDatabase(), notificationUrls });
}

/** Returns the log up to here. It arrives late, so a statement marks the place. */
async function logUntil(place: string): Promise<string> {
  const mark = `${place} ${++count}`;
  await queryPostgres(`${postgres.url}postgres`, `select '${mark}'`);
  await vi.waitFor(() => expect(postgres.log()).toContain(mark), { timeout: 10_000 });
  return postgres.log();
}

/** Returns the statements about keys and changes that run during some work. */
async function statementsOf(work: () => Promise<void>): Promise<string[]> {
  const start = await logUntil("statements begin");
  await work();
  const end = await logUntil("statements end");
  const log = end.slice(start.length);
  return log.match(/(?<=(?:execute [^:]+|statement): )select .*(?:revision|keys).*/g) ?? [];
}

describe.each(RUNTIMES)("docgate serve on %s", (runtime) => {
  it(
    "CHAIN-C5: a read by a partner, and a mint, ask once whether anything has changed, and nothing else",
    async () => {
      const prepared = await prepare();
      const server = await serveData(prepared, { runtime });
      const chain = prepared.chains[0]!;
      const token = await mintAt(server, chain);
      const steps = [
        () => statusOf(server, chain, token),
        () => statusOf(server, chain, chain.rawKey),
        () => mintAt(server, chain),
      ];
      for (const step of steps) {
        await step();
        const statements = await statementsOf(async () => {
          for (let round = 0; round < 5; round++) await step();
        });
        expect(statements).toHaveLength(5);
        for (const statement of statements) {
          expect(statement).toMatch(/^select \(select revision from installation\) as revision, /);
        }
      }
    },
    SLOW_MS,
  );

  it(
    "CHAIN-C15, ATTACK-A11, ATTACK-C31: a change by one runtime reaches the other with the very next request",
    async () => {
      const prepared = await prepare();
      const [one, other] = await Promise.all([
        serveData(prepared, { runtime }),
        serveData(prepared),
      ]);
      const chain = prepared.chains[0]!;
      const token = await mintAt(one, chain);
      expect(await statusOf(other, chain, token)).toBe(200);
      const path = `/api-keys/${chain.keyId}`;
      const bind = async (webhookId: string | null) => {
        const call = { token: prepared.token, method: "PATCH", path, body: { webhookId } };
        expect((await callAdmin(one, call)).status).toBe(200);
      };
      for (let round = 0; round < 5; round++) {
        await bind(null);
        expect(await statusOf(other, chain, token)).toBe(DROPPED);
        await bind(chain.webhookId);
        expect(await statusOf(other, chain, token)).toBe(200);
      }
      expect(one.log() + other.log()).not.toMatch(PASSWORD);
    },
    SLOW_MS,
  );
});

it(
  "CHAIN-C15: a command's change to an administrator reaches both runtimes with the very next request",
  async () => {
    const prepared = await prepare();
    const [one, other] = await Promise.all(
      RUNTIMES.map((runtime) => serveData(prepared, { runtime })),
    );
    const { data, databaseUrl = "" } = prepared;
    const eve = { email: "eve@acme.example", password: "correct horse battery" };
    const admin = (command: string, ...more: string[]) =>
      runShared(["admin", command, "--email", eve.email, "--data", data, ...more], {
        env: { DATABASE_URL: databaseUrl },
        input: eve.password,
      });
    await admin("create", "--org", "Acme");
    const token = (await admin("token")).stdout.trim();
    const session = await callServed(`${one!.url}/admin/api/session`, {
      method: "POST",
      body: eve,
    });
    const Cookie = session.headers.get("Set-Cookie")!.split(";")[0]!;
    const statuses = async () => {
      const answers = [one, other].flatMap((server) => [
        callServed(`${server!.url}/admin/api/audit`, { headers: { Cookie } }),
        callAdmin(server!, { token, path: "/audit" }),
      ]);
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await admin("permissions", "--permissions", "api-keys");
    expect(await statuses()).toEqual([403, 403, 403, 403]);
    await admin("permissions", "--permissions", "audit");
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await admin("set-password");
    expect(await statuses()).toEqual([401, 200, 401, 200]);
    expect((await admin("remove")).code).toBe(0);
    expect(await statuses()).toEqual([401, 401, 401, 401]);
    expect(one!.log() + other!.log()).not.toMatch(PASSWORD);
  },
  SLOW_MS,
);

it(
  "ATTACK-J132: a store is moved from its file to PostgreSQL, and everything works as before",
  async () => {
    const folder = await makeFolder();
    const receiver = await startReceiver();
    onTestFinished(() => receiver.close());
    const prepared = await prepareData(folder, { notificationUrls: [receiver.url("/notices")] });
    const { data, chains, token } = prepared;
    const databaseUrl = await newDatabase();
    const file = join(folder, "store.jsonl");
    const run = (args: readonly string[], env = {}) =>
      runShared([...args, "--data", data], { env });
    const exported = await run(["store", "export", file]);
    expect(exported).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Exported \d+ rows/),
    });
    const env = { DATABASE_URL: databaseUrl };
    expect(await run(["store", "import", file], env)).toMatchObject({ code: 0 });
    const again = await run(["store", "import", file], env);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringMatching(/is not empty/) });
    const server = await serveData({ ...prepared, databaseUrl });
    const bearer = await mintAt(server, chains[0]!);
    expect(await statusOf(server, chains[0]!, bearer)).toBe(200);
    expect((await callAdmin(server, { token, path: "/spaces" })).json.items).toHaveLength(1);
    const doctor = await run(["doctor", "--corpus", prepared.corpus], env);
    expect(doctor.stdout).toMatch(
      /ok {4}store: postgres:\/\/127\.0\.0\.1:\d+\/serve_\d+, the master key opens it\n/,
    );
  },
  SLOW_MS,
);

it.each([
  ["postgres://u:database%20secret@/x"],
  ["postgres://u:database%20secret@host"],
  ["mysql://u:database%20secret@host/x"],
  ["postgres://u:database secret#1@host/x"],
])(
  "refuses the address %s with exit 2, and does not show it",
  async (address) => {
    const { code, stderr } = await runShared(["admin", "tokens"], {
      env: { DATABASE_URL: address },
    });
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^docgate: DATABASE_URL: Expected an addr/),
    ]);
    expect(stderr).not.toMatch(PASSWORD);
  },
  SLOW_MS,
);
