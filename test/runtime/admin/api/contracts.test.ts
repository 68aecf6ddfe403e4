import { expect, test } from "vitest";
import { createAdminApi } from "../../../support/admin-client.ts";

const SWITCHES = {
  outsideRegistration: false,
  otpInsideRegistration: false,
  otpOutsideRegistration: false,
  blockOutsideRegistrationLogins: false,
  blockSystemRegistrationLogins: false,
};

async function setUp() {
  const api = await createAdminApi();
  const admin = await api.addAdmin({ organization: "Acme" });
  const addSpace = async (title: string): Promise<string> =>
    (await admin.request("POST /spaces", { body: { title } })).json.space.id;
  return { api, ...admin, addSpace };
}

test("PIA §2: a contract has a 19-character key and, by default, nothing else", async () => {
  const { request } = await setUp();
  const { status, json } = await request("POST /contracts", { body: { name: "tenant" } });
  expect(status).toBe(201);
  expect(json.contract).toEqual({
    id: expect.any(String),
    name: "tenant",
    key: expect.stringMatching(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){3}$/),
    spaceIds: [],
    ...SWITCHES,
    defaultSystemSpaceIds: [],
    defaultOutsideSpaceIds: [],
    createdAt: "2026-03-01T12:00:00.000Z",
  });
});

test("a contract's fields are saved and returned, spaces in their order", async () => {
  const { request, addSpace } = await setUp();
  const [a, b, c] = [await addSpace("a"), await addSpace("b"), await addSpace("c")];
  const body = {
    name: "tenant",
    ...Object.fromEntries(Object.keys(SWITCHES).map((name) => [name, true])),
    spaceIds: [c, a, b],
    defaultSystemSpaceIds: [a, c],
    defaultOutsideSpaceIds: [b],
  };
  const { contract } = (await request("POST /contracts", { body })).json;
  // The defaults are sets, in the order of the spaces.
  expect(contract).toMatchObject({ ...body, defaultSystemSpaceIds: [c, a] });
  expect((await request(`GET /contracts/${contract.id}`)).json).toEqual({ contract });
  expect((await request("GET /contracts")).json).toEqual({ items: [contract], total: 1 });
});

test.each(["spaceIds", "defaultSystemSpaceIds", "defaultOutsideSpaceIds"])(
  "ATTACK-K137: %s has at most a thousand ids, and an answer at most a hundred errors",
  async (field) => {
    const { request } = await setUp();
    const { contract } = (await request("POST /contracts", { body: { name: "tenant" } })).json;
    const change = (count: number) =>
      request(`PATCH /contracts/${contract.id}`, {
        body: { [field]: Array.from({ length: count }, (_, index) => `id-${index}`) },
      });

    const most = await change(1_000);
    expect([most.status, most.json.errors.length]).toEqual([400, 100]);
    expect(most.json.errors[0]).toMatchObject({ path: `${field}.0` });
    const above = await change(1_001);
    expect(above.json).toEqual({
      message: `${field}: Must have at most 1000 ids.`,
      errors: [{ path: field, message: "Must have at most 1000 ids." }],
    });
    const repeated = await request("POST /contracts", {
      body: { name: "other", [field]: Array(20_000).fill("a") },
    });
    expect(repeated.status).toBe(400);
    expect(repeated.text.length).toBeLessThan(20_000);
  },
);

test("ATTACK-K137: a query of thousands of repeated names is answered with a hundred errors", async () => {
  const { request } = await setUp();
  const names = Array.from({ length: 2_000 }, (_, index) => `n${index}=1&n${index}=2`);
  const { status, json } = await request(`GET /contracts?${names.join("&")}`);
  expect([status, json.errors.length]).toEqual([400, 100]);
});

