import { describe, expect, it } from "vitest";
import { recordCalls } from "../../../../runtime/partner/calls/record-calls.ts";
import { createTestChain } from "../../../support/access-chain.ts";
import { createAdminApi } from "../../../support/admin-client.ts";

const LIST = "GET /v1/space/list";
const MINT = "POST /v1/auth/application_token";

async function setUp() {
  const api = await createAdminApi();
  const admin = await api.addAdmin({ organization: "Acme" });
  const { platform } = api;
  const { id } = (await platform.store.read.organizations.find({ name: "Acme" }))!;
  const actor = { organizationId: id, name: "ada" };
  const { apiKey, webhook } = await createTestChain(platform, { actor, name: "shop" });
  return {
    api,
    ...admin,
    keyId: apiKey.id,
    origin: webhook.origin,
    calls: platform.calls,
    record: () => recordCalls(platform.calls, platform),
  };
}

describe("GET /refusals", () => {
  it("ATTACK-T283: gives the refusals of each hour with their key and the time of the last, newest first, and no call that was answered", async () => {
    const { request, api, calls, record, origin, keyId } = await setUp();
    calls.count({ origin, endpoint: MINT, outcome: "wrong-api-key" });
    calls.count({ origin, endpoint: MINT, outcome: "ok" });
    await record();
    api.clock.advance(31 * 60_000);
    calls.count({ origin, endpoint: MINT, outcome: "wrong-api-key" });
    await record();
    api.clock.advance(3_600_000);
    calls.countDropped({ origin: "https://typo.test", endpoint: LIST, outcome: "unlisted-origin" });
    await record();

    const { json } = await request("GET /refusals");
    const [first, second] = json.items;
    expect(json).toEqual({
      items: [
        {
          id: first.id,
          hour: "2026-03-01T13:00:00.000Z",
          apiKeyId: null,
          meantOrigin: null,
          origin: "https://typo.test",
          endpoint: LIST,
          reason: "unlisted-origin",
          count: 1,
          lastAt: "2026-03-01T13:31:00.000Z",
        },
        {
          id: second.id,
          hour: "2026-03-01T12:00:00.000Z",
          apiKeyId: keyId,
          meantOrigin: null,
          origin,
          endpoint: MINT,
          reason: "wrong-api-key",
          count: 2,
          lastAt: "2026-03-01T12:31:00.000Z",
        },
      ],
      nextBefore: null,
    });
    const ofKey = (await request(`GET /refusals?apiKeyId=${keyId}`)).json;
    expect(ofKey.items).toEqual([second]);
    const page = (await request("GET /refusals?limit=1")).json;
    expect(page).toEqual({ items: [first], nextBefore: first.id });
    const rest = (await request(`GET /refusals?before=${first.id}`)).json;
    expect(rest.items).toEqual([second]);
  });

  it("belongs to the organization of the Origin; nobody sees strangers where there are several", async () => {
    const { request, api, calls, record, origin } = await setUp();
    const other = await api.addAdmin({ organization: "Globex" });
    calls.count({ origin, endpoint: MINT, outcome: "wrong-api-key" });
    calls.countDropped({ origin: "https://typo.test", endpoint: LIST, outcome: "unlisted-origin" });
    await record();
    expect((await request("GET /refusals")).json.items).toMatchObject([{ origin }]);
    expect((await other.request("GET /refusals")).json.items).toEqual([]);
  });

  it("ATTACK-S226: shows a mistyped Origin to the organization whose webhook is nearest, and to nobody else", async () => {
    const { request, api, calls, record, keyId } = await setUp();
    const other = await api.addAdmin({ organization: "Globex" });
    const globex = (await api.platform.store.read.organizations.find({ name: "Globex" }))!;
    const actor = { organizationId: globex.id, name: "bob" };
    await createTestChain(api.platform, { actor, name: "shop.globex" });
    for (const origin of ["http://shop.test", "https://www.shop.test:8443", "https://none.test"]) {
      calls.countDropped({ origin, endpoint: LIST, outcome: "unlisted-origin" });
    }
    await record();
    const meant = { apiKeyId: keyId, meantOrigin: "https://shop.test" };
    expect((await request("GET /refusals")).json.items).toMatchObject([
      { ...meant, origin: "https://www.shop.test:8443" },
      { ...meant, origin: "http://shop.test" },
    ]);
    expect((await other.request("GET /refusals")).json.items).toEqual([]);
  });

  it("is filtered by key, reason, Origin, endpoint and time, and exported as filtered", async () => {
    const { request, api, calls, record, origin, keyId } = await setUp();
    calls.count({ origin, endpoint: MINT, outcome: "wrong-api-key" });
    calls.count({ origin, endpoint: LIST, outcome: "key-paused" });
    await record();
    api.clock.advance(2 * 3_600_000);
    calls.count({ origin, endpoint: LIST, outcome: "key-paused" });
    calls.countDropped({ origin: "=1+1", endpoint: LIST, outcome: "unlisted-origin" });
    await record();
    const found = async (query: string) => {
      const { items } = (await request(`GET /refusals?${query}`)).json;
      return items.map(
        ({ reason, hour }: Record<string, string>) => `${reason} ${hour!.slice(11, 13)}`,
      );
    };
    const late = ["unlisted-origin 14", "key-paused 14"];
    expect(await found("")).toEqual([...late, "key-paused 12", "wrong-api-key 12"]);
    expect(await found(`apiKeyId=${keyId}&reason=key-paused`)).toEqual([
      "key-paused 14",
      "key-paused 12",
    ]);
    expect(await found(`origin=${encodeURIComponent("=1+1")}`)).toEqual(["unlisted-origin 14"]);
    expect(await found(`endpoint=${encodeURIComponent(MINT)}`)).toEqual(["wrong-api-key 12"]);
    expect(await found("since=2026-03-01T13:00:00Z")).toEqual(late);
    expect(await found("until=2026-03-01T13:00:00Z")).toEqual([
      "key-paused 12",
      "wrong-api-key 12",
    ]);

    const { text, headers } = await request("GET /refusals.csv?reason=unlisted-origin");
    expect(headers.get("Content-Disposition")).toBe(
      'attachment; filename="refusals-2026-03-01.csv"',
    );
    expect(text).toContain("'=1+1,");
    expect(text).not.toContain("key-paused");
    const lines = (await request("GET /refusals.ndjson")).text.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line).reason)).toHaveLength(4);
  });

  it("keeps 30 days, and the newest rows", async () => {
    const { request, api, calls, record, origin } = await setUp();
    for (const outcome of ["a", "b", "c", "d"]) calls.count({ origin, endpoint: MINT, outcome });
    await record();
    const { store } = api.platform;
    const limits = { hoursBefore: "", daysBefore: "" };
    await store.transaction((tx) =>
      tx.calls.purgeCalls({ ...limits, refusalsBefore: "", refusals: 3 }),
    );
    const reasons = async () =>
      (await request("GET /refusals")).json.items.map((item: { reason: string }) => item.reason);
    expect(await reasons()).toEqual(["d", "c", "b"]);
    const refusalsBefore = "2026-03-01T13:00:00.000Z";
    await store.transaction((tx) =>
      tx.calls.purgeCalls({ ...limits, refusalsBefore, refusals: 3 }),
    );
    expect(await reasons()).toEqual([]);
  });
});

