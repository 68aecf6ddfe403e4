import { readFileSync, renameSync, rmSync } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Runtime, runDocgate } from "../support/command.ts";
import {
  ADMIN,
  callAdmin,
  claimAt,
  type DataFolder,
  issueAt,
  kill,
  mintAt,
  onData,
  prepareData,
  serveData,
  statusOf,
} from "../support/data-server.ts";
import { runtimesOf } from "../support/extent.ts";
import { killFirstStarts, runKillRounds } from "../support/kill-rounds.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { receive } from "../support/receivers.ts";
import {
  type AuditedState,
  compareAudited,
  createSaveStream,
  isSave,
  replay,
} from "../support/save-stream.ts";
import { expectWhole, fileOf, writeStore } from "../support/store-file.ts";
import { makeFolder } from "../support/tree.ts";

/** The long test has 200 rounds. */
const ROUNDS: Readonly<Record<Runtime, number>> = { node: 2, deno: 1 };
const FIRST_STARTS: Readonly<Record<Runtime, number>> = { node: 2, deno: 1 };

async function receiver(): Promise<Receiver> {
  const started = await startReceiver();
  onTestFinished(() => started.close());
  return started;
}

describe.each(runtimesOf("node"))("a killed server on %s", (runtime) => {
  it("ATTACK-J127: loses no acknowledged save of a stream, and has none half written", async () => {
    const options = { runtime, rounds: ROUNDS[runtime], lanes: 2, savesPerRound: 12 };
    const folder = await makeFolder();
    const saves = await runKillRounds({ ...options, folder, receiver: await receiver() });
    expect(saves).toBeGreaterThan(0);
  });

  it("ATTACK-E61, ATTACK-F83: a code stays consumed after kill -9; its notice is logged as unsent, never sent", async () => {
    const silent = await receive(() => {});
    const prepared = await prepareData(await makeFolder(), {
      notificationUrls: [silent.url, silent.url],
    });
    const [sending, waiting] = prepared.chains;
    const { token: admin } = prepared;
    const server = await serveData(prepared, { runtime });
    const first = { chain: sending!, token: await mintAt(server, sending!) };
    const second = { chain: waiting!, token: await mintAt(server, waiting!) };
    const codes = [await issueAt(server, first), await issueAt(server, second)];
    // The second key's notices wait behind an unanswered one.
    const path = `/spaces/${waiting!.spaceId}`;
    await callAdmin(server, { token: admin, method: "PATCH", path, body: { title: "Other" } });
    expect(await claimAt(server, { ...first, code: codes[0]! })).toBe('200 {"success":true}');
    expect(await claimAt(server, { ...second, code: codes[1]! })).toBe('200 {"success":true}');
    await expect.poll(() => silent.requests.length, { timeout: 10_000 }).toBe(2);
    await kill(server);

    const again = await serveData(prepared, { runtime });
    // Until their lease ends they may belong to a live process.
    const errors = async () => {
      const { items } = (await callAdmin(again, { token: admin, path: "/notices" })).json;
      return items.map(({ error }: { error: string | null }) => error);
    };
    await expect.poll(errors, { timeout: 30_000, interval: 500 }).toEqual(Array(3).fill("unsent"));
    expect(await claimAt(again, { ...first, code: codes[0]! })).toBe('401 {"success":false}');
    expect(await claimAt(again, { ...second, code: codes[1]! })).toBe('401 {"success":false}');
    // A resent notice would come before the test's: notices of a key are sent in order.
    for (const { webhookId } of prepared.chains) {
      const test = { token: admin, method: "POST", path: `/webhooks/${webhookId}/test` };
      expect((await callAdmin(again, test)).status).toBe(202);
    }
    await expect.poll(() => silent.requests.length, { timeout: 10_000 }).toBe(4);
    for (const request of silent.requests.slice(2)) expect(request).toContain('{"synch-data":[]}');
    const delivered = silent.requests.filter((request) => request.includes("r_cert"));
    expect(delivered).toHaveLength(1);
  });

  it("ATTACK-J131: a first start that is killed at any moment is completed by the next", async () => {
    const rounds = FIRST_STARTS[runtime];
    await killFirstStarts({ runtime, folder: await makeFolder(), rounds });
  });
});

it.each(runtimesOf("deno"))(
  "ATTACK-J133: docgate store backup on %s copies the file while it is served",
  async (runtime) => {
    const folder = await makeFolder();
    const prepared = await prepareData(folder);
    await serveData(prepared, { runtime });
    const args = ["store", "backup", join(folder, "docgate.db"), "--data", prepared.data];
    expect(await runDocgate(args, { runtime })).toMatchObject({ code: 0, stdout: "" });
    await copyFile(join(prepared.data, "master.key"), join(folder, "master.key"));
    const again = await serveData({ ...prepared, data: folder }, { runtime });
    expect((await callAdmin(again, { token: prepared.token, path: "/spaces" })).status).toBe(200);
  },
);

