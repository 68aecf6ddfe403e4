import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  PERMISSIONS,
  parsePermissions,
  ROLES,
} from "../../../../runtime/admin/accounts/permissions.ts";
import { ADMIN_OPERATIONS } from "../../../../runtime/admin/api/operations.ts";
import type { AdminOperation } from "../../../../runtime/admin/api/route.ts";
import {
  type AdminApi,
  type AdminCallOptions,
  openAdminApi,
  PASSWORD,
  type TestAdmin,
} from "../../../support/admin-client.ts";

const UNKNOWN = "00000000-0000-7000-8000-000000000000";

let api: AdminApi;
let owner: TestAdmin;
let foreigner: TestAdmin;
let expired: string;
/** An id in the owner's organization for each collection. */
const ids: Record<string, string> = {};
/** One administrator of the owner's organization for each permission, with that one only. */
const single: Record<string, TestAdmin> = {};

beforeAll(async () => {
  api = await openAdminApi();
  owner = await api.addAdmin({ organization: "Acme" });
  foreigner = await api.addAdmin({ organization: "Other" });
  for (const permission of PERMISSIONS) {
    single[permission] = await api.addAdmin({ organization: "Acme", permissions: [permission] });
  }
  expired = await expiredCookie();
  await createOneOfEach();
});

afterAll(() => api.close());

async function expiredCookie(): Promise<string> {
  const { headers } = await api.request("POST /session", {
    body: { email: owner.email, password: PASSWORD },
  });
  api.clock.advance(13 * 60 * 60 * 1000);
  return headers.get("Set-Cookie")!.split(";")[0]!;
}

async function createOneOfEach(): Promise<void> {
  for (const collection of ["spaces", "contracts", ...COLLECTIONS]) {
    if (ids[collection]) continue;
    const { json, status } = await owner.request(`POST /${collection}`, {
      body: bodyFor(`/${collection}`, "post"),
    });
    expect(status, JSON.stringify(json)).toBe(201);
    ids[collection] = (Object.values(json)[0] as { id: string }).id;
  }
  ids.notices = (await owner.request(`POST /webhooks/${ids.webhooks}/test`)).json.notices[0];
}

const COLLECTIONS = [
  ...new Set(
    ADMIN_OPERATIONS.filter(
      ({ path, method, sessionOnly }) =>
        method === "delete" && path.includes("{id}") && !sessionOnly,
    ).map(({ path }) => path.split("/")[1]!),
  ),
];

/** Returns a body that the operation accepts. */
function bodyFor(path: string, method: string): object | undefined {
  if (path.endsWith("/front-settings") && method === "put") return { color: "red" };
  if (path === "/session/password") {
    return { currentPassword: PASSWORD, newPassword: PASSWORD };
  }
  if (path === "/organization/provider") {
    const provider = { clientId: "docgate", domains: ["matrix.test"], newPermissions: null };
    return { issuer: "http://unreachable.test", ...provider };
  }
  if (path === "/session/totp") return method === "put" ? { code: "000000" } : undefined;
  if (path === "/tokens" && method === "post") return { name: "matrix" };
  if (path === "/session") return { email: "nobody@example.com", password: "wrong password" };
  const isPatch = method === "patch";
  if (isPatch) return {};
  const bodies: Record<string, object> = {
    "/api-keys": { name: "matrix" },
    "/api-keys/{id}/partner-link": { mayRotate: true },
    "/clients": { name: "matrix" },
    "/certificates": { name: "matrix" },
    "/contracts": { name: "matrix" },
    "/webhooks": {
      name: "matrix",
      origin: "https://matrix.test",
      notificationUrl: "https://matrix.test/notices",
    },
    "/spaces": { title: "matrix" },
    "/agents": { spaceId: ids.spaces, agentId: "matrix", displayName: "Matrix" },
    "/consumers": {
      contractId: ids.contracts,
      email: "matrix@example.com",
      password: PASSWORD,
      registration: "system",
    },
    "/organization/domain-checks": { domain: "matrix.test" },
    "/administrators": { email: "invited@example.com", permissions: ["team:w"] },
    "/invitation": { code: "x", password: PASSWORD },
    "/invitation/details": { code: "x" },
    "/setup": {
      token: "x",
      organization: "Third",
      email: "third@example.com",
      password: PASSWORD,
    },
  };
  return method === "post" ? bodies[path] : undefined;
}

