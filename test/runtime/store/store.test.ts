import { chmod, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { ConflictError, StoreError } from "../../../runtime/store/errors.ts";
import type { Queries } from "../../../runtime/store/queries.ts";
import { openStore, type Store } from "../../../runtime/store/store.ts";
import { makeFolder } from "../../support/tree.ts";

const AT = "2026-01-01T00:00:00.000Z";
const owned = { organizationId: "org", createdAt: AT, updatedAt: AT };

/** Opens a store in a folder of its own, with one organization. */
async function openTestStore(file?: string): Promise<Store> {
  const store = await openStore({ file: file ?? join(await makeFolder(), "data", "docgate.db") });
  onTestFinished(() => store.close());
  return store;
}

async function openWithOrganization(): Promise<Store> {
  const store = await openTestStore();
  await store.transaction(async (tx) => {
    await tx.installation.setRootKey("wrapped");
    await tx.organizations.insert({ id: "org", name: "Acme", createdAt: AT });
  });
  return store;
}

function client(id: string, name = id) {
  return { ...owned, id, name, clientId: `dgc_${id}`, secretHash: "hash" };
}

function webhook(id: string, origin: string) {
  return { ...owned, id, name: id, origin, notificationUrl: "https://partner.example/" };
}

function apiKey(id: string, bindings: { clientId?: string; webhookId?: string } = {}) {
  return {
    ...owned,
    id,
    name: id,
    keyHash: `hash of ${id}`,
    displayPrefix: "dgk_12345678",
    clientId: null,
    certificateId: null,
    contractId: null,
    webhookId: null,
    generation: 0,
    lastUsedAt: null,
    ...bindings,
  };
}

async function conflictIn(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConflictError);
  return (error as ConflictError).what;
}

