import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import type { ServerBindings } from "../../../../runtime/http/server.ts";
import { createPartner } from "../../../../runtime/partner/api/routes.ts";
import { createServedKeys } from "../../../../runtime/partner/keys/served-keys.ts";
import type { Platform } from "../../../../runtime/partner/platform.ts";
import type { Store } from "../../../../runtime/store/store.ts";
import { createTestChain, type TestChain } from "../../../support/access-chain.ts";
import { createOrganization, createTestPlatform } from "../../../support/platform.ts";

const DROPPED = 444;

/** Creates a platform with one chain, and calls its routes without a network. */
async function build() {
  const opened = await createTestPlatform();
  const actor = await createOrganization(opened, "Acme");
  const chain = await createTestChain(opened.platform, { actor, name: "Site" });
  const errors: unknown[] = [];

  function call(path: string, init: RequestInit = {}, platform: Platform = opened.platform) {
    const app = createPartner(platform, {
      clientAddress: () => "192.0.2.1",
      requestId: () => "request-1",
      onError: (error) => void errors.push(error),
    });
    const headers = { Origin: chain.webhook.origin, ...init.headers };
    const drop = () => new Response(null, { status: DROPPED });
    const incoming = {} as IncomingMessage;
    return app.request(path, { ...init, headers }, { drop, incoming } as Partial<ServerBindings>);
  }

  return { ...opened, actor, chain, call, errors };
}

function credentials({ clientSecret, apiKey, key }: TestChain): string {
  return Buffer.from(`${clientSecret}|${apiKey.id}|${key}`).toString("base64");
}

/** Wraps a store so that each statement outside transactions is counted, or fails. */
function watchReads(store: Store, onRead: () => void): Store {
  const watch = (target: object): object =>
    new Proxy(target, {
      get(object, name) {
        const value = Reflect.get(object, name);
        if (typeof value === "object" && value !== null) return watch(value);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          onRead();
          return value.apply(object, args);
        };
      },
    });
  return { ...store, read: watch(store.read) as Store["read"] };
}

function withStore(platform: Platform, store: Store): Platform {
  return { ...platform, store, served: createServedKeys(store) };
}

describe("POST /auth/application_token", () => {
  it("ATTACK-B23: a failing store is answered with the bytes of a bad credential, and reported elsewhere", async () => {
    const { platform, chain, call, errors, refusals } = await build();
    const path = `/auth/application_token?client_id=${chain.client.clientId}`;
    const init = { method: "POST", headers: { Authorization: credentials(chain) } };
    const wrong = await call(path, { ...init, headers: { Authorization: "wrong" } });
    expect(errors).toEqual([]);
    const broken = watchReads(platform.store, () => {
      throw new Error("The disk is gone");
    });
    const failed = await call(path, init, withStore(platform, broken));
    expect([failed.status, await failed.text()]).toEqual([wrong.status, await wrong.text()]);
    expect([...failed.headers]).toEqual([...wrong.headers]);
    expect(errors).toEqual([new Error("The disk is gone")]);
    expect(refusals).toEqual(["mint unreadable-credentials", "mint error"]);
    expect((await call(path, init)).status).toBe(200);
  });
});