function optionsFor({ path, method, bodyType }: AdminOperation): AdminCallOptions {
  if (bodyType !== undefined) {
    return { text: "email,password,registration", headers: { "Content-Type": bodyType } };
  }
  const body = method === "get" || method === "delete" ? undefined : bodyFor(path, method);
  return body === undefined ? {} : { body };
}

function callOf({ path, method }: AdminOperation, id: string) {
  const queries: Record<string, string> = {
    "/search": "?q=matrix",
    "/consumers/import": `?dryRun=true&contractId=${ids.contracts}`,
  };
  const query = queries[path] ?? "";
  return `${method.toUpperCase()} ${path.replace("{id}", id)}${query}` as "GET /";
}

function ownId({ path }: AdminOperation): string {
  return ids[path.split("/")[1]!] ?? UNKNOWN;
}

const guarded = ADMIN_OPERATIONS.filter(({ access }) => access !== "anyone");
/** Without those for sessions only: a token is refused there before any look-up. */
const ofOne = guarded.filter(({ path, sessionOnly }) => path.includes("{id}") && !sessionOnly);
const title = ({ method, path }: AdminOperation) => `${method.toUpperCase()} ${path}`;

describe.each(guarded.map((operation) => [title(operation), operation] as const))(
  "ATTACK-H104: %s",
  (_, operation) => {
    test("answers 401 without credentials, and to a wrong token, a wrong scheme and an expired session", async () => {
      const call = callOf(operation, ownId(operation));
      const options = optionsFor(operation);
      const credentials: Record<string, string>[] = [
        {},
        { Authorization: `Bearer ${owner.token.slice(0, -1)}` },
        { Authorization: `Bearer ${owner.token.slice(0, 4)}${"0".repeat(49)}` },
        { Authorization: `Basic ${owner.token}` },
        { Authorization: owner.token },
        { Cookie: expired, Origin: "https://docgate.test" },
        // Valid credentials elsewhere do not make up for a wrong token.
        { Authorization: "Bearer x", Cookie: expired, Origin: "https://docgate.test" },
      ];
      for (const headers of credentials) {
        const answer = await api.request(call, {
          ...options,
          headers: { ...headers, ...(options.body !== undefined && JSON_TYPE) },
        });
        expect(answer.status, JSON.stringify(headers)).toBe(401);
        expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
      }
    });

    test("answers 403 to every permission but its own, before any look-up", async () => {
      for (const permission of PERMISSIONS) {
        const { request } = single[permission]!;
        const isAllowed =
          !operation.sessionOnly &&
          ["administrator", "signed-in", permission].includes(operation.access);
        // An allowed operation gets an unknown id, because it may delete.
        const wanted = isAllowed ? [UNKNOWN] : [ownId(operation), UNKNOWN];
        for (const id of wanted) {
          const { status } = await request(callOf(operation, id), optionsFor(operation));
          // Whoever sets the provider up can become anyone, so this one permission is not enough.
          const isEnough = isAllowed && operation.operationId !== "saveProvider";
          if (isEnough) expect([200, 201, 202, 204, 404, 409], permission).toContain(status);
          else expect(status, permission).toBe(403);
        }
      }
    });
  },
);

const JSON_TYPE = { "Content-Type": "application/json" };

describe.each(ofOne.map((operation) => [title(operation), operation] as const))(
  "ATTACK-H106: %s",
  (_, operation) => {
    test("answers the same to an id of another organization as to an unknown one", async () => {
      const options = optionsFor(operation);
      const foreign = await foreigner.request(callOf(operation, ownId(operation)), options);
      const unknown = await foreigner.request(callOf(operation, UNKNOWN), options);
      expect(foreign.status).toBe(404);
      expect(foreign.text).toBe(unknown.text);
      expect([...foreign.headers]).toEqual([...unknown.headers]);
    });
  },
);

test("ATTACK-H106: no list shows anything of another organization", async () => {
  const lists = guarded.filter(({ method, path }) => method === "get" && !path.includes("{id}"));
  for (const operation of lists.filter(({ path }) => path !== "/session")) {
    const { text } = await foreigner.request(callOf(operation, ""));
    for (const id of Object.values(ids)) expect(text, operation.path).not.toContain(id);
  }
});

test("ATTACK-H104: the owner is never refused", async () => {
  for (const operation of ofOne) {
    const { status } = await owner.request(callOf(operation, UNKNOWN), optionsFor(operation));
    expect(status, title(operation)).toBe(404);
  }
});

