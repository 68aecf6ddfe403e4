import { expect, test } from "vitest";
import { createAdminApi } from "../../../support/admin-client.ts";

async function setUp() {
  const api = await createAdminApi();
  const admin = await api.addAdmin({ organization: "Acme" });
  const { request } = admin;
  const { space } = (await request("POST /spaces", { body: { title: "Help" } })).json;
  const { contract } = (await request("POST /contracts", { body: { name: "tenant" } })).json;
  return { api, ...admin, space, contract };
}

const AGENT = { agentId: "helper", displayName: "Helper" };

function consumerOf({ id }: { readonly id: string }) {
  return {
    contractId: id,
    email: "Jo.Doe@Example.com",
    password: "correct horse",
    registration: "system",
  };
}

test("a space has a title and a description; the title need not be unique", async () => {
  const { request, space } = await setUp();
  expect(space).toEqual({
    id: expect.any(String),
    title: "Help",
    description: "",
    createdAt: "2026-03-01T12:00:00.000Z",
  });
  expect((await request("POST /spaces", { body: { title: "Help" } })).status).toBe(201);
  const body = { description: "For visitors" };
  const { json } = await request(`PATCH /spaces/${space.id}`, { body });
  expect(json.space).toEqual({ ...space, ...body });
  const found = await request("GET /spaces?q=hel");
  expect(found.json.items).toHaveLength(2);
});

test("an agent has defaults, and is found by name and by slug", async () => {
  const { request, space } = await setUp();
  const { json } = await request("POST /agents", { body: { ...AGENT, spaceId: space.id } });
  expect(json.agent).toEqual({
    id: expect.any(String),
    spaceId: space.id,
    ...AGENT,
    startFlow: "",
    startNode: "",
    active: true,
    createdAt: "2026-03-01T12:00:00.000Z",
  });
  for (const q of ["HELP", "elper"]) {
    expect((await request(`GET /agents?q=${q}`)).json.items).toEqual([json.agent]);
  }
  expect((await request("GET /agents?q=Helper%0Ahelper")).json.items).toHaveLength(1);
  expect((await request("GET /agents?q=other")).json.items).toEqual([]);
});

test("agents are listed by their space, consumers by their contract", async () => {
  const { request, space, contract } = await setUp();
  const other = (await request("POST /spaces", { body: { title: "Other" } })).json.space;
  const { agent } = (await request("POST /agents", { body: { ...AGENT, spaceId: space.id } })).json;
  const { consumer } = (await request("POST /consumers", { body: consumerOf(contract) })).json;
  expect((await request(`GET /agents?spaceId=${space.id}`)).json.items).toEqual([agent]);
  expect((await request(`GET /agents?spaceId=${other.id}`)).json.items).toEqual([]);
  expect((await request(`GET /consumers?contractId=${contract.id}`)).json.items).toEqual([
    consumer,
  ]);
  expect((await request("GET /consumers?contractId=none")).json.items).toEqual([]);
});

test.each([
  ["a", true],
  ["A-b_c.9", true],
  ["x".repeat(100), true],
  ["x".repeat(101), false],
  ["", false],
  ["a b", false],
  ["a/b", false],
  ["ä", false],
  ["a\n", false],
  ["\u001b[31m", false],
])("the slug %j of an agent is accepted, or refused by field", async (agentId, isValid) => {
  const { request, space } = await setUp();
  const body = { ...AGENT, agentId, spaceId: space.id };
  const { status, json } = await request("POST /agents", { body });
  expect(status).toBe(isValid ? 201 : 400);
  if (!isValid) expect(json.errors).toMatchObject([{ path: "agentId" }]);
});

test("a slug is unique in the organization, across spaces", async () => {
  const { request, space, api } = await setUp();
  const other = (await request("POST /spaces", { body: { title: "Other" } })).json.space;
  await request("POST /agents", { body: { ...AGENT, spaceId: space.id } });
  const clash = await request("POST /agents", { body: { ...AGENT, spaceId: other.id } });
  expect(clash.status).toBe(409);
  expect(clash.json.errors).toMatchObject([{ path: "agentId" }]);
  const stranger = await api.addAdmin({ organization: "Other" });
  const theirs = (await stranger.request("POST /spaces", { body: { title: "x" } })).json.space;
  const body = { ...AGENT, spaceId: theirs.id };
  expect((await stranger.request("POST /agents", { body })).status).toBe(201);
});

test("an agent's space must belong to the organization", async () => {
  const { request, space, api } = await setUp();
  const stranger = await api.addAdmin({ organization: "Other" });
  const theirs = (await stranger.request("POST /spaces", { body: { title: "x" } })).json.space;
  const { agent } = (await request("POST /agents", { body: { ...AGENT, spaceId: space.id } })).json;
  for (const spaceId of [theirs.id, "unknown", "", null, 0]) {
    const created = await request("POST /agents", { body: { ...AGENT, agentId: "b", spaceId } });
    const moved = await request(`PATCH /agents/${agent.id}`, { body: { spaceId } });
    for (const { status, json } of [created, moved]) {
      expect(status).toBe(400);
      expect(json.errors).toMatchObject([{ path: "spaceId" }]);
    }
  }
});