describe("openStore", () => {
  it("makes file and side files with mode 0600 in a folder with mode 0700", async () => {
    const folder = join(await makeFolder(), "data");
    const store = await openTestStore(join(folder, "docgate.db"));
    await store.transaction((tx) => tx.installation.setRootKey("wrapped"));
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(folder)) {
      expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o600);
    }
  });

  it("takes other users' rights to an existing file away", async () => {
    const file = join(await makeFolder(), "docgate.db");
    await writeFile(file, "");
    await chmod(file, 0o644);
    await openTestStore(file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it("J128: keeps a write-ahead log", async () => {
    const file = join(await makeFolder(), "docgate.db");
    await openTestStore(file);
    const database = new DatabaseSync(file);
    onTestFinished(() => database.close());
    expect(database.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
  });

  it("J131: refuses a store that a newer docgate wrote, and leaves it alone", async () => {
    const file = join(await makeFolder(), "docgate.db");
    await (await openStore({ file })).close();
    const database = new DatabaseSync(file);
    database.exec("INSERT INTO kysely_migration VALUES ('999-later', '2030-01-01')");
    database.close();
    await expect(openStore({ file })).rejects.toThrow(
      new StoreError(
        `The store "${file}" was written by a newer docgate (its schema has "999-later"). ` +
          "Run that version, or restore a backup made before the upgrade.",
      ),
    );
  });

  it("J129: says which file is no store", async () => {
    const file = join(await makeFolder(), "docgate.db");
    await writeFile(file, "This is a text and no database.".repeat(100));
    await expect(openStore({ file })).rejects.toThrow(
      `The store "${file}" cannot be opened: file is not a database`,
    );
  });

  it("opens a store again with everything in it", async () => {
    const file = join(await makeFolder(), "docgate.db");
    const first = await openStore({ file });
    await first.transaction((tx) => tx.installation.setRootKey("wrapped"));
    await first.close();
    expect(await (await openTestStore(file)).read.installation.rootKey()).toBe("wrapped");
  });
});

describe("transaction", () => {
  it("leaves nothing behind when the work fails", async () => {
    const { transaction, read } = await openWithOrganization();
    const failing = transaction(async (tx) => {
      await tx.clients.insert(client("a"));
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await read.clients.count({})).toBe(0);
  });

  it("is seen by readers only when it is committed", async () => {
    const { transaction, read } = await openWithOrganization();
    await transaction(async (tx) => {
      await tx.clients.insert(client("a"));
      expect(await read.clients.count({})).toBe(0);
      expect(await tx.clients.count({})).toBe(1);
    });
    expect(await read.clients.count({})).toBe(1);
  });

  it("runs one after the other: no update of a count is lost", async () => {
    const { transaction, read } = await openWithOrganization();
    await transaction((tx) => tx.apiKeys.insert(apiKey("k")));
    await Promise.all(
      Array.from({ length: 50 }, () =>
        transaction(async (tx) => {
          const { generation } = (await tx.apiKeys.find({ id: "k" }))!;
          await tx.apiKeys.update({ id: "k" }, { generation: generation + 1 });
        }),
      ),
    );
    expect((await read.apiKeys.find({ id: "k" }))?.generation).toBe(50);
  });

  it("J130: two processes' worth of stores on one file take turns", async () => {
    const file = join(await makeFolder(), "docgate.db");
    const stores = [await openTestStore(file), await openTestStore(file)];
    await stores[0]!.transaction((tx) => tx.installation.setRootKey("wrapped"));
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        stores[index % 2]!.transaction((tx) => tx.installation.bumpRevision()),
      ),
    );
    for (const { read } of stores) expect(await read.installation.revision()).toBe(100);
  });
});

describe("what must be unique", () => {
  it("C18: a name inside an organization, but not across organizations", async () => {
    const { transaction } = await openWithOrganization();
    await transaction((tx) => tx.clients.insert(client("a", "Site")));
    const again = transaction((tx) => tx.clients.insert(client("b", "Site")));
    expect(await conflictIn(again)).toBe("clients.name");
    await transaction(async (tx) => {
      await tx.organizations.insert({ id: "other", name: "Other", createdAt: AT });
      await tx.clients.insert({ ...client("c", "Site"), organizationId: "other" });
    });
  });

  it("§2: a webhook's origin across the installation", async () => {
    const { transaction } = await openWithOrganization();
    await transaction(async (tx) => {
      await tx.organizations.insert({ id: "other", name: "Other", createdAt: AT });
      await tx.webhooks.insert(webhook("a", "https://partner.example"));
    });
    const taken = { ...webhook("b", "https://partner.example"), organizationId: "other" };
    const again = transaction((tx) => tx.webhooks.insert(taken));
    expect(await conflictIn(again)).toBe("webhooks.origin");
  });

  it("D44: a client is bound to one key at most, also when two bind it at once", async () => {
    const { transaction, read } = await openWithOrganization();
    await transaction(async (tx) => {
      await tx.clients.insert(client("c"));
      for (const id of ["k1", "k2"]) await tx.apiKeys.insert(apiKey(id));
    });
    const bind = (id: string) => (tx: Queries) => tx.apiKeys.update({ id }, { clientId: "c" });
    const results = await Promise.allSettled([transaction(bind("k1")), transaction(bind("k2"))]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await read.apiKeys.count({ clientId: "c" })).toBe(1);
  });
});

describe("what is consumed once", () => {
  it("E50: of many who remove one code, one gets it", async () => {
    const { transaction } = await openWithOrganization();
    await transaction(async (tx) => {
      await tx.apiKeys.insert(apiKey("k"));
      await tx.codes.put({ apiKeyId: "k", codeHash: "h", clientId: null, expiresAt: AT }, [
        "apiKeyId",
      ]);
    });
    const claims = await Promise.all(
      Array.from({ length: 50 }, () => transaction((tx) => tx.codes.remove({ apiKeyId: "k" }))),
    );
    expect(claims.filter(({ length }) => length === 1)).toHaveLength(1);
  });

  it("§8: a new code takes the place of the key's code before", async () => {
    const { transaction, read } = await openWithOrganization();
    const code = { apiKeyId: "k", clientId: null, expiresAt: AT };
    await transaction(async (tx) => {
      await tx.apiKeys.insert(apiKey("k"));
      await tx.codes.put({ ...code, codeHash: "first" }, ["apiKeyId"]);
      await tx.codes.put({ ...code, codeHash: "second" }, ["apiKeyId"]);
    });
    expect(await read.codes.list({})).toEqual([{ ...code, codeHash: "second" }]);
  });

  it("counts within a window and starts anew after it", async () => {
    const { transaction } = await openWithOrganization();
    const take = (now: string, resetsAt: string) =>
      transaction((tx) => tx.budgets.take({ name: "b", now, resetsAt }));
    expect(await take("2026-01-01T00:00", "2026-01-01T01:00")).toBe(1);
    expect(await take("2026-01-01T00:59", "2026-01-01T01:59")).toBe(2);
    expect(await take("2026-01-01T01:00", "2026-01-01T02:00")).toBe(1);
  });
});

describe("deletion", () => {
  it("C17: of a bound resource unbinds it and keeps the key", async () => {
    const { transaction, read } = await openWithOrganization();
    await transaction(async (tx) => {
      await tx.clients.insert(client("c"));
      await tx.webhooks.insert(webhook("w", "https://partner.example"));
      await tx.apiKeys.insert(apiKey("k", { clientId: "c", webhookId: "w" }));
      await tx.clients.remove({ id: "c" });
    });
    expect(await read.apiKeys.find({ id: "k" })).toMatchObject({ clientId: null, webhookId: "w" });
  });

  it("of a key ends its code", async () => {
    const { transaction, read } = await openWithOrganization();
    await transaction(async (tx) => {
      await tx.apiKeys.insert(apiKey("k"));
      await tx.codes.put({ apiKeyId: "k", codeHash: "h", clientId: null, expiresAt: AT }, [
        "apiKeyId",
      ]);
      await tx.apiKeys.remove({ id: "k" });
    });
    expect(await read.codes.count({})).toBe(0);
  });
});

describe("page", () => {
  it("gives the newest first, and what is older than an entry", async () => {
    const { transaction, read } = await openWithOrganization();
    const entry = { organizationId: "org", at: AT, admin: "a", resource: "r", resourceId: "i" };
    await transaction(async (tx) => {
      for (const id of ["1", "2", "3", "4"]) {
        await tx.audit.insert({ ...entry, id, action: "create", name: "", changes: {} });
      }
    });
    const ids = async (before?: string) =>
      (await read.audit.page("org", { limit: 2, before })).map(({ id }) => id);
    expect(await ids()).toEqual(["4", "3"]);
    expect(await ids("3")).toEqual(["2", "1"]);
    expect(await ids("1")).toEqual([]);
    expect(await read.audit.page("other", { limit: 2 })).toEqual([]);
  });
});

describe("purge", () => {
  it("removes what has expired and nothing else", async () => {
    const { transaction, read } = await openWithOrganization();
    await transaction(async (tx) => {
      await tx.setupLinks.insert({ tokenHash: "old", expiresAt: "2026-01-01" });
      await tx.setupLinks.insert({ tokenHash: "new", expiresAt: "2026-01-03" });
      await tx.purge({ now: "2026-01-02", idempotentBefore: "2026-01-01" });
    });
    expect(await read.setupLinks.list({})).toEqual([{ tokenHash: "new", expiresAt: "2026-01-03" }]);
  });
});
