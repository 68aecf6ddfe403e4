import { expect, test } from "vitest";
import {
  changePermissions,
  createAdministrator,
  createAdminToken,
  listAdministrators,
  listAdminTokens,
  removeAdministrator,
  revokeAdminToken,
  setPassword,
} from "../../../../runtime/admin/accounts/administrators.ts";
import { PERMISSIONS } from "../../../../runtime/admin/accounts/permissions.ts";
import {
  type AdminApi,
  createAdminApi,
  PASSWORD,
  type TestAdmin,
} from "../../../support/admin-client.ts";
import {
  afterNextVerification,
  beforeNextTransaction,
  holdTransactions,
} from "../../../support/platform.ts";

const NEW_PASSWORD = "another password";
const MINUTE_MS = 60_000;

/** Creates two administrators of one organization with every permission. */
async function setUp() {
  const api = await createAdminApi();
  const ada = await api.addAdmin({ organization: "Acme" });
  const bob = await api.addAdmin({ organization: "Acme" });
  return { api, ada, bob };
}

function signIn(api: AdminApi, { email }: Pick<TestAdmin, "email">, password = PASSWORD) {
  return api.request("POST /session", { body: { email, password } });
}

/** Signs in. @returns a check that the session continues */
async function startSession(api: AdminApi, admin: TestAdmin) {
  const { headers } = await signIn(api, admin);
  const cookie = { Cookie: headers.get("Set-Cookie")!.split(";")[0]! };
  return async (call: "GET /session" | "GET /audit" = "GET /session") =>
    (await api.request(call, { headers: cookie })).status;
}

/** Returns the audit entries about administrators and their tokens, except for their creation. */
async function auditOf({ platform }: AdminApi) {
  const entries = await platform.store.read.audit.list({});
  return entries
    .filter(({ resource, action }) => resource.startsWith("admin") && action !== "create")
    .map(({ admin, action, resource, name, changes }) => [admin, action, resource, name, changes]);
}

test("a removed administrator is refused from the next request on, by session and by token", async () => {
  const { api, ada, bob } = await setUp();
  const session = await startSession(api, ada);
  const { token } = await createAdminToken(api.platform, { email: ada.email });
  expect(await session()).toBe(200);
  await removeAdministrator(api.platform, { email: ` ${ada.email.toUpperCase()}` });
  expect(await session()).toBe(401);
  for (const each of [ada.token, token]) {
    expect((await api.request("GET /session", { token: each })).status).toBe(401);
  }
  expect((await signIn(api, ada)).status).toBe(401);
  expect((await bob.request("GET /session")).status).toBe(200);
  expect((await listAdminTokens(api.platform)).map(({ email }) => email)).toEqual([bob.email]);
});

test("the email of a removed administrator can be used again, and restores nothing", async () => {
  const { api, ada } = await setUp();
  const session = await startSession(api, ada);
  await removeAdministrator(api.platform, ada);
  const again = { organization: "Globex", email: ada.email, password: NEW_PASSWORD };
  await createAdministrator(api.platform, again);
  expect(await session()).toBe(401);
  expect((await ada.request("GET /session")).status).toBe(401);
  expect((await signIn(api, ada)).status).toBe(401);
  expect((await signIn(api, ada, NEW_PASSWORD)).json.admin.organization.name).toBe("Globex");
});

test("ATTACK-T286: an organization whose name looks like another one's is created only on request", async () => {
  const { api } = await setUp();
  const names = async () =>
    (await api.platform.store.read.organizations.list({})).map(({ name }) => name);
  const [existing] = await names();
  const create = (organization: string, isNewOrganization?: boolean) =>
    createAdministrator(api.platform, {
      organization,
      isNewOrganization,
      email: `${(organization + isNewOrganization).replace(/\W/g, "")}@example.com`,
      password: "several words of nobody",
    });
  for (const similar of [
    existing!.toLowerCase(),
    `${existing!.slice(0, 2)} ${existing!.slice(2)}`,
  ]) {
    await expect(create(similar)).rejects.toThrow(
      `There is an organization "${existing}". Use this name, or pass --new-org to create another ` +
        `one with the name "${similar}".`,
    );
  }
  expect(await names()).toEqual([existing]);
  expect((await create(` ${existing} `)).isNewOrganization).toBe(false);
  expect((await create(existing!.toLowerCase(), true)).isNewOrganization).toBe(true);
  expect((await create("Quite Another")).isNewOrganization).toBe(true);
  expect(await names()).toEqual([existing, existing!.toLowerCase(), "Quite Another"]);
});