test("front settings are any JSON object, returned unchanged", async () => {
  const { request, space } = await setUp();
  const { agent } = (await request("POST /agents", { body: { ...AGENT, spaceId: space.id } })).json;
  const path = `/agents/${agent.id}/front-settings` as const;
  expect((await request(`GET ${path}`)).json).toEqual({});
  const settings = { color: "red", nested: { list: [1, "ä", null, false, 1.5e3] }, "": "empty" };
  expect((await request(`PUT ${path}`, { body: settings })).json).toEqual(settings);
  expect((await request(`GET ${path}`)).json).toEqual(settings);
});

test.each(["[]", "null", '"x"', "1", "true", '{"__proto__":{}}', '{"a":1,"a":2}', "{", ""])(
  "front settings of %s are refused",
  async (text) => {
    const { request, space } = await setUp();
    const body = { ...AGENT, spaceId: space.id };
    const { agent } = (await request("POST /agents", { body })).json;
    const headers = { "Content-Type": "application/json" };
    const path = `/agents/${agent.id}/front-settings` as const;
    expect((await request(`PUT ${path}`, { text, headers })).status).toBe(400);
    expect((await request(`GET ${path}`)).json).toEqual({});
  },
);

test("front settings may have 64 KiB as sent, and not a byte more", async () => {
  const { request, space } = await setUp();
  const { agent } = (await request("POST /agents", { body: { ...AGENT, spaceId: space.id } })).json;
  const path = `/agents/${agent.id}/front-settings` as const;
  const headers = { "Content-Type": "application/json" };
  const frame = '{"text":""}'.length;
  for (const [bytes, status] of [
    [64 * 1024, 200],
    [64 * 1024 + 1, 413],
  ] as const) {
    // Two bytes each in UTF-8: bytes are counted, not characters.
    const filler = "ä".repeat((bytes - frame) >> 1) + "x".repeat((bytes - frame) % 2);
    const text = `{"text":"${filler}"}`;
    expect(Buffer.byteLength(text)).toBe(bytes);
    expect((await request(`PUT ${path}`, { text, headers })).status).toBe(status);
  }
});

test("ATTACK-H115: front settings have their own version", async () => {
  const { request, space } = await setUp();
  const created = await request("POST /agents", { body: { ...AGENT, spaceId: space.id } });
  const { id } = created.json.agent;
  const path = `/agents/${id}/front-settings` as const;
  const etag = (await request(`GET ${path}`)).headers.get("ETag")!;
  const headers = { "Content-Type": "application/json", "If-Match": etag };
  const saves = await Promise.all(
    ["a", "b"].map((color) => request(`PUT ${path}`, { body: { color }, headers })),
  );
  expect(saves.map(({ status }) => status).sort()).toEqual([200, 412]);
  const { at, admin: by } = (await request("GET /audit?action=front-settings")).json.items[0];
  expect(saves.find(({ status }) => status === 412)!.json.conflict).toEqual({ by, at });
  const agent = await request(`GET /agents/${id}`);
  expect(agent.headers.get("ETag")).toBe(created.headers.get("ETag"));
});

test("ATTACK-H116: saving front settings is in the audit log, without the settings", async () => {
  const { request, space } = await setUp();
  const { agent } = (await request("POST /agents", { body: { ...AGENT, spaceId: space.id } })).json;
  await request(`PUT /agents/${agent.id}/front-settings`, { body: { color: "red" } });
  const { json, text } = await request("GET /audit");
  expect(json.items[0]).toMatchObject({
    action: "front-settings",
    resource: "agent",
    resourceId: agent.id,
    changes: { frontSettings: ["(hidden), 2 bytes", "(hidden), 15 bytes"] },
  });
  expect(text).not.toContain("red");
});

test("a deleted space deletes its agents too", async () => {
  const { request, space, api } = await setUp();
  await request("POST /agents", { body: { ...AGENT, spaceId: space.id } });
  expect((await request(`DELETE /spaces/${space.id}`)).status).toBe(204);
  expect(await api.platform.store.read.agents.count({})).toBe(0);
});

test("a consumer is returned as entered, without the password", async () => {
  const { request, contract, api } = await setUp();
  const { password, ...fields } = consumerOf(contract);
  const body = { ...fields, email: ` ${fields.email} `, password };
  const created = await request("POST /consumers", { body });
  expect(created.json.consumer).toEqual({
    id: expect.any(String),
    ...fields,
    createdAt: "2026-03-01T12:00:00.000Z",
    lastSignInAt: null,
  });
  const { passwordHash } = (await api.platform.store.read.consumers.list({}))[0]!;
  expect(await api.platform.passwords.verify(password, passwordHash)).toBe(true);
  for (const path of ["consumers", `consumers/${created.json.consumer.id}`, "audit"]) {
    const { text } = await request(`GET /${path}`);
    expect(text).not.toContain(password);
    expect(text).not.toContain(passwordHash);
  }
});

