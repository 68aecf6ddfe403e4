import { expect, test } from "vitest";
import { createPartner } from "../../../../runtime/admin/accounts/create-partner.ts";
import { envFile } from "../../../../runtime/partner/chain/env-file.ts";
import { createAdminApi } from "../../../support/admin-client.ts";

const SHOP = {
  name: "Shop",
  origin: "https://shop.test",
  notificationUrl: "https://shop.test/notices/Kq3vZr8w",
  spaces: ["Support", "Orders"],
};

async function setUp() {
  const api = await createAdminApi();
  const { request } = await api.addAdmin({ organization: "Acme" });
  const namesOf = async (collection: string) =>
    (await request(`GET /${collection}`)).json.items.map(
      ({ name, title }: { name?: string; title?: string }) => name ?? title,
    );
  /** Names of everything that a partner needs, by collection. */
  const everything = async () => {
    const collections = ["spaces", "webhooks", "certificates", "contracts", "clients", "api-keys"];
    return Object.fromEntries(
      await Promise.all(collections.map(async (name) => [name, await namesOf(name)])),
    );
  };
  return { api, request, everything };
}

test("createPartner makes a fully bound key in one go, uses a space that exists, and is audited", async () => {
  const { api, request, everything } = await setUp();
  const { json } = await request("POST /spaces", { body: { title: "Support" } });
  const made = await createPartner(api.platform, SHOP);
  expect(await everything()).toEqual({
    spaces: ["Support", "Orders"],
    ...{ webhooks: ["Shop"], certificates: ["Shop"], contracts: ["Shop"], clients: ["Shop"] },
    "api-keys": ["Shop"],
  });
  const { apiKey } = (await request(`GET /api-keys/${made.apiKeyId}`)).json;
  expect(apiKey).toMatchObject({ fullyBound: true, displayPrefix: made.rawKey.slice(0, 12) });
  const { contract } = (await request(`GET /contracts/${apiKey.contractId}`)).json;
  const spaceIds = made.spaces.map(({ id }) => id);
  expect(made.spaces).toMatchObject([{ id: json.space.id, isNew: false }, { isNew: true }]);
  expect(contract).toMatchObject({
    key: made.contractKey,
    ...{ spaceIds, defaultSystemSpaceIds: spaceIds, defaultOutsideSpaceIds: spaceIds },
  });
  const [entry] = (await request("GET /audit")).json.items;
  expect(entry).toMatchObject({ admin: "command line", action: "create", resource: "apiKey" });
  expect((await request("GET /notices")).json.items).toEqual([]);
});

test("createPartner leaves nothing behind if one part fails", async () => {
  const { api, request, everything } = await setUp();
  const other = await api.addAdmin({ organization: "Other" });
  await other.request("POST /webhooks", { body: { ...SHOP, spaces: undefined, name: "theirs" } });
  const before = (await request("GET /audit")).json.items.length;
  const wanted = { ...SHOP, organization: "Acme" };
  const refused = /^Nothing was created for "Shop"\. --origin: This origin is taken\.$/;
  await expect(createPartner(api.platform, wanted)).rejects.toThrow(refused);
  const origin = "https://other.test";
  await request("POST /api-keys", { body: { name: "Shop" } });
  await expect(createPartner(api.platform, { ...wanted, origin })).rejects.toThrow(
    'Nothing was created for "Shop". --name: There is another API key with this name.',
  );
  expect(await everything()).toMatchObject({ spaces: [], webhooks: [], clients: [] });
  expect((await request("GET /audit")).json.items).toHaveLength(before + 1);
});

test("createPartner names every field at fault at once, with what was probably meant", async () => {
  const { api } = await setUp();
  const wanted = { ...SHOP, origin: "shop.test/", notificationUrl: "notices", name: " " };
  const failure = await createPartner(api.platform, wanted).catch((error) => error.message);
  expect(failure).toMatch(/--name: Must have 1 to 100 characters/);
  expect(failure).toMatch(/--origin: Must be an origin .* Did you mean "https:\/\/shop\.test"\?/);
  expect(failure).toMatch(/--notify: The notification URL must start with http/);
});

test("createPartner names a private address with the setting that allows it, next to other faults", async () => {
  const api = await createAdminApi({ noticeAllowPrivate: "" });
  await api.addAdmin({ organization: "Acme" });
  const wanted = { ...SHOP, origin: "shop.test", notificationUrl: "http://127.0.0.1:9000/" };
  const failure = await createPartner(api.platform, wanted).catch((error) => error.message);
  expect(failure).toMatch(/--origin: Must be an origin/);
  expect(failure).toMatch(/--notify: .*DOCGATE_NOTICE_ALLOW_PRIVATE=127\.0\.0\.1\./);
  const unsigned = { ...SHOP, signing: "standard" };
  await expect(createPartner(api.platform, unsigned)).rejects.toThrow(/--signing: .*"v1a"/);
});

test("createPartner asks for the organization if there are several, and for the id of twins", async () => {
  const { api, request } = await setUp();
  for (let number = 1; number <= 2; number++) {
    await request("POST /spaces", { body: { title: "Support" } });
  }
  await expect(createPartner(api.platform, SHOP)).rejects.toThrow(
    '--spaces: 2 spaces have the title "Support": give the id of one.',
  );
  await api.addAdmin({ organization: "Other" });
  await expect(createPartner(api.platform, SHOP)).rejects.toThrow(
    'Name the organization with --org, one of: "Acme", "Other".',
  );
  const organization = "Nobody";
  await expect(createPartner(api.platform, { ...SHOP, organization })).rejects.toThrow(
    'There is no organization with the name "Nobody".',
  );
});

test("envFile writes one setting a line, which a shell reads as they are", () => {
  const facts = {
    ...{ baseUrl: "https://docs.example", clientId: "dgc_1", apiKeyId: "1", contractKey: "ABCD" },
    ...{ origin: "https://shop.test", notificationUrl: "https://shop.test/it's?secret=x" },
    webhookId: "2",
    signing: "none",
  } as const;
  expect(envFile(facts, { rawKey: "dgk_1" }).split("\n")).toEqual([
    "DOCGATE_URL=https://docs.example",
    "CLIENT_ID=dgc_1",
    "# CLIENT_SECRET= as it was stored before",
    "API_KEY_ID=1",
    "API_KEY=dgk_1",
    "CONTRACT_KEY=ABCD",
    "ORIGIN=https://shop.test",
    "NOTICE_PATH='/it%27s'",
    "WEBHOOK_ID=2",
    "NOTICE_SIGNING=none",
  ]);
  const signed = { ...facts, signing: "v1" } as const;
  expect(envFile(signed, { signingSecret: "whsec_a+/=" }).split("\n").slice(-2)).toEqual([
    "NOTICE_SIGNING=v1",
    "NOTICE_SECRET=whsec_a+/=",
  ]);
  expect(envFile(signed, {})).toMatch(/^# NOTICE_SECRET= as it was stored before$/m);
});
