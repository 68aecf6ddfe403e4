import type { IncomingMessage } from "node:http";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { DocgateError } from "../../../../corpus/error.ts";
import type { ServerBindings } from "../../../../runtime/http/server.ts";
import { PARTNER_BASE } from "../../../../runtime/partner/api/operations.ts";
import { createPartner } from "../../../../runtime/partner/api/routes.ts";
import { CallLog, purgeCallLog } from "../../../../runtime/partner/calls/call-log.ts";
import { createTestChain } from "../../../support/access-chain.ts";
import { createAdminApi } from "../../../support/admin-client.ts";

const HOUR_MS = 3_600_000;

async function build({ isOn = true } = {}) {
  const api = await createAdminApi();
  const { request } = await api.addAdmin({ organization: "Acme" });
  const other = await api.addAdmin({ organization: "Globex" });
  const { id } = (await api.platform.store.read.organizations.find({ name: "Acme" }))!;
  const actor = { organizationId: id, name: "ada" };
  const chain = await createTestChain(api.platform, { actor, name: "shop" });
  const callLog = new CallLog();
  const platform = { ...api.platform, callLog: isOn ? callLog : null };
  let count = 0;
  const app = new Hono<{ Bindings: ServerBindings }>();
  const partner = createPartner(platform, {
    clientAddress: () => "198.51.100.7",
    requestId: () => `request-${++count}`,
    onError(error) {
      throw error;
    },
  });
  app.route(PARTNER_BASE, partner);
  function read(authorization: string) {
    const headers = { Origin: chain.webhook.origin, Authorization: authorization };
    const env = { incoming: {} as IncomingMessage } as Partial<ServerBindings>;
    return app.request("/v1/space/list?secret=1", { headers }, env);
  }
  return { api, request, other, chain, callLog, read, record: () => callLog.record(platform) };
}

describe("the log of single calls", () => {
  it("finds a call by the id that its answer has, for its organization alone", async () => {
    const { request, other, chain, read, record } = await build();
    const good = await read(`Bearer ${chain.key}`);
    const bad = await read("Bearer dgk_wrong");
    expect([good, bad].map(({ headers }) => headers.get("X-Request-Id"))).toEqual([
      "request-1",
      "request-2",
    ]);
    await record();
    const { json, text } = await request("GET /calls?requestId=request-2");
    expect(json).toEqual({
      items: [
        {
          id: expect.any(String),
          requestId: "request-2",
          at: "2026-03-01T12:00:00.000Z",
          apiKeyId: chain.apiKey.id,
          origin: chain.webhook.origin,
          endpoint: "GET /v1/space/list",
          outcome: "wrong-api-key",
          status: 401,
          durationMs: 0,
          network: "198.51.100.7",
        },
      ],
      nextBefore: null,
    });
    expect(text).not.toMatch(/dgk_|secret=/);
    expect((await request("GET /calls?outcome=ok")).json.items).toHaveLength(1);
    expect((await other.request("GET /calls")).json.items).toEqual([]);
    expect((await request("GET /calls.csv")).text.split("\r\n")).toHaveLength(4);
  });

  it("keeps calls for 24 hours", async () => {
    const { api, request, chain, read, record } = await build();
    const { store, now } = api.platform;
    await read(`Bearer ${chain.key}`);
    await record();
    api.clock.advance(24 * HOUR_MS);
    await purgeCallLog(store, now);
    expect((await request("GET /calls")).json.items).toHaveLength(1);
    api.clock.advance(1);
    await purgeCallLog(store, now);
    expect((await request("GET /calls")).json.items).toEqual([]);
  });

  it("keeps calls while the store does not answer", async () => {
    const { api, request, chain, read, callLog, record } = await build();
    await read(`Bearer ${chain.key}`);
    const transaction = () => Promise.reject(new DocgateError("store-unavailable", "away"));
    const store = { ...api.platform.store, transaction };
    await callLog.record({ store, newId: api.platform.newId });
    await record();
    expect((await request("GET /calls")).json.items).toHaveLength(1);
  });

  it("is off by default: answers have no id", async () => {
    const { chain, read, request, record } = await build({ isOn: false });
    expect((await read(`Bearer ${chain.key}`)).headers.get("X-Request-Id")).toBe(null);
    await record();
    expect((await request("GET /calls")).json.items).toEqual([]);
  });
});
