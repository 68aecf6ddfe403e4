import { describe, expect, test } from "vitest";
import { type AdminRequest, createAdminApi } from "../../../support/admin-client.ts";

async function setUp() {
  const api = await createAdminApi();
  return { api, ...(await api.addAdmin({ organization: "Acme" })) };
}

async function make(request: AdminRequest, collection: string, body: object): Promise<string> {
  const { json, status } = await request(`POST /${collection}`, { body });
  expect(status).toBe(201);
  return (Object.values(json)[0] as { id: string }).id;
}

describe("sort", () => {
  async function withClients() {
    const { request } = await setUp();
    for (const name of ["shop 10", "Shop 2", "älter", "zoo", "Apfel"]) {
      await make(request, "clients", { name });
    }
    const page = async (query: string) => (await request(`GET /clients${query}`)).json;
    const names = async (query: string) =>
      (await page(query)).items.map(({ name }: { name: string }) => name);
    return { request, page, names };
  }

  test("by creation without it, newest first, and by name as people read it", async () => {
    const { names } = await withClients();
    const created = ["shop 10", "Shop 2", "älter", "zoo", "Apfel"];
    expect(await names("")).toEqual(created);
    expect(await names("?sort=createdAt")).toEqual(created);
    expect(await names("?sort=-createdAt")).toEqual(created.toReversed());
    const byName = ["älter", "Apfel", "Shop 2", "shop 10", "zoo"];
    expect(await names("?sort=name")).toEqual(byName);
    expect(await names("?sort=-name")).toEqual(byName.toReversed());
    expect(await names("?sort=-name&q=shop")).toEqual(["shop 10", "Shop 2"]);
  });

  test.each(["createdAt", "-createdAt", "name", "-name"])(
    "ATTACK-H118: pages sorted by %s follow one another",
    async (sort) => {
      const { page, names } = await withClients();
      const first = await page(`?sort=${sort}&limit=2`);
      const second = await page(`?sort=${sort}&limit=2&after=${first.nextAfter}`);
      const third = await page(`?sort=${sort}&limit=2&after=${second.nextAfter}`);
      const all = [first, second, third].flatMap(({ items }) => items);
      expect(all.map(({ name }) => name)).toEqual(await names(`?sort=${sort}`));
      expect(third.nextAfter).toBeUndefined();
      expect([first, second, third].map(({ total }) => total)).toEqual([5, 5, 5]);
      expect((await page(`?sort=${sort}&limit=1&q=shop`)).total).toBe(2);
    },
  );

  test("after an item that is gone: by creation it goes on, in another order it says so", async () => {
    const { request, page } = await withClients();
    for (const [sort, status] of [["-createdAt", 200] as const, ["name", 400] as const]) {
      const { nextAfter } = await page(`?sort=${sort}&limit=1`);
      await request(`DELETE /clients/${nextAfter}`);
      const answer = await request(`GET /clients?sort=${sort}&after=${nextAfter}`);
      expect(answer.status).toBe(status);
      if (status === 400) expect(answer.json.errors).toMatchObject([{ path: "after" }]);
      else expect(answer.json.items).toHaveLength(4);
    }
  });

  test("keys by last use: those that were never used are the oldest", async () => {
    const { request, api } = await setUp();
    const [never, used] = [
      await make(request, "api-keys", { name: "never" }),
      await make(request, "api-keys", { name: "used" }),
    ];
    api.platform.lastUse.note(used);
    await api.platform.lastUse.settle();
    const { items } = (await request("GET /api-keys?sort=-lastUsedAt")).json;
    expect(items.map(({ id }: { id: string }) => id)).toEqual([used, never]);
  });

  test.each(["clients?sort=clientId", "webhooks?sort=notAfter", "api-keys?sort="])(
    "%s is refused, naming the parameter",
    async (path) => {
      const { request } = await setUp();
      const { status, json } = await request(`GET /${path}`);
      expect(status).toBe(400);
      expect(json.errors).toMatchObject([{ path: "sort" }]);
    },
  );
});

