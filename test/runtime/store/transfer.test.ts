import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { OPEN_POLICY } from "../../../runtime/admin/sign-in/policy.ts";
import { openStore, type StorePlace } from "../../../runtime/store/store.ts";
import { backUpStore, exportStore, importStore } from "../../../runtime/store/transfer.ts";
import { createTestChain } from "../../support/access-chain.ts";
import { createOrganization, createTestPlatform } from "../../support/platform.ts";
import { ENGINE, makeStorePlace, type TestPlace } from "../../support/store-place.ts";
import { makeFolder } from "../../support/tree.ts";

/** A store with a chain, and with the given number of set-up links. */
async function filledPlace(links = 0): Promise<TestPlace> {
  const test = await createTestPlatform();
  const actor = await createOrganization(test, "Acmé \u{1f600}");
  await createTestChain(test.platform, { actor, name: "shop", secretKey: "a shared secret 1" });
  await test.platform.store.transaction(async (tx) => {
    for (let number = 0; number < links; number++) {
      await tx.setupLinks.insert({ tokenHash: `hash ${number}`, expiresAt: "2030-01-01" });
    }
  });
  return test.place;
}

async function newFile(): Promise<StorePlace> {
  return { file: join(await makeFolder(), "docgate.db") };
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    ({ message }) => message,
  );

describe("exportStore and importStore", () => {
  it("ATTACK-J132: move everything to the other engine and back, byte for byte", async () => {
    // More than a page.
    const place = await filledPlace(1_100);
    const folder = await makeFolder();
    const [there, back] = [join(folder, "there"), join(folder, "back")];
    const rows = await exportStore(place, there);
    const file = await newFile();
    expect(await importStore(file, there)).toBe(rows);
    const again = await makeStorePlace({ isBare: true });
    await exportStore(file, back);
    expect(await importStore(again, back)).toBe(rows);
    await exportStore(again, join(folder, "again"));
    expect(await readFile(back, "utf8")).toBe(await readFile(there, "utf8"));
    expect(await readFile(join(folder, "again"), "utf8")).toBe(await readFile(there, "utf8"));
  });

  it("ATTACK-J132: omit no table", async () => {
    const { file } = await newFile();
    const target = `${file}.export`;
    await (await openStore({ file })).close();
    const database = new DatabaseSync(file);
    onTestFinished(() => database.close());
    database.exec("PRAGMA foreign_keys = OFF");
    const tables = database
      .prepare("select name from sqlite_schema where type = 'table' and name not like 'kysely%'")
      .all() as { name: string }[];
    for (const { name } of tables) fillTable(database, name);
    expect(await exportStore({ file }, target)).toBe(tables.length);
  });

  it("write a file that no other user can read, and leave no partial file next to it", async () => {
    const place = await filledPlace();
    const folder = await makeFolder();
    const target = join(folder, "store.jsonl");
    await writeFile(target, "older", { mode: 0o644 });
    await exportStore(place, target);
    expect((await stat(target)).mode & 0o777).toBe(0o600);
    await expect(exportStore(place, join(folder, "nowhere", "x"))).rejects.toMatchObject({
      code: "file",
      message: `Cannot write "${join(folder, "nowhere", "x")}": the folder "${join(folder, "nowhere")}" does not exist. Make it, or name another place.`,
    });
    expect(await readdir(folder)).toEqual(["store.jsonl"]);
  });

  it("refuse a store that is not empty", async () => {
    const place = await filledPlace();
    const target = join(await makeFolder(), "store.jsonl");
    await exportStore(place, target);
    expect(await refusal(importStore(place, target))).toMatch(
      /^The store ".+" is not empty: import/,
    );
  });

  it.each<[string, (text: string) => string, RegExp]>([
    [
      "of another schema",
      (text) => text.replace("001-initial", "000-older"),
      /another version of d/,
    ],
    [
      "of another format",
      (text) => text.replace('"format":1', '"format":2'),
      /another version of d/,
    ],
    ["that is not an export", () => '{"name":"x"}\n', /is not an export of a store\.$/],
    ["that is empty", () => "", /is incomplete: export the store again\.$/],
    ["that is cut off", (text) => text.slice(0, text.lastIndexOf("{")), /is incomplete: export/],
    ["that is cut off in a line", (text) => text.slice(0, -500), /:\d+ is not a line of an export/],
  ])("refuse an export %s, and leave the store empty", async (_, change, message) => {
    const place = await filledPlace();
    const target = join(await makeFolder(), "store.jsonl");
    await exportStore(place, target);
    await writeFile(target, change(await readFile(target, "utf8")));
    const fresh = await makeStorePlace();
    expect(await refusal(importStore(fresh, target))).toMatch(message);
    const store = await openStore(fresh);
    onTestFinished(() => store.close());
    expect(await store.read.organizations.count({})).toBe(0);
  });
});

function fillTable(database: DatabaseSync, name: string): void {
  const columns = database.prepare(`select name from pragma_table_info('${name}')`).all();
  const marks = columns.map(() => "1").join();
  database.exec(
    `insert into ${name} (${columns.map(({ name }) => name).join()}) values (${marks})`,
  );
}

describe("backUpStore", () => {
  it.runIf(ENGINE === "sqlite")(
    "ATTACK-J133: taken under load gives a consistent store",
    async () => {
      const place = await filledPlace();
      const store = await openStore(place);
      onTestFinished(() => store.close());
      let isOver = false;
      let saves = 0;
      const saving = (async () => {
        while (!isOver) {
          const id = `organization ${saves++}`;
          await store.transaction(async (tx) => {
            await tx.organizations.insert({ id, name: id, createdAt: "", ...OPEN_POLICY });
            await tx.setupLinks.insert({ tokenHash: id, expiresAt: "" });
          });
          await new Promise(setImmediate);
        }
      })();
      const target = join(await makeFolder(), "copy.db");
      for (let round = 0; round < 5; round++) {
        const before = saves;
        while (saves < before + 5) await new Promise(setImmediate);
        await backUpStore(place, target);
        const copy = await openStore({ file: target });
        await copy.verify();
        const made = (await copy.read.organizations.count({})) - 1;
        expect(await copy.read.setupLinks.count({})).toBe(made);
        expect(made).toBeGreaterThan(0);
        await copy.close();
      }
      isOver = true;
      await saving;
      expect((await stat(target)).mode & 0o777).toBe(0o600);
    },
  );

  it("names the missing store, and creates none", async () => {
    const { file } = await newFile();
    const message = `There is no store at "${file}". "docgate serve" creates it; --data names its folder.`;
    expect(await refusal(backUpStore({ file }, `${file}.copy`))).toBe(message);
    expect(await refusal(exportStore({ file }, `${file}.copy`))).toBe(message);
  });

  it("leaves PostgreSQL to its own tools", async () => {
    const { url, file } = { url: "postgres://127.0.0.1/docgate", file: "docgate.db" };
    expect(await refusal(backUpStore({ url, file }, "copy"))).toMatch(/pg_dump/);
  });
});
