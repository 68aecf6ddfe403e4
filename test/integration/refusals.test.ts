import { expect, it } from "vitest";
import { callAdmin, callChain, prepareData, serveData, statusOf } from "../support/data-server.ts";
import { DROPPED } from "../support/partner-client.ts";
import { makeFolder } from "../support/tree.ts";

it("why partners were refused is there after a restart, without a secret", async () => {
  const prepared = await prepareData(await makeFolder(), {
    notificationUrls: ["http://127.0.0.1:9/notices"],
  });
  const [chain] = prepared.chains;
  const { token } = prepared;
  const { origin, clientId, keyId, rawKey } = chain!;
  const first = await serveData(prepared);
  const mint = {
    method: "POST",
    path: `/auth/application_token?client_id=${clientId}`,
    authorization: Buffer.from(`dgs_wrong|${keyId}|${rawKey}`).toString("base64"),
  };
  expect(await callChain(first, chain!, mint)).toMatchObject({ status: 500 });
  expect(await callChain(first, chain!, mint)).toMatchObject({ status: 500 });
  expect(await statusOf(first, chain!, rawKey)).toBe(200);
  const stranger = { ...chain!, origin: "https://typo.example" };
  expect(await statusOf(first, stranger, rawKey)).toBe(DROPPED);
  await first.stop();

  const second = await serveData(prepared);
  const { text, json } = await callAdmin(second, { token, path: "/refusals" });
  const list = "GET /v1/space/list";
  expect(json.items).toHaveLength(2);
  expect(json.items).toContainEqual(
    expect.objectContaining({
      apiKeyId: null,
      origin: "https://typo.example",
      endpoint: list,
      reason: "unlisted-origin",
      count: 1,
    }),
  );
  expect(json.items).toContainEqual(
    expect.objectContaining({
      apiKeyId: keyId,
      origin,
      endpoint: "POST /v1/auth/application_token",
      reason: "wrong-client-secret",
      count: 2,
    }),
  );
  expect(text).not.toContain(rawKey);
  const calls = await callAdmin(second, { token, path: `/api-keys/${keyId}/calls` });
  expect(calls.json.items).toContainEqual(
    expect.objectContaining({ period: "hour", endpoint: list, outcome: "ok", count: 1 }),
  );
});