describe("the reads", () => {
  it("ATTACK-D38: a mistyped key is refused without asking the store", async () => {
    const { platform, chain, call } = await build();
    let reads = 0;
    const counted = withStore(
      platform,
      watchReads(platform.store, () => void reads++),
    );
    const read = (key: string) =>
      call("/space/list", { headers: { Authorization: `Bearer ${key}` } }, counted);
    const last = chain.key.at(-1) === "a" ? "b" : "a";
    expect((await read(chain.key.slice(0, -1) + last)).status).toBe(401);
    expect(reads).toBe(0);
    expect((await read(chain.key)).status).toBe(200);
    expect(reads).toBeGreaterThan(0);
  });

  it("a repeated read costs one query of the store", async () => {
    const { platform, chain, call } = await build();
    let reads = 0;
    const counted = withStore(
      platform,
      watchReads(platform.store, () => void reads++),
    );
    const init = { headers: { Authorization: `Bearer ${chain.key}` } };
    await call("/space/list", init, counted);
    reads = 0;
    expect((await call("/space/list", init, counted)).status).toBe(200);
    expect(reads).toBe(1);
  });

  it("ATTACK-H120: prepared rows are never needed: nothing changes if they are deleted while running", async () => {
    const { platform, place, chain, call } = await build();
    const paths = ["/space/list", "/resources/consumer-contract", "/resources/consumer-policy"];
    const init = { headers: { Authorization: `Bearer ${chain.key}` } };
    const readAll = async (served: Platform) =>
      Promise.all(paths.map(async (path) => (await call(path, init, served)).text()));
    const before = await readAll(platform);
    await platform.lastUse.settle();
    await place.sql("DELETE FROM served_keys");
    // As another process, or this one after a restart, sees the store.
    const fresh = withStore(platform, platform.store);
    expect(await fresh.served.isListed(chain.webhook.origin)).toBe(true);
    expect(await readAll(fresh)).toEqual(before);
    expect(await readAll(platform)).toEqual(before);
    expect(await platform.store.read.served.count({})).toBe(1);
  });

  it("ATTACK-D42: a request that began before a rotation resurrects nothing", async () => {
    const { platform, chain, call } = await build();
    const init = { headers: { Authorization: `Bearer ${chain.key}` } };
    const { id } = chain.apiKey;
    const [answer] = await Promise.all([
      call("/space/list", init),
      platform.store.transaction(async (tx) => {
        await tx.apiKeys.update({ id }, { keyHash: "another" });
        await tx.served.update({ apiKeyId: id }, { keyHash: "another" });
        await tx.installation.bumpRevision();
      }),
    ]);
    expect([200, 401]).toContain(answer.status);
    expect((await call("/space/list", init)).status).toBe(401);
    await platform.lastUse.settle();
    expect((await platform.store.read.apiKeys.find({ id }))?.keyHash).toBe("another");
    expect((await call("/space/list", init)).status).toBe(401);
  });

  it("the last use of a deleted key does not restore it", async () => {
    const { platform, chain } = await build();
    platform.lastUse.note(chain.apiKey.id);
    await platform.store.transaction((tx) => tx.apiKeys.remove({ id: chain.apiKey.id }));
    await platform.lastUse.settle();
    expect(await platform.store.read.apiKeys.count({})).toBe(0);
  });
});

describe("the certificate code", () => {
  async function issued() {
    const built = await build();
    const { chain, call } = built;
    const path = `/resources/certificate?client_id=${chain.client.clientId}`;
    const headers = { Authorization: `Bearer ${chain.key}`, "Content-Type": "application/json" };
    const issue = await call(path, { headers });
    const { code } = ((await issue.json()) as { result: { code: string } }).result;
    const claim = async () => {
      const body = JSON.stringify({ code });
      return (await call(path, { method: "POST", headers, body })).status;
    };
    return { ...built, code, claim };
  }

  it("ATTACK-E53: is claimed after 119 seconds", async () => {
    const { clock, claim } = await issued();
    clock.advance(119_000);
    expect(await claim()).toBe(200);
  });

  it("ATTACK-E53: is not claimed after 121 seconds", async () => {
    const { clock, claim } = await issued();
    clock.advance(121_000);
    expect(await claim()).toBe(401);
  });

  it("ATTACK-E53, ATTACK-J135: a clock set back by an hour gains it no extra time", async () => {
    const { clock, claim } = await issued();
    clock.advance(100_000 - 3_600_000);
    expect(await claim()).toBe(401);
  });

  it("ATTACK-E58: is stored only as a keyed hash", async () => {
    const { platform, code } = await issued();
    const [row] = await platform.store.read.codes.list({});
    expect(code).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(JSON.stringify(row)).not.toContain(code);
    expect(row!.codeHash).toBe(platform.vault.hash("code", code));
  });

  it("cannot be claimed after its key is deleted, and nothing is sent", async () => {
    const { platform, chain, claim, sent } = await issued();
    await platform.store.transaction(async (tx) => {
      await tx.apiKeys.remove({ id: chain.apiKey.id });
      await tx.installation.bumpRevision();
    });
    expect(await claim()).toBe(401);
    expect(sent).toEqual([]);
  });
});