test("new permissions apply from the next request on, by session and by token", async () => {
  const { api, ada } = await setUp();
  const session = await startSession(api, ada);
  expect(await session("GET /audit")).toBe(200);
  await changePermissions(api.platform, { ...ada, permissions: ["api-keys"] });
  expect(await session("GET /audit")).toBe(403);
  expect((await ada.request("GET /audit")).status).toBe(403);
  expect((await ada.request("GET /api-keys")).status).toBe(200);
  expect((await ada.request("POST /clients", { body: { name: "x" } })).status).toBe(403);
  await changePermissions(api.platform, { ...ada, permissions: ["audit"] });
  expect(await session("GET /audit")).toBe(200);
  expect((await ada.request("GET /api-keys")).status).toBe(403);
});

test("a new password ends the old one and all sessions, but not the tokens", async () => {
  const { api, ada } = await setUp();
  const sessions = [await startSession(api, ada), await startSession(api, ada)];
  await setPassword(api.platform, { ...ada, password: NEW_PASSWORD });
  for (const session of sessions) expect(await session()).toBe(401);
  expect((await signIn(api, ada)).status).toBe(401);
  expect((await signIn(api, ada, NEW_PASSWORD)).status).toBe(200);
  expect((await ada.request("GET /session")).status).toBe(200);
});

test.each<[string, (api: AdminApi, admin: TestAdmin) => Promise<unknown>]>([
  ["removed", (api, admin) => removeAdministrator(api.platform, admin)],
  ["given a password", (api, admin) => setPassword(api.platform, { ...admin, password: PASSWORD })],
])(
  "ATTACK-H110: a sign-in in progress while the administrator is %s gets no session",
  async (_, change) => {
    const { api, ada } = await setUp();
    afterNextVerification(api, () => change(api, ada));
    const late = await signIn(api, ada);
    expect(late.status).toBe(401);
    expect(late.headers.get("Set-Cookie")).toBeNull();
    expect(await api.platform.store.read.adminSessions.count({})).toBe(0);
  },
);

test.each<[string, number, (api: AdminApi, admin: TestAdmin) => Promise<unknown>]>([
  ["the administrator is removed", 401, (api, admin) => removeAdministrator(api.platform, admin)],
  [
    "the permission is removed",
    403,
    (api, { email }) => changePermissions(api.platform, { email, permissions: ["api-keys"] }),
  ],
  [
    "the token is revoked",
    401,
    async ({ platform }, { email }) => {
      const tokens = await listAdminTokens(platform);
      await revokeAdminToken(platform, tokens.find((token) => token.email === email)!.id);
    },
  ],
])(
  "ATTACK-H104: a save in progress when %s is answered %i and saves nothing",
  async (_, status, change) => {
    const { api, ada } = await setUp();
    beforeNextTransaction(api, () => change(api, ada));
    const headers = { "Idempotency-Key": "once", "Content-Type": "application/json" };
    const answer = await ada.request("POST /clients", { body: { name: "late" }, headers });
    expect(answer.status).toBe(status);
    expect(await api.platform.store.read.clients.count({})).toBe(0);
  },
);

test("the last administrator with write permission stays, and keeps the permission", async () => {
  const { api, ada, bob } = await setUp();
  await api.addAdmin({ organization: "Other" });
  await changePermissions(api.platform, { ...bob, permissions: ["api-keys", "directory:w"] });
  const before = await auditOf(api);
  const message =
    `The administrator "${ada.email}" is the last one of the organization with the permission ` +
    "api-keys:w. Give it to another administrator first.";
  await expect(removeAdministrator(api.platform, ada)).rejects.toThrow(message);
  const permissions = PERMISSIONS.filter((name) => name !== "api-keys:w");
  await expect(changePermissions(api.platform, { ...ada, permissions })).rejects.toThrow(message);
  expect(await auditOf(api)).toEqual(before);
  expect((await ada.request("POST /clients", { body: { name: "x" } })).status).toBe(201);

  await changePermissions(api.platform, { ...ada, permissions: ["api-keys:w"] });
  await removeAdministrator(api.platform, bob);
  const left = await listAdministrators(api.platform, { organization: "Acme" });
  expect(left.map(({ email }) => email)).toEqual([ada.email]);
});

