import { expect, test } from "vitest";
import { createPartner } from "../../../../runtime/admin/accounts/create-partner.ts";
import type { Outgoing } from "../../../../runtime/partner/notices/dispatcher.ts";
import { createAdminApi } from "../../../support/admin-client.ts";

const DELIVERED = { state: "delivered", httpStatus: 204, error: null, durationMs: 6 } as const;

/** A partner whose notices are settled after a while, or never. */
async function setUp({ settlesAfterMs }: { readonly settlesAfterMs: number }) {
  const api = await createAdminApi();
  const { request } = await api.addAdmin({ organization: "Acme" });
  const partner = await createPartner(api.platform, {
    ...{ name: "Shop", spaces: [], origin: "https://shop.test" },
    notificationUrl: "https://shop.test/notices",
  });
  const { apiKey } = (await request(`GET /api-keys/${partner.apiKeyId}`)).json;
  const unsettled = new Set<string>();
  Object.assign(api.platform.dispatcher, {
    unsettled: () => [...unsettled],
    send(notices: readonly Outgoing[]) {
      for (const { id } of notices) {
        unsettled.add(id);
        if (settlesAfterMs < Number.POSITIVE_INFINITY) setTimeout(settle, settlesAfterMs, id);
      }
    },
  });

  async function settle(id: string): Promise<void> {
    await api.platform.store.transaction((tx) => tx.notices.update({ id }, DELIVERED));
    unsettled.delete(id);
  }

  return { request, apiKey };
}

test("wait: the answer of an action has the outcomes of its notices", async () => {
  const { request, apiKey } = await setUp({ settlesAfterMs: 50 });
  const { id, webhookId, certificateId } = apiKey;
  const tested = await request(`POST /webhooks/${webhookId}/test?wait=5`);
  expect(tested.status).toBe(202);
  expect(tested.json.outcomes).toMatchObject([
    { id: tested.json.notices[0], webhookId, apiKeyId: id, kinds: [], ...DELIVERED },
  ]);
  const woken = (await request(`POST /api-keys/${id}/wake?wait=5`)).json;
  expect(woken.outcomes.map((notice: { id: string }) => notice.id)).toEqual(woken.notices);
  expect(woken.outcomes).toMatchObject([DELIVERED, { kinds: ["r_cert"], ...DELIVERED }]);
  const key = (await request(`POST /api-keys/${id}/rotate?wait=5`)).json;
  expect(key.outcomes).toMatchObject([{ kinds: ["r_api_keys"], ...DELIVERED }]);
  const certificate = (
    await request(`POST /certificates/${certificateId}/rotate?wait=5&withoutSecretKey=true`)
  ).json;
  expect(certificate.outcomes).toMatchObject([{ kinds: ["r_cert"], ...DELIVERED }]);
  expect(certificate.certificate).toMatchObject({ hasSecretKey: false });
});

test("wait: a notice that takes longer is pending; without it, nothing is waited for", async () => {
  const { request, apiKey } = await setUp({ settlesAfterMs: Number.POSITIVE_INFINITY });
  const path = `/webhooks/${apiKey.webhookId}/test` as const;
  expect((await request(`POST ${path}?wait=1`)).json.outcomes).toMatchObject([
    { state: "pending" },
  ]);
  expect((await request(`POST ${path}`)).json).toEqual({ notices: [expect.any(String)] });
  for (const wait of ["6", "-1", "x"]) {
    const { status, json } = await request(`POST ${path}?wait=${wait}`);
    expect([status, json.errors[0].path]).toEqual([400, "wait"]);
  }
});
