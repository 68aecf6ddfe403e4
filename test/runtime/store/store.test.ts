import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { DocgateError } from "../../../corpus/error.ts";
import { OPEN_POLICY } from "../../../runtime/admin/sign-in/policy.ts";
import { ConflictError } from "../../../runtime/store/errors.ts";
import type { Queries } from "../../../runtime/store/queries.ts";
import { openStore, type Store, type StorePlace } from "../../../runtime/store/store.ts";
import { ANY_CHARACTER } from "../../support/any-character.ts";
import { makeStorePlace } from "../../support/store-place.ts";

const AT = "2026-01-01T00:00:00.000Z";
const owned = { organizationId: "org", createdAt: AT, updatedAt: AT };

async function openTestStore(place?: StorePlace): Promise<Store> {
  const store = await openStore(place ?? (await makeStorePlace()));
  onTestFinished(() => store.close());
  return store;
}

/** Opens a separate store, with one organization. */
async function openWithOrganization(): Promise<Store> {
  const store = await openTestStore();
  await store.transaction(async (tx) => {
    await tx.installation.setRootKey("wrapped");
    await tx.organizations.insert({ id: "org", name: "Acme", createdAt: AT, ...OPEN_POLICY });
  });
  return store;
}

const NO_OVERLAP = { previousSecretHash: null, previousSecretUntil: null };
const NO_LIMITS = { active: true, expiresAt: null, networks: null, requestsPerMinute: null };

function client(id: string, name = id) {
  return { ...owned, id, name, clientId: `dgc_${id}`, secretHash: "hash", ...NO_OVERLAP };
}

function webhook(id: string, origin: string) {
  return {
    ...owned,
    id,
    name: id,
    origin,
    notificationUrl: "https://partner.example/",
    signing: "none" as const,
    signingSecret: null,
    previousSigningSecret: null,
    previousSecretUntil: null,
  };
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
    remindedDays: null,
    ...NO_LIMITS,
    ...bindings,
  };
}

const TEXT = fc.string({ unit: ANY_CHARACTER.filter((character) => character !== "\0") });
const OPTIONAL = fc.option(TEXT);

/** A row of each kind of column: switches, numbers, lists, columns that may have no value. */
const ROWS = fc.record({
  agent: fc.record({
    ...{ id: fc.constant("row"), organizationId: fc.constant("org"), spaceId: fc.constant("row") },
    ...{ createdAt: TEXT, updatedAt: TEXT, agentId: TEXT, displayName: TEXT },
    ...{ startFlow: TEXT, startNode: TEXT, active: fc.boolean(), frontSettings: TEXT },
  }),
  passkey: fc.record({
    ...{ id: fc.constant("row"), adminId: fc.constant("row"), credentialId: TEXT },
    ...{ publicKey: TEXT, counter: fc.nat(2 ** 32 - 1), transports: fc.array(TEXT), name: TEXT },
    ...{ createdAt: TEXT, lastUsedAt: OPTIONAL },
  }),
  served: fc.record({
    ...{ apiKeyId: fc.constant("row"), organizationId: fc.constant("org"), keyHash: TEXT },
    ...{ generation: fc.nat(2 ** 31 - 1), clientId: OPTIONAL, certificateId: OPTIONAL },
    ...{ contractId: OPTIONAL, webhookId: OPTIONAL, clientPublicId: OPTIONAL },
    ...{ clientSecretHash: OPTIONAL, origin: OPTIONAL, spaceIds: fc.array(TEXT) },
    ...{ previousSecretHash: OPTIONAL, previousSecretUntil: OPTIONAL, expiresAt: OPTIONAL },
    ...{ active: fc.boolean(), networks: fc.option(fc.array(TEXT)) },
    requestsPerMinute: fc.option(fc.nat()),
    ...{ spaceList: TEXT, contract: TEXT, policy: TEXT },
  }),
});

async function conflictIn(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConflictError);
  return (error as ConflictError).what;
}

