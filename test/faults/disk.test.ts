import { execFileSync } from "node:child_process";
import { appendFileSync, rmSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished, type TestContext } from "vitest";
import { runDocgate } from "../support/command.ts";
import {
  ADMIN,
  callAdmin,
  callChain,
  type DataFolder,
  kill,
  mintAt,
  prepareData,
  serveData,
  statusOf,
} from "../support/data-server.ts";
import { runtimesOf } from "../support/extent.ts";
import { callServed, type PartnerAnswer } from "../support/partner-client.ts";
import type { TestServer } from "../support/server.ts";
import { damageTable, expectWhole, fileOf, overwrite, readStore } from "../support/store-file.ts";
import { makeFolder } from "../support/tree.ts";
import { expectHealed, vitalsOf } from "../support/vitals.ts";

/** Nothing listens there, so whatever is sent fails at once. */
const NOWHERE = "http://127.0.0.1:1/notices";
const FAILED = '{"message":"Internal server error."}';
/** Its password is the administrator's. */
const CONSUMER = { email: "reader@example.com", password: ADMIN.password };
const FULL =
  '{"message":"docgate cannot save anything at the moment: the disk is full. Nothing was changed."}';

/** Mounts a file system until the test ends, or skips the test with the reason. */
function mount(context: TestContext, args: readonly string[], folder: string): void {
  try {
    execFileSync("mount", [...args, folder], { stdio: ["ignore", "ignore", "pipe"] });
  } catch (error) {
    context.skip(`needs to mount a file system, as root does: ${(error as Error).message}`);
  }
  onTestFinished(() => void execFileSync("umount", ["--lazy", folder]));
}

interface Saver {
  /** Saves the space's title. */
  save(title: string): Promise<PartnerAnswer>;
  /** Returns the title that administrators see, and the one that the partner sees. */
  titles(): Promise<readonly string[]>;
}

function saverOf(server: TestServer, { token, chains }: DataFolder): Saver {
  const [chain] = chains;
  const path = `/spaces/${chain!.spaceId}`;
  return {
    save: (title) => callAdmin(server, { token, method: "PATCH", path, body: { title } }),
    async titles() {
      const seen = await callAdmin(server, { token, path });
      const authorization = `Bearer ${chain!.rawKey}`;
      const served = await callChain(server, chain!, { path: "/space/list", authorization });
      if (served === "dropped") throw new Error("The partner's read was dropped");
      return [seen.json.space.title, served.json.result[0].title];
    },
  };
}

/** Counts the changes of the space in the audit log. */
function auditedSaves(data: string): unknown {
  const saves = "resource = 'space' AND action = 'update'";
  return readStore(data, `SELECT count(*) AS saves FROM audit WHERE ${saves}`)[0]!.saves;
}

