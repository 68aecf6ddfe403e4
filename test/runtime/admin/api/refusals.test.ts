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
