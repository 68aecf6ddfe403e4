import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAdminToken } from "../../../../runtime/admin/accounts/administrators.ts";
import { signIn } from "../../../../runtime/partner/sign-in/sign-in.ts";
import { type AdminRequest, createAdminApi, PASSWORD } from "../../../support/admin-client.ts";

/** A run of marks that NFC takes seconds to sort, in a body within the size limit. */
const MARKS = `a${"\u0316\u0301".repeat(22_000)}`;

/** For the longest field: a description of 2000 characters. */
const MOST_UNITS = 8_000;

/** The lengths of all texts that were normalised. */
let lengths: number[] = [];

beforeEach(() => {
  lengths = [];
  const { normalize } = String.prototype;
  vi.spyOn(String.prototype, "normalize").mockImplementation(function (this: string, form) {
    lengths.push(this.length);
    return normalize.call(this, form);
  });
});

afterEach(() => vi.restoreAllMocks());

function expectBounded(): void {
  expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(MOST_UNITS);
}

const ANYONE: readonly [call: Parameters<AdminRequest>[0], body: object, status: number][] = [
  ["POST /session", { email: MARKS, password: "x" }, 401],
  ["POST /session", { email: "ada@example.com", password: MARKS }, 401],
  ["POST /setup", { token: "x", organization: MARKS, email: "a@b", password: PASSWORD }, 400],
  ["POST /setup", { token: "x", organization: "Acme", email: MARKS, password: PASSWORD }, 400],
];

test.each(ANYONE)(
  "ATTACK-K137: %s by anyone normalises no text of unbounded length: %#",
  async (...row) => {
    const [call, body, status] = row;
    const { request } = await createAdminApi();
    expect((await request(call, { body })).status).toBe(status);
    expectBounded();
  },
);

test("ATTACK-K137: a consumer's sign-in normalises no text of unbounded length", async () => {
  const { platform } = await createAdminApi();
  const from = { origin: "https://nobody.example", address: "192.0.2.1" };
  for (const [email, password] of [
    [MARKS, "x"],
    ["ada@example.com", MARKS],
  ] as const) {
    expect(await signIn(platform, { ...from, email, password })).toEqual({ kind: "refused" });
  }
  expectBounded();
});

const FIELDS: readonly [call: Parameters<AdminRequest>[0], field: string][] = [
  ["POST /api-keys", "name"],
  ["POST /clients", "name"],
  ["POST /certificates", "name"],
  ["POST /certificates", "secretKey"],
  ["POST /contracts", "name"],
  ["POST /webhooks", "name"],
  ["POST /webhooks", "origin"],
  ["POST /webhooks", "notificationUrl"],
  ["POST /spaces", "title"],
  ["POST /spaces", "description"],
  ["POST /agents", "agentId"],
  ["POST /agents", "displayName"],
  ["POST /agents", "startFlow"],
  ["POST /consumers", "email"],
  ["POST /consumers", "password"],
  ["PUT /session/password", "currentPassword"],
];

test.each(FIELDS)(
  "ATTACK-K137: %s with an unbounded %s is refused before it is normalised",
  async (...row) => {
    const [call, field] = row;
    const { addAdmin } = await createAdminApi();
    const { request } = await addAdmin({ organization: "Acme" });
    const answer = await request(call, { body: { [field]: MARKS } });
    expect(answer.status).toBe(400);
    expectBounded();
  },
);

test("ATTACK-K137: neither a list's filter nor a command normalises a text of unbounded length", async () => {
  const { addAdmin, platform } = await createAdminApi();
  const { request } = await addAdmin({ organization: "Acme" });
  const q = encodeURIComponent(MARKS.slice(0, 2_000));
  expect((await request(`GET /spaces?q=${q}`)).status).toBe(400);
  await expect(createAdminToken(platform, { email: MARKS })).rejects.toThrow("no administrator");
  expectBounded();
});

test("ATTACK-D47: a name of 100 characters is accepted in its longest spelling, one of 101 in none", async () => {
  const { addAdmin } = await createAdminApi();
  const { request } = await addAdmin({ organization: "Acme" });
  // One character in NFC, four as sent.
  const longest = "\u03b1\u0313\u0300\u0345";
  const taken = await request("POST /clients", { body: { name: longest.repeat(100) } });
  expect(taken.status).toBe(201);
  expect(taken.json.client.name).toBe("\u1f82".repeat(100));
  const refused = await request("POST /clients", { body: { name: longest.repeat(101) } });
  expect([refused.status, refused.json.errors[0].path]).toEqual([400, "name"]);
  expect(refused.json.message).toMatch(/1 to 100 characters/);
});
