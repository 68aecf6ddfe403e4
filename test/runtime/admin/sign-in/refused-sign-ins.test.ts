import { expect, it } from "vitest";
import { DocgateError } from "../../../../corpus/error.ts";
import { type AdminApi, createAdminApi, PASSWORD } from "../../../support/admin-client.ts";

const MINUTE_MS = 60_000;
const NETWORKS = ["203.0.113.7", "198.51.100.9"];

async function setUp() {
  const api = await createAdminApi();
  return { api, admin: await api.addAdmin({ organization: "Acme" }) };
}

function guess(api: AdminApi, email: string, address: string) {
  return api.request("POST /session", { body: { email, password: "wrong password" }, address });
}

function record({ platform }: AdminApi, isLast = false): Promise<void> {
  const { store, newId, adminRefusals } = platform;
  return adminRefusals.record({ store, newId, isLast });
}

async function entries(api: AdminApi): Promise<readonly Record<string, unknown>[]> {
  const rows = await api.place.sql(
    "select admin, resource, resource_id, changes from audit where action = 'sign-in-refused' order by id",
  );
  return rows.map((row) => ({ ...row, changes: JSON.parse(row.changes as string) }));
}

it("ATTACK-T284: twelve wrong passwords leave one audit entry with their number, reasons and networks", async () => {
  const { api, admin } = await setUp();
  for (let number = 0; number < 12; number++) await guess(api, admin.email, NETWORKS[0]!);
  await guess(api, admin.email, NETWORKS[1]!);
  await record(api);
  expect(await entries(api)).toEqual([]);

  api.clock.advance(15 * MINUTE_MS);
  await record(api);
  await record(api);
  const { id } = (await api.platform.store.read.admins.find({ email: admin.email }))!;
  expect(await entries(api)).toEqual([
    {
      admin: admin.email,
      resource: "session",
      resource_id: id,
      changes: {
        count: [null, 13],
        since: [null, "2026-03-01T12:00:00.000Z"],
        reasons: [null, ["wrong-password", "too-many-attempts"]],
        networks: [null, NETWORKS],
      },
    },
  ]);
  expect(api.refusals.filter((reason) => reason === "admin too-many-attempts")).toHaveLength(2);

  // The next quarter of an hour has a separate entry, also if docgate stops before its end.
  expect((await guess(api, admin.email, NETWORKS[0]!)).status).toBe(401);
  await record(api, true);
  expect((await entries(api)).map(({ changes }) => (changes as { count: unknown }).count)).toEqual([
    [null, 13],
    [null, 1],
  ]);
});

it("ATTACK-T284: a flood from many networks names ten of them, and is one entry", async () => {
  const { api, admin } = await setUp();
  for (let number = 0; number < 40; number++) await guess(api, admin.email, `198.51.100.${number}`);
  await record(api, true);
  const [entry, ...others] = await entries(api);
  expect(others).toEqual([]);
  const { count, networks } = entry!.changes as Record<string, [null, unknown]>;
  expect([count![1], networks![1]]).toEqual([
    40,
    [...Array.from({ length: 10 }, (_, number) => `198.51.100.${number}`), "others"],
  ]);
});

it("ATTACK-S225: refusals do not tell which accounts exist, in number, wording or statements", async () => {
  const { api, admin } = await setUp();
  const statements: string[] = [];
  const { store } = api.platform;
  const transaction: typeof store.transaction = (work) => {
    statements.push("transaction");
    return store.transaction(work);
  };
  Object.assign(api.platform, { store: { ...store, transaction } });
  const seen: unknown[] = [];
  for (const email of [admin.email, "nobody@example.com"]) {
    statements.length = 0;
    const answers: unknown[] = [];
    for (let number = 0; number < 12; number++) {
      const { status, text, headers } = await guess(api, email, NETWORKS[0]!);
      answers.push([status, text, headers.get("Retry-After")]);
    }
    seen.push([answers, [...statements]]);
  }
  expect(seen[1]).toEqual(seen[0]);
  await record(api, true);
  // Only the log of the organization, which strangers do not see, has an entry.
  expect((await entries(api)).map((entry) => entry.admin)).toEqual([admin.email]);
  expect(api.refusals.filter((reason) => reason === "admin unknown-administrator")).toHaveLength(
    10,
  );
});

it("ATTACK-T284: what could not be written is kept for the next time", async () => {
  const { api, admin } = await setUp();
  await guess(api, admin.email, NETWORKS[0]!);
  const { store, newId, adminRefusals } = api.platform;
  const away = new DocgateError("store-unavailable", "The store does not answer.");
  const failing = { ...store, transaction: () => Promise.reject(away) };
  await adminRefusals.record({ store: failing, newId, isLast: true });
  await record(api, true);
  expect(await entries(api)).toHaveLength(1);
});

it("a right password leaves none", async () => {
  const { api, admin } = await setUp();
  const body = { email: admin.email, password: PASSWORD };
  expect((await api.request("POST /session", { body })).status).toBe(200);
  await record(api, true);
  expect(await entries(api)).toEqual([]);
});
