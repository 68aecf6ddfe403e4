import { expect, test } from "vitest";
import { createAdminApi, type TestAdmin } from "../../../support/admin-client.ts";
import { holdTransactions } from "../../../support/platform.ts";

async function setUp() {
  const api = await createAdminApi();
  return { api, ...(await api.addAdmin({ organization: "Acme" })) };
}

type Request = TestAdmin["request"];

/** Creates an item and returns its id. */
async function make(request: Request, collection: string, body: object): Promise<string> {
  const { status, json } = await request(`POST /${collection}`, { body });
  expect(status, JSON.stringify(json)).toBe(201);
  return (Object.values(json)[0] as { id: string }).id;
}

/** Creates one of each resource that a key binds. */
async function makeBindings(request: Request, name: string) {
  return {
    clientId: await make(request, "clients", { name }),
    certificateId: await make(request, "certificates", { name }),
    contractId: await make(request, "contracts", { name }),
    webhookId: await make(request, "webhooks", {
      name,
      origin: `https://${name}.test`,
      notificationUrl: `https://${name}.test/notices`,
    }),
  };
}

test("PIA §2: a key is shown in plain text once, and then only by its prefix", async () => {
  const { request, api } = await setUp();
  const created = await request("POST /api-keys", { body: { name: "  shop  " } });
  const { apiKey, key } = created.json;
  expect(created.headers.get("Location")).toBe(`api-keys/${apiKey.id}`);
  expect(apiKey).toEqual({
    id: expect.any(String),
    name: "shop",
    displayPrefix: key.slice(0, 12),
    clientId: null,
    certificateId: null,
    contractId: null,
    webhookId: null,
    fullyBound: false,
    state: "not-bound",
    active: true,
    expiresAt: null,
    networks: null,
    requestsPerMinute: null,
    createdAt: "2026-03-01T12:00:00.000Z",
    updatedAt: "2026-03-01T12:00:00.000Z",
    lastUsedAt: null,
  });
  const later = [
    await request(`GET /api-keys/${apiKey.id}`),
    await request("GET /api-keys"),
    await request(`PATCH /api-keys/${apiKey.id}`, { body: { name: "x" } }),
    await request("GET /audit"),
    await request(`POST /api-keys/${apiKey.id}/rotate`),
  ];
  for (const { text } of later) expect(text).not.toContain(key);
  expect(api.errors).toEqual([]);
});

test("PIA §3: a key is created fully bound when all four are given", async () => {
  const { request } = await setUp();
  const bindings = await makeBindings(request, "shop");
  const { json } = await request("POST /api-keys", { body: { name: "shop", ...bindings } });
  expect(json.apiKey).toMatchObject({ ...bindings, fullyBound: true });
});

test.each([[""], [0], [false], [[]], [{}], ["unknown"], [1.5]])(
  "ATTACK-D45: %j for a binding is refused, naming it, and no other field is saved",
  async (value) => {
    const { request } = await setUp();
    const bindings = await makeBindings(request, "shop");
    const id = await make(request, "api-keys", { name: "shop", ...bindings });
    const before = (await request(`GET /api-keys/${id}`)).json;
    for (const field of Object.keys(bindings)) {
      const body = { name: "changed", clientId: null, webhookId: null, [field]: value };
      const { status, json } = await request(`PATCH /api-keys/${id}`, { body });
      expect(status).toBe(400);
      expect(json.errors).toMatchObject([{ path: field }]);
      expect((await request(`GET /api-keys/${id}`)).json).toEqual(before);
    }
  },
);

test("ATTACK-D44: a binding of another key is answered 409, naming only the field", async () => {
  const { request } = await setUp();
  const bindings = await makeBindings(request, "shop");
  await make(request, "api-keys", { name: "secret partner", ...bindings });
  for (const [field, value] of Object.entries(bindings)) {
    const { status, text, json } = await request("POST /api-keys", {
      body: { name: "thief", [field]: value },
    });
    expect(status).toBe(409);
    expect(json.errors).toMatchObject([{ path: field }]);
    expect(text).not.toContain("secret partner");
  }
});

