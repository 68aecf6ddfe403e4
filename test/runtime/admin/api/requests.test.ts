import { expect, test } from "vitest";
import { DocgateError } from "../../../../corpus/error.ts";
import { ADMIN_OPERATIONS } from "../../../../runtime/admin/api/operations.ts";
import { type AdminCallOptions, createAdminApi } from "../../../support/admin-client.ts";

const JSON_TYPE = { "Content-Type": "application/json" };

async function setUp() {
  const api = await createAdminApi();
  return { api, ...(await api.addAdmin({ organization: "Acme" })) };
}

/** Bodies that no create accepts, and the status for each. */
const BODIES: readonly { what: string; status: number; options: AdminCallOptions }[] = [
  { what: "no body", status: 400, options: { headers: JSON_TYPE } },
  { what: "invalid JSON", status: 400, options: { text: "{", headers: JSON_TYPE } },
  { what: "an array", status: 400, options: { body: [] } },
  { what: "null", status: 400, options: { body: null } },
  { what: "a string", status: 400, options: { body: "x" } },
  {
    what: "a repeated name",
    status: 400,
    options: { text: '{"name":"a","name":"b"}', headers: JSON_TYPE },
  },
  {
    what: "__proto__",
    status: 400,
    options: { text: '{"name":"a","__proto__":{"x":1}}', headers: JSON_TYPE },
  },
  { what: "a BOM", status: 400, options: { text: '\ufeff{"name":"a"}', headers: JSON_TYPE } },
  {
    what: "half a character",
    status: 400,
    options: { text: '{"name":"\\ud800"}', headers: JSON_TYPE },
  },
  { what: "10,000 levels", status: 400, options: { text: "[".repeat(10_000), headers: JSON_TYPE } },
  { what: "a huge number", status: 400, options: { text: '{"name":1e400}', headers: JSON_TYPE } },
  {
    what: "20,000 keys",
    status: 400,
    options: { body: Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [i, 0])) },
  },
  {
    what: "100 KiB and a byte",
    status: 413,
    options: { text: `{"name":"${"x".repeat(100 * 1024 - 10)}"}`, headers: JSON_TYPE },
  },
  {
    what: "text/plain",
    status: 415,
    options: { text: '{"name":"a"}', headers: { "Content-Type": "text/plain" } },
  },
  {
    what: "no type",
    status: 415,
    options: { text: '{"name":"a"}', headers: { "Content-Type": "" } },
  },
  {
    what: "another character set",
    status: 415,
    options: {
      text: '{"name":"a"}',
      headers: { "Content-Type": "application/json; charset=utf-16" },
    },
  },
];

test.each(BODIES)(
  "ATTACK-K137: a body of $what is answered $status, and nothing is saved",
  async ({ options, status }) => {
    const { request, api } = await setUp();
    const answer = await request("POST /clients", options);
    expect(answer.status).toBe(status);
    expect(answer.json.message).toEqual(expect.any(String));
    expect(await api.platform.store.read.clients.count({})).toBe(0);
    expect(api.errors).toEqual([]);
  },
);

test("ATTACK-H105: fields that are not for administrators are refused, each named, and never stored", async () => {
  const { request, api } = await setUp();
  const { client } = (await request("POST /clients", { body: { name: "shop" } })).json;
  const before = await api.platform.store.read.clients.find({ id: client.id });
  const stolen = {
    id: "x",
    organizationId: "x",
    secretHash: "x",
    clientId: "dgc_x",
    createdAt: "2000-01-01T00:00:00.000Z",
    updatedAt: "2000-01-01T00:00:00.000Z",
    keyHash: "x",
    privateKey: "x",
    boundTo: "x",
    constructor: "x",
  };
  for (const [field, value] of Object.entries(stolen)) {
    const body = { name: "changed", [field]: value };
    for (const call of ["POST /clients", `PATCH /clients/${client.id}`] as const) {
      const { status, json } = await request(call, { body });
      expect(status).toBe(400);
      expect(json.errors).toEqual([{ path: field, message: "Unknown field." }]);
    }
  }
  expect(await api.platform.store.read.clients.list({})).toEqual([before]);
});

test("all wrong fields are named together", async () => {
  const { request } = await setUp();
  const body = { name: "", origin: "x", extra: 1 };
  const { json } = await request("POST /webhooks", { body });
  expect(json.errors.map(({ path }: { path: string }) => path).sort()).toEqual([
    "extra",
    "name",
    "notificationUrl",
    "origin",
  ]);
});

test("ATTACK-I126, ATTACK-H112: an error repeats nothing of the request", async () => {
  const { request } = await setUp();
  const secret = "<script>s3cret</script>";
  const bodies = [
    { name: "a", origin: secret, notificationUrl: `https://x.test/\0${secret}` },
    { name: [secret], origin: { secret }, notificationUrl: 1 },
  ];
  for (const body of bodies) {
    const { status, text } = await request("POST /webhooks", { body });
    expect(status).toBe(400);
    expect(text).not.toContain("s3cret");
  }
});

