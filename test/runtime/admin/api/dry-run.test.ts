import { expect, test } from "vitest";
import { createAdminApi } from "../../../support/admin-client.ts";

const SHOP = {
  name: "Shop",
  origin: "https://shop.test",
  notificationUrl: "https://shop.test/notices",
};

async function setUp() {
  const api = await createAdminApi();
  return { api, ...(await api.addAdmin({ organization: "Acme" })) };
}

test("dryRun: a create that would succeed is answered 204, and leaves nothing behind", async () => {
  const { api, request } = await setUp();
  const { audit } = api.platform.store.read;
  const entries = await audit.count({});
  const bodies = { webhooks: SHOP, clients: { name: "a" }, "api-keys": { name: "a" } };
  for (const [collection, body] of Object.entries(bodies)) {
    const headers = { "Idempotency-Key": "once" };
    const answer = await request(`POST /${collection}?dryRun=true`, { body, headers });
    expect([answer.status, answer.text]).toEqual([204, ""]);
    expect((await request(`GET /${collection}`)).json.items).toEqual([]);
  }
  expect(await audit.count({})).toBe(entries);
  expect(await api.platform.served.isListed(SHOP.origin)).toBe(false);
  expect((await request("POST /webhooks?dryRun=false", { body: SHOP })).status).toBe(201);
});

test("dryRun: a create that would fail is answered as the create, up to maximum and permission", async () => {
  const { api, request } = await setUp();
  const writer = await api.addAdmin({ organization: "Acme", permissions: ["directory:w"] });
  await request("POST /webhooks", { body: SHOP });
  const statuses = async (collection: string, body: object) =>
    [
      await request(`POST /${collection}?dryRun=true`, { body }),
      await request(`POST /${collection}`, { body }),
    ].map(({ status, json }) => [status, json.message]);
  for (const body of [SHOP, { ...SHOP, name: "b" }, { ...SHOP, notificationUrl: "x" }, {}]) {
    const [dry, real] = await statuses("webhooks", body);
    expect(dry).toEqual(real);
  }
  for (let number = 0; number < 20; number++) {
    await request("POST /api-keys", { body: { name: `${number}` } });
  }
  const { status, json } = await request("POST /api-keys?dryRun=true", { body: { name: "a" } });
  expect([status, json.message]).toEqual([
    400,
    "Reached the maximum number of API keys (20): delete one that is no longer used.",
  ]);
  const denied = await writer.request("POST /webhooks?dryRun=true", { body: SHOP });
  expect(denied.status).toBe(403);
});

test("a faulty Origin and notification URL are named together, with what was probably meant", async () => {
  const { request } = await setUp();
  const faults = async (origin: string, notificationUrl: string) =>
    (await request("POST /webhooks", { body: { name: "a", origin, notificationUrl } })).json.errors;
  const named = { message: expect.any(String) };
  expect(await faults("harbour.example/", "harbour.example/notices")).toEqual([
    { path: "origin", ...named, suggestion: "https://harbour.example" },
    { path: "notificationUrl", ...named, suggestion: "https://harbour.example/notices" },
  ]);
  expect(await faults("HTTPS://Harbour.example:443/shop?x", "notices")).toEqual([
    { path: "origin", ...named, suggestion: "https://harbour.example" },
    { path: "notificationUrl", ...named },
  ]);
  expect(await faults("null", "harbour.example/notices?secret=x")).toEqual([
    { path: "origin", ...named },
    { path: "notificationUrl", ...named },
  ]);
});
