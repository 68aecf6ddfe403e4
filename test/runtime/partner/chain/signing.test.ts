import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { createPartner } from "../../../../runtime/admin/accounts/create-partner.ts";
import type { SignedOutgoing } from "../../../../runtime/partner/notices/dispatcher.ts";
import {
  createNoticeSigners,
  prepareNoticeKey,
} from "../../../../runtime/partner/notices/notice-keys.ts";
import { signNotice } from "../../../../runtime/partner/notices/sign-notice.ts";
import { type AdminApi, createAdminApi } from "../../../support/admin-client.ts";
import { holdTransactions } from "../../../support/platform.ts";

const HOUR_MS = 3_600_000;
const SHOP = {
  name: "shop",
  origin: "https://shop.test",
  notificationUrl: "https://shop.test/notices",
};

async function setUp(fields: object = {}) {
  const api = await createAdminApi();
  const { request } = await api.addAdmin({ organization: "Acme" });
  const made = (await request("POST /webhooks", { body: { ...SHOP, ...fields } })).json;
  const path = `/webhooks/${made.webhook.id}` as const;
  const rotate = (body?: object) =>
    request(`POST ${path}/rotate-signing-secret`, { ...(body && { body }) });
  return { api, request, path, rotate, webhook: made.webhook, signingSecret: made.signingSecret };
}

type Setup = Awaited<ReturnType<typeof setUp>>;

/** Sends a test notice. @returns its headers and body, as they would be sent now */
async function notice({ api, request, path }: Pick<Setup, "api" | "request" | "path">) {
  api.forgetSent();
  const [id] = (await request(`POST ${path}/test`)).json.notices;
  const [sent] = api.sent as readonly SignedOutgoing[];
  return { id, body: sent!.body, headers: await signed(api, sent!) };
}

function signed({ platform: { store, vault } }: AdminApi, sent: SignedOutgoing) {
  return signNotice(sent, { signers: createNoticeSigners({ store, vault }), now: Date.now });
}

function accepts(secret: string, { body, headers }: Awaited<ReturnType<typeof notice>>): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

