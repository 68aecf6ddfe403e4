import { expect, test } from "vitest";
import type { Notice } from "../../../../runtime/store/rows.ts";
import { type AdminApi, createAdminApi } from "../../../support/admin-client.ts";

async function setUp() {
  const api = await createAdminApi();
  return { api, ...(await api.addAdmin({ organization: "Acme" })) };
}

interface NewNotices extends Partial<Notice> {
  readonly organizationId: string;
  readonly count: number;
}

/** Adds notices to the log. @returns their ids, newest first */
async function addNotices(
  { platform }: AdminApi,
  { organizationId, count, ...fields }: NewNotices,
): Promise<string[]> {
  const ids: string[] = [];
  await platform.store.transaction(async (tx) => {
    for (let number = 0; number < count; number++) {
      const notice: Notice = {
        id: platform.newId(),
        organizationId,
        apiKeyId: "key",
        webhookId: "webhook",
        kinds: ["r_space"],
        url: "https://shop.test/notices",
        state: "delivered",
        httpStatus: 204,
        error: null,
        durationMs: 12,
        createdAt: new Date(platform.now()).toISOString(),
        leaseUntil: null,
        resendOf: null,
        ...fields,
      };
      await tx.notices.insert(notice);
      ids.unshift(notice.id);
    }
  });
  return ids;
}

async function organizationOf({ platform }: AdminApi, name: string): Promise<string> {
  return (await platform.store.read.organizations.find({ name }))!.id;
}

test("the notice log shows what the contract names, newest first", async () => {
  const { request, api } = await setUp();
  const organizationId = await organizationOf(api, "Acme");
  const [newest, older] = await addNotices(api, { organizationId, count: 2, apiKeyId: "key" });
  const { json } = await request("GET /notices");
  expect(json).toEqual({
    items: [newest, older].map((id) => ({
      id,
      apiKeyId: "key",
      webhookId: "webhook",
      kinds: ["r_space"],
      url: "https://shop.test/notices",
      state: "delivered",
      httpStatus: 204,
      error: null,
      durationMs: 12,
      createdAt: "2026-03-01T12:00:00.000Z",
      resendOf: null,
    })),
    nextBefore: null,
  });
});

test("ATTACK-H118: pages follow one another without a gap or a repeat, even while entries are added", async () => {
  const { request, api } = await setUp();
  const organizationId = await organizationOf(api, "Acme");
  const ids = await addNotices(api, { organizationId, count: 120, apiKeyId: "key" });
  const seen: string[] = [];
  let before: string | null = null;
  do {
    const query: string = before === null ? "" : `?before=${before}`;
    const { items, nextBefore } = (await request(`GET /notices${query}`)).json;
    seen.push(...items.map(({ id }: { id: string }) => id));
    before = nextBefore;
    await addNotices(api, { organizationId, count: 3, apiKeyId: "key" });
  } while (before !== null);
  expect(seen).toEqual(ids);
});

test("a page has 50 entries by default, at most 200, and null at the exact end", async () => {
  const { request, api } = await setUp();
  const organizationId = await organizationOf(api, "Acme");
  const ids = await addNotices(api, { organizationId, count: 200, apiKeyId: "key" });
  const page = async (query: string) => (await request(`GET /notices${query}`)).json;
  expect((await page("")).items).toHaveLength(50);
  expect((await page("")).nextBefore).toBe(ids[49]);
  expect(await page("?limit=200")).toMatchObject({ nextBefore: null });
  expect((await page("?limit=200")).items).toHaveLength(200);
  expect((await page("?limit=199")).nextBefore).toBe(ids[198]);
  expect((await page(`?limit=1&before=${ids[198]}`)).items[0].id).toBe(ids[199]);
  expect(await page(`?before=${ids[199]}`)).toEqual({ items: [], nextBefore: null });
});

test.each(["0", "201", "-1", "1.5", "", "ten", "1e2", "١"])(
  "a page of %j entries is refused, naming the parameter",
  async (limit) => {
    const { request } = await setUp();
    for (const log of ["notices", "audit"]) {
      const { status, json } = await request(`GET /${log}?limit=${encodeURIComponent(limit)}`);
      expect(status).toBe(400);
      expect(json.errors).toMatchObject([{ path: "limit" }]);
    }
  },
);

test("ATTACK-H106: neither log shows another organization's entries, not even by key", async () => {
  const { request, api } = await setUp();
  const stranger = await api.addAdmin({ organization: "Other" });
  const organizationId = await organizationOf(api, "Other");
  await addNotices(api, { organizationId, count: 2, apiKeyId: "theirs" });
  const { client } = (await stranger.request("POST /clients", { body: { name: "theirs" } })).json;
  expect((await request("GET /notices")).json.items).toEqual([]);
  expect((await request("GET /notices?apiKeyId=theirs")).json.items).toEqual([]);
  expect((await request("GET /audit")).text).not.toContain(client.id);
  expect((await stranger.request("GET /notices?apiKeyId=theirs")).json.items).toHaveLength(2);
});

