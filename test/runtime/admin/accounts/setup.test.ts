import { expect, test } from "vitest";
import {
  createAdministrator,
  createAdminToken,
  listAdminTokens,
  revokeAdminToken,
} from "../../../../runtime/admin/accounts/administrators.ts";
import { PERMISSIONS } from "../../../../runtime/admin/accounts/permissions.ts";
import { createSetupLink } from "../../../../runtime/admin/accounts/setup.ts";
import { createAdminApi, PASSWORD } from "../../../support/admin-client.ts";

const FIRST = { organization: "Acme", email: "First@Example.com", password: PASSWORD };

test("ATTACK-H119: a set-up link creates the first administrator, with every permission, once", async () => {
  const api = await createAdminApi();
  const nobody = async () => (await api.request("GET /session?nobody=true")).json;
  expect(await nobody()).toEqual({ admin: null, needsSetUp: true });
  const token = await createSetupLink(api.platform);
  const answer = await api.request("POST /setup", { body: { token, ...FIRST } });
  expect(answer.status).toBe(201);
  expect(answer.json).toEqual({
    admin: {
      email: "first@example.com",
      permissions: PERMISSIONS,
      organization: { id: expect.any(String), name: "Acme" },
    },
  });
  const { email, password } = FIRST;
  const signedIn = await api.request("POST /session", { body: { email, password } });
  expect(signedIn.json).toEqual(answer.json);

  expect(await nobody()).toEqual({ admin: null });
  const body = { token, ...FIRST, organization: "Other", email: "second@example.com" };
  expect((await api.request("POST /setup", { body })).status).toBe(403);
  expect(await createSetupLink(api.platform)).toBeNull();
  expect(await api.platform.store.read.admins.count({})).toBe(1);
});

test("ATTACK-H119: of two simultaneous uses of one link, one succeeds", async () => {
  const api = await createAdminApi();
  const token = await createSetupLink(api.platform);
  const attempts = ["a", "b"].map((name) =>
    api.request("POST /setup", {
      body: { ...FIRST, token, organization: name, email: `${name}@example.com` },
    }),
  );
  const statuses = (await Promise.all(attempts)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([201, 409]);
  expect(await api.platform.store.read.organizations.count({})).toBe(1);
});

test("ATTACK-H119: a link expires after a day, and when the next one is created", async () => {
  const api = await createAdminApi();
  const first = await createSetupLink(api.platform);
  const second = await createSetupLink(api.platform);
  const use = (token: string | null) => api.request("POST /setup", { body: { token, ...FIRST } });
  expect((await use(first)).status).toBe(403);
  api.clock.advance(24 * 60 * 60 * 1000);
  expect((await use(second)).status).toBe(403);
  expect(await api.platform.store.read.admins.count({})).toBe(0);
  expect((await use(await createSetupLink(api.platform))).status).toBe(201);
});

test("ATTACK-H119: a link is refused once there is an administrator created in another way", async () => {
  const api = await createAdminApi();
  const token = await createSetupLink(api.platform);
  await api.addAdmin({ organization: "Acme" });
  const answer = await api.request("POST /setup", { body: { token, ...FIRST } });
  expect(answer.status).toBe(409);
});

test("ATTACK-H119: a wrong link costs no password hash", async () => {
  const api = await createAdminApi();
  await createSetupLink(api.platform);
  const hashed: string[] = [];
  const { passwords } = api.platform;
  Object.assign(passwords, { hash: async (password: string) => void hashed.push(password) });
  const answer = await api.request("POST /setup", { body: { token: "x", ...FIRST } });
  expect(answer.status).toBe(403);
  expect(hashed).toEqual([]);
});

test("ATTACK-I121: the store does not contain the link's token", async () => {
  const api = await createAdminApi();
  const token = await createSetupLink(api.platform);
  expect(JSON.stringify(await api.platform.store.read.setupLinks.list({}))).not.toContain(token);
});

test("ATTACK-H116: the audit log records what was set up, and by whom", async () => {
  const api = await createAdminApi();
  const token = await createSetupLink(api.platform);
  await api.request("POST /setup", { body: { token, ...FIRST } });
  const entries = await api.platform.store.read.audit.list({});
  expect(entries.map(({ admin, action, resource }) => [admin, action, resource])).toEqual([
    ["set-up link", "create", "organization"],
    ["set-up link", "create", "admin"],
  ]);
});

test("the command line creates administrators of a new and of an existing organization", async () => {
  const api = await createAdminApi();
  const first = await createAdministrator(api.platform, FIRST);
  const second = await createAdministrator(api.platform, {
    ...FIRST,
    email: "second@example.com",
    permissions: ["audit", "api-keys"],
  });
  expect(first.permissions).toEqual(PERMISSIONS);
  expect(second.permissions).toEqual(["api-keys", "audit"]);
  expect(second.organization).toEqual(first.organization);
  const entries = await api.platform.store.read.audit.list({});
  expect(entries.map(({ admin, resource }) => [admin, resource])).toEqual([
    ["command line", "organization"],
    ["command line", "admin"],
    ["command line", "admin"],
  ]);
});

test.each([
  [{ email: "no address" }, /^The administrator's email cannot be used: Must be an email/],
  [{ password: "short" }, /^The administrator's password cannot be used: Must have at least 12/],
  [{ organization: " " }, /^The administrator's organization cannot be used: Must have 1 to 100/],
  [{ permissions: ["root"] }, /^There is no permission "root"/],
])(
  "the command line gets an error for %j that never contains the password",
  async (wrong, message) => {
    const api = await createAdminApi();
    const wanted = { ...FIRST, ...wrong };
    const failure = await createAdministrator(api.platform, wanted).catch((error) => error);
    expect(failure.message).toMatch(message);
    expect(failure.message).not.toContain(wanted.password);
    expect(await api.platform.store.read.organizations.count({})).toBe(0);
  },
);

test("the command line gets an error for an address that is taken", async () => {
  const api = await createAdminApi();
  await createAdministrator(api.platform, FIRST);
  const again = createAdministrator(api.platform, { ...FIRST, organization: "Other" });
  await expect(again).rejects.toThrow("There is an administrator with this email already.");
  expect(await api.platform.store.read.organizations.count({})).toBe(1);
});

test("admin tokens are listed without the token, work until they are revoked, and are in the audit log", async () => {
  const api = await createAdminApi();
  await createAdministrator(api.platform, FIRST);
  const { token, ...entry } = await createAdminToken(api.platform, {
    email: FIRST.email,
    name: "script",
  });
  expect(token).toMatch(/^dga_[0-9A-Za-z]{49}$/);
  expect(await listAdminTokens(api.platform)).toEqual([entry]);
  expect((await api.request("GET /session", { token })).status).toBe(200);
  await revokeAdminToken(api.platform, entry.id);
  expect((await api.request("GET /session", { token })).status).toBe(401);
  expect(await listAdminTokens(api.platform)).toEqual([]);
  const entries = await api.platform.store.read.audit.list({ resource: "adminToken" });
  expect(entries.map(({ action }) => action)).toEqual(["create", "revoke"]);
});

test("the command line gets an error for an unknown administrator or token", async () => {
  const { platform } = await createAdminApi();
  await expect(createAdminToken(platform, { email: "x@example.com" })).rejects.toThrow(
    'There is no administrator with the email "x@example.com".',
  );
  await expect(revokeAdminToken(platform, "x")).rejects.toThrow(
    'There is no admin token with the id "x".',
  );
});