test("ATTACK-H112: stored text comes back as JSON, byte for byte, never as content of a page", async () => {
  const { request } = await setUp();
  const name = '"><img src=x onerror=alert(1)>\u2028\u001b[31m=1+1';
  const { json, headers } = await request("POST /clients", { body: { name } });
  expect(json.client.name).toBe(name);
  expect(headers.get("Content-Type")).toBe("application/json");
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
});

test("actions accept no body or an empty object, and nothing else", async () => {
  const { request } = await setUp();
  const { client } = (await request("POST /clients", { body: { name: "shop" } })).json;
  const rotate = (options: AdminCallOptions) =>
    request(`POST /clients/${client.id}/rotate-secret`, options);
  expect((await rotate({})).status).toBe(200);
  expect((await rotate({ body: {} })).status).toBe(200);
  expect((await rotate({ body: { x: 1 } })).status).toBe(400);
  expect((await rotate({ text: "x=1", headers: { "Content-Type": "text/plain" } })).status).toBe(
    415,
  );
  expect((await request(`DELETE /clients/${client.id}`, { body: { x: 1 } })).status).toBe(400);
});

test("ATTACK-H111: no answer may be stored, sniffed, framed or leaked in a referrer", async () => {
  const { request, api } = await setUp();
  const answers = [
    await request("GET /clients"),
    await request("POST /clients", { body: { name: "a" } }),
    await request("POST /clients", { body: {} }),
    await api.request("GET /clients"),
    await request("GET /clients/unknown"),
    await request("GET /nothing/here", { isUndocumented: true }),
    await request("PUT /clients", { isUndocumented: true }),
  ];
  for (const { headers } of answers) {
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(headers.get("Content-Security-Policy")).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
    expect(headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
    expect(headers.get("Content-Type")).toBe("application/json");
    expect([...headers.keys()].filter((name) => /^access-control/.test(name))).toEqual([]);
  }
});

test("ATTACK-K139: an unknown path is answered 404, even without credentials", async () => {
  const { request, api } = await setUp();
  for (const path of ["/", "/nothing", "/clients/a/b/c", "/clients/", "//clients"] as const) {
    for (const ask of [request, api.request]) {
      const { status, json } = await ask(`GET ${path}`, { isUndocumented: true });
      expect(status, path).toBe(404);
      expect(json).toEqual({ message: "There is nothing at this path." });
    }
  }
});

test("ATTACK-K139: a wrong method is answered 405 with the allowed ones", async () => {
  const { request } = await setUp();
  for (const path of new Set(ADMIN_OPERATIONS.map(({ path }) => path))) {
    const methods = ADMIN_OPERATIONS.filter((operation) => operation.path === path).map(
      ({ method }) => method.toUpperCase(),
    );
    const allow = methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : method));
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      if (methods.includes(method)) continue;
      const call = `${method} ${path.replace("{id}", "x")}` as "GET /";
      const { status, headers, json } = await request(call, { isUndocumented: true });
      expect(status, call).toBe(405);
      expect(headers.get("Allow")).toBe(allow.join(", "));
      expect(json.message).toContain(allow.join(", "));
    }
  }
});

test("malformed ids are answered 404, whatever they contain", async () => {
  const { request, api } = await setUp();
  for (const id of [
    "x",
    "%00",
    "%0d%0a",
    "..%2fclients",
    "x".repeat(65),
    "%ff",
    "'",
    "%F0%9F%98%80",
  ]) {
    const { status } = await request(`GET /clients/${id}`);
    expect(status, id).toBe(404);
  }
  expect(api.errors).toEqual([]);
});

test("ATTACK-I126: an internal failure reveals nothing to the client", async () => {
  const { request, api } = await setUp();
  const { read } = api.platform.store;
  const failure = new Error("secret detail");
  Object.assign(read.clients, { list: () => Promise.reject(failure) });
  const answer = await request("GET /clients", { isUndocumented: true });
  expect(answer.status).toBe(500);
  expect(answer.json).toEqual({ message: "Internal server error." });
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  expect(api.errors).toEqual([failure]);
});

test("too many passwords to check at once are answered 503 with Retry-After", async () => {
  const { api } = await setUp();
  const { passwords } = api.platform;
  Object.assign(passwords, {
    verifyNothing: () => Promise.reject(new DocgateError("busy", "busy")),
  });
  const body = { email: "nobody@example.com", password: "wrong password" };
  const { status, headers } = await api.request("POST /session", { body });
  expect(status).toBe(503);
  expect(headers.get("Retry-After")).toBe("5");
});

test("HEAD answers like GET, without the body", async () => {
  const { request } = await setUp();
  const { status, text } = await request("HEAD /clients");
  expect([status, text]).toEqual([200, ""]);
});
