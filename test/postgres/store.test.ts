import { v7 } from "uuid";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { OPEN_POLICY } from "../../runtime/admin/sign-in/policy.ts";
import { runChange } from "../../runtime/partner/change.ts";
import { createServedKeys } from "../../runtime/partner/keys/served-keys.ts";
import type { AskMoment } from "../../runtime/partner/keys/store-moment.ts";
import { openPlatform, type PlatformOptions } from "../../runtime/partner/open.ts";
import { rekey } from "../../runtime/partner/secrets/rekey.ts";
import { openStore, type Store } from "../../runtime/store/store.ts";
import { createTestChain } from "../support/access-chain.ts";
import { freePort } from "../support/free-port.ts";
import { createOrganization, createTestPlatform } from "../support/platform.ts";
import { queryPostgres } from "../support/postgres.ts";
import { makeStorePlace, type TestPlace } from "../support/store-place.ts";

const AT = "2026-01-01T00:00:00.000Z";

/** Opens the stores of two runtimes in one database that has an organization. */
async function openTwo(): Promise<{ readonly place: TestPlace; readonly stores: [Store, Store] }> {
  const place = await makeStorePlace();
  const stores: [Store, Store] = [await openStore(place), await openStore(place)];
  onTestFinished(async () => {
    for (const store of stores) await store.close();
  });
  await stores[0].transaction(async (tx) => {
    await tx.installation.setRootKey("wrapped");
    await tx.organizations.insert({ id: "org", name: "Acme", createdAt: AT, ...OPEN_POLICY });
  });
  return { place, stores };
}