test("unknown, foreign, repeated or unoffered spaces are refused, each with its position", async () => {
  const { request, addSpace, api } = await setUp();
  const other = await api.addAdmin({ organization: "Other" });
  const foreign = (await other.request("POST /spaces", { body: { title: "x" } })).json.space.id;
  const [a, b] = [await addSpace("a"), await addSpace("b")];
  const { contract } = (await request("POST /contracts", { body: { name: "tenant" } })).json;
  const cases: [object, string[]][] = [
    [{ spaceIds: [a, "unknown"] }, ["spaceIds.1"]],
    [{ spaceIds: [foreign] }, ["spaceIds.0"]],
    [{ spaceIds: [a, b, a] }, ["spaceIds.2"]],
    [{ spaceIds: [a], defaultSystemSpaceIds: [a, b] }, ["defaultSystemSpaceIds.1"]],
    [{ spaceIds: [a], defaultOutsideSpaceIds: [a, a] }, ["defaultOutsideSpaceIds.1"]],
    [{ defaultOutsideSpaceIds: [a] }, ["defaultOutsideSpaceIds.0"]],
    [{ spaceIds: null }, ["spaceIds"]],
    [{ spaceIds: a }, ["spaceIds"]],
    [{ spaceIds: [a, 1] }, ["spaceIds.1"]],
    [{ outsideRegistration: "true" }, ["outsideRegistration"]],
    [{ key: "AAAA-AAAA-AAAA-AAAA" }, ["key"]],
  ];
  for (const [fields, paths] of cases) {
    const body = { name: "second", ...fields };
    const created = await request("POST /contracts", { body });
    const patched = await request(`PATCH /contracts/${contract.id}`, { body });
    for (const { status, json } of [created, patched]) {
      expect(status, JSON.stringify(fields)).toBe(400);
      expect(json.errors.map(({ path }: { path: string }) => path)).toEqual(paths);
    }
  }
  expect((await request("GET /contracts")).json.items).toEqual([contract]);
});

test("a space that is a default can be removed only together with the default", async () => {
  const { request, addSpace } = await setUp();
  const [a, b] = [await addSpace("a"), await addSpace("b")];
  const body = { name: "tenant", spaceIds: [a, b], defaultSystemSpaceIds: [b] };
  const { id } = (await request("POST /contracts", { body })).json.contract;
  const refused = await request(`PATCH /contracts/${id}`, { body: { spaceIds: [a] } });
  expect(refused.status).toBe(400);
  expect(refused.json.errors).toMatchObject([{ path: "defaultSystemSpaceIds.0" }]);
  const saved = await request(`PATCH /contracts/${id}`, {
    body: { spaceIds: [a], defaultSystemSpaceIds: [] },
  });
  expect(saved.json.contract).toMatchObject({ spaceIds: [a], defaultSystemSpaceIds: [] });
});

test("a deleted space is removed from contracts, which changes their version", async () => {
  const { request, addSpace } = await setUp();
  const [a, b] = [await addSpace("a"), await addSpace("b")];
  const body = { name: "tenant", spaceIds: [a, b], defaultSystemSpaceIds: [a] };
  const created = await request("POST /contracts", { body });
  const { id } = created.json.contract;
  await request(`DELETE /spaces/${a}`);
  const read = await request(`GET /contracts/${id}`);
  expect(read.json.contract).toMatchObject({ spaceIds: [b], defaultSystemSpaceIds: [] });
  expect(read.headers.get("ETag")).not.toBe(created.headers.get("ETag"));
});

test("a change of one field keeps the others, spaces and defaults among them", async () => {
  const { request, addSpace } = await setUp();
  const [a, b] = [await addSpace("a"), await addSpace("b")];
  const body = { name: "tenant", spaceIds: [b, a], defaultOutsideSpaceIds: [a] };
  const { contract } = (await request("POST /contracts", { body })).json;
  const changes = [{ name: "x" }, { outsideRegistration: true }, { defaultSystemSpaceIds: [b] }];
  let expected = contract;
  for (const change of changes) {
    expected = { ...expected, ...change };
    const { json } = await request(`PATCH /contracts/${contract.id}`, { body: change });
    expect(json.contract).toEqual(expected);
  }
});

test("a deleted contract deletes its consumers too", async () => {
  const { request, api } = await setUp();
  const { id } = (await request("POST /contracts", { body: { name: "tenant" } })).json.contract;
  const consumer = {
    contractId: id,
    email: "a@example.com",
    password: "password",
    registration: "system",
  };
  expect((await request("POST /consumers", { body: consumer })).status).toBe(201);
  await request(`DELETE /contracts/${id}`);
  expect(await api.platform.store.read.consumers.count({})).toBe(0);
});
