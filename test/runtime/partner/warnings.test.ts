import { expect, it } from "vitest";
import { findWarnings } from "../../../runtime/partner/warnings.ts";
import { createTestChain } from "../../support/access-chain.ts";
import { createOrganization, createTestPlatform } from "../../support/platform.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

async function build(secretKey: string) {
  const opened = await createTestPlatform();
  const actor = await createOrganization(opened, "Acme");
  const chain = await createTestChain(opened.platform, { actor, name: "Site", secretKey });
  const { store, now } = opened.platform;
  return { ...opened, chain, store, warnings: () => findWarnings(store, now) };
}

it("CHAIN-C20, ATTACK-G102: warns of a certificate from 30 days before its expiry, and after it", async () => {
  const { clock, chain, warnings } = await build("");
  const end = Date.parse(chain.certificate.notAfter);
  clock.set(end - 31 * DAY_MS);
  expect(await warnings()).toEqual([]);
  for (const time of [end - 29 * DAY_MS, end + DAY_MS]) {
    clock.set(time);
    expect(await warnings()).toEqual([
      `The certificate "Site" is valid until ${chain.certificate.notAfter}: rotate it.`,
    ]);
  }
});

it("ATTACK-F78: warns of a shared secret that is delivered over http", async () => {
  const { store, chain, warnings } = await build("a shared secret 1");
  expect(await warnings()).toEqual([]);
  const notificationUrl = "http://site.test/notices";
  await store.transaction((tx) =>
    tx.webhooks.update({ id: chain.webhook.id }, { notificationUrl }),
  );
  expect(await warnings()).toEqual([
    'The shared secret of the certificate "Site" is sent to the webhook "Site" over http: ' +
      "use an https notification URL.",
  ]);
});

it("ATTACK-F78: does not warn if there is no shared secret", async () => {
  const { store, chain, warnings } = await build("");
  const notificationUrl = "http://site.test/notices";
  await store.transaction((tx) =>
    tx.webhooks.update({ id: chain.webhook.id }, { notificationUrl }),
  );
  expect(await warnings()).toEqual([]);
});

it("folds warnings of one kind, with a count and the first names", async () => {
  const { platform, clock, chain, store, warnings } = await build("a shared secret 1");
  const actor = { organizationId: chain.apiKey.organizationId, name: "admin" };
  for (const name of ["Two", "Three", "Four", "Five"]) {
    await createTestChain(platform, { actor, name, secretKey: "a shared secret 2" });
  }
  clock.set(Date.parse(chain.certificate.notAfter));
  await store.transaction(async (tx) => {
    for (const { id, origin } of await tx.webhooks.list({})) {
      await tx.webhooks.update({ id }, { notificationUrl: `${origin}/notices`.replace("s:", ":") });
    }
  });

  expect(await warnings()).toEqual([
    `5 certificates expire, the first of them at ${chain.certificate.notAfter}: ` +
      'rotate "Site", "Two", "Three", and 2 more.',
    "The shared secrets of 5 certificates are sent over http: use https notification URLs for " +
      '"Site", "Two", "Three", and 2 more.',
  ]);
});

it("CHAIN-C5a: warns of API keys from 30 days before they expire until they do, unless they are paused", async () => {
  const { platform, clock, chain, store, warnings } = await build("");
  const expiresAt = "2026-05-01T12:00:00.000Z";
  const { id, organizationId } = chain.apiKey;
  await store.transaction((tx) => tx.apiKeys.update({ id }, { expiresAt }));
  clock.set(Date.parse(expiresAt) - 31 * DAY_MS);
  expect(await warnings()).toEqual([]);
  clock.set(Date.parse(expiresAt) - 30 * DAY_MS);
  expect(await warnings()).toEqual([
    `The API key "Site" expires at ${expiresAt}: extend it, or its partner loses access.`,
  ]);
  const actor = { organizationId, name: "admin" };
  const { apiKey } = await createTestChain(platform, { actor, name: "Two" });
  await store.transaction((tx) => tx.apiKeys.update({ id: apiKey.id }, { expiresAt }));
  expect(await warnings()).toEqual([
    `2 API keys expire, the first of them at ${expiresAt}: extend "Site" and "Two", or their ` +
      "partners lose access.",
  ]);
  await store.transaction((tx) => tx.apiKeys.update({ id }, { active: false }));
  await store.transaction((tx) => tx.apiKeys.update({ id: apiKey.id }, { active: false }));
  expect(await warnings()).toEqual([]);
});