test("ATTACK-D46: the 21st key is answered 400", async () => {
  const { request } = await setUp();
  for (let number = 1; number <= 20; number++) {
    await make(request, "api-keys", { name: `key ${number}` });
  }
  const { status, json } = await request("POST /api-keys", { body: { name: "one more" } });
  expect(status).toBe(400);
  expect(json.message).toMatch(/^Reached the maximum number of/);
});

test.each([
  ["", false],
  ["   ", false],
  ["\u00a0\u2003", false],
  ["x", true],
  ["x".repeat(100), true],
  ["x".repeat(101), false],
  [` ${"x".repeat(100)} `, true],
  ["👩‍👩‍👧‍👦".repeat(14), true],
  ["👩‍👩‍👧‍👦".repeat(15), false],
  ["😀".repeat(100), true],
  ["😀".repeat(101), false],
  // Composed by NFC, each is one character; without a composed form, two.
  ["e\u0301".repeat(100), true],
  ["x\u0301".repeat(50), true],
  ["x\u0301".repeat(51), false],
  ["a\0b", false],
  ["line\r\nbreak \u001b[31m", true],
  ["<script>alert(1)</script>", true],
  ['=HYPERLINK("https://evil.test")', true],
])(
  "ATTACK-D47: the name %j is measured in code points after trimming and NFC",
  async (name, isValid) => {
    const { request } = await setUp();
    const { status, json } = await request("POST /api-keys", { body: { name } });
    expect(status, json.message).toBe(isValid ? 201 : 400);
    if (isValid) expect(json.apiKey.name).toBe(name.trim().normalize("NFC"));
    else expect(json.errors).toMatchObject([{ path: "name" }]);
  },
);

test("ATTACK-D47, CHAIN-C18: names clash after trimming and NFC, and are case-sensitive", async () => {
  const { request } = await setUp();
  await make(request, "api-keys", { name: "Café" });
  for (const name of ["Café", " Café ", "Cafe\u0301"]) {
    const { status, json } = await request("POST /api-keys", { body: { name } });
    expect(status).toBe(409);
    expect(json.errors).toMatchObject([{ path: "name" }]);
  }
  await make(request, "api-keys", { name: "CAFÉ" });
  const id = await make(request, "api-keys", { name: "other" });
  const patched = await request(`PATCH /api-keys/${id}`, { body: { name: "Café" } });
  expect(patched.status).toBe(409);
});

test("CHAIN-C18: another organization may use the same name", async () => {
  const { request, api } = await setUp();
  const other = await api.addAdmin({ organization: "Other" });
  await make(request, "api-keys", { name: "shop" });
  await make(other.request, "api-keys", { name: "shop" });
});