describe("openStore", () => {
  it("opens a store again with everything in it", async () => {
    const place = await makeStorePlace();
    const first = await openStore(place);
    await first.transaction((tx) => tx.installation.setRootKey("wrapped"));
    await first.close();
    expect(await (await openTestStore(place)).read.installation.rootKey()).toBe("wrapped");
  });

  it("ATTACK-J131: if several open a new store at once, one creates its tables", async () => {
    const place = await makeStorePlace({ isBare: true });
    await Promise.all(Array.from({ length: 4 }, () => openTestStore(place)));
  });

  it("ATTACK-J131: refuses a store that a newer docgate wrote, and leaves it alone", async () => {
    const place = await makeStorePlace({ isBare: true });
    const { place: name, close } = await openStore(place);
    await close();
    await place.sql("INSERT INTO kysely_migration VALUES ('999-later', '2030-01-01')");
    await expect(openStore(place)).rejects.toThrow(
      new DocgateError(
        "store",
        `The store "${name}" was written by a newer docgate (its schema has "999-later"). ` +
          "Run that version, or restore a backup made before the upgrade.",
      ),
    );
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

  it("takes no statement after its end, which could run in another transaction", async () => {
    const { transaction, read } = await openWithOrganization();
    const ended: Queries[] = [];
    await transaction(async (tx) => void ended.push(tx));
    const failing = transaction(async (tx) => {
      ended.push(tx);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await transaction(async () => {
      for (const tx of ended) await expect(tx.clients.insert(client("late"))).rejects.toThrow();
    });
    expect(await read.clients.count({})).toBe(0);
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

  it("ATTACK-J130, ATTACK-J132: two stores on one place, as of two processes, lose nothing", async () => {
    const place = await makeStorePlace();
    const stores = [await openTestStore(place), await openTestStore(place)];
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
  it("CHAIN-C18: a name inside an organization, but not across organizations", async () => {
    const { transaction } = await openWithOrganization();
    await transaction((tx) => tx.clients.insert(client("a", "Site")));
    const again = transaction((tx) => tx.clients.insert(client("b", "Site")));
    expect(await conflictIn(again)).toBe("clients.name");
    await transaction(async (tx) => {
      await tx.organizations.insert({ id: "other", name: "Other", createdAt: AT, ...OPEN_POLICY });
      await tx.clients.insert({ ...client("c", "Site"), organizationId: "other" });
    });
  });

  it("PIA §2: a webhook's origin across the installation", async () => {
    const { transaction } = await openWithOrganization();
    await transaction(async (tx) => {
      await tx.organizations.insert({ id: "other", name: "Other", createdAt: AT, ...OPEN_POLICY });
      await tx.webhooks.insert(webhook("a", "https://partner.example"));
    });
    const taken = { ...webhook("b", "https://partner.example"), organizationId: "other" };
    const again = transaction((tx) => tx.webhooks.insert(taken));
    expect(await conflictIn(again)).toBe("webhooks.origin");
  });

  it("ATTACK-D44: a client is bound to at most one key, even if two bind it at once", async () => {
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

describe("rows that are consumed once", () => {
  it("ATTACK-E50: if many callers remove one code, one gets it", async () => {
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

  it("PIA §8: a new code replaces the key's previous one", async () => {
    const { transaction, read } = await openWithOrganization();
    const code = { apiKeyId: "k", clientId: null, expiresAt: AT };
    await transaction(async (tx) => {
      await tx.apiKeys.insert(apiKey("k"));
      await tx.codes.put({ ...code, codeHash: "first" }, ["apiKeyId"]);
      await tx.codes.put({ ...code, codeHash: "second" }, ["apiKeyId"]);
    });
    expect(await read.codes.list({})).toEqual([{ ...code, codeHash: "second" }]);
  });

  it("counts within a window and starts again after it", async () => {
    const { transaction } = await openWithOrganization();
    const take = (now: string, resetsAt: string) =>
      transaction((tx) => tx.budgets.take({ name: "b", now, resetsAt }));
    expect(await take("2026-01-01T00:00", "2026-01-01T01:00")).toBe(1);
    expect(await take("2026-01-01T00:59", "2026-01-01T01:59")).toBe(2);
    expect(await take("2026-01-01T01:00", "2026-01-01T02:00")).toBe(1);
  });
});

describe("deletion", () => {
  it("CHAIN-C17: of a bound resource unbinds it and keeps the key", async () => {
    const { transaction, read } = await openWithOrganization();
    await transaction(async (tx) => {
      await tx.clients.insert(client("c"));
      await tx.webhooks.insert(webhook("w", "https://partner.example"));
      await tx.apiKeys.insert(apiKey("k", { clientId: "c", webhookId: "w" }));
      await tx.clients.remove({ id: "c" });
    });
    expect(await read.apiKeys.find({ id: "k" })).toMatchObject({ clientId: null, webhookId: "w" });
  });

  it("of a key removes its code", async () => {
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
  it("gives the newest first, and the entries older than a given one", async () => {
    const { transaction, read } = await openWithOrganization();
    const entry = {
      organizationId: "org",
      at: AT,
      admin: "a",
      network: null,
      resource: "r",
      resourceId: "i",
    };
    await transaction(async (tx) => {
      for (const id of ["1", "2", "3", "4"]) {
        await tx.audit.append({ ...entry, id, action: "create", name: "", changes: {} });
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

describe("filters of a log", () => {
  async function openWithEntries() {
    const store = await openWithOrganization();
    const entry = {
      at: AT,
      network: null,
      action: "create",
      name: "",
      resourceId: "i",
      changes: {},
    };
    await store.transaction(async (tx) => {
      await tx.organizations.insert({ id: "other", name: "Other", createdAt: AT, ...OPEN_POLICY });
      for (const [index, admin] of ["b", "a", "c", "b", "ä"].entries()) {
        const resource = index % 2 === 0 ? "even" : "odd";
        const id = String(index);
        await tx.audit.append({ ...entry, id, admin, resource, organizationId: "org" });
      }
      await tx.audit.append({
        ...entry,
        id: "6",
        admin: "z",
        resource: "",
        organizationId: "other",
      });
    });
    const ids = async (values: Record<string, string[]>, limit = 9) =>
      (await store.read.audit.page("org", { limit, values })).map(({ id }) => id);
    return { ...store, ids };
  }

  it("accept any of the texts of each column, newest first", async () => {
    const { ids } = await openWithEntries();
    expect(await ids({ admin: ["b"] })).toEqual(["3", "0"]);
    expect(await ids({ admin: ["b", "c"] })).toEqual(["3", "2", "0"]);
    expect(await ids({ admin: ["b", "c"] }, 2)).toEqual(["3", "2"]);
    expect(await ids({ admin: ["a", "b", "c"], resource: ["even", "none"] })).toEqual(["2", "0"]);
    expect(await ids({ admin: [] })).toEqual([]);
    expect(await ids({ admin: ["z"] })).toEqual([]);
    expect(await ids({ admin: ["\0"] })).toEqual([]);
  });

  it("distinct gives each text of an organization once, in order", async () => {
    const { read } = await openWithEntries();
    expect(await read.audit.distinct("org", "admin")).toEqual(["a", "b", "c", "ä"]);
    expect(await read.audit.distinct("none", "admin")).toEqual([]);
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

describe("rows", () => {
  it("are read as they were written: nulls, switches, lists, numbers and any text", async () => {
    const { transaction, read } = await openWithOrganization();
    await transaction(async (tx) => {
      const admin = { id: "row", organizationId: "org", email: "", passwordHash: "" };
      await tx.admins.insert({ ...admin, permissions: [], createdAt: AT, lastSignInAt: null });
      await tx.spaces.insert({ ...owned, id: "row", title: "", description: "" });
      await tx.apiKeys.insert(apiKey("row"));
    });
    await fc.assert(
      fc.asyncProperty(ROWS, async ({ agent, passkey, served }) => {
        await transaction(async (tx) => {
          await tx.agents.put(agent, ["id"]);
          await tx.passkeys.put(passkey, ["id"]);
          await tx.served.put(served, ["apiKeyId"]);
          expect(await tx.agents.find({ id: "row" })).toEqual(agent);
        });
        expect(await read.passkeys.find({ id: "row" })).toEqual(passkey);
        expect(await read.passkeys.find({ lastUsedAt: passkey.lastUsedAt })).toEqual(passkey);
        expect(await read.served.list({ origin: served.origin })).toEqual([served]);
        const { active, displayName } = agent;
        expect(await transaction((tx) => tx.agents.remove({ active, displayName }))).toEqual([
          agent,
        ]);
      }),
    );
  });
});

describe("text", () => {
  it("ATTACK-J132: is in the order of its code points, and case and accents count", async () => {
    const { transaction, read } = await openWithOrganization();
    const names = [
      "B",
      "a",
      "Z",
      "\u00e9",
      "e\u0301",
      "e",
      "\u{1f600}",
      "\uff5e",
      "a b",
      "a-b",
      "ab",
      "_",
    ];
    await transaction(async (tx) => {
      for (const name of names) await tx.clients.insert(client(name));
    });
    const inOrder = names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect((await read.clients.list({}, "name")).map(({ name }) => name)).toEqual(inOrder);
    expect(await read.clients.find({ name: "A" })).toBeUndefined();
    expect(await read.clients.find({ name: "E\u0301" })).toBeUndefined();
  });

  it("ATTACK-J132: with U+0000 is found nowhere", async () => {
    const { transaction, read } = await openWithOrganization();
    await transaction((tx) => tx.clients.insert(client("a")));
    expect(await read.clients.find({ name: "a\0" })).toBeUndefined();
    expect(await read.audit.page("org", { limit: 1, before: "\0" })).toEqual([]);
  });
});

describe("statements that are kept", () => {
  it("find, list, count, update and remove run again with other values, nulls and U+0000", async () => {
    const { transaction, read } = await openWithOrganization();
    await transaction(async (tx) => {
      await tx.clients.insert(client("client"));
      await tx.apiKeys.insert(apiKey("bound", { clientId: "client" }));
      await tx.apiKeys.insert(apiKey("free"));
    });
    const texts = ["client", null, "a\0", "none", null, "client"];
    const ids = [["bound"], ["free"], [], [], ["free"], ["bound"]];
    for (const [index, clientId] of texts.entries()) {
      const where = { clientId };
      const expected = ids[index]!;
      expect((await read.apiKeys.find(where))?.id).toBe(expected[0]);
      expect((await read.apiKeys.list(where)).map(({ id }) => id)).toEqual(expected);
      expect(await read.apiKeys.count(where)).toBe(expected.length);
      const change = { lastUsedAt: index % 2 === 0 ? AT : null };
      const changed = await transaction((tx) => tx.apiKeys.update(where, change));
      expect(changed).toBe(expected.length);
      if (expected[0]) expect(await read.apiKeys.find({ id: expected[0] })).toMatchObject(change);
    }
    for (const [index, clientId] of texts.slice(0, 4).entries()) {
      const removed = await transaction((tx) => tx.apiKeys.remove({ clientId }));
      expect(removed.map(({ id }) => id)).toEqual(ids[index]);
    }
    expect(await read.apiKeys.count({})).toBe(0);
  });
});

describe("the clock of a store", () => {
  it("CHAIN-C5a: is that of the database, or the one that is given, and comes with the revision", async () => {
    const place = await makeStorePlace();
    const given = await openStore({ ...place, now: () => 1234 });
    const store = await openStore(place);
    onTestFinished(async () => {
      await given.close();
      await store.close();
    });
    await store.transaction((tx) => tx.installation.setRootKey("wrapped"));
    await store.transaction((tx) => tx.installation.bumpRevision());
    for (const read of [store.read.installation.nowMs, momentMs, inTransaction]) {
      const early = Date.now() - 1000;
      expect(await read()).toSatisfy((ms: number) => early < ms && ms < early + 60_000);
    }
    expect((await store.read.installation.moment()).revision).toBe(1);
    expect(await given.read.installation.moment()).toEqual({ revision: 1, nowMs: 1234 });
    expect(await given.transaction((tx) => tx.installation.nowMs())).toBe(1234);

    async function momentMs() {
      return (await store.read.installation.moment()).nowMs;
    }
    function inTransaction() {
      return store.transaction((tx) => tx.installation.nowMs());
    }
  });
});

describe("budgets.lease", () => {
  it("ATTACK-S213: counts in windows that end at the same time for all, and keeps the count if the clock is set back", async () => {
    const { transaction } = await openTestStore();
    const lease = (resetsAt: string, count: number) =>
      transaction((tx) => tx.budgets.lease({ name: "b", resetsAt, count }));
    expect(await lease("2026-01-01T00:01:00.000Z", 3)).toBe(0);
    expect(await lease("2026-01-01T00:01:00.000Z", 4)).toBe(3);
    expect(await lease("2026-01-01T00:02:00.000Z", 5)).toBe(0);
    expect(await lease("2026-01-01T00:01:00.000Z", 1)).toBe(5);
    expect(await lease("2026-01-01T00:02:00.000Z", 1)).toBe(0);
  });
});
