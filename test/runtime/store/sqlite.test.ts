import { chmod, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
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

  it("ATTACK-J129: names the file that is not a store", async () => {
    const file = join(await makeFolder(), "docgate.db");
    await writeFile(file, "This is a text and no database.".repeat(100));
    await expect(openStore({ file })).rejects.toThrow(
      `The store "${file}" cannot be opened: file is not a database`,
    );
  });
});