test("the notice log can be filtered by key", async () => {
  const { request, api } = await setUp();
  const organizationId = await organizationOf(api, "Acme");
  const mine = await addNotices(api, { organizationId, count: 3, apiKeyId: "mine" });
  await addNotices(api, { organizationId, count: 3, apiKeyId: "other" });
  const page = (await request("GET /notices?apiKeyId=mine&limit=2")).json;
  expect(page.items.map(({ id }: { id: string }) => id)).toEqual(mine.slice(0, 2));
  const rest = (await request(`GET /notices?apiKeyId=mine&before=${page.nextBefore}`)).json;
  expect(rest).toMatchObject({ items: [{ id: mine[2] }], nextBefore: null });
});

test("the notice log can be filtered by state, kind, webhook and time, alone and together", async () => {
  const { request, api } = await setUp();
  const { clock } = api;
  const organizationId = await organizationOf(api, "Acme");
  const add = async (fields: Partial<Notice>) =>
    (await addNotices(api, { organizationId, count: 1, ...fields }))[0]!;
  const failed = await add({ state: "failed", kinds: ["r_space", "r_agent"] });
  clock.advance(60_000);
  const refused = await add({ state: "refused", kinds: ["r_agent"], webhookId: "other" });
  clock.advance(60_000);
  const test = await add({ kinds: [] });
  const settings = await add({ kinds: ["r_agent_front_settings"], state: "failed" });
  const found = async (query: string) =>
    (await request(`GET /notices?${query}`)).json.items.map(({ id }: { id: string }) => id);
  expect(await found("state=failed")).toEqual([settings, failed]);
  expect(await found("state=undelivered")).toEqual([settings, refused, failed]);
  expect(await found("kind=r_agent")).toEqual([refused, failed]);
  expect(await found("kind=r_agent&state=failed")).toEqual([failed]);
  expect(await found("kind=test")).toEqual([test]);
  expect(await found("kind=r_cert")).toEqual([]);
  expect(await found("webhookId=other")).toEqual([refused]);
  expect(await found("since=2026-03-01T12:01:00Z")).toEqual([settings, test, refused]);
  expect(await found("until=2026-03-01T13:01:00%2B01:00")).toEqual([failed]);
  expect(await found("since=2026-03-01T12:01:00Z&until=2026-03-01T12:02:00Z")).toEqual([refused]);
  expect(await found("since=2030-01-01T00:00:00Z")).toEqual([]);
  expect(await found("apiKeyId=%00")).toEqual([]);
});

test("pages of a filter with several values follow one another", async () => {
  const { request, api } = await setUp();
  const organizationId = await organizationOf(api, "Acme");
  const ids: string[] = [];
  for (const state of ["failed", "refused", "delivered", "failed", "refused"] as const) {
    const [id] = await addNotices(api, { organizationId, count: 1, state });
    if (state !== "delivered") ids.unshift(id!);
  }
  const first = (await request("GET /notices?state=undelivered&limit=3")).json;
  const rest = (await request(`GET /notices?state=undelivered&before=${first.nextBefore}`)).json;
  expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(ids);
});

test.each(["state=sent", "kind=r_nothing", "since=yesterday", "until=2026-03-01", "who=me"])(
  "a notice log with ?%s is refused, naming the parameter",
  async (query) => {
    const { request } = await setUp();
    const { status, json } = await request(`GET /notices?${query}`);
    expect(status).toBe(400);
    expect(json.message).toContain(query.split("=")[0]);
  },
);

test("the audit log can be filtered by who, what and when, and lists who is in it", async () => {
  const { request, api, email } = await setUp();
  const second = await api.addAdmin({ organization: "Acme" });
  const { space } = (await request("POST /spaces", { body: { title: "a" } })).json;
  api.clock.advance(60_000);
  await second.request(`PATCH /spaces/${space.id}`, { body: { title: "b" } });
  await second.request("POST /clients", { body: { name: "c" } });
  const found = async (query: string) =>
    (await request(`GET /audit?${query}`)).json.items.map(
      ({ action, resource }: { action: string; resource: string }) => `${action} ${resource}`,
    );
  expect(await found(`admin=${second.email}`)).toEqual(["create client", "update space"]);
  expect(await found("action=update")).toEqual(["update space"]);
  expect(await found("resource=space")).toEqual(["update space", "create space"]);
  expect(await found(`resourceId=${space.id}&admin=${email}`)).toEqual(["create space"]);
  expect(await found("since=2026-03-01T12:01:00Z&resource=space")).toEqual(["update space"]);
  expect(await found("until=2026-03-01T12:01:00Z&resource=space")).toEqual(["create space"]);
  expect((await request("GET /audit/actors")).json.items).toEqual(
    [email, second.email, "command line"].sort(),
  );
});

