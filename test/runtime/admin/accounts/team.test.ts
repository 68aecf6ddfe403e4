import { describe, expect, it } from "vitest";
import {
  removeAdministrator,
  revokeAdminToken,
} from "../../../../runtime/admin/accounts/administrators.ts";
import { PERMISSIONS, ROLES } from "../../../../runtime/admin/accounts/permissions.ts";
import {
  type AdminAnswer,
  type AdminRequest,
  createAdminApi,
} from "../../../support/admin-client.ts";
import { beforeNextTransaction } from "../../../support/platform.ts";

interface TeamMember {
  readonly permissions: readonly string[];
}

const GRACE = "grace@acme.example";

async function setUp() {
  const api = await createAdminApi();
  const ada = await api.addAdmin({ organization: "Acme" });
  const list = async () => (await ada.request("GET /administrators")).json.items;
  const invite = (permissions: readonly string[], email = GRACE) =>
    ada.request("POST /administrators", { body: { email, permissions } });
  const accept = (code: string, password = "a new password") =>
    api.request("POST /invitation", { body: { code, password } });
  return { api, ada, list, invite, accept };
}

function codeIn(link: string): string {
  expect(link).toMatch(/^https:\/\/docgate\.test\/admin#invitation=[\w-]{43}$/);
  return link.split("=")[1]!;
}

describe("an invitation", () => {
  it("makes an administrator with its permissions, who is signed in at once", async () => {
    const { api, ada, list, invite, accept } = await setUp();
    const { status, json } = await invite(["audit", "api-keys"]);
    expect(status).toBe(201);
    expect(json.administrator).toMatchObject({
      email: GRACE,
      permissions: ["api-keys", "audit"],
      state: "invited",
      expiresAt: "2026-03-02T12:00:00.000Z",
    });
    expect((await list())[1]).toEqual(json.administrator);
    const details = { body: { code: codeIn(json.link) } };
    const read = () => api.request("POST /invitation/details", details);
    expect((await read()).json.invitation).toEqual({
      email: GRACE,
      organization: "Acme",
      inviter: ada.email,
      permissions: ["api-keys", "audit"],
      expiresAt: "2026-03-02T12:00:00.000Z",
      ways: ["password"],
    });

    const accepted = await accept(codeIn(json.link));
    expect(accepted.status).toBe(201);
    expect((await read()).status).toBe(403);
    expect(accepted.json.admin).toMatchObject({
      email: GRACE,
      permissions: ["api-keys", "audit"],
      organization: { name: "Acme" },
    });
    const Cookie = accepted.headers.get("Set-Cookie")!.split(";")[0]!;
    const mine = await api.request("GET /session", { headers: { Cookie } });
    expect(mine.json).toEqual(accepted.json);
    expect(
      (await list()).map(({ email, state }: Record<string, string>) => [email, state]),
    ).toEqual([
      [ada.email, "active"],
      [GRACE, "active"],
    ]);
  });

  it("ATTACK-O174: is valid once, for 24 hours, until it is withdrawn or replaced", async () => {
    const { api, ada, invite, accept } = await setUp();
    const refused = async (link: string) => {
      const details = { body: { code: codeIn(link) } };
      for (const answer of [
        await accept(codeIn(link)),
        await api.request("POST /invitation/details", details),
      ]) {
        const message = "This invitation is invalid, was used, or has expired.";
        expect(answer).toMatchObject({ status: 403, json: { message } });
      }
    };
    const first = (await invite(["audit"])).json;
    const second = (await invite(["audit"])).json;
    await refused(first.link);
    expect((await ada.request(`DELETE /administrators/${second.administrator.id}`)).status).toBe(
      204,
    );
    await refused(second.link);
    const third = (await invite(["audit"])).json;
    api.clock.advance(24 * 60 * 60 * 1000);
    await refused(third.link);
    const fourth = await ada.request("POST /administrators", {
      body: { email: GRACE, permissions: ["team"] },
    });
    const results = await Promise.all(
      [1, 2, 3].map(() => accept(codeIn(fourth.json.link)).then(({ status }) => status)),
    );
    expect(results.sort()).toEqual([201, 403, 403]);
    await refused(fourth.json.link);
  });

  it("ATTACK-S219: is mailed, with names as text on one line, if there is a mail server", async () => {
    const { api, invite } = await setUp();
    const { platform, mails } = api;
    const evil = await api.addAdmin({ organization: '<b>\u202eEvil"' });
    const { json } = await invite(["audit"]);
    expect(json.isMailed).toBe(true);
    expect(mails).toMatchObject([
      { to: GRACE, subject: "Your invitation to administer “Acme” on docgate" },
    ]);
    expect(mails[0]!.text).toContain(`within 24 hours:\n\n${json.link}\n`);
    await evil.request("POST /administrators", {
      body: { email: "eve@acme.example", permissions: ["audit"] },
    });
    expect(mails[1]!.subject).toBe('Your invitation to administer “<b> Evil"” on docgate');
    expect(mails[1]!.html).not.toContain("<b>");
    Object.assign(platform, { mailer: { ...platform.mailer, hasServer: false } });
    expect((await invite(["audit"])).json).toMatchObject({ isMailed: false });
    expect(mails).toHaveLength(2);
  });

  it("refuses an address that is an administrator's, no permission, and a short password", async () => {
    const { ada, invite, accept } = await setUp();
    expect(await invite([])).toMatchObject({
      status: 400,
      json: { errors: [{ path: "permissions", message: "Give at least one permission." }] },
    });
    expect(await invite(["audit"], ada.email.toUpperCase())).toMatchObject({
      status: 409,
      json: { errors: [{ path: "email" }] },
    });
    const { link } = (await invite(["audit"])).json;
    expect((await accept(codeIn(link), "short")).status).toBe(400);
    expect((await accept(codeIn(link))).status).toBe(201);
  });
});

describe("an invitation, after its inviter", () => {
  it("ATTACK-T270: was removed, over the API or on the command line, ends, also if a token made it", async () => {
    const { api, ada, list, accept } = await setUp();
    const removals = [
      (id: string) => ada.request(`DELETE /administrators/${id}`),
      (_: string, email: string) => removeAdministrator(api.platform, { email }),
    ];
    for (const remove of removals) {
      const mallory = await api.addAdmin({ organization: "Acme" });
      const [, { id }] = await list();
      const token = await mallory.request("POST /tokens", { body: { name: "spare" } });
      const body = { email: "shadow@acme.example", permissions: PERMISSIONS };
      const asToken = { body, token: token.json.token };
      const { link, administrator } = (await api.request("POST /administrators", asToken)).json;
      await remove(id, mallory.email);
      expect(await list()).toHaveLength(1);
      expect(await accept(codeIn(link))).toMatchObject({
        status: 403,
        json: { message: "This invitation is invalid, was used, or has expired." },
      });
      const { items } = (await ada.request("GET /audit?action=withdraw")).json;
      expect(items[0]).toMatchObject({ resourceId: administrator.id, name: body.email });
    }
    expect(await list()).toHaveLength(1);
  });

  it("ATTACK-T271: lost permissions, gives none of those", async () => {
    const { api, ada, list, accept } = await setUp();
    const bob = await api.addAdmin({ organization: "Acme" });
    const [, { id }] = await list();
    const invited = { email: GRACE, permissions: ["api-keys:w", "audit", "team:w"] };
    const { link } = (await bob.request("POST /administrators", { body: invited })).json;
    const body = { permissions: ["audit", "directory"] };
    expect((await ada.request(`PATCH /administrators/${id}`, { body })).status).toBe(200);
    expect((await list()).at(-1)).toMatchObject({ email: GRACE, permissions: ["audit"] });
    const accepted = await accept(codeIn(link));
    expect(accepted.json.admin).toMatchObject({ email: GRACE, permissions: ["audit"] });
  });
});

describe("the team", () => {
  it("ATTACK-O175: nobody gives permissions that they do not have", async () => {
    const { api } = await setUp();
    const bob = await api.addAdmin({ organization: "Acme", permissions: ["team", "team:w"] });
    const message =
      "You can only give and take permissions that you have yourself, not api-keys:w.";
    const body = { email: GRACE, permissions: ["team", "api-keys:w"] };
    expect(await bob.request("POST /administrators", { body })).toMatchObject({
      status: 403,
      json: { message },
    });
    const [, own] = (await bob.request("GET /administrators")).json.items;
    expect(own.email).toBe(bob.email);
    const patch = { body: { permissions: ["team", "team:w", "api-keys:w"] } };
    expect(await bob.request(`PATCH /administrators/${own.id}`, patch)).toMatchObject({
      status: 403,
      json: { message },
    });
  });

  it("ATTACK-T276: nobody takes permissions that they do not have, a token not even from its owner", async () => {
    const { api, ada, list } = await setUp();
    await api.addAdmin({ organization: "Acme" });
    const lesser = await api.addAdmin({ organization: "Acme", permissions: ["team", "team:w"] });
    const permissions = ["team", "team:w"];
    const made = await ada.request("POST /tokens", { body: { name: "team", permissions } });
    const asToken: AdminRequest = (call, options) =>
      api.request(call, { token: made.json.token, ...options });
    const [owner, other, small] = await list();
    const rest = PERMISSIONS.filter((name) => name !== "audit");
    const message = "You can only give and take permissions that you have yourself, not audit.";
    for (const request of [asToken, lesser.request]) {
      for (const { id } of [owner, other]) {
        const patch = { body: { permissions: rest } };
        expect(await request(`PATCH /administrators/${id}`, patch)).toMatchObject({
          status: 403,
          json: { message },
        });
      }
    }
    for (const { id } of [owner, other]) {
      expect((await asToken(`DELETE /administrators/${id}`)).status).toBe(403);
    }
    expect((await list()).map((member: TeamMember) => member.permissions)).toEqual([
      PERMISSIONS,
      PERMISSIONS,
      permissions,
    ]);
    // A token gives and takes the permissions that it has.
    const own = { body: { permissions: ["team"] } };
    expect((await asToken(`PATCH /administrators/${small.id}`, own)).status).toBe(200);
    expect((await asToken(`DELETE /administrators/${small.id}`)).status).toBe(204);
  });

  it("narrows and ends sessions and tokens at once", async () => {
    const { api, ada } = await setUp();
    const bob = await api.addAdmin({ organization: "Acme" });
    const [, { id }] = (await ada.request("GET /administrators")).json.items;
    expect((await bob.request("GET /notices")).status).toBe(200);
    const body = { permissions: ["api-keys"] };
    const patched = await ada.request(`PATCH /administrators/${id}`, { body });
    expect(patched.json.administrator).toMatchObject({ email: bob.email, ...body });
    expect((await bob.request("GET /notices")).status).toBe(403);
    expect((await ada.request(`DELETE /administrators/${id}`)).status).toBe(204);
    expect((await bob.request("GET /api-keys")).status).toBe(401);
  });

  it("keeps someone with api-keys:w and someone with team:w", async () => {
    const { api, ada } = await setUp();
    await api.addAdmin({ organization: "Acme", permissions: ["api-keys:w"] });
    const [{ id }] = (await ada.request("GET /administrators")).json.items;
    const message = `The administrator "${ada.email}" is the last one of the organization with the permission team:w. Give it to another administrator first.`;
    expect(await ada.request(`DELETE /administrators/${id}`)).toMatchObject({
      status: 409,
      json: { message },
    });
    const body = { permissions: ["team"] };
    expect((await ada.request(`PATCH /administrators/${id}`, { body })).status).toBe(409);
  });
});

describe("a role", () => {
  it("ATTACK-S220: counts as it is when a change is stored, also for a token made before; the last owner keeps it", async () => {
    const { api, ada, list } = await setUp();
    const bob = await api.addAdmin({ organization: "Acme" });
    const [first, { id }] = await list();
    const made = (await bob.request("POST /tokens", { body: { name: "owner" } })).json;
    const asToken: AdminRequest = (call, options) =>
      api.request(call, { token: made.token, ...options });
    const space = { body: { title: "Late" } };
    for (const request of [bob.request, asToken]) {
      const body = { permissions: ROLES.owner };
      expect((await ada.request(`PATCH /administrators/${id}`, { body })).status).toBe(200);
      const narrowed = { body: { permissions: ROLES["read-only"] } };
      beforeNextTransaction(api, () => ada.request(`PATCH /administrators/${id}`, narrowed));
      expect((await request("POST /spaces", space)).status).toBe(403);
      expect((await request("GET /spaces")).json.items).toEqual([]);
    }
    const support = { body: { permissions: ROLES.support } };
    expect((await ada.request(`PATCH /administrators/${first.id}`, support)).status).toBe(409);
    expect((await bob.request(`PATCH /administrators/${id}`, support)).status).toBe(403);
  });
});

describe("admin tokens", () => {
  async function withToken(body: object) {
    const world = await setUp();
    const { json, status } = await world.ada.request("POST /tokens", { body });
    expect(status, JSON.stringify(json)).toBe(201);
    const call = (path: "GET /notices" | "GET /api-keys" | "POST /tokens", sent?: object) =>
      world.api.request(path, {
        headers: { Authorization: `Bearer ${json.token}`, "Content-Type": "application/json" },
        ...(sent && { body: sent }),
      });
    return { ...world, made: json.adminToken, call };
  }

  it("have a name, their own permissions, an end, and the time of their last use", async () => {
    const expiresAt = "2026-03-02T12:00:00.000Z";
    const { api, ada, made, call } = await withToken({
      name: "deploy",
      permissions: ["api-keys"],
      expiresAt,
    });
    expect(made).toMatchObject({ name: "deploy", permissions: ["api-keys"], lastUsedAt: null });
    expect((await call("GET /api-keys")).status).toBe(200);
    expect((await call("GET /notices")).status).toBe(403);
    await api.platform.tokenUse.settle();
    const listed = (await ada.request("GET /tokens")).json.items.at(-1);
    expect(listed).toEqual({ ...made, lastUsedAt: "2026-03-01T12:00:00.000Z" });
    api.clock.set(expiresAt);
    expect((await call("GET /api-keys")).status).toBe(401);
  });

  it("end when they are revoked; nobody revokes those of others", async () => {
    const { api, ada, made, call } = await withToken({ name: "deploy" });
    const bob = await api.addAdmin({ organization: "Acme" });
    expect((await bob.request(`DELETE /tokens/${made.id}`)).status).toBe(404);
    expect((await ada.request(`DELETE /tokens/${made.id}`)).status).toBe(204);
    expect((await call("GET /api-keys")).status).toBe(401);
  });

  it("ATTACK-O175: a token passes on its limits to those that it makes", async () => {
    const { call } = await withToken({ name: "small", permissions: ["api-keys"] });
    expect((await call("POST /tokens", { name: "a", permissions: ["audit"] })).status).toBe(403);
    const child = await call("POST /tokens", { name: "b" });
    expect(child.json.adminToken.permissions).toEqual(["api-keys"]);
  });

  it("ATTACK-T272: a token ends at the latest with the one that made it", async () => {
    const expiresAt = "2026-03-01T12:10:00.000Z";
    const { api, ada, call } = await withToken({ name: "leaked", expiresAt });
    const wanted = [undefined, null, "2027-01-01T00:00:00Z", "2026-03-01T12:05:00.000Z"];
    const made: AdminAnswer[] = [];
    for (const end of wanted) {
      made.push(await call("POST /tokens", { name: "child", expiresAt: end }));
    }
    const ends = made.map(({ json }) => json.adminToken.expiresAt);
    expect(ends).toEqual([expiresAt, expiresAt, expiresAt, "2026-03-01T12:05:00.000Z"]);
    const { token } = made[0]!.json;
    const grandchild = await api.request("POST /tokens", { token, body: { name: "grandchild" } });
    expect(grandchild.json.adminToken.expiresAt).toBe(expiresAt);
    const listed = (await ada.request("GET /tokens")).json.items.slice(-2);
    expect(listed.map((item: { expiresAt: string }) => item.expiresAt)).toEqual([
      "2026-03-01T12:05:00.000Z",
      expiresAt,
    ]);
    api.clock.set(expiresAt);
    for (const { json } of [...made, grandchild]) {
      expect((await api.request("GET /session", { token: json.token })).status).toBe(401);
    }
  });

  it("ATTACK-T273: a revoked token takes with it those that it made, and those that they made", async () => {
    const { api, ada, made, call } = await withToken({ name: "leaked" });
    const heirs = [(await call("POST /tokens", { name: "child" })).json];
    for (let depth = 0; depth < 3; depth += 1) {
      const { token } = heirs.at(-1)!;
      heirs.push((await api.request("POST /tokens", { token, body: { name: "heir" } })).json);
    }
    const other = (await ada.request("POST /tokens", { body: { name: "other" } })).json;
    const statuses = () =>
      Promise.all(
        [...heirs, other].map(
          async ({ token }) => (await api.request("GET /session", { token })).status,
        ),
      );
    expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
    // In the middle, from the command line: those above it stay.
    expect(await revokeAdminToken(api.platform, heirs[2]!.adminToken.id)).toBe(2);
    expect(await statuses()).toEqual([200, 200, 401, 401, 200]);
    expect((await ada.request(`DELETE /tokens/${made.id}`)).status).toBe(204);
    expect(await statuses()).toEqual([401, 401, 401, 401, 200]);
    const { items } = (await ada.request("GET /audit?action=revoke")).json;
    expect(items).toHaveLength(5);
  });

  it("ATTACK-T273: a token is not made while the one that makes it is revoked", async () => {
    const { api, ada, made, call } = await withToken({ name: "leaked" });
    beforeNextTransaction(api, () => ada.request(`DELETE /tokens/${made.id}`));
    expect((await call("POST /tokens", { name: "late" })).status).toBe(401);
    expect(await api.platform.store.read.adminTokens.count({ name: "late" })).toBe(0);
  });

  it("ATTACK-T273: an administrator with a long line of tokens can be removed", async () => {
    const { api, ada, list } = await setUp();
    const bob = await api.addAdmin({ organization: "Acme" });
    const [, { id: adminId }] = await list();
    const [first] = await api.platform.store.read.adminTokens.list({ adminId });
    await api.platform.store.transaction(async ({ adminTokens }) => {
      for (let count = 1; count <= 1500; count += 1) {
        const parentId = count === 1 ? first!.id : `heir-${count - 1}`;
        const own = { id: `heir-${count}`, tokenHash: `heir-${count}`, parentId };
        await adminTokens.insert({ ...first!, ...own });
      }
    });
    expect((await ada.request(`DELETE /administrators/${adminId}`)).status).toBe(204);
    expect((await bob.request("GET /session")).status).toBe(401);
  });

  it("lose what their administrator loses", async () => {
    const { api, call } = await withToken({ name: "deploy", permissions: ["audit"] });
    const bob = await api.addAdmin({ organization: "Acme" });
    const [{ id }] = (await bob.request("GET /administrators")).json.items;
    const permissions = PERMISSIONS.filter((name) => name !== "audit");
    expect((await call("GET /notices")).status).toBe(200);
    await bob.request(`PATCH /administrators/${id}`, { body: { permissions } });
    expect((await call("GET /notices")).status).toBe(403);
  });

  it("refuse an end in the past", async () => {
    const { ada } = await setUp();
    const body = { name: "late", expiresAt: "2026-03-01T12:00:00.000Z" };
    expect(await ada.request("POST /tokens", { body })).toMatchObject({
      status: 400,
      json: { errors: [{ path: "expiresAt", message: "Expected a time in the future." }] },
    });
  });
});