test("ATTACK-D39: of two simultaneous rotations, one wins, the other is answered 409 without a key", async () => {
  const { request, api } = await setUp();
  const id = await make(request, "api-keys", { name: "shop" });
  const rotate = () => request(`POST /api-keys/${id}/rotate`);
  holdTransactions(api, 2);
  const answers = await Promise.all([rotate(), rotate()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const winner = answers.find(({ status }) => status === 200)!.json;
  const loser = answers.find(({ status }) => status === 409)!.json;
  expect(loser.key).toBeUndefined();
  const { vault, served } = api.platform;
  expect((await served.byKeyHash(vault.hash("api-key", winner.key)))?.apiKeyId).toBe(id);
  const { items } = (await request("GET /audit")).json;
  expect(
    items
      .slice(0, 2)
      .map(({ action }: { action: string }) => action)
      .sort(),
  ).toEqual(["rotate", "rotate-refused"]);
  // Consecutive rotations do not conflict.
  expect((await rotate()).status).toBe(200);
});

test("ATTACK-D40: after a rotation whose answer was lost, another works", async () => {
  const { request, api } = await setUp();
  const id = await make(request, "api-keys", { name: "shop" });
  const lost = (await request(`POST /api-keys/${id}/rotate`)).json.key;
  const kept = (await request(`POST /api-keys/${id}/rotate`)).json.key;
  const { vault, served } = api.platform;
  expect(await served.byKeyHash(vault.hash("api-key", lost))).toBeUndefined();
  expect((await served.byKeyHash(vault.hash("api-key", kept)))?.apiKeyId).toBe(id);
});

test("ATTACK-F80: wake answers the ids of its two notices, and 409 while not fully bound", async () => {
  const { request, api } = await setUp();
  const bindings = await makeBindings(request, "shop");
  const id = await make(request, "api-keys", { name: "shop", ...bindings });
  const { status, json } = await request(`POST /api-keys/${id}/wake`);
  expect(status).toBe(202);
  expect(json.notices).toEqual(api.sent.map(({ id }) => id));
  const log = (await request("GET /notices")).json.items;
  expect(log.map(({ id }: { id: string }) => id)).toEqual(json.notices.toReversed());
  expect(log.map(({ kinds }: { kinds: string[] }) => kinds)).toEqual([
    ["r_cert"],
    ["r_api_keys", "r_consumer_policy", "r_space", "r_agent", "r_json"],
  ]);

  await request(`PATCH /api-keys/${id}`, { body: { clientId: null } });
  const refused = await request(`POST /api-keys/${id}/wake`);
  expect(refused.status).toBe(409);
  expect(refused.json.errors).toEqual([{ path: "clientId", message: "Nothing is bound here." }]);
});

test("CHAIN-C17: deleting a bound resource unbinds it, and the Origin leaves the allow-list", async () => {
  for (const field of ["clientId", "certificateId", "contractId", "webhookId"] as const) {
    const { request, api } = await setUp();
    const bindings = await makeBindings(request, "shop");
    const id = await make(request, "api-keys", { name: "shop", ...bindings });
    expect(await api.platform.served.isListed("https://shop.test")).toBe(true);
    api.clock.advance(1000);
    const collection = field.replace("Id", "s");
    expect((await request(`DELETE /${collection}/${bindings[field]}`)).status).toBe(204);
    const { apiKey } = (await request(`GET /api-keys/${id}`)).json;
    expect(apiKey).toMatchObject({
      ...bindings,
      [field]: null,
      fullyBound: false,
      updatedAt: "2026-03-01T12:00:01.000Z",
    });
    expect(await api.platform.served.isListed("https://shop.test")).toBe(false);
  }
});

test("ATTACK-H115: a save of an outdated version is answered 412", async () => {
  const { request } = await setUp();
  const id = await make(request, "api-keys", { name: "shop" });
  const etag = (await request(`GET /api-keys/${id}`)).headers.get("ETag")!;
  const save = (name: string, match: string) =>
    request(`PATCH /api-keys/${id}`, {
      body: { name },
      headers: { "Content-Type": "application/json", "If-Match": match },
    });
  const first = await save("first", etag);
  expect(first.status).toBe(200);
  const second = await save("second", etag);
  expect(second.status).toBe(412);
  expect((await request(`GET /api-keys/${id}`)).json.apiKey.name).toBe("first");

  const next = first.headers.get("ETag")!;
  expect((await save("third", `"other", ${next}`)).status).toBe(200);
  expect((await save("fourth", "*")).status).toBe(200);
  expect((await save("fifth", `W/${next}`)).status).toBe(412);
  expect((await save("sixth", "")).status).toBe(412);
  expect((await request(`PATCH /api-keys/${id}`, { body: { name: "last" } })).status).toBe(200);
});

test("ATTACK-H115: of two simultaneous saves of one version, within one millisecond, one wins", async () => {
  const { request } = await setUp();
  const id = await make(request, "api-keys", { name: "shop" });
  const etag = (await request(`GET /api-keys/${id}`)).headers.get("ETag")!;
  const headers = { "Content-Type": "application/json", "If-Match": etag };
  const answers = await Promise.all(
    ["a", "b"].map((name) => request(`PATCH /api-keys/${id}`, { body: { name }, headers })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
});

test("ATTACK-H115: deleting and rotating check the version too", async () => {
  const { request } = await setUp();
  const id = await make(request, "api-keys", { name: "shop" });
  const headers = { "If-Match": '"old"' };
  expect((await request(`DELETE /api-keys/${id}`, { headers })).status).toBe(412);
  expect((await request(`POST /api-keys/${id}/rotate`, { headers })).status).toBe(412);
  expect((await request(`POST /api-keys/${id}/revoke-tokens`, { headers })).status).toBe(412);
});

test("using a key does not change its version", async () => {
  const { request, api } = await setUp();
  const id = await make(request, "api-keys", { name: "shop" });
  const etag = (await request(`GET /api-keys/${id}`)).headers.get("ETag");
  api.clock.advance(60_000);
  api.platform.lastUse.note(id);
  await api.platform.lastUse.settle();
  const read = await request(`GET /api-keys/${id}`);
  expect(read.json.apiKey.lastUsedAt).toBe("2026-03-01T12:01:00.000Z");
  expect(read.headers.get("ETag")).toBe(etag);
});

test("ATTACK-F81: a save that changes nothing keeps updatedAt and the version", async () => {
  const { request, api } = await setUp();
  const bindings = await makeBindings(request, "shop");
  const id = await make(request, "api-keys", { name: "shop", ...bindings });
  const before = await request(`GET /api-keys/${id}`);
  api.clock.advance(1000);
  for (const body of [{}, { name: " shop " }, { name: "shop", ...bindings }]) {
    const after = await request(`PATCH /api-keys/${id}`, { body });
    expect(after.json).toEqual(before.json);
    expect(after.headers.get("ETag")).toBe(before.headers.get("ETag"));
  }
  expect(api.sent).toEqual([]);
});

test("ATTACK-H118: keys are listed by creation, and filtered by name, state and use, in pages", async () => {
  const { request, api } = await setUp();
  const bindings = await makeBindings(request, "shop");
  await make(request, "api-keys", { name: "Shop ÄÖ", ...bindings });
  await make(request, "api-keys", { name: "blog" });
  const used = await make(request, "api-keys", { name: "workshop" });
  api.platform.lastUse.note(used);
  await api.platform.lastUse.settle();
  const list = async (query: string) => {
    const { json } = await request(`GET /api-keys${query}`);
    return json.items.map(({ name }: { name: string }) => name);
  };
  expect(await list("")).toEqual(["Shop ÄÖ", "blog", "workshop"]);
  expect(await list("?q=SHOP")).toEqual(["Shop ÄÖ", "workshop"]);
  expect(await list(`?q=${encodeURIComponent("a\u0308ö")}`)).toEqual(["Shop ÄÖ"]);
  expect(await list("?q=%25")).toEqual([]);
  expect(await list("?fullyBound=true")).toEqual(["Shop ÄÖ"]);
  expect(await list("?fullyBound=false&q=o")).toEqual(["blog", "workshop"]);
  expect(await list("?unusedSince=2026-03-01T11:59:59Z")).toEqual(["Shop ÄÖ", "blog"]);
  expect(await list("?unusedSince=2026-03-01T12:00:01Z")).toEqual(["Shop ÄÖ", "blog", "workshop"]);

  const first = (await request("GET /api-keys?limit=2")).json;
  expect(first.items).toHaveLength(2);
  await make(request, "api-keys", { name: "later" });
  const second = (await request(`GET /api-keys?limit=2&after=${first.nextAfter}`)).json;
  expect(second.items.map(({ name }: { name: string }) => name)).toEqual(["workshop", "later"]);
  expect(second.nextAfter).toBeUndefined();
});

test.each([
  "fullyBound=yes",
  "unusedSince=yesterday",
  "limit=0",
  "limit=201",
  "limit=1.5",
  "x=1",
  "q=a&q=b",
])("the query %s is refused, naming it", async (query) => {
  const { request } = await setUp();
  const { status, json } = await request(`GET /api-keys?${query}`);
  expect(status).toBe(400);
  expect(json.errors).toMatchObject([{ path: query.split("=")[0] }]);
});

test("CHAIN-C19: revoking tokens answers 204 and is in the audit log", async () => {
  const { request, api } = await setUp();
  const id = await make(request, "api-keys", { name: "shop" });
  expect((await request(`POST /api-keys/${id}/revoke-tokens`)).status).toBe(204);
  expect(await api.platform.served.byId(id)).toMatchObject({ generation: 2 });
  const [entry] = (await request("GET /audit")).json.items;
  expect(entry).toMatchObject({ action: "revoke-tokens", resource: "apiKey", resourceId: id });
});

test("ATTACK-H120: a cache is rebuilt with cache:w alone, any number of times", async () => {
  const { request, api } = await setUp();
  const cacher = await api.addAdmin({ organization: "Acme", permissions: ["cache:w"] });
  const bindings = await makeBindings(request, "shop");
  const id = await make(request, "api-keys", { name: "shop", ...bindings });
  const before = await api.platform.served.byId(id);
  for (const path of [`api-keys/${id}`, `certificates/${bindings.certificateId}`] as const) {
    for (let round = 0; round < 2; round++) {
      expect((await cacher.request(`POST /${path}/rebuild-cache`)).status).toBe(204);
      expect(await api.platform.served.byId(id)).toEqual(before);
    }
  }
  expect(api.sent).toEqual([]);
});

test("ATTACK-H116: the audit log contains values before and after, and never a secret", async () => {
  const { request, email } = await setUp();
  const bindings = await makeBindings(request, "shop");
  const { json } = await request("POST /api-keys", { body: { name: "shop" } });
  const { id, displayPrefix } = json.apiKey;
  const body = { name: "store", clientId: bindings.clientId };
  await request(`PATCH /api-keys/${id}`, { body });
  const rotated = (await request(`POST /api-keys/${id}/rotate`)).json;
  await request(`DELETE /api-keys/${id}`);
  const { text, json: log } = await request("GET /audit");
  const entries = log.items.filter(({ resourceId }: { resourceId: string }) => resourceId === id);
  expect(entries).toMatchObject([
    { action: "delete", admin: email, name: "store", changes: { name: ["store", null] } },
    {
      action: "rotate",
      changes: {
        displayPrefix: [displayPrefix, rotated.apiKey.displayPrefix],
        key: ["(hidden)", "(hidden)"],
      },
    },
    {
      action: "update",
      changes: { name: ["shop", "store"], clientId: [null, bindings.clientId] },
    },
    { action: "create", changes: { name: [null, "shop"], displayPrefix: [null, displayPrefix] } },
  ]);
  expect(text).not.toContain(json.key);
  expect(text).not.toContain(rotated.key);
});

test("CHAIN-C5a: a key's limits are set, normalized, shown, logged and taken back", async () => {
  const { request } = await setUp();
  const expiresAt = "2026-04-01T14:00:00+02:00";
  const networks = ["192.0.2.7", "2001:DB8::/32", "192.0.2.7/32"];
  const limits = { active: false, expiresAt, networks, requestsPerMinute: 60 };
  const created = await request("POST /api-keys", { body: { name: "shop", ...limits } });
  const { apiKey } = created.json;
  const shown = {
    active: false,
    expiresAt: "2026-04-01T12:00:00.000Z",
    networks: ["192.0.2.7/32", "2001:db8::/32"],
    requestsPerMinute: 60,
  };
  expect(apiKey).toMatchObject({ ...shown, state: "paused" });
  const none = { active: true, expiresAt: null, networks: null, requestsPerMinute: null };
  const patched = await request(`PATCH /api-keys/${apiKey.id}`, { body: none });
  expect(patched.json.apiKey).toMatchObject({ ...none, state: "not-bound" });
  const [entry] = (await request("GET /audit")).json.items;
  expect(entry.changes).toEqual({
    active: [false, true],
    expiresAt: [shown.expiresAt, null],
    networks: [shown.networks, null],
    requestsPerMinute: [60, null],
  });
});

test("CHAIN-C5a: limits that mean nothing are refused, and named", async () => {
  const { request } = await setUp();
  const body = {
    name: "shop",
    expiresAt: "tomorrow",
    networks: ["192.0.2.7/24", "home"],
    requestsPerMinute: 0,
  };
  const refused = await request("POST /api-keys", { body });
  expect(refused.status).toBe(400);
  const errors: { path: string; message: string }[] = refused.json.errors;
  expect(errors.map(({ path }) => path)).toEqual([
    "expiresAt",
    "networks.0",
    "networks.1",
    "requestsPerMinute",
  ]);
  expect(errors[1]!.message).toBe(
    '"192.0.2.7/24" is not a network. Its first address is another one: write 192.0.2.0/24.',
  );
  for (const networks of [[], Array(51).fill("192.0.2.0/24")]) {
    const answer = await request("POST /api-keys", { body: { name: "shop", networks } });
    expect(answer.status).toBe(400);
  }
  const past = { name: "shop", expiresAt: "2026-03-01T12:00:00.000Z" };
  const late = await request("POST /api-keys", { body: past });
  expect(late.json).toMatchObject({ errors: [{ path: "expiresAt" }] });
});
