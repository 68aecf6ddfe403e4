import { expect, it } from "vitest";
import { remindOfExpiry } from "../../../../runtime/admin/accounts/remind-of-expiry.ts";
import { createAdminApi } from "../../../support/admin-client.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

async function build() {
  const api = await createAdminApi();
  const { platform, clock, mails } = api;
  const owner = await api.addAdmin({ organization: "Acme" });
  const reader = await api.addAdmin({ organization: "Acme", permissions: ["api-keys"] });
  await api.addAdmin({ organization: "Acme", permissions: ["directory"] });
  await api.addAdmin({ organization: "Other" });

  /** Creates a key that expires after some days. @returns its id */
  async function addKey(name: string, days: number): Promise<string> {
    const expiresAt = new Date(clock.now() + days * DAY_MS).toISOString();
    const { status, json } = await owner.request("POST /api-keys", { body: { name, expiresAt } });
    expect(status).toBe(201);
    return json.apiKey.id;
  }

  /** Reminds, on two runtimes at once. @returns the recipients and subjects of the new mails */
  async function remind(): Promise<readonly string[]> {
    const before = mails.length;
    await Promise.all([remindOfExpiry(platform), remindOfExpiry(platform)]);
    return mails.slice(before).map(({ to, subject }) => `${to} ${subject}`);
  }

  const both = (subject: string) => [`${owner.email} ${subject}`, `${reader.email} ${subject}`];
  return { ...api, owner, addKey, remind, both };
}

it("CHAIN-C5a: mails those who may see the keys 30, 7 and 1 days before, once each", async () => {
  const { addKey, remind, both, clock } = await build();
  await addKey("Shop", 40);
  const subject = "The API key “Shop” is about to expire";
  const expected = [
    [9.9, []],
    [0.2, both(subject)],
    [22.8, []],
    [0.1, both(subject)],
    [5.9, []],
    [0.1, both(subject)],
    [0.9, []],
    [0.1, []],
  ] as const;
  for (const [days, mails] of expected) {
    clock.advance(days * DAY_MS);
    expect(await remind(), `${days}`).toEqual(mails);
    expect(await remind()).toEqual([]);
  }
});

it("names several keys in one mail, with their times and pages", async () => {
  const { platform, addKey, remind, both, clock, mails } = await build();
  const [shop] = [await addKey("Shop", 31), await addKey("Store", 31)];
  clock.advance(DAY_MS);
  expect(await remind()).toEqual(both("2 API keys are about to expire"));
  const { text, html } = mails[0]!;
  const link = `${platform.publicUrl}/admin#/api-keys/${shop}`;
  for (const part of ["- Shop: 1 April 2026, 12:00 UTC\n", "- Store: ", link, "“Acme”"]) {
    expect(text).toContain(part);
  }
  expect(html).toContain(`<a href="${link}"><bdi>Shop</bdi></a>: 1 April 2026, 12:00 UTC`);
});

it("does not remind of a day that had passed when the expiry was set", async () => {
  const { owner, addKey, remind, both, clock } = await build();
  const id = await addKey("Shop", 3);
  expect(await remind()).toEqual([]);
  clock.advance(2 * DAY_MS);
  expect(await remind()).toEqual(both("The API key “Shop” is about to expire"));
  const expiresAt = new Date(clock.now() + 31 * DAY_MS).toISOString();
  await owner.request(`PATCH /api-keys/${id}`, { body: { expiresAt } });
  clock.advance(DAY_MS);
  expect(await remind()).toHaveLength(2);
});

it("reminds neither of a paused key, nor without a mail server", async () => {
  const { platform, owner, addKey, remind, clock } = await build();
  const id = await addKey("Shop", 31);
  await owner.request(`PATCH /api-keys/${id}`, { body: { active: false } });
  clock.advance(DAY_MS);
  expect(await remind()).toEqual([]);
  await owner.request(`PATCH /api-keys/${id}`, { body: { active: true } });
  await remindOfExpiry({ ...platform, mailer: { ...platform.mailer, hasServer: false } });
  expect(await remind()).toHaveLength(2);
});

it("ATTACK-S219: shows a name as text on one line, whatever it contains", async () => {
  const { addKey, remind, clock, mails } = await build();
  await addKey('<script>\r\nBcc: x@y.z\u202e"', 31);
  clock.advance(DAY_MS);
  expect(await remind()).toHaveLength(2);
  const { subject, text, html } = mails[0]!;
  expect(subject).toBe('The API key “<script> Bcc: x@y.z "” is about to expire');
  expect(text).not.toMatch(/^Bcc/m);
  expect(html).not.toContain("<script>");
  expect(text + html).not.toContain("\u202e");
});