test("ATTACK-H104: only sign-in, set-up and invitations are open to anyone", () => {
  const open = ADMIN_OPERATIONS.filter(({ access }) => access === "anyone");
  expect(open.map(title).sort()).toEqual([
    "GET /session/provider/callback",
    "POST /invitation",
    "POST /invitation/details",
    "POST /session",
    "POST /session/passkey",
    "POST /session/passkey-options",
    "POST /session/provider",
    "POST /session/second-factor",
    "POST /setup",
  ]);
});

test("admin API: the table of permissions is the contract's", () => {
  const table = Object.groupBy(guarded, ({ access }) => access);
  const names = (access: string) => (table[access as "audit"] ?? []).map(title).sort();
  const crud = (...collections: string[]) =>
    collections.flatMap((name) => [`DELETE /${name}/{id}`, `PATCH /${name}/{id}`, `POST /${name}`]);
  const reads = (...collections: string[]) =>
    collections.flatMap((name) => [`GET /${name}`, `GET /${name}.csv`, `GET /${name}/{id}`]);
  const chain = ["api-keys", "clients", "certificates", "contracts", "webhooks"];
  const directory = ["spaces", "agents", "consumers"];
  expect(names("api-keys")).toEqual(
    [...reads(...chain), "GET /api-keys/{id}/calls", "GET /api-keys/{id}/partner-link"].sort(),
  );
  expect(names("api-keys:w")).toEqual(
    [
      ...crud(...chain),
      "DELETE /api-keys/{id}/partner-link",
      "POST /api-keys/{id}/partner-link",
      "POST /api-keys/{id}/rotate",
      "POST /api-keys/{id}/revoke-tokens",
      "POST /api-keys/{id}/wake",
      "POST /clients/{id}/rotate-secret",
      "POST /certificates/{id}/rotate",
      "POST /webhooks/{id}/rotate-signing-secret",
      "POST /webhooks/{id}/test",
      "POST /notices/{id}/resend",
    ].sort(),
  );
  expect(names("cache:w")).toEqual([
    "POST /api-keys/{id}/rebuild-cache",
    "POST /certificates/{id}/rebuild-cache",
  ]);
  expect(names("directory")).toEqual(
    [...reads(...directory), "GET /agents/{id}/front-settings"].sort(),
  );
  expect(names("directory:w")).toEqual(
    [...crud(...directory), "PUT /agents/{id}/front-settings", "POST /consumers/import"].sort(),
  );
  expect(names("audit")).toEqual([
    "GET /audit",
    "GET /audit.csv",
    "GET /audit.ndjson",
    "GET /audit/actors",
    "GET /calls",
    "GET /calls.csv",
    "GET /calls.ndjson",
    "GET /notices",
    "GET /notices.csv",
    "GET /notices.ndjson",
    "GET /refusals",
    "GET /refusals.csv",
    "GET /refusals.ndjson",
    "GET /search-gaps",
  ]);
  expect(names("team")).toEqual([
    "GET /administrators",
    "GET /administrators.csv",
    "GET /administrators/{id}",
    "GET /organization",
  ]);
  expect(names("team:w")).toEqual(
    [
      ...crud("administrators"),
      "DELETE /organization/provider",
      "PATCH /organization",
      "POST /organization/domain-checks",
      "PUT /organization/provider",
    ].sort(),
  );
  expect(names("signed-in")).toEqual([
    "DELETE /session",
    "DELETE /session/passkeys/{id}",
    "DELETE /session/sessions",
    "DELETE /session/sessions/{id}",
    "DELETE /session/totp",
    "GET /session",
    "GET /session/factors",
    "GET /session/sessions",
    "POST /session/new-passkey-options",
    "POST /session/passkeys",
    "POST /session/recovery-codes",
    "POST /session/totp",
    "PUT /session/totp",
  ]);
  expect(names("administrator")).toEqual([
    "DELETE /tokens/{id}",
    "GET /search",
    "GET /tokens",
    "POST /tokens",
    "PUT /session/password",
  ]);
});

test("a list of permissions is parsed without regard to order and blanks", () => {
  expect(parsePermissions("audit, api-keys")).toEqual(["api-keys", "audit"]);
  expect(parsePermissions("team:w,read-only")).toEqual([...ROLES["read-only"], "team:w"]);
  expect(() => parsePermissions("audit,root")).toThrow('There is no permission "root"');
  expect(() => parsePermissions("")).toThrow('There is no permission ""');
});
