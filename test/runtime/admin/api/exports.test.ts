import { describe, expect, it } from "vitest";
import { CSV_START } from "../../../../runtime/admin/api/csv.ts";
import { EXPORT_FORMATS } from "../../../../runtime/admin/api/resources/logs/log-export.ts";
import { createTestChain } from "../../../support/access-chain.ts";
import { createAdminApi } from "../../../support/admin-client.ts";

const COLLECTIONS = [
  ...["api-keys", "clients", "certificates", "contracts", "webhooks"],
  ...["spaces", "agents", "consumers", "administrators"],
] as const;

async function setUp() {
  const api = await createAdminApi();
  const { request } = await api.addAdmin({ organization: "Acme" });
  const { id } = (await api.platform.store.read.organizations.find({ name: "Acme" }))!;
  const actor = { organizationId: id, name: "ada" };
  const chain = await createTestChain(api.platform, {
    actor,
    name: "Shop",
    secretKey: "a shared secret 1",
  });
  await request(`PATCH /clients/${chain.client.id}`, { body: { name: "=Shop" } });
  await request("POST /agents", {
    body: { spaceId: chain.space.id, agentId: "helper", displayName: "Müller 東京" },
  });
  const consumer = { email: "ada@example.com", password: "correct horse", registration: "system" };
  await request("POST /consumers", { body: { contractId: chain.contract.id, ...consumer } });
  return { api, request, chain };
}

describe("GET /{collection}.csv", () => {
  it("exports every collection, with a byte order mark, and no secret", async () => {
    const { api, request, chain } = await setUp();
    for (const collection of COLLECTIONS) {
      const { status, headers, text } = await request(`GET /${collection}.csv`);
      expect([collection, status, headers.get("Content-Type")]).toEqual([
        ...[collection, 200, "text/csv; charset=utf-8"],
      ]);
      expect(headers.get("Content-Disposition")).toBe(
        `attachment; filename="${collection}-2026-03-01.csv"`,
      );
      expect(text).toMatch(/^(?:\u{feff})?id,/u);
      expect(text.trimEnd().split("\r\n").length).toBeGreaterThan(1);
      for (const secret of [chain.key, chain.clientSecret, "a shared secret 1", "scrypt"]) {
        expect(text).not.toContain(secret);
      }
    }
    // Not even opened: nobody was shown the shared secret.
    expect((await request("GET /audit?action=read-secret")).json.items).toEqual([]);
    expect(api.errors).toEqual([]);
    expect((await request("GET /agents.csv")).text).toContain("Müller 東京");
  });

  it("begins with the mark that tells Excel that it is UTF-8, as exports of logs do", () => {
    expect(CSV_START).toBe("\u{feff}");
    for (const { extension, head } of EXPORT_FORMATS) {
      expect(head(["id"])).toBe(extension === "csv" ? "\u{feff}id\r\n" : "");
    }
  });

  it("ATTACK-S218: guards names that a spreadsheet would compute", async () => {
    const { request } = await setUp();
    const { text } = await request("GET /clients.csv");
    expect(text).toContain(",'=Shop,");
  });

  it("exports what the filters and the order of the list say", async () => {
    const { request } = await setUp();
    for (const name of ["b", "a"]) await request("POST /clients", { body: { name } });
    const names = async (query: string) =>
      (await request(`GET /clients.csv?${query}`)).text
        .trimEnd()
        .split("\r\n")
        .slice(1)
        .map((line) => line.split(",")[1]);
    expect(await names("sort=name&q=a")).toEqual(["a"]);
    expect(await names("sort=-name")).toEqual(["b", "a", "'=Shop"]);
    expect((await request("GET /api-keys.csv?fullyBound=false")).text.trimEnd()).not.toContain(
      "\r\n",
    );
    expect((await request("GET /clients.csv?limit=1")).status).toBe(400);
  });
});

describe("a conflict", () => {
  it("says who changed it and when, to those who may know that", async () => {
    const { api, request, chain } = await setUp();
    const reader = await api.addAdmin({
      organization: "Acme",
      permissions: ["api-keys", "api-keys:w"],
    });
    const other = await api.addAdmin({ organization: "Acme" });
    const path = `/clients/${chain.client.id}` as const;
    const etag = (await request(`GET ${path}`)).headers.get("ETag")!;
    api.clock.advance(60_000);
    await other.request(`PATCH ${path}`, { body: { name: "Renamed" } });
    const patch = { body: { name: "Mine" }, headers: { "If-Match": etag } };
    const at = "2026-03-01T12:01:00.000Z";
    expect(await request(`PATCH ${path}`, patch)).toMatchObject({
      status: 412,
      json: {
        message: `${other.email} has changed this at ${at}. Read it again, then save.`,
        conflict: { by: other.email, at },
      },
    });
    const told = (await reader.request(`PATCH ${path}`, patch)).json;
    expect(told).toEqual({
      message: `Someone else has changed this at ${at}. Read it again, then save.`,
      conflict: { at },
    });
  });
});
