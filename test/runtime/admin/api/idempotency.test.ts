import { expect, test } from "vitest";
import { type AdminApi, createAdminApi, type TestAdmin } from "../../../support/admin-client.ts";

async function setUp() {
  const api = await createAdminApi();
  return { api, admin: await api.addAdmin({ organization: "Acme" }) };
}

function create({ request }: TestAdmin, key: string, body: object, collection = "api-keys") {
  const headers = { "Content-Type": "application/json", "Idempotency-Key": key };
  return request(`POST /${collection}`, { body, headers });
}

function countKeys({ platform }: AdminApi): Promise<number> {
  return platform.store.read.apiKeys.count({});
}

test("ATTACK-D41: a retry gets the same resource, and never the secret again", async () => {
  const { api, admin } = await setUp();
  const first = await create(admin, "attempt-1", { name: "shop" });
  const second = await create(admin, "attempt-1", { name: "shop" });
  expect(first.json.key).toMatch(/^dgk_/);
  expect(second.status).toBe(201);
  expect(second.json).toEqual({ apiKey: first.json.apiKey });
  expect(await countKeys(api)).toBe(1);
});

test("ATTACK-D41: the same body written differently is the same request", async () => {
  const { api, admin } = await setUp();
  await create(admin, "attempt-1", { name: "shop", clientId: null });
  const { status } = await create(admin, "attempt-1", { clientId: null, name: " shop " });
  expect(status).toBe(201);
  expect(await countKeys(api)).toBe(1);
});

test("ATTACK-D41: of many simultaneous attempts, one creates, and only one gets the secret", async () => {
  const { api, admin } = await setUp();
  const attempts = Array.from({ length: 10 }, () => create(admin, "same", { name: "shop" }));
  const answers = await Promise.all(attempts);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect(new Set(answers.map(({ json }) => json.apiKey.id)).size).toBe(1);
  expect(answers.filter(({ json }) => json.key !== undefined)).toHaveLength(1);
  expect(await countKeys(api)).toBe(1);
});

test("ATTACK-D41: a retry shows the resource as it is now", async () => {
  const { admin } = await setUp();
  const { apiKey } = (await create(admin, "attempt-1", { name: "shop" })).json;
  await admin.request(`PATCH /api-keys/${apiKey.id}`, { body: { name: "renamed" } });
  const again = await create(admin, "attempt-1", { name: "shop" });
  expect(again.json.apiKey).toMatchObject({ id: apiKey.id, name: "renamed" });
});

test("a key with another body or for another collection is answered 409", async () => {
  const { api, admin } = await setUp();
  await create(admin, "attempt-1", { name: "shop" });
  const answers = [
    await create(admin, "attempt-1", { name: "other" }),
    await create(admin, "attempt-1", { name: "shop" }, "clients"),
  ];
  for (const { status, json } of answers) {
    expect(status).toBe(409);
    expect(json.message).toBe("This Idempotency-Key was used for another request.");
  }
  expect(await countKeys(api)).toBe(1);
  expect(await api.platform.store.read.clients.count({})).toBe(0);
});

test("a retry after a deletion creates nothing, and is answered 409", async () => {
  const { api, admin } = await setUp();
  const { apiKey } = (await create(admin, "attempt-1", { name: "shop" })).json;
  await admin.request(`DELETE /api-keys/${apiKey.id}`);
  const { status, json } = await create(admin, "attempt-1", { name: "shop" });
  expect(status).toBe(409);
  expect(json.message).toContain("deleted");
  expect(await countKeys(api)).toBe(0);
});

test("a create that failed is forgotten: the retry may succeed", async () => {
  const { api, admin } = await setUp();
  const { apiKey } = (await admin.request("POST /api-keys", { body: { name: "shop" } })).json;
  expect((await create(admin, "attempt-1", { name: "shop" })).status).toBe(409);
  await admin.request(`DELETE /api-keys/${apiKey.id}`);
  expect((await create(admin, "attempt-1", { name: "shop" })).json.key).toMatch(/^dgk_/);
  expect(await countKeys(api)).toBe(1);
});

test("a create is remembered for 24 hours", async () => {
  const { api, admin } = await setUp();
  await create(admin, "attempt-1", { name: "shop" });
  api.clock.advance(24 * 60 * 60 * 1000 - 1);
  expect((await create(admin, "attempt-1", { name: "shop" })).json.key).toBeUndefined();
  api.clock.advance(1);
  const late = await create(admin, "attempt-1", { name: "second" });
  expect(late.json.key).toMatch(/^dgk_/);
  expect((await create(admin, "attempt-1", { name: "second" })).json.key).toBeUndefined();
  expect(await countKeys(api)).toBe(2);
});

test("the keys of two administrators are independent", async () => {
  const { api, admin } = await setUp();
  const colleague = await api.addAdmin({ organization: "Acme" });
  const stranger = await api.addAdmin({ organization: "Other" });
  await create(admin, "attempt-1", { name: "shop" });
  const theirs = [
    await create(colleague, "attempt-1", { name: "second" }),
    await create(stranger, "attempt-1", { name: "shop" }),
  ];
  for (const { json } of theirs) expect(json.key).toMatch(/^dgk_/);
});

test("a retry at the cap still gets the resource that it created", async () => {
  const { admin } = await setUp();
  for (let number = 1; number <= 20; number++) {
    await create(admin, `attempt-${number}`, { name: `${number}` });
  }
  expect((await create(admin, "attempt-20", { name: "20" })).status).toBe(201);
  expect((await create(admin, "attempt-21", { name: "21" })).status).toBe(400);
});

test.each(["", " ", "with blank", "x".repeat(256), "ümlaut"])(
  "the Idempotency-Key %j is refused",
  async (key) => {
    const { admin } = await setUp();
    const { status, json } = await create(admin, key, { name: "shop" });
    expect(status).toBe(400);
    expect(json.errors).toMatchObject([{ path: "Idempotency-Key" }]);
  },
);

test("the longest Idempotency-Key is accepted", async () => {
  const { admin } = await setUp();
  expect((await create(admin, "~".repeat(255), { name: "shop" })).status).toBe(201);
});

test("ATTACK-I121: a body with a password is remembered as a keyed hash", async () => {
  const { api, admin } = await setUp();
  const { contract } = (await admin.request("POST /contracts", { body: { name: "a" } })).json;
  const password = "correct horse";
  const consumer = { contractId: contract.id, email: "a@b.de", password, registration: "system" };
  await create(admin, "attempt-1", consumer, "consumers");
  const rows = await api.platform.store.read.idempotentCreates.list({});
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(password);
});