test("an address is unique in its contract, whatever its case and accents, and free in another", async () => {
  const { request, contract } = await setUp();
  const body = { ...consumerOf(contract), email: "José@example.com" };
  await request("POST /consumers", { body });
  for (const email of ["José@example.com", "JOSÉ@EXAMPLE.COM", " jose\u0301@example.com "]) {
    const { status, json } = await request("POST /consumers", { body: { ...body, email } });
    expect(status).toBe(409);
    expect(json.errors).toMatchObject([{ path: "email" }]);
  }
  const other = (await request("POST /contracts", { body: { name: "other" } })).json.contract;
  const moved = { ...body, contractId: other.id };
  const { json } = await request("POST /consumers", { body: moved });
  const back = { contractId: contract.id };
  expect((await request(`PATCH /consumers/${json.consumer.id}`, { body: back })).status).toBe(409);
});

test.each([
  "",
  "no address",
  "@example.com",
  "a@",
  "a@b@c",
  "a@b\r\nBcc: c@d",
  "a@b\0",
  "a\u202e@b",
  "<a@b>",
  "a,b@c",
  `${"a".repeat(250)}@b.de`,
  null,
])("ATTACK-G97: the address %j is refused, naming the field", async (email) => {
  const { request, contract } = await setUp();
  const body = { ...consumerOf(contract), email };
  const { status, json } = await request("POST /consumers", { body });
  expect(status).toBe(400);
  expect(json.errors).toMatchObject([{ path: "email" }]);
});

test.each([
  ["x".repeat(7), false],
  ["x".repeat(8), true],
  ["x".repeat(1024), true],
  ["x".repeat(1025), false],
  ["  spaces are kept  ", true],
  ["with a \0 inside", true],
])(
  "ATTACK-G103: the password %j is used unchanged, or refused, naming the field",
  async (password, isValid) => {
    const { request, contract, api } = await setUp();
    const body = { ...consumerOf(contract), password };
    const { status, json } = await request("POST /consumers", { body });
    expect(status).toBe(isValid ? 201 : 400);
    if (!isValid) return expect(json.errors).toMatchObject([{ path: "password" }]);
    const { passwordHash } = (await api.platform.store.read.consumers.list({}))[0]!;
    expect(await api.platform.passwords.verify(password, passwordHash)).toBe(true);
    expect(await api.platform.passwords.verify(password.trim(), passwordHash)).toBe(
      password.trim() === password,
    );
  },
);

test.each([
  ["a new password", { password: "another password" }, true],
  ["a new address", { email: "new@example.com" }, true],
  ["another spelling of the address", { email: "jo.doe@example.com" }, false],
  ["another registration", { registration: "outside" }, false],
])("%s of a consumer ends its sign-ins if it should", async (_, body, ends) => {
  const { request, contract, api } = await setUp();
  const { id } = (await request("POST /consumers", { body: consumerOf(contract) })).json.consumer;
  const row = { consumerId: id, expiresAt: "9" };
  await api.platform.store.transaction(async (tx) => {
    await tx.refreshTokens.insert({ ...row, tokenHash: "a", familyId: "a", usedAt: null });
    await tx.challenges.insert({ ...row, idHash: "a", pinHash: "a" });
  });
  expect((await request(`PATCH /consumers/${id}`, { body })).status).toBe(200);
  const { read } = api.platform.store;
  const left = [await read.refreshTokens.count({}), await read.challenges.count({})];
  expect(left).toEqual(ends ? [0, 0] : [1, 1]);
});

test("a consumer's contract must belong to the organization", async () => {
  const { request, contract, api } = await setUp();
  const stranger = await api.addAdmin({ organization: "Other" });
  const theirs = (await stranger.request("POST /contracts", { body: { name: "x" } })).json.contract;
  for (const contractId of [theirs.id, "unknown"]) {
    const body = { ...consumerOf(contract), contractId };
    const { status, json } = await request("POST /consumers", { body });
    expect(status).toBe(400);
    expect(json.errors).toMatchObject([{ path: "contractId" }]);
  }
});

test("ATTACK-F81: saving an unchanged consumer is not in the audit log", async () => {
  const { request, contract, api } = await setUp();
  const { password, ...fields } = consumerOf(contract);
  const body = { ...fields, password };
  const { id } = (await request("POST /consumers", { body })).json.consumer;
  const entries = await api.platform.store.read.audit.count({});
  await request(`PATCH /consumers/${id}`, { body: fields });
  expect(await api.platform.store.read.audit.count({})).toBe(entries);
});
