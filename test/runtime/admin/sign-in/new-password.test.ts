import { describe, expect, it } from "vitest";
import {
  createAdministrator,
  setPassword,
} from "../../../../runtime/admin/accounts/administrators.ts";
import { createSetupLink } from "../../../../runtime/admin/accounts/setup.ts";
import { createAdminApi, PASSWORD } from "../../../support/admin-client.ts";
import { createTestPlatform } from "../../../support/platform.ts";

const COMMON =
  "Must not be a common password, nor one that is repeated or has digits or signs added. " +
  "Several words that do not belong together are good.";
const EMAIL = "Must not be little more than the name in the email address.";
const ORGANIZATION = "Must not be little more than the name of the organization.";

const WEAK: readonly (readonly [string, string])[] = [
  ["password", "Must have at least 12 characters."],
  ["eleven char", "Must have at least 12 characters."],
  ["123456789012", COMMON],
  ["Password2026!", COMMON],
  ["PASSWORDPASSWORD", COMMON],
  ["1qaz2wsx3edc4rfv", COMMON],
  ["iloveyou-12345", COMMON],
  ["aaaaaaaaaaaaa", COMMON],
  ["my ada.lovelace key", EMAIL],
  ["x Lovelace 1815 x", EMAIL],
  ["the harbour-books way", ORGANIZATION],
];

describe("a new password of an administrator", () => {
  it.each(WEAK)("ATTACK-T285: %j is refused by the command line", async (password, message) => {
    const { platform } = await createTestPlatform();
    const wanted = { organization: "Harbour Books", email: "ada.lovelace@example.com", password };
    await expect(createAdministrator(platform, wanted)).rejects.toThrow(
      `The administrator's password cannot be used: ${message}`,
    );
    expect(await platform.store.read.admins.count({})).toBe(0);
    await createAdministrator(platform, { ...wanted, password: PASSWORD });
    const given = { email: "Ada.Lovelace@example.com", password };
    await expect(setPassword(platform, given)).rejects.toThrow(message);
  });

  it.each([
    "correct horse battery",
    "Acme sells violins on Mars",
    "unlikely-Violin-73",
    "ada ada ada ada x",
    "日本語のながい合言葉です",
  ])("%j is accepted", async (password) => {
    const { platform } = await createTestPlatform();
    const wanted = { organization: "Acme", email: "ada@example.com", password };
    // Names of three letters are in many words, and longer ones may stand among other words.
    await expect(createAdministrator(platform, wanted)).resolves.toBeDefined();
  });

  it.each(WEAK)("ATTACK-T285: %j is refused at the set-up link", async (password, message) => {
    const api = await createAdminApi();
    const token = await createSetupLink(api.platform);
    const email = "ada.lovelace@example.com";
    const body = { token, organization: "Harbour Books", email, password };
    const { status, json } = await api.request("POST /setup", { body });
    expect([status, json.errors]).toEqual([400, [{ path: "password", message }]]);
    // The link is not used up.
    const again = await api.request("POST /setup", { body: { ...body, password: PASSWORD } });
    expect(again.status).toBe(201);
  });

  it.each(WEAK)(
    "ATTACK-T285: %j is refused in an invitation and in the account",
    async (password, message) => {
      const api = await createAdminApi();
      const owner = await api.addAdmin({ organization: "Harbour Books" });
      const email = "ada.lovelace@example.com";
      const invited = await owner.request("POST /administrators", {
        body: { email, permissions: ["audit"] },
      });
      const code = new URL(invited.json.link).hash.slice("#invitation=".length);
      const refused = await api.request("POST /invitation", { body: { code, password } });
      expect([refused.status, refused.json.errors]).toEqual([400, [{ path: "password", message }]]);
      const accepted = await api.request("POST /invitation", {
        body: { code, password: PASSWORD },
      });
      expect(accepted.status).toBe(201);

      const headers = {
        Cookie: accepted.headers.get("Set-Cookie")!.split(";")[0]!,
        Origin: "https://docgate.test",
        "Content-Type": "application/json",
      };
      const body = { currentPassword: PASSWORD, newPassword: password };
      const changed = await api.request("PUT /session/password", { body, headers });
      expect([changed.status, changed.json.errors]).toEqual([
        400,
        [{ path: "newPassword", message }],
      ]);
    },
  );
});