describe.each(runtimesOf("node"))("ATTACK-J129: on %s", (runtime) => {
  it("a full disk: saves fail and leave nothing, reads continue, and with free space saves work again", async (context) => {
    const folder = await makeFolder();
    mount(context, ["-t", "tmpfs", "-o", "size=3m", "tmpfs"], folder);
    const prepared = await prepareData(folder, { notificationUrls: [NOWHERE] });
    const server = await serveData(prepared, { runtime });
    const { save, titles } = saverOf(server, prepared);
    const { token, chains } = prepared;
    const consumer = { contractId: chains[0]!.contractId, registration: "system", ...CONSUMER };
    await callAdmin(server, { token, method: "POST", path: "/consumers", body: consumer });
    await titles();
    const before = vitalsOf(server);
    const filler = join(folder, "filler");
    fill(filler);
    // The write-ahead log has some room left.
    let last = "chain-1";
    let saved = 0;
    for (
      let answer = await save("1");
      answer.status < 300;
      answer = await save(String(saved + 1))
    ) {
      last = answer.json.space.title;
      saved += 1;
      if (saved % 20 === 0) fill(filler);
    }
    for (const title of ["a", "b", "c"]) {
      fill(filler);
      const answer = await save(title);
      expect([answer.status, answer.headers.get("retry-after"), answer.text]).toEqual([
        503,
        "5",
        FULL,
      ]);
      expect(await titles()).toEqual([last, last]);
    }
    const create = { token, method: "POST", path: "/spaces", body: { title: "new" } };
    expect((await callAdmin(server, create)).text).toBe(FULL);
    for (const password of [ADMIN.password, "not the password"]) {
      const signIn = await callServed(`${server.url}/admin/api/session`, {
        method: "POST",
        body: { ...ADMIN, password },
        headers: { Origin: server.url },
      });
      expect([signIn.status, signIn.text]).toEqual([503, FULL]);
      // A consumer is not told why, whatever the password.
      const body = { email: CONSUMER.email, password };
      const call = { method: "POST", path: "/auth/access_token", body };
      expect(await callChain(server, chains[0]!, call)).toMatchObject({
        status: 503,
        json: { success: false, status: 503, message: "Too busy, try again" },
      });
    }
    expect(await statusOf(server, chains[0]!, await mintAt(server, chains[0]!))).toBe(200);
    const ready = await fetch(`${server.url}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([
      503,
      {
        status: "unavailable",
        checks: { store: { state: "fail", message: "cannot write: the disk is full" } },
      },
    ]);
    expect(auditedSaves(prepared.data)).toBe(saved);
    // One line in spite of all these requests, and no stack.
    expect(server.log().match(/disk is full/g)).toHaveLength(1);
    expect(server.log()).toMatch(
      /^The store ".*" cannot be written: .*full\. Free space on the disk\.$/m,
    );
    expect(server.log()).not.toMatch(/^ +at /m);

    rmSync(filler);
    // It finds out by itself that there is room, without a save.
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
    await expect.poll(() => server.log()).toMatch(/^The store ".*" can be written again\.$/m);
    expect((await save("with room")).status).toBe(200);
    expect(await titles()).toEqual(["with room", "with room"]);
    await expectHealed(server, before);
    await kill(server);
    expectWhole(prepared.data);
    expect(auditedSaves(prepared.data)).toBe(saved + 1);
  });

  it("a read-only data folder is refused at the start with exit 1 and a message", async (context) => {
    const [folder, view] = [await makeFolder(), await makeFolder()];
    const { data, corpus } = await prepareData(folder);
    mount(context, ["--bind", data], view);
    execFileSync("mount", ["-o", "remount,ro,bind", view]);
    const args = ["serve", "--port", "0", "--corpus", corpus, "--data", view];
    const { code, stdout, stderr } = await runDocgate(args, { runtime });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^docgate: The store ".*" cannot be opened: .*read-only.*\n$/i);
  });

  it("a damaged page: its content fails, the rest is served, and no save falsely succeeds", async () => {
    const prepared = await prepareData(await makeFolder(), { notificationUrls: [NOWHERE] });
    damageTable(prepared.data, "audit");
    damageTable(prepared.data, "clients");
    const server = await serveData(prepared, { runtime });
    const { save, titles } = saverOf(server, prepared);
    const { token } = prepared;
    for (const path of ["/clients", "/audit"]) {
      const answer = await callAdmin(server, { token, path });
      expect([answer.status, answer.text]).toEqual([500, FAILED]);
    }
    // A change without its audit entry does not exist.
    expect((await save("Other")).text).toBe(FAILED);
    expect(await titles()).toEqual(["chain-1", "chain-1"]);
    expect(server.log()).toMatch(/database disk image is malformed/);
    expect(await server.stop()).toBe(0);
  });
});

describe("ATTACK-J129", () => {
  it.each(runtimesOf("deno"))(
    "a store that another process keeps locked, on %s: saves fail in bounded time, reads continue",
    async (runtime) => {
      const prepared = await prepareData(await makeFolder(), { notificationUrls: [NOWHERE] });
      const server = await serveData(prepared, { runtime });
      const { save, titles } = saverOf(server, prepared);
      const lock = new DatabaseSync(fileOf(prepared.data), { timeout: 5_000 });
      onTestFinished(() => lock.close());

      // A save waits for a short lock.
      lock.exec("BEGIN IMMEDIATE");
      const patient = save("waited");
      expect(await titles()).toEqual(["chain-1", "chain-1"]);
      lock.exec("ROLLBACK");
      expect((await patient).status).toBe(200);

      lock.exec("BEGIN IMMEDIATE");
      let answered = 0;
      const start = performance.now();
      const saves = ["1", "2", "3", "4", "5", "6"].map(async (title) => {
        const answer = await save(title);
        answered += 1;
        return `${answer.status} ${answer.text}`;
      });
      // Neither the process nor a read waits for the lock.
      for (let read = 0; read < 5; read++) {
        expect(await titles()).toEqual(["waited", "waited"]);
        expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
      }
      expect(answered, runtime).toBe(0);
      expect(await Promise.all(saves)).toEqual(Array(6).fill(`500 ${FAILED}`));
      // Five seconds for all of them together; one after another it would be thirty.
      expect(performance.now() - start).toBeLessThan(20_000);
      lock.exec("ROLLBACK");

      expect(await titles()).toEqual(["waited", "waited"]);
      expect((await save("free again")).status).toBe(200);
      expect(await titles()).toEqual(["free again", "free again"]);
      expect(auditedSaves(prepared.data)).toBe(2);
      expect(await server.stop()).toBe(0);
    },
  );

  it("a store damaged in a part needed at the start is refused with exit 1 and advice", async () => {
    const folder = await makeFolder();
    const { data, corpus } = await prepareData(folder);
    const copy = join(folder, "copy");
    await cp(data, copy, { recursive: true });
    damageTable(data, "installation");
    overwrite(fileOf(copy), 0);
    for (const [name, reason] of [
      [data, "database disk image is malformed"],
      [copy, "file is not a database"],
    ] as const) {
      const args = ["serve", "--port", "0", "--corpus", corpus, "--data", name];
      const { code, stdout, stderr } = await runDocgate(args);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toContain(reason);
      expect(stderr.split("\n")).toHaveLength(2);
    }
  });
});

/** Writes to a file until the disk is full. */
function fill(file: string): void {
  for (const bytes of [65_536, 4_096, 512]) {
    for (;;) {
      try {
        appendFileSync(file, Buffer.alloc(bytes));
      } catch {
        break;
      }
    }
  }
}