describe("GET /api-keys/{id}/calls", () => {
  it("counts a key's calls by hour and day, endpoint and outcome", async () => {
    const { request, api, calls, record, origin, keyId } = await setUp();
    calls.count({ origin, endpoint: LIST, outcome: "ok" }, 3);
    calls.count({ origin, endpoint: MINT, outcome: "wrong-client-secret" });
    await record();
    api.clock.advance(3_600_000);
    calls.count({ origin, endpoint: LIST, outcome: "ok" });
    calls.count({ origin: "https://else.test", endpoint: LIST, outcome: "ok" });
    await record();

    const { json } = await request(`GET /api-keys/${keyId}/calls`);
    const rows = json.items.map((item: Record<string, unknown>) => Object.values(item));
    expect(rows).toEqual([
      ["day", "2026-03-01T00:00:00.000Z", LIST, "ok", 4],
      ["day", "2026-03-01T00:00:00.000Z", MINT, "wrong-client-secret", 1],
      ["hour", "2026-03-01T12:00:00.000Z", LIST, "ok", 3],
      ["hour", "2026-03-01T12:00:00.000Z", MINT, "wrong-client-secret", 1],
      ["hour", "2026-03-01T13:00:00.000Z", LIST, "ok", 1],
    ]);
    expect((await request("GET /api-keys/none/calls")).status).toBe(404);
  });
});
