import { chmod, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openStore, type Store } from "../../../runtime/store/store.ts";
import { makeFolder } from "../../support/tree.ts";

async function open(file: string): Promise<Store> {
  const store = await openStore({ file });
  onTestFinished(() => store.close());
  return store;
}

describe("the embedded store", () => {
  it("creates file and side files with mode 0600 in a folder with mode 0700", async () => {
    const folder = join(await makeFolder(), "data");
    const store = await open(join(folder, "docgate.db"));
    await store.transaction((tx) => tx.installation.setRootKey("wrapped"));
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(folder)) {
      expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o600);
    }
  });

  it("removes other users' permissions on an existing file", async () => {
    const file = join(await makeFolder(), "docgate.db");
    await writeFile(file, "");
    await chmod(file, 0o644);
    await open(file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it("ATTACK-J128: keeps a write-ahead log", async () => {
    const file = join(await makeFolder(), "docgate.db");
    await open(file);
    const database = new DatabaseSync(file);
    onTestFinished(() => database.close());
    expect(database.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
  });

  it.each([
    ["database or disk is full", "the disk is full"],
    ["disk I/O error", "the disk reports an error"],
    ["attempt to write a readonly database", "the disk is read-only"],
  ])(
    "ATTACK-J129: tells of %s, once, and finds out when changes are saved again",
    async (fault, reason) => {
      const file = join(await makeFolder(), "docgate.db");
      const lines: string[] = [];
      const store = await openStore({ file, log: (line) => lines.push(line) });
      onTestFinished(() => store.close());
      await store.transaction((tx) => tx.installation.setRootKey("wrapped"));
      const failing = vi.spyOn(StatementSync.prototype, "run").mockImplementation(() => {
        throw Object.assign(new Error(fault), { code: "ERR_SQLITE_ERROR" });
      });
      onTestFinished(() => failing.mockRestore());
      for (let attempt = 0; attempt < 3; attempt++) {
        const change = store.transaction((tx) => tx.installation.bumpRevision());
        await expect(change).rejects.toMatchObject({ code: "store-unavailable", reason });
        expect(await store.whyUnwritable()).toBe(reason);
      }
      expect(await store.read.installation.revision()).toBe(0);
      failing.mockRestore();
      expect(await store.whyUnwritable()).toBeNull();
      await store.transaction((tx) => tx.installation.bumpRevision());
      expect(await store.read.installation.revision()).toBe(1);
      expect(lines).toEqual([
        expect.stringContaining(`The store "${file}" cannot be written: ${fault}. `),
        `The store "${file}" can be written again.`,
      ]);
      expect(await readdir(join(file, ".."))).not.toContain(".docgate-probe");
    },
  );

  it("ATTACK-J129: names the file that is not a store", async () => {
    const file = join(await makeFolder(), "docgate.db");
    await writeFile(file, "This is a text and no database.".repeat(100));
    await expect(openStore({ file })).rejects.toThrow(
      `The store "${file}" cannot be opened: file is not a database`,
    );
  });
});