test.each<[string, (api: AdminApi, admin: TestAdmin) => Promise<unknown>]>([
  ["removed", (api, admin) => removeAdministrator(api.platform, admin)],
  [
    "made a reader",
    (api, { email }) => changePermissions(api.platform, { email, permissions: ["api-keys"] }),
  ],
])(
  "of the last two with write permission, one removed and one %s at once, one stays",
  async (_, other) => {
    const { api, ada, bob } = await setUp();
    holdTransactions(api, 2);
    const results = await Promise.allSettled([
      removeAdministrator(api.platform, ada),
      other(api, bob),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const { reason } = results.find(({ status }) => status === "rejected") as PromiseRejectedResult;
    expect(reason).toMatchObject({ name: "DocgateError", code: "conflict" });
    const writers = (await listAdministrators(api.platform)).filter(({ permissions }) =>
      permissions.includes("api-keys:w"),
    );
    expect(writers).toHaveLength(1);
  },
);

test("ATTACK-H116: changes of administrators are in the audit log, without passwords", async () => {
  const { api, ada, bob } = await setUp();
  await changePermissions(api.platform, { ...ada, permissions: ["audit", "api-keys"] });
  await changePermissions(api.platform, { ...ada, permissions: ["api-keys", "audit"] });
  await setPassword(api.platform, { ...ada, password: NEW_PASSWORD });
  await removeAdministrator(api.platform, ada);
  const few = ["api-keys", "audit"];
  expect(await auditOf(api)).toEqual([
    ["command line", "update", "admin", ada.email, { permissions: [PERMISSIONS, few] }],
    ["command line", "change-password", "admin", ada.email, {}],
    ["command line", "revoke", "adminToken", ada.email, {}],
    ["command line", "delete", "admin", ada.email, { permissions: [few, null] }],
  ]);
  const { text } = await bob.request("GET /audit");
  for (const password of [PASSWORD, NEW_PASSWORD]) expect(text).not.toContain(password);
});

test("administrators are listed with organization, permissions, sign-in, sessions and tokens", async () => {
  const { api, ada, bob } = await setUp();
  const carol = await api.addAdmin({ organization: "Other", permissions: ["audit"] });
  const createdAt = new Date(api.clock.now()).toISOString();
  await startSession(api, ada);
  api.clock.advance(31 * MINUTE_MS);
  await startSession(api, bob);
  const common = {
    ...{ id: expect.any(String), createdAt, tokens: 1, sessions: 0, hasSecondFactor: false },
  };
  const acme = { id: expect.any(String), name: "Acme" };
  const inAcme = [
    {
      ...{ ...common, email: ada.email, organization: acme, permissions: PERMISSIONS },
      lastSignInAt: createdAt,
    },
    {
      ...{ ...common, email: bob.email, organization: acme, permissions: PERMISSIONS },
      lastSignInAt: new Date(api.clock.now()).toISOString(),
      sessions: 1,
    },
  ];
  expect(await listAdministrators(api.platform, { organization: " Acme " })).toEqual(inAcme);
  expect(await listAdministrators(api.platform)).toEqual([
    ...inAcme,
    {
      ...{ ...common, email: carol.email, permissions: ["audit"], lastSignInAt: null },
      organization: { id: expect.any(String), name: "Other" },
    },
  ]);
});

test("an invalid or unknown administrator, organization, permission or password is named", async () => {
  const { api, ada } = await setUp();
  const { platform } = api;
  const email = "nobody@example.com";
  const message = `There is no administrator with the email "${email}".`;
  const permissions = ["audit"];
  await expect(removeAdministrator(platform, { email })).rejects.toThrow(message);
  await expect(changePermissions(platform, { email, permissions })).rejects.toThrow(message);
  await expect(setPassword(platform, { email, password: PASSWORD })).rejects.toThrow(message);
  await expect(listAdministrators(platform, { organization: "Nobody's" })).rejects.toThrow(
    `There is no organization with the name "Nobody's".`,
  );
  const root = changePermissions(platform, { ...ada, permissions: ["audit", "root"] });
  await expect(root).rejects.toThrow('There is no permission "root".');
  const short = setPassword(platform, { ...ada, password: "short" });
  await expect(short).rejects.toThrow("The administrator's password cannot be used: Must have at");
  expect((await ada.request("GET /audit")).status).toBe(200);
  expect((await signIn(api, ada)).status).toBe(200);
});
