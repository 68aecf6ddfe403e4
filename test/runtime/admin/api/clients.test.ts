import { expect, test } from "vitest";
import { createAdminApi } from "../../../support/admin-client.ts";
import { holdTransactions } from "../../../support/platform.ts";

async function setUp() {
  const api = await createAdminApi();
  return { api, ...(await api.addAdmin({ organization: "Acme" })) };
}

test("a client is created, read, listed, renamed and deleted; its secret is shown once", async () => {
  const { request } = await setUp();
  const created = await request("POST /clients", { body: { name: " shop " } });
  const { client, clientSecret } = created.json;
  expect(client).toEqual({
    id: expect.any(String),
    name: "shop",
    clientId: expect.stringMatching(/^dgc_[0-9A-Za-z]{20}$/),
    previousSecretUntil: null,
    createdAt: "2026-03-01T12:00:00.000Z",
  });
  expect(clientSecret).toMatch(/^dgs_[0-9A-Za-z]{49}$/);
  const read = await request(`GET /clients/${client.id}`);
  expect(read.json).toEqual({ client });
  expect(read.headers.get("ETag")).toBe(created.headers.get("ETag"));
  expect((await request("GET /clients")).json).toEqual({ items: [client], total: 1 });
  const renamed = await request(`PATCH /clients/${client.id}`, { body: { name: "store" } });
  expect(renamed.json).toEqual({ client: { ...client, name: "store" } });
  expect((await request(`DELETE /clients/${client.id}`)).status).toBe(204);
  expect((await request(`GET /clients/${client.id}`)).status).toBe(404);
  expect((await request("GET /clients")).json).toEqual({ items: [], total: 0 });
});

test("a rotation changes the secret but not the client id", async () => {
  const { request, api } = await setUp();
  const { client, clientSecret } = (await request("POST /clients", { body: { name: "a" } })).json;
  const { json, status } = await request(`POST /clients/${client.id}/rotate-secret`);
  expect(status).toBe(200);
  expect(json).toEqual({ client, clientSecret: expect.stringMatching(/^dgs_/) });
  expect(json.clientSecret).not.toBe(clientSecret);
  const { secretHash } = (await api.platform.store.read.clients.find({ id: client.id }))!;
  expect(secretHash).toBe(api.platform.vault.hash("client-secret", json.clientSecret));
});

test("a partner of a bound key is checked against the rotated secret", async () => {
  const { request, api } = await setUp();
  const { client } = (await request("POST /clients", { body: { name: "a" } })).json;
  const body = { name: "a", clientId: client.id };
  const { apiKey } = (await request("POST /api-keys", { body })).json;
  const { clientSecret } = (await request(`POST /clients/${client.id}/rotate-secret`)).json;
  const served = await api.platform.served.byId(apiKey.id);
  expect(served?.clientSecretHash).toBe(api.platform.vault.hash("client-secret", clientSecret));
});

test("of two simultaneous rotations of one secret, one wins", async () => {
  const { request, api } = await setUp();
  const { client } = (await request("POST /clients", { body: { name: "a" } })).json;
  const rotate = () => request(`POST /clients/${client.id}/rotate-secret`);
  holdTransactions(api, 2);
  const answers = await Promise.all([rotate(), rotate()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("ATTACK-S214: an overlap of two secrets is 0 to 72 hours long, and shown", async () => {
  const { request } = await setUp();
  const { client } = (await request("POST /clients", { body: { name: "shop" } })).json;
  const path = `POST /clients/${client.id}/rotate-secret` as const;
  for (const overlapHours of [-1, 73, 0.5, "1"]) {
    expect((await request(path, { body: { overlapHours } })).status).toBe(400);
  }
  const rotated = await request(path, { body: { overlapHours: 72 } });
  expect(rotated.json.client.previousSecretUntil).toBe("2026-03-04T12:00:00.000Z");
  const [entry] = (await request("GET /audit")).json.items;
  expect(entry.changes).toEqual({
    previousSecretUntil: [null, "2026-03-04T12:00:00.000Z"],
    clientSecret: ["(hidden)", "(hidden)"],
  });
  // By default there is none, and it ends the one before.
  expect((await request(path)).json.client.previousSecretUntil).toBe(null);
});