test("notices with `v1` verify with the package standardwebhooks, and name their webhook", async () => {
  const chain = await setUp({ signing: "v1" });
  const { webhook, signingSecret } = chain;
  expect(signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const sent = await notice(chain);
  expect(accepts(signingSecret, sent)).toBe(true);
  expect(sent.headers).toEqual({
    "webhook-id": `${webhook.id}_${sent.id}`,
    "webhook-timestamp": expect.stringMatching(/^\d{10}$/),
    "webhook-signature": expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
  });
  expect(accepts(signingSecret, { ...sent, body: '{"synch-data":["r_space"]}' })).toBe(false);

  const other = { ...SHOP, name: "other", origin: "https://other.test", signing: "v1" };
  const theirs = (await chain.request("POST /webhooks", { body: other })).json.signingSecret;
  expect(theirs).not.toBe(signingSecret);
  expect(accepts(theirs, sent)).toBe(false);
});

test("PIA §6: notices are not signed unless their webhook asks for it", async () => {
  const chain = await setUp();
  expect(chain.webhook).toMatchObject({ signing: "none", previousSecretUntil: null });
  expect(chain.signingSecret).toBeUndefined();
  await chain.request(`POST ${chain.path}/test`);
  expect(chain.api.sent).toMatchObject([{ body: '{"synch-data":[]}' }]);
  expect(chain.api.sent[0]).not.toHaveProperty("signing");
});

test("notices with `v1a` are signed with a key of the installation, until the webhook says otherwise", async () => {
  const chain = await setUp({ signing: "v1a" });
  const { store, vault } = chain.api.platform;
  const key = await prepareNoticeKey(vault, chain.api.platform);
  await store.transaction((tx) => key.save(tx));
  expect(chain.webhook).toMatchObject({ signing: "v1a", previousSecretUntil: null });
  expect(chain.signingSecret).toBeUndefined();
  const sent = await notice(chain);
  expect(sent.headers).toMatchObject({
    "webhook-id": `${chain.webhook.id}_${sent.id}`,
    "webhook-signature": expect.stringMatching(/^v1a,[A-Za-z0-9+/]{86}==$/),
    "docgate-key-id": key.kid,
  });
  await chain.request(`PATCH ${chain.path}`, { body: { signing: "none" } });
  chain.api.forgetSent();
  await chain.request(`POST ${chain.path}/test`);
  expect(chain.api.sent).toMatchObject([{ body: '{"synch-data":[]}' }]);
  expect(chain.api.sent[0]).not.toHaveProperty("signing");
});

test("a change to `v1` reveals the secret once; a change away forgets it", async () => {
  const chain = await setUp();
  const change = async (signing: string) =>
    (await chain.request(`PATCH ${chain.path}`, { body: { signing } })).json;
  const { signingSecret, webhook } = await change("v1");
  expect(webhook.signing).toBe("v1");
  expect(accepts(signingSecret, await notice(chain))).toBe(true);
  expect(await change("v1")).not.toHaveProperty("signingSecret");
  expect((await chain.request(`GET ${chain.path}`)).text).not.toContain("whsec_");
  expect(accepts(signingSecret, await notice(chain))).toBe(true);

  await chain.rotate();
  expect((await change("none")).webhook.previousSecretUntil).toBeNull();
  const second = (await change("v1")).signingSecret;
  const sent = await notice(chain);
  expect(accepts(second, sent)).toBe(true);
  expect(accepts(signingSecret, sent)).toBe(false);
});

test("a retry of a create does not reveal the secret again, a dry run none", async () => {
  const { request } = await setUp();
  const body = { ...SHOP, name: "second", origin: "https://second.test", signing: "v1" };
  expect((await request("POST /webhooks?dryRun=true", { body })).text).toBe("");
  const headers = { "Idempotency-Key": "once" };
  const first = (await request("POST /webhooks", { body, headers })).json;
  const again = (await request("POST /webhooks", { body, headers })).json;
  expect(first.signingSecret).toMatch(/^whsec_/);
  expect(again).toEqual({ webhook: first.webhook });
});

test("a rotation signs with both secrets until the overlap ends; two are good at most", async () => {
  const chain = await setUp({ signing: "v1" });
  const { api } = chain;
  const first = chain.signingSecret;
  const answer = await chain.rotate();
  expect(answer.status).toBe(200);
  const { signingSecret: second, webhook } = answer.json;
  const until = new Date(api.clock.now() + 24 * HOUR_MS).toISOString();
  expect(webhook.previousSecretUntil).toBe(until);

  const both = await notice(chain);
  expect(both.headers["webhook-signature"]!.split(" ")).toHaveLength(2);
  expect([first, second].map((secret) => accepts(secret, both))).toEqual([true, true]);

  const third = (await chain.rotate({ overlapHours: 1 })).json.signingSecret;
  const latest = await notice(chain);
  expect([first, second, third].map((secret) => accepts(secret, latest))).toEqual([
    ...[false, true, true],
  ]);

  api.clock.advance(HOUR_MS);
  const later = await notice(chain);
  expect([second, third].map((secret) => accepts(secret, later))).toEqual([false, true]);
  expect(later.headers["webhook-signature"]).not.toContain(" ");

  const fourth = (await chain.rotate({ overlapHours: 0 })).json;
  expect(fourth.webhook.previousSecretUntil).toBeNull();
  const last = await notice(chain);
  expect([third, fourth.signingSecret].map((secret) => accepts(secret, last))).toEqual([
    false,
    true,
  ]);
});

test("a rotation without a secret, out of bounds, or lost to another one is refused", async () => {
  const chain = await setUp();
  const refused = await chain.rotate();
  expect(refused.status).toBe(409);
  expect(refused.json.message).toMatch(
    /^This webhook has no signing secret: its "signing" is "none"/,
  );

  await chain.request(`PATCH ${chain.path}`, { body: { signing: "v1" } });
  for (const overlapHours of [-1, 73, 1.5, "1", null]) {
    const { status, json } = await chain.rotate({ overlapHours });
    expect([status, json.errors[0].path]).toEqual([400, "overlapHours"]);
  }
  holdTransactions(chain.api, 2);
  const answers = await Promise.all([chain.rotate(), chain.rotate({})]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("the audit log says what was done with secrets, and neither it nor the store contains one", async () => {
  const chain = await setUp({ signing: "v1" });
  const { signingSecret } = (await chain.rotate({ overlapHours: 72 })).json;
  await chain.request(`POST ${chain.path}/test`);
  const audit = await chain.request("GET /audit");
  const rotation = audit.json.items.find(
    ({ action }: { action: string }) => action === "rotate-signing-secret",
  );
  expect(rotation).toMatchObject({
    resource: "webhook",
    resourceId: chain.webhook.id,
    changes: {
      signingSecret: ["(hidden)", "(hidden)"],
      previousSecretUntil: [null, "2026-03-04T12:00:00.000Z"],
    },
  });
  const rows = await chain.api.platform.store.read.webhooks.list({});
  const notices = await chain.request("GET /notices");
  for (const text of [audit.text, notices.text, JSON.stringify(rows)]) {
    expect(text).not.toContain("whsec_");
    for (const secret of [chain.signingSecret, signingSecret]) {
      expect(text).not.toContain(secret.slice("whsec_".length));
    }
  }
});

test("createPartner makes a webhook of each signing, and returns what the partner needs", async () => {
  const { api } = await setUp();
  const wanted = (name: string, signing?: string) => ({
    ...{ name, spaces: [], signing },
    origin: `https://${name}.test`,
    notificationUrl: `https://${name}.test/notices`,
  });
  const secret = await createPartner(api.platform, wanted("one", "v1"));
  expect(secret).toMatchObject({ signing: "v1", signingSecret: expect.stringMatching(/^whsec_/) });
  const row = await api.platform.store.read.webhooks.find({ id: secret.webhookId });
  expect(row).toMatchObject({ name: "one", signing: "v1" });
  const keys = await createPartner(api.platform, wanted("two"));
  expect(keys).toMatchObject({ signing: "v1a", signingSecret: undefined });
  const none = await createPartner(api.platform, wanted("three", "none"));
  expect(none).toMatchObject({ signing: "none", signingSecret: undefined });
});