describe("a store", () => {
  it("ATTACK-J131: of a newer docgate is refused with exit 1 and a message, and is left alone", async () => {
    const { data, corpus } = await prepareData(await makeFolder());
    writeStore(data, "INSERT INTO kysely_migration VALUES ('999-later', '2030-01-01')");
    const before = readFileSync(fileOf(data));
    const args = ["serve", "--port", "0", "--corpus", corpus, "--data", data];
    const { code, stdout, stderr } = await runDocgate(args);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(
      `docgate: The store "${fileOf(data)}" was written by a newer docgate (its schema has ` +
        '"999-later"). Run that version, or restore a backup made before the upgrade.\n',
    );
    expect(readFileSync(fileOf(data)).equals(before)).toBe(true);
  });

  it("ATTACK-J133: a copy taken during writes is consistent, and opens", async () => {
    const folder = await makeFolder();
    const prepared = await prepareData(folder);
    const sink = await receiver();
    const stream = createSaveStream({
      token: prepared.token,
      lanes: 4,
      notificationUrl: (lane) => sink.url(`/lane-${lane}`),
    });
    const server = await serveData(prepared);
    let isOver = false;
    const running = stream.run(server.url, { isOver: () => isOver });
    await expect.poll(stream.acknowledged, { timeout: 30_000 }).toBeGreaterThan(40);
    const copies = [
      await copyStore(prepared, join(folder, "vacuum"), vacuumInto),
      await copyStore(prepared, join(folder, "backup"), backupTo),
    ];
    isOver = true;
    await running;
    for (const { data, acknowledged } of copies) {
      expectWhole(data);
      const entries = await replayed(data);
      expect(entries).toBeGreaterThanOrEqual(acknowledged);
      expect(entries).toBeLessThan(stream.acknowledged());
    }
    expect(await server.stop()).toBe(0);

    async function copyStore(from: DataFolder, to: string, copy: Copy) {
      const acknowledged = stream.acknowledged();
      await mkdir(to);
      await copyFile(join(from.data, "master.key"), join(to, "master.key"));
      await copy(fileOf(from.data), fileOf(to));
      // Saves from now on are not in the copy.
      const goal = stream.acknowledged() + 5;
      await expect.poll(stream.acknowledged, { timeout: 30_000 }).toBeGreaterThan(goal);
      return { data: to, acknowledged };
    }
  });

  it("ATTACK-C35: restored from a backup revives what was revoked since, until it is revoked again", async () => {
    const folder = await makeFolder();
    const sink = await receiver();
    const prepared = await prepareData(folder, { notificationUrls: [sink.url(), sink.url()] });
    const [deleted, other] = prepared.chains;
    const { token: admin, data } = prepared;
    const server = await serveData(prepared);
    const token = await mintAt(server, deleted!);
    await vacuumInto(fileOf(data), join(folder, "yesterday.db"));
    const path = `/api-keys/${deleted!.keyId}`;
    await callAdmin(server, { token: admin, method: "DELETE", path });
    // Over the Origin of another key, because its own is no longer on the list.
    expect(await statusOf(server, other!, token)).toBe(401);
    await server.stop();

    for (const suffix of ["-wal", "-shm"]) rmSync(`${fileOf(data)}${suffix}`, { force: true });
    renameSync(join(folder, "yesterday.db"), fileOf(data));
    const restored = await serveData(prepared);
    expect(await statusOf(restored, other!, token)).toBe(200);
    expect(await statusOf(restored, deleted!, deleted!.rawKey)).toBe(200);
    const revoke = { token: admin, method: "POST", path: `${path}/revoke-tokens` };
    expect((await callAdmin(restored, revoke)).status).toBe(204);
    expect(await statusOf(restored, other!, token)).toBe(401);
    expect(await statusOf(restored, other!, await mintAt(restored, deleted!))).toBe(200);
    await restored.stop();
  });
});

type Copy = (from: string, to: string) => Promise<void>;

async function vacuumInto(from: string, to: string): Promise<void> {
  const database = new DatabaseSync(from, { readOnly: true });
  database.exec(`VACUUM INTO '${to}'`);
  database.close();
}

async function backupTo(from: string, to: string): Promise<void> {
  const database = new DatabaseSync(from, { readOnly: true });
  await backup(database, to);
  database.close();
}

/** Compares the rows with the audit log. @returns the number of saves in the log */
function replayed(data: string): Promise<number> {
  return onData(data, async ({ store: { read } }) => {
    const admin = await read.admins.find({ email: ADMIN.email });
    const all = await read.audit.list({ organizationId: admin!.organizationId });
    const saves = all.filter(isSave);
    const told: AuditedState = new Map();
    for (const entry of saves) replay(told, entry);
    const tables = {
      space: read.spaces,
      agent: read.agents,
      client: read.clients,
      certificate: read.certificates,
      webhook: read.webhooks,
      contract: read.contracts,
      apiKey: read.apiKeys,
    };
    for (const [resource, table] of Object.entries(tables)) {
      const rows = (await table.list({})) as readonly object[];
      compareAudited(told, resource, rows as Readonly<Record<string, unknown>>[]);
    }
    return saves.length;
  });
}
