import { expect, test } from "vitest";
import { createAdminApi } from "../../../support/admin-client.ts";

const GOOD = {
  name: "shop",
  origin: "https://shop.test",
  notificationUrl: "https://shop.test/notices?token=secret-token",
};

async function setUp(noticeAllowPrivate = "") {
  const api = await createAdminApi({ noticeAllowPrivate });
  return { api, ...(await api.addAdmin({ organization: "Acme" })) };
}

test.each(["http://9.9.9.9:9000/", "https://[2600:9000::1]/"])(
  "ATTACK-F66, ATTACK-F70: a notification URL may not lead to this machine's public address: %s",
  async (notificationUrl) => {
    const ownAddresses = ["9.9.9.9", "2600:9000::1"];
    const refusing = await createAdminApi({ noticeAllowPrivate: "", ownAddresses });
    const { request } = await refusing.addAdmin({ organization: "Acme" });
    const body = { ...GOOD, notificationUrl };
    const refused = await request("POST /webhooks", { body });
    expect([refused.status, refused.json.errors[0].path]).toEqual([400, "notificationUrl"]);

    const noticeAllowPrivate = ownAddresses.join();
    const allowing = await createAdminApi({ noticeAllowPrivate, ownAddresses });
    const admin = await allowing.addAdmin({ organization: "Acme" });
    expect((await admin.request("POST /webhooks", { body })).status).toBe(201);
  },
);

test.each([
  "https://shop.test",
  "http://shop.test",
  "https://shop.test:8443",
  "http://localhost:3000",
  "http://127.0.0.1:3000",
  "http://[::1]:3000",
  "https://xn--mnchen-3ya.test",
  "https://my_shop.test",
])("PIA §2: the origin %s is saved unchanged", async (origin) => {
  const { request } = await setUp();
  const { status, json } = await request("POST /webhooks", { body: { ...GOOD, origin } });
  expect(status, json.message).toBe(201);
  expect(json.webhook.origin).toBe(origin);
});

test.each([
  "",
  "null",
  "*",
  "shop.test",
  "https://",
  "https://shop.test/",
  "https://shop.test/path",
  "https://shop.test?x",
  "https://shop.test#x",
  "https://Shop.test",
  "HTTPS://shop.test",
  "https://shop.test:443",
  "http://shop.test:80",
  "https://shop.test:0443",
  "https://shop.test:",
  "https://shop.test:99999",
  "https://user@shop.test",
  "https://user:password@shop.test",
  "https://shop.test.",
  "https://*.shop.test",
  "https://münchen.test",
  "https://shop.test ",
  " https://shop.test",
  "https://shop\n.test",
  "https://shop.test,https://other.test",
  "https://a,b.test",
  "https://shop..test",
  "http://127.1",
  "http://2130706433",
  "http://[0:0:0:0:0:0:0:1]",
  "http://[::1%25lo]",
  "ftp://shop.test",
  "ws://shop.test",
  "file:///",
  "chrome-extension://abc",
  "javascript:alert(1)",
  "https:shop.test",
  "https:\\\\shop.test",
  `https://${"a".repeat(300)}.test`,
])(
  "ATTACK-A3, ATTACK-A4: the origin %j, which no browser sends, is refused, naming the field",
  async (origin) => {
    const { request } = await setUp();
    const { status, json } = await request("POST /webhooks", { body: { ...GOOD, origin } });
    expect(status).toBe(400);
    expect(json.errors[0].path).toBe("origin");
  },
);

test.each([
  "http://2130706433/",
  "http://0x7f.1/",
  "http://0177.0.0.1/",
  "http://127.1/",
  "http://[::1%25lo]/",
  "http://[::1]/",
  "http://user:pw@127.0.0.1/",
  "https://user@shop.test/",
  "http://localhost./",
  "http://localhost/",
  "http://１２７.0.0.1/",
  "http://127.0.0.1\\@example.com/",
  "http://169.254.169.254/latest/meta-data",
  "https://shop.test/a\r\nb",
  "https://shop.test/\0",
  "https://shop.test/ b",
  `https://shop.test/${"a".repeat(10_000)}`,
  "ftp://shop.test/",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "//shop.test/",
  "shop.test",
  "",
  "https://shop.test/#x",
  "https://shop.test:0/",
])(
  "ATTACK-F67, ATTACK-F79: the notification URL %j is refused when it is saved",
  async (notificationUrl) => {
    const { request, api } = await setUp();
    const created = await request("POST /webhooks", { body: { ...GOOD, notificationUrl } });
    const { id } = (await request("POST /webhooks", { body: GOOD })).json.webhook;
    const patched = await request(`PATCH /webhooks/${id}`, { body: { notificationUrl } });
    for (const { status, json } of [created, patched]) {
      expect(status).toBe(400);
      expect(json.errors).toMatchObject([{ path: "notificationUrl" }]);
    }
    expect((await request(`GET /webhooks/${id}`)).json.webhook).toMatchObject(GOOD);
    expect(api.errors).toEqual([]);
  },
);