test("search gaps are what the docs report, and say whether anything is counted", async () => {
  const { api, request } = await setUp();
  expect((await request("GET /search-gaps")).json).toEqual({ isCounted: false, items: [] });

  const gap = { query: "derailleur", nothing: 9, corrected: 0, unopened: 0 };
  const items = [{ ...gap, nearest: [], lacking: [] }];
  Object.assign(api.platform, { searchGaps: async () => items });
  expect((await request("GET /search-gaps")).json).toEqual({ isCounted: true, items });
});

describe("search", () => {
  async function withItems() {
    const opened = await setUp();
    const { request } = opened;
    const webhookId = await make(request, "webhooks", {
      name: "Notices",
      origin: "https://harbour.example",
      notificationUrl: "https://hooks.example/in",
    });
    const keyId = await make(request, "api-keys", { name: "Häfen", webhookId });
    const contractId = await make(request, "contracts", { name: "Contract" });
    const spaceId = await make(request, "spaces", { title: "Bikes" });
    await make(request, "agents", { spaceId, agentId: "harbour-bikes", displayName: "Ada" });
    await make(request, "consumers", {
      contractId,
      email: "Ann@Harbour.example",
      password: "password",
      registration: "system",
    });
    const found = async (q: string, as = request) =>
      (await as(`GET /search?q=${encodeURIComponent(q)}`)).json.items.map(
        ({ collection, name, detail }: Record<string, string>) => [collection, name, detail],
      );
    return { ...opened, keyId, webhookId, contractId, spaceId, found };
  }

  test("finds items of all collections by name, identifier and the partner's Origin", async () => {
    const { found, request, keyId } = await withItems();
    const { displayPrefix } = (await request(`GET /api-keys/${keyId}`)).json.apiKey;
    const key = ["api-keys", "Häfen", displayPrefix];
    expect(await found("hä")).toEqual([key]);
    expect(await found(displayPrefix)).toEqual([key]);
    expect(await found(keyId)).toEqual([key]);
    expect(await found(keyId.slice(0, 4))).toEqual([]);
    expect(await found(" HARBOUR ")).toEqual([
      ["api-keys", "Häfen", "https://harbour.example"],
      ["webhooks", "Notices", "https://harbour.example"],
      ["agents", "Ada", "harbour-bikes"],
      ["consumers", "Ann@Harbour.example", null],
    ]);
    expect(await found("bikes")).toEqual([
      ["spaces", "Bikes", null],
      ["agents", "Ada", "harbour-bikes"],
    ]);
  });

  test("ATTACK-H104: leaves out what the administrator may not read, and other organizations", async () => {
    const { found, api } = await withItems();
    const directory = await api.addAdmin({ organization: "Acme", permissions: ["directory"] });
    const { email } = await api.addAdmin({ organization: "Other", permissions: ["team"] });
    expect(await found(directory.email)).toEqual([["administrators", directory.email, null]]);
    expect(await found(directory.email, directory.request)).toEqual([]);
    expect(await found(email)).toEqual([]);
    expect((await found("harbour", directory.request)).map(([name]: string[]) => name)).toEqual([
      "agents",
      "consumers",
    ]);
    const stranger = await api.addAdmin({ organization: "Other" });
    expect(await found("harbour", stranger.request)).toEqual([]);
  });

  test("gives at most five of a collection, those that begin with the text first", async () => {
    const { found, request } = await withItems();
    for (const number of [1, 2, 3, 4, 5, 6]) {
      await make(request, "spaces", { title: `my wharf ${number}` });
    }
    await make(request, "spaces", { title: "Wharf" });
    const results = await found("wharf");
    expect(results).toHaveLength(5);
    expect(results[0]).toEqual(["spaces", "Wharf", null]);
  });

  test("shows no secret, and does not record a secret as read", async () => {
    const { found, request } = await withItems();
    const secretKey = "a shared secret of 26 chars";
    await make(request, "certificates", { name: "Signing", secretKey });
    expect(await found("signing")).toHaveLength(1);
    expect(await found("shared secret")).toEqual([]);
    expect((await request("GET /audit?action=read-secret")).json.items).toEqual([]);
  });

  test.each(["", "?q=", "?q=%20", `?q=${"a".repeat(201)}`])("%j is refused", async (query) => {
    const { request } = await setUp();
    const { status, json } = await request(`GET /search${query}`);
    expect(status).toBe(400);
    expect(json.errors).toMatchObject([{ path: "q" }]);
  });
});