it("ATTACK-J129: a database that became read-only: tells so once, and finds out when it takes changes again", async () => {
  const place = await makeStorePlace();
  const name = new URL(place.url!).pathname.slice(1);
  const setReadOnly = (value: "on" | "off") =>
    place.sql(
      `begin read write; alter database "${name}" set default_transaction_read_only = ${value}; commit`,
    );
  await setReadOnly("on");
  const lines: string[] = [];
  const store = await openStore({ ...place, log: (line) => lines.push(line) });
  onTestFinished(() => store.close());
  for (let attempt = 0; attempt < 2; attempt++) {
    const change = store.transaction((tx) => tx.installation.setRootKey("wrapped"));
    await expect(change).rejects.toMatchObject({
      code: "store-unavailable",
      reason: "the database is read-only",
    });
    expect(await store.whyUnwritable()).toBe("the database is read-only");
  }
  expect(await store.read.installation.rootKey()).toBeUndefined();

  await setReadOnly("off");
  // Sessions keep the setting that they began with.
  await place.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = '${name}' and pid <> pg_backend_pid()`,
  );
  await expect.poll(() => store.whyUnwritable().catch(() => "away")).toBeNull();
  await store.transaction((tx) => tx.installation.setRootKey("wrapped"));
  expect(lines.filter((line) => line.includes("written"))).toEqual([
    expect.stringMatching(/ cannot be written: .*read-only transaction\. Set DATABASE_URL to /),
    expect.stringMatching(/ can be written again\.$/),
  ]);
});

describe("a transaction", () => {
  it("ATTACK-J134: is run again, on the new state, when another runtime's transaction conflicts with it", async () => {
    const { stores } = await openTwo();
    const seen: number[] = [];
    await stores[0].transaction(async (tx) => {
      const revision = await tx.installation.revision();
      seen.push(revision);
      if (seen.length === 1)
        await stores[1].transaction((other) => other.installation.bumpRevision());
      await tx.installation.bumpRevision();
    });
    expect(seen).toEqual([0, 1]);
    expect(await stores[1].read.installation.revision()).toBe(2);
  });

  it("ATTACK-J134: is run again when it and another one read what the other writes", async () => {
    const { stores } = await openTwo();
    let runs = 0;
    const client = (id: string) => ({
      ...{ id, organizationId: "org", name: id, clientId: id, secretHash: "" },
      ...{ previousSecretHash: null, previousSecretUntil: null },
      ...{ createdAt: AT, updatedAt: AT },
    });
    // At most one client: each transaction looks before it inserts.
    await stores[0].transaction(async (tx) => {
      runs++;
      if ((await tx.clients.count({})) > 0) return;
      if (runs === 1) {
        await stores[1].transaction(async (other) => {
          if ((await other.clients.count({})) === 0) await other.clients.insert(client("b"));
        });
      }
      await tx.clients.insert(client("a"));
    });
    expect(runs).toBe(2);
    expect((await stores[0].read.clients.list({})).map(({ id }) => id)).toEqual(["b"]);
  });

  it("ATTACK-J134: is given up after repeated conflicts, and reported once", async () => {
    const lines: string[] = [];
    const { place, stores } = await openTwo();
    const store = await openStore({ ...place, log: (line) => lines.push(line) });
    onTestFinished(() => store.close());
    const change = store.transaction(async (tx) => {
      await tx.installation.revision();
      await stores[1].transaction((other) => other.installation.bumpRevision());
      await tx.installation.bumpRevision();
    });
    await expect(change).rejects.toMatchObject({ code: "store-busy" });
    expect(lines).toEqual([
      expect.stringMatching(
        /^The store "postgres:.*" is too busy: 15 attempts had conflicts with other transactions\.$/,
      ),
    ]);
  });

  it("ATTACK-J134: sends a notice once, however often it is run", async () => {
    const test = await createTestPlatform();
    const { platform, place, sent, forgetSent } = test;
    const actor = await createOrganization(test, "Acme");
    const { apiKey } = await createTestChain(platform, { actor, name: "shop" });
    const other = await openStore(place);
    onTestFinished(() => other.close());
    forgetSent();
    let runs = 0;
    const { noticeIds } = await runChange(platform, actor, async (change) => {
      await change.tx.installation.revision();
      if (++runs === 1) await other.transaction((tx) => tx.installation.bumpRevision());
      change.affect(apiKey.id);
      change.notify(apiKey.id, "r_space");
    });
    expect(runs).toBe(2);
    expect(sent.map(({ id }) => id)).toEqual(noticeIds);
    const log = await platform.store.read.notices.list({ state: "pending" });
    expect(log.filter(({ kinds }) => kinds.includes("r_space"))).toHaveLength(1);
  });

  it("does not count as committed when it ignores the failure of a statement", async () => {
    const { stores } = await openTwo();
    const organization = { id: "other", name: "Acme", createdAt: AT, ...OPEN_POLICY };
    const swallowing = stores[0].transaction(async (tx) => {
      await tx.installation.bumpRevision();
      await tx.organizations.insert(organization).catch(() => {});
    });
    await expect(swallowing).rejects.toThrow();
    expect(await stores[0].read.installation.revision()).toBe(0);
  });
});

describe("several runtimes", () => {
  it("CHAIN-C15: a change by one is served by the others with the very next request", async () => {
    const test = await createTestPlatform();
    const { platform, place } = test;
    const actor = await createOrganization(test, "Acme");
    const { apiKey, webhook } = await createTestChain(platform, { actor, name: "shop" });
    const other = await openStore(place);
    onTestFinished(() => other.close());
    const served = createServedKeys(other);
    for (let round = 0; round < 20; round++) {
      expect(await served.isListed(webhook.origin)).toBe(round % 2 === 0);
      await runChange(platform, actor, async ({ tx, affect }) => {
        const webhookId = round % 2 === 0 ? null : webhook.id;
        await tx.apiKeys.update({ id: apiKey.id }, { webhookId });
        affect(apiKey.id);
      });
    }
  });

  it("CHAIN-C15: a request that began before a change does not show the old state to any other", async () => {
    const test = await createTestPlatform();
    const { platform, place } = test;
    const actor = await createOrganization(test, "Acme");
    const { apiKey, webhook } = await createTestChain(platform, { actor, name: "shop" });
    const other = await openStore(place);
    onTestFinished(() => other.close());
    const served = createServedKeys(other);
    const [early, late] = [served.askFor({}), served.askFor({})];
    const isListed = (ask: AskMoment) => served.isListed(webhook.origin, ask);
    expect(await isListed(early)).toBe(true);
    await runChange(platform, actor, async ({ tx, affect }) => {
      await tx.apiKeys.update({ id: apiKey.id }, { webhookId: null });
      affect(apiKey.id);
    });
    expect(await isListed(early)).toBe(true);
    for (const ask of [late, early, late, late]) expect(await isListed(ask)).toBe(false);
  });

  it("ATTACK-G90: share the budgets of guesses", async () => {
    const { stores } = await openTwo();
    const take = { name: "b", now: AT, resetsAt: "2026-01-01T01:00:00.000Z" };
    const counts = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        stores[index % 2]!.transaction((tx) => tx.budgets.take(take)),
      ),
    );
    expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  });

  it("ATTACK-E50: of many concurrent claims of one code on both, one succeeds", async () => {
    const { stores } = await openTwo();
    const key = { id: "k", organizationId: "org", name: "k", createdAt: AT, updatedAt: AT };
    const bindings = { clientId: null, certificateId: null, contractId: null, webhookId: null };
    const secret = { keyHash: "h", displayPrefix: "dgk_12345678", generation: 1, lastUsedAt: null };
    const limits = { active: true, expiresAt: null, networks: null, requestsPerMinute: null };
    await stores[0].transaction(async (tx) => {
      await tx.apiKeys.insert({ ...key, ...bindings, ...secret, ...limits, remindedDays: null });
      const code = { apiKeyId: "k", codeHash: "h", clientId: null, expiresAt: AT };
      await tx.codes.put(code, ["apiKeyId"]);
    });
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        stores[index % 2]!.transaction((tx) => tx.codes.remove({ apiKeyId: "k" })),
      ),
    );
    expect(claims.filter(({ length }) => length === 1)).toHaveLength(1);
  });
});

describe("openPlatform", () => {
  function optionsFor({ folder: data, url: databaseUrl }: TestPlace): PlatformOptions {
    return {
      ...{ data, databaseUrl, mailFrom: "docgate@localhost", noticeAllowPrivate: "", cores: 1 },
      ownAddresses: () => [],
      ...{ publicUrl: "https://docgate.test", now: () => Date.parse(AT), newId: v7 },
      elapsed: () => 0,
      callLog: false,
      onError(error) {
        throw error;
      },
    };
  }

  /** Opens a platform, and returns a hash that only the same root key gives. */
  async function fingerprint(place: TestPlace): Promise<string> {
    const opened = await openPlatform(optionsFor(place));
    const hash = opened.platform.vault.hash("code", "a secret");
    await opened.close({ graceMs: 0 });
    return hash;
  }

  it("ATTACK-J130: of several concurrent first starts, one creates tables and keys", async () => {
    const place = await makeStorePlace({ isBare: true });
    const all = await Promise.all(Array.from({ length: 4 }, () => fingerprint(place)));
    expect(new Set(all).size).toBe(1);
    expect(await place.sql("select count(*)::int as count from signing_keys")).toEqual([
      { count: 1 },
    ]);
  });

  it("ATTACK-I123: two concurrent changes of the master key leave one key that works", async () => {
    const place = await makeStorePlace();
    const before = await fingerprint(place);
    const run = () => rekey(place, { data: place.folder });
    await Promise.all([run(), run(), fingerprint(place)]);
    expect(await fingerprint(place)).toBe(before);
  });
});

describe("openStore", () => {
  it("counts only the tables in its schema", async () => {
    const place = await makeStorePlace({ isBare: true });
    await place.sql(
      `create schema other; create table other.kysely_migration (name text, timestamp text);
      insert into other.kysely_migration values ('999-foreign', '2030-01-01')`,
    );
    await (await openStore(place)).close();
    expect(await place.sql("select count(*)::int as count from installation")).toEqual([
      { count: 0 },
    ]);
  });

  it.each([
    ["a wrong password", { password: "wrong" }, /password authentication failed.*Correct the user/],
    ["a missing database", { pathname: "/nowhere" }, /"nowhere" does not exist.*Create the d/],
  ])("says how to fix %s, without the password", async (_, change, message) => {
    const { url, file } = await makeStorePlace();
    const wrong = Object.assign(new URL(url!), change).href;
    const onWait = () => expect.unreachable();
    const wait = { onWait, signal: new AbortController().signal };
    const failure = await openStore({ file, url: wrong, wait }).catch((error) => error);
    expect(failure).toMatchObject({ code: "store", message: expect.stringMatching(message) });
    expect(failure.message).toMatch(
      /^The store "postgres:\/\/127\.0\.0\.1:\d+\/[\w-]+" cannot be op/,
    );
    expect(failure.message).not.toMatch(/secret|wrong/);
  });

  it("says what to do about a server that does not answer", async () => {
    const lines: string[] = [];
    const url = `postgres://docgate:a%20secret@127.0.0.1:${await freePort()}/docgate`;
    const opening = openStore({ file: "", url, log: (line) => lines.push(line) });
    const failure = await opening.catch((error) => error);
    expect(failure.message).toMatch(
      /ECONNREFUSED.*Start PostgreSQL there, or correct DATABASE_URL/,
    );
    expect(lines.join("\n")).toMatch(/does not answer: .*ECONNREFUSED/);
    expect(lines.join("\n") + failure.message).not.toContain("secret");
  });

  it("waits for a server that does not answer yet, if asked to, until it is stopped", async () => {
    const url = `postgres://docgate@127.0.0.1:${await freePort()}/docgate`;
    const leaving = new AbortController();
    const opening = openStore({
      file: "",
      url,
      wait: { onWait: () => leaving.abort(), signal: leaving.signal },
    });
    await expect(opening).rejects.toThrow();
    expect(leaving.signal.aborted).toBe(true);
  });

  it("refuses a database that is not in UTF8", async () => {
    const server = inject("postgres");
    const name = `latin_${v7()}`;
    await queryPostgres(
      `${server}postgres`,
      `create database "${name}" template template0 encoding 'LATIN1' locale_provider libc locale 'C'`,
    );
    await expect(openStore({ file: "", url: server + name })).rejects.toThrow(
      "has the encoding LATIN1, but docgate needs UTF8",
    );
  });
});