test.each([
  ["http://127.0.0.1:9000/notices", "127.0.0.1"],
  ["http://localhost:9000/notices", "localhost"],
  ["http://10.1.2.3/notices", "10.1.2.3"],
  ["http://[::1]:9000/notices", "::1"],
])("ATTACK-F71: a refused address names the setting that allows it: %s", async (url, value) => {
  const { request } = await setUp();
  const body = { ...GOOD, origin: "https://shop.test/", notificationUrl: url };
  const refused = await request("POST /webhooks", { body });
  expect(refused.status).toBe(400);
  expect(refused.json.errors).toEqual([
    expect.objectContaining({ path: "origin", suggestion: "https://shop.test" }),
    {
      path: "notificationUrl",
      message: expect.stringContaining(`with DOCGATE_NOTICE_ALLOW_PRIVATE=${value}.`),
    },
  ]);
  const { id } = (await request("POST /webhooks", { body: GOOD })).json.webhook;
  const { origin, notificationUrl } = body;
  const patched = await request(`PATCH /webhooks/${id}`, { body: { origin, notificationUrl } });
  expect(patched.json.errors).toEqual(refused.json.errors);

  // The advice of the message works.
  const allowing = await setUp(value);
  const allowed = { ...GOOD, notificationUrl: url };
  expect((await allowing.request("POST /webhooks", { body: allowed })).status).toBe(201);
});

test("ATTACK-F70: an address that the operator allows can be saved", async () => {
  const { request } = await setUp("10.1.0.0/16");
  const save = (notificationUrl: string) =>
    request("POST /webhooks", { body: { ...GOOD, notificationUrl } });
  expect((await save("http://10.2.0.1/")).status).toBe(400);
  expect((await save("http://10.1.0.1:9000/notices")).status).toBe(201);
});

test("CHAIN-C18: an origin is unique in the whole installation, and a clash does not reveal whose it is", async () => {
  const { request, api } = await setUp();
  const other = await api.addAdmin({ organization: "Other" });
  const { id } = (await request("POST /webhooks", { body: GOOD })).json.webhook;
  const clashes = [
    await request("POST /webhooks", { body: { ...GOOD, name: "second" } }),
    await other.request("POST /webhooks", { body: GOOD }),
  ];
  for (const { status, json, text } of clashes) {
    expect(status).toBe(409);
    expect(json).toEqual({
      message: "This origin is taken.",
      errors: [{ path: "origin", message: "This origin is taken." }],
    });
    expect(text).not.toContain(id);
  }
  // It can be used once it is free.
  await request(`DELETE /webhooks/${id}`);
  expect((await other.request("POST /webhooks", { body: GOOD })).status).toBe(201);
});

test("ATTACK-A11: a changed origin updates the allow-list", async () => {
  const { request, api } = await setUp();
  const { id } = (await request("POST /webhooks", { body: GOOD })).json.webhook;
  const bindings = {
    clientId: (await request("POST /clients", { body: { name: "a" } })).json.client.id,
    certificateId: (await request("POST /certificates", { body: { name: "a" } })).json.certificate
      .id,
    contractId: (await request("POST /contracts", { body: { name: "a" } })).json.contract.id,
    webhookId: id,
  };
  await request("POST /api-keys", { body: { name: "a", ...bindings } });
  await request(`PATCH /webhooks/${id}`, { body: { origin: "https://moved.test" } });
  expect(await api.platform.served.isListed("https://moved.test")).toBe(true);
  expect(await api.platform.served.isListed("https://shop.test")).toBe(false);
});

test("ATTACK-F72: a test sends an empty notice, even to a webhook without a key", async () => {
  const { request, api } = await setUp();
  const { id } = (await request("POST /webhooks", { body: GOOD })).json.webhook;
  const { status, json } = await request(`POST /webhooks/${id}/test`);
  expect(status).toBe(202);
  expect(api.sent).toEqual([
    {
      id: json.notices[0],
      apiKeyId: null,
      kinds: [],
      url: GOOD.notificationUrl,
      body: '{"synch-data":[]}',
    },
  ]);
  const [entry] = (await request("GET /notices")).json.items;
  expect(entry).toMatchObject({ id: json.notices[0], webhookId: id, kinds: [], state: "pending" });
});

test("ATTACK-F79: neither log contains the query of a notification URL", async () => {
  const { request } = await setUp();
  const { id } = (await request("POST /webhooks", { body: GOOD })).json.webhook;
  await request(`POST /webhooks/${id}/test`);
  const notificationUrl = `${GOOD.notificationUrl}-2`;
  await request(`PATCH /webhooks/${id}`, { body: { notificationUrl } });
  const audit = await request("GET /audit");
  expect(audit.json.items[0].changes).toEqual({ notificationUrl: ["(hidden)", "(hidden)"] });
  for (const { text } of [audit, await request("GET /notices")]) {
    expect(text).not.toContain("secret-token");
    expect(text).toContain("https://shop.test/notices");
  }
  const { webhook } = (await request(`GET /webhooks/${id}`)).json;
  expect(webhook.notificationUrl).toBe(notificationUrl);
});