test("ATTACK-H106: exports and the list of actors hold no other organization's entries", async () => {
  const { request, api } = await setUp();
  const stranger = await api.addAdmin({ organization: "Other" });
  await stranger.request("POST /clients", { body: { name: "theirs" } });
  await addNotices(api, {
    organizationId: await organizationOf(api, "Other"),
    count: 1,
    apiKeyId: "theirs",
  });
  expect((await request("GET /audit.ndjson")).text).not.toContain("theirs");
  expect((await request("GET /notices.csv")).text).not.toContain("theirs");
  expect((await request("GET /audit/actors")).text).not.toContain(stranger.email);
});

test("an export has every entry that matches, newest first", async () => {
  const { request, api } = await setUp();
  const organizationId = await organizationOf(api, "Acme");
  const ids = await addNotices(api, { organizationId, count: 1_201, state: "failed" });
  await addNotices(api, { organizationId, count: 1 });
  const { text, headers } = await request("GET /notices.ndjson?state=failed");
  const lines = text.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).id)).toEqual(ids);
  const { items } = (await request("GET /notices?state=failed&limit=1")).json;
  expect(JSON.parse(lines[0]!)).toEqual(items[0]);
  expect(headers.get("Content-Disposition")).toBe(
    'attachment; filename="notices-2026-03-01.ndjson"',
  );
  expect((await request("GET /notices.ndjson?kind=r_cert")).text).toBe("");
});

test("an export as CSV quotes its cells, and guards what a spreadsheet would compute", async () => {
  const { request } = await setUp();
  for (const title of ["=1+1", "+1", "-1", "@a", 'Say "hi", all', "plain"]) {
    await request("POST /spaces", { body: { title } });
  }
  const { text } = await request("GET /audit.csv?resource=space");
  const [head, ...lines] = text.split("\r\n");
  expect(head).toBe(
    "id,at,admin,network,action,resource,resourceId,name,changes,sequence,previousHash",
  );
  expect(lines).toHaveLength(7);
  expect(lines.join("\n")).not.toMatch(/(^|,)"?[=+\-@]/m);
  for (const cell of [",'=1+1,", ",'+1,", ",'-1,", ",'@a,", ',"Say ""hi"", all",', ",plain,"]) {
    expect(text).toContain(cell);
  }
});

test("ATTACK-H116: every change of every resource adds one entry with the actor, the action and the resource", async () => {
  const { request, email, api } = await setUp();
  const { space } = (await request("POST /spaces", { body: { title: "a" } })).json;
  const { contract } = (await request("POST /contracts", { body: { name: "a" } })).json;
  const bodies: Record<string, object> = {
    clients: { name: "b" },
    certificates: { name: "b" },
    contracts: { name: "b" },
    webhooks: { name: "b", origin: "https://b.test", notificationUrl: "https://b.test/" },
    spaces: { title: "b" },
    agents: { spaceId: space.id, agentId: "b", displayName: "b" },
    consumers: {
      contractId: contract.id,
      email: "b@b.de",
      password: "password",
      registration: "system",
    },
    "api-keys": { name: "b" },
  };
  const patches: Record<string, object> = {
    spaces: { title: "c" },
    agents: { displayName: "c" },
    consumers: { email: "c@b.de" },
  };
  for (const [collection, body] of Object.entries(bodies)) {
    const before = await api.platform.store.read.audit.count({});
    const created = await request(`POST /${collection}`, { body });
    const { id } = Object.values(created.json)[0] as { id: string };
    const patch = patches[collection] ?? { name: "c" };
    expect((await request(`PATCH /${collection}/${id}`, { body: patch })).status).toBe(200);
    expect((await request(`DELETE /${collection}/${id}`)).status).toBe(204);
    expect(await api.platform.store.read.audit.count({})).toBe(before + 3);
    const { items } = (await request("GET /audit?limit=3")).json;
    const names = Object.values(patch)[0];
    expect(
      items.map(({ action, name }: { action: string; name: string }) => [action, name]),
    ).toEqual([
      ["delete", names],
      ["update", names],
      ["create", Object.values(body).includes("b@b.de") ? "b@b.de" : "b"],
    ]);
    const resource = Object.keys(created.json)[0];
    for (const item of items)
      expect(item).toMatchObject({ admin: email, resource, resourceId: id });
  }
});
