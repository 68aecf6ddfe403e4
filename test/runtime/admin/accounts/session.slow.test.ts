import { expect, test } from "vitest";
import { PERMISSIONS } from "../../../../runtime/admin/accounts/permissions.ts";
import { createPasswords } from "../../../../runtime/partner/secrets/passwords.ts";
import {
  type AdminApi,
  type AdminCallOptions,
  createAdminApi,
  PASSWORD,
} from "../../../support/admin-client.ts";
import { afterNextVerification } from "../../../support/platform.ts";
import { ENGINE } from "../../../support/store-place.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const ORIGIN = { Origin: "https://docgate.test" };

async function setUp(publicUrl?: string) {
  const api = await createAdminApi(publicUrl === undefined ? {} : { publicUrl });
  const admin = await api.addAdmin({ organization: "Acme" });
  return { api, admin };
}

function signIn(
  api: AdminApi,
  email: string,
  options: AdminCallOptions & { password?: string } = {},
) {
  const { password = PASSWORD, ...rest } = options;
  return api.request("POST /session", { body: { email, password }, ...rest });
}

/** Returns the `Cookie` header that a browser would send next. */
function cookieOf({ headers }: { readonly headers: Headers }): { Cookie: string } {
  return { Cookie: headers.get("Set-Cookie")!.split(";")[0]! };
}

async function isSignedIn(api: AdminApi, headers: { Cookie: string }): Promise<boolean> {
  return (await api.request("GET /session", { headers })).status === 200;
}

test("signing in returns the administrator and the permissions", async () => {
  const { api, admin } = await setUp();
  const answer = await signIn(api, admin.email);
  const expected = {
    admin: {
      email: admin.email,
      permissions: PERMISSIONS,
      organization: { id: expect.any(String), name: "Acme" },
    },
  };
  expect(answer.json).toEqual(expected);
  const again = await api.request("GET /session", { headers: cookieOf(answer) });
  expect(again.json).toEqual(expected);
  expect((await admin.request("GET /session")).json).toEqual(expected);
});

test("GET /session?nobody=true answers null in place of 401, if there is no session to judge", async () => {
  const { api, admin } = await setUp();
  const ask = async (headers: Record<string, string> = {}) => {
    const { status, json } = await api.request("GET /session?nobody=true", { headers });
    return [status, json.admin?.email ?? null];
  };
  expect(await ask()).toEqual([200, null]);
  expect(await ask({ Cookie: "__Host-docgate=ended" })).toEqual([200, null]);
  expect(await ask(cookieOf(await signIn(api, admin.email)))).toEqual([200, admin.email]);
  expect(await ask({ Authorization: "Bearer dga_wrong" })).toEqual([401, null]);
  expect((await api.request("GET /session?nobody=false")).status).toBe(401);
});

test("ATTACK-H110: the cookie over https is __Host-, Secure, HttpOnly and SameSite=Strict", async () => {
  const { api, admin } = await setUp();
  const { headers } = await signIn(api, admin.email);
  expect(headers.get("Set-Cookie")).toMatch(
    /^__Host-docgate=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
  );
});

test("ATTACK-H110: the cookie over http is the same without the attributes that a browser would refuse", async () => {
  const { api, admin } = await setUp("http://127.0.0.1:8080");
  const { headers } = await signIn(api, admin.email);
  expect(headers.get("Set-Cookie")).toMatch(
    /^docgate=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
  );
});

test("ATTACK-H110: a fixed cookie is not accepted, and its session ends", async () => {
  const { api, admin } = await setUp();
  const fixed = { Cookie: `__Host-docgate=${"a".repeat(43)}` };
  const first = cookieOf(await signIn(api, admin.email, { headers: jsonWith(fixed) }));
  expect(first).not.toEqual(fixed);
  expect(await isSignedIn(api, fixed)).toBe(false);

  const second = cookieOf(await signIn(api, admin.email, { headers: jsonWith(first) }));
  expect(second).not.toEqual(first);
  expect(await isSignedIn(api, first)).toBe(false);
  expect(await isSignedIn(api, second)).toBe(true);
});

function jsonWith(headers: Readonly<Record<string, string>>) {
  return { "Content-Type": "application/json", ...headers };
}

test("ATTACK-H110: signing out ends the session in the store, and removes the cookie", async () => {
  const { api, admin } = await setUp();
  const cookie = cookieOf(await signIn(api, admin.email));
  const out = await api.request("DELETE /session", { headers: { ...cookie, ...ORIGIN } });
  expect(out.status).toBe(204);
  expect(out.headers.get("Set-Cookie")).toMatch(/^__Host-docgate=; Max-Age=0; .*Secure/);
  expect(await isSignedIn(api, cookie)).toBe(false);
  expect(await api.platform.store.read.adminSessions.count({})).toBe(0);
});

test("an admin token outlives a sign-out", async () => {
  const { admin } = await setUp();
  expect((await admin.request("DELETE /session")).status).toBe(204);
  expect((await admin.request("GET /session")).status).toBe(200);
});

test("a session ends after 30 minutes without a request", async () => {
  const { api, admin } = await setUp();
  const cookie = cookieOf(await signIn(api, admin.email));
  for (let round = 0; round < 4; round++) {
    api.clock.advance(29 * MINUTE_MS);
    expect(await isSignedIn(api, cookie)).toBe(true);
  }
  api.clock.advance(30 * MINUTE_MS);
  expect(await isSignedIn(api, cookie)).toBe(false);
});

test("a session ends after 12 hours, however often it is used", async () => {
  const { api, admin } = await setUp();
  const cookie = cookieOf(await signIn(api, admin.email));
  for (let minutes = 25; minutes < 12 * 60; minutes += 25) {
    api.clock.advance(25 * MINUTE_MS);
    expect(await isSignedIn(api, cookie)).toBe(true);
  }
  api.clock.advance(25 * MINUTE_MS);
  expect(await isSignedIn(api, cookie)).toBe(false);
});

test("the use of a session is written at most once a minute", async () => {
  const { api, admin } = await setUp();
  const cookie = cookieOf(await signIn(api, admin.email));
  const lastSeen = async () =>
    (await api.platform.store.read.adminSessions.list({}))[0]?.lastSeenAt;
  const start = await lastSeen();
  api.clock.advance(MINUTE_MS - 1);
  await isSignedIn(api, cookie);
  expect(await lastSeen()).toBe(start);
  api.clock.advance(1);
  await isSignedIn(api, cookie);
  expect(await lastSeen()).toBe("2026-03-01T12:01:00.000Z");
});

test("expired sessions are removed when the administrator signs in again", async () => {
  const { api, admin } = await setUp();
  await signIn(api, admin.email);
  api.clock.advance(31 * MINUTE_MS);
  await signIn(api, admin.email);
  expect(await api.platform.store.read.adminSessions.count({})).toBe(1);
});

test("ATTACK-I121: the store contains neither the cookie's value nor the password nor the token", async () => {
  const { api, admin } = await setUp();
  const { Cookie } = cookieOf(await signIn(api, admin.email));
  const { read } = api.platform.store;
  const rows = JSON.stringify([
    await read.adminSessions.list({}),
    await read.admins.list({}),
    await read.adminTokens.list({}),
    await read.audit.list({}),
  ]);
  for (const secret of [Cookie.split("=")[1]!, PASSWORD, admin.token]) {
    expect(rows).not.toContain(secret);
  }
});

test("a wrong password and an unknown address give the same answer", async () => {
  const { api, admin } = await setUp();
  const wrong = await signIn(api, admin.email, { password: "wrong password" });
  const unknown = await signIn(api, "nobody@example.com");
  expect(wrong.status).toBe(401);
  expect(wrong.text).toBe(unknown.text);
  expect([...wrong.headers]).toEqual([...unknown.headers]);
  expect(wrong.headers.get("Set-Cookie")).toBeNull();
});

test("the address is compared without regard to case and blanks", async () => {
  const { api, admin } = await setUp();
  expect((await signIn(api, ` ${admin.email.toUpperCase()} `)).status).toBe(200);
});

test("ATTACK-G91: ten wrong passwords for an account from one address end its guesses for 15 minutes", async () => {
  const { api, admin } = await setUp();
  const password = "wrong password";
  for (const email of [admin.email, "nobody@example.com"]) {
    for (let guess = 0; guess < 10; guess++) {
      expect((await signIn(api, email, { password })).status).toBe(401);
    }
    const answer = await signIn(api, email, { password });
    expect(answer.status).toBe(429);
    expect(answer.headers.get("Retry-After")).toBe("900");
  }
  // Not even the right one is accepted, or guessing could go on.
  const right = await signIn(api, admin.email);
  expect(right.status).toBe(429);
  expect(right.headers.get("Set-Cookie")).toBeNull();
  // The owner can still sign in from elsewhere.
  expect((await signIn(api, admin.email, { address: "198.51.100.7" })).status).toBe(200);
  api.clock.advance(15 * MINUTE_MS);
  expect((await signIn(api, admin.email)).status).toBe(200);
});

test("of many simultaneous guesses, at most ten are answered right or wrong", async () => {
  const { api, admin } = await setUp();
  const guesses = Array.from({ length: 30 }, (_, index) =>
    signIn(api, admin.email, { password: index === 29 ? PASSWORD : "wrong password" }),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  // On SQLite they are checked in order; elsewhere the last may be the first.
  if (ENGINE === "sqlite") expect(statuses.at(-1)).toBe(429);
});

/** Returns one address in each of `count` networks. */
function addresses(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `198.51.100.${index}`);
}

/** Guesses ten times from each of five networks. @returns the statuses */
async function guessFromManyNetworks(api: AdminApi, email: string): Promise<Set<number>> {
  const statuses = new Set<number>();
  for (const address of addresses(5)) {
    for (let guess = 0; guess < 10; guess++) {
      statuses.add((await signIn(api, email, { password: "wrong password", address })).status);
    }
  }
  return statuses;
}

test("ATTACK-G91: fifty wrong passwords for an account from many networks end its guesses for 15 minutes", async () => {
  const { api, admin } = await setUp();
  const elsewhere = "203.0.113.7";
  for (const email of [admin.email, "nobody@example.com"]) {
    expect(await guessFromManyNetworks(api, email)).toEqual(new Set([401]));
    const password = "wrong password";
    const wrong = await signIn(api, email, { password, address: elsewhere });
    expect(wrong.status).toBe(429);
    expect(wrong.headers.get("Retry-After")).toBe("900");
    const right = await signIn(api, email, { address: elsewhere });
    expect([right.status, right.text]).toEqual([429, wrong.text]);
    expect(right.headers.get("Set-Cookie")).toBeNull();
  }
  const other = await api.addAdmin({ organization: "Acme" });
  expect((await signIn(api, other.email, { address: elsewhere })).status).toBe(200);
  api.clock.advance(15 * MINUTE_MS);
  expect((await signIn(api, admin.email, { address: elsewhere })).status).toBe(200);
});

test("ATTACK-G91: strangers' guesses do not lock an administrator out of a network known for 30 days", async () => {
  const { api, admin } = await setUp();
  const [known, old] = ["203.0.113.7", "203.0.113.8"];
  expect((await signIn(api, admin.email, { address: old })).status).toBe(200);
  api.clock.advance(2 * DAY_MS);
  expect((await signIn(api, admin.email, { address: known })).status).toBe(200);
  api.clock.advance(29 * DAY_MS);
  await guessFromManyNetworks(api, admin.email);
  expect((await signIn(api, admin.email, { address: known })).status).toBe(200);
  expect((await signIn(api, admin.email, { address: old })).status).toBe(429);
  // The sign-in has made it known for another 30 days.
  api.clock.advance(29 * DAY_MS);
  await guessFromManyNetworks(api, admin.email);
  expect((await signIn(api, admin.email, { address: known })).status).toBe(200);
  // Guesses do not make a network known.
  expect((await signIn(api, admin.email, { address: addresses(1)[0]! })).status).toBe(429);
});

test("ATTACK-G91: of many simultaneous guesses from many networks, at most fifty are answered right or wrong", async () => {
  const { api, admin } = await setUp();
  const guesses = addresses(7).flatMap((address) =>
    Array.from({ length: 10 }, () =>
      signIn(api, admin.email, { password: "wrong password", address }),
    ),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(50);
});

test("once the guesses are used up, no more passwords are hashed", async () => {
  const { api, admin } = await setUp();
  for (let guess = 0; guess < 10; guess++) {
    await signIn(api, admin.email, { password: "wrong password" });
  }
  const verified: string[] = [];
  const verify = async (password: string) => verified.push(password) > 0;
  Object.assign(api.platform.passwords, { verify, verifyNothing: verify });
  expect((await signIn(api, admin.email)).status).toBe(429);
  expect(verified).toEqual([]);
});

test("ATTACK-G92: many simultaneous sign-ins with the right password all succeed", async () => {
  const { api, admin } = await setUp();
  const answers = await Promise.all(Array.from({ length: 30 }, () => signIn(api, admin.email)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
});

test("ATTACK-G91: a hundred wrong passwords for many accounts end the address's guesses", async () => {
  const { api, admin } = await setUp();
  for (let guess = 0; guess < 100; guess++) {
    const { status } = await signIn(api, `nobody${guess}@example.com`);
    expect(status).toBe(401);
  }
  expect((await signIn(api, admin.email)).status).toBe(429);
});

/** Hashes one password at a time. @returns the order in which sign-ins were answered */
function queueOf(api: AdminApi) {
  const passwords = createPasswords({ concurrency: 1, cost: { ln: 4, r: 1, p: 1 } });
  Object.assign(api.platform.passwords, passwords);
  const answered: string[] = [];
  return {
    answered,
    ask: async (name: string, email: string, address: string) => {
      const { status } = await signIn(api, email, { address });
      answered.push(`${name} ${status}`);
    },
  };
}

test("ATTACK-T281: during a flood from 200 networks, a sign-in from a known network is answered among the first", async () => {
  const { api, admin } = await setUp();
  const office = "203.0.113.7";
  expect((await signIn(api, admin.email, { address: office })).status).toBe(200);
  const { ask, answered } = queueOf(api);
  const flood = Array.from({ length: 600 }, (_, index) =>
    ask("stranger", `nobody${index}@example.com`, `198.51.100.${index % 200}`),
  );
  await Promise.all([...flood, ask("office", admin.email, office)]);
  expect(answered).toHaveLength(601);
  expect(answered.indexOf("office 200")).toBeGreaterThanOrEqual(0);
  // A few, because a sign-in reads the store before it queues.
  expect(answered.indexOf("office 200")).toBeLessThan(10);
});

test("ATTACK-T282: 256 networks of one IPv6 customer have one place in the queue", async () => {
  const { api, admin } = await setUp();
  const { ask, answered } = queueOf(api);
  const flood = Array.from({ length: 240 }, (_, index) =>
    ask(
      "flood",
      "nobody@example.com",
      `2001:db8:12:34${(index % 256).toString(16).padStart(2, "0")}::1`,
    ),
  );
  await Promise.all([...flood, ask("other", admin.email, "203.0.113.9")]);
  expect(answered.indexOf("other 200")).toBeGreaterThanOrEqual(0);
  expect(answered.indexOf("other 200")).toBeLessThan(10);
});

test("ATTACK-T282: guesses from many IPv6 networks of one customer count together, but not against a known one", async () => {
  const { api, admin } = await setUp();
  const known = "2001:db8:12:3400::7";
  expect((await signIn(api, admin.email, { address: known })).status).toBe(200);
  const guess = (index: number, prefix: string) =>
    signIn(api, `nobody${index}@example.com`, {
      address: `${prefix}${(index % 250).toString(16).padStart(2, "0")}::1`,
    });
  for (let index = 1; index <= 200; index++) {
    expect((await guess(index, "2001:db8:12:34")).status).toBe(401);
  }
  const fresh = await signIn(api, admin.email, { address: "2001:db8:12:34ff::1" });
  expect([fresh.status, fresh.headers.get("Retry-After")]).toEqual([429, "900"]);
  expect((await signIn(api, admin.email, { address: known })).status).toBe(200);
  // Other customers of the provider can sign in, until the longer prefix has had its share.
  expect((await signIn(api, admin.email, { address: "2001:db8:12:3500::1" })).status).toBe(200);
  for (let index = 1; index <= 200; index++) {
    expect((await guess(index, "2001:db8:12:56")).status).toBe(401);
  }
  expect((await signIn(api, admin.email, { address: "2001:db8:12:7800::1" })).status).toBe(429);
  expect((await signIn(api, admin.email, { address: "2001:db8:13::1" })).status).toBe(200);
  api.clock.advance(15 * MINUTE_MS);
  expect((await signIn(api, admin.email, { address: "2001:db8:12:34ff::1" })).status).toBe(200);
});

test("a new password ends all sessions but this one", async () => {
  const { api, admin } = await setUp();
  const mine = cookieOf(await signIn(api, admin.email));
  const other = cookieOf(await signIn(api, admin.email));
  const body = { currentPassword: PASSWORD, newPassword: "another password" };
  const headers = jsonWith({ ...mine, ...ORIGIN });
  expect((await api.request("PUT /session/password", { body, headers })).status).toBe(204);
  expect(await isSignedIn(api, mine)).toBe(true);
  expect(await isSignedIn(api, other)).toBe(false);
  expect((await signIn(api, admin.email)).status).toBe(401);
  expect((await signIn(api, admin.email, { password: "another password" })).status).toBe(200);
});

function changePassword(
  api: AdminApi,
  headers: { Cookie: string },
  newPassword = "another password",
) {
  const body = { currentPassword: PASSWORD, newPassword };
  return api.request("PUT /session/password", {
    body,
    headers: jsonWith({ ...headers, ...ORIGIN }),
  });
}

test("ATTACK-H110: a sign-in in progress while the password changes is refused like any wrong one", async () => {
  const { api, admin } = await setUp();
  const mine = cookieOf(await signIn(api, admin.email));
  afterNextVerification(api, () => changePassword(api, mine));
  const late = await signIn(api, admin.email);
  const wrong = await signIn(api, admin.email, { password: "wrong password" });
  expect([late.status, late.text]).toEqual([401, wrong.text]);
  expect(late.headers.get("Set-Cookie")).toBeNull();
  expect(await api.platform.store.read.adminSessions.count({})).toBe(1);
  expect(await isSignedIn(api, mine)).toBe(true);
});

test("ATTACK-H110: of two simultaneous password changes, one succeeds, and the other's session has ended", async () => {
  const { api, admin } = await setUp();
  const first = cookieOf(await signIn(api, admin.email));
  const second = cookieOf(await signIn(api, admin.email));
  afterNextVerification(api, () => changePassword(api, second, "the second password"));
  expect((await changePassword(api, first, "the first password")).status).toBe(401);
  expect(await isSignedIn(api, first)).toBe(false);
  expect(await isSignedIn(api, second)).toBe(true);
  const statuses = ["the first password", "the second password"].map(
    async (password) => (await signIn(api, admin.email, { password })).status,
  );
  expect(await Promise.all(statuses)).toEqual([401, 200]);
});

test("ATTACK-H110: a token does not change a password that is no longer the current one", async () => {
  const { api, admin } = await setUp();
  const mine = cookieOf(await signIn(api, admin.email));
  afterNextVerification(api, () => changePassword(api, mine));
  const body = { currentPassword: PASSWORD, newPassword: "a third password" };
  const late = await admin.request("PUT /session/password", { body });
  expect([late.status, late.json.message]).toEqual([400, "This is not your password."]);
  expect(await isSignedIn(api, mine)).toBe(true);
  expect((await signIn(api, admin.email, { password: "another password" })).status).toBe(200);
});

test("a new password needs the current one, and guesses at it are counted", async () => {
  const { admin } = await setUp();
  const body = { currentPassword: "wrong password", newPassword: "another password" };
  for (let guess = 0; guess < 10; guess++) {
    const { status, json } = await admin.request("PUT /session/password", { body });
    expect(status).toBe(400);
    expect(json.errors).toEqual([
      { path: "currentPassword", message: "This is not your password." },
    ]);
  }
  expect((await admin.request("PUT /session/password", { body })).status).toBe(429);
});

test.each(["seven77", "x".repeat(1025)])("a new password of %j is refused", async (newPassword) => {
  const { admin } = await setUp();
  const body = { currentPassword: PASSWORD, newPassword };
  const { status, json } = await admin.request("PUT /session/password", { body });
  expect(status).toBe(400);
  expect(json.errors).toMatchObject([{ path: "newPassword" }]);
});

test.each<[string, Record<string, string>, number]>([
  ["its own Origin", ORIGIN, 201],
  ["its own Origin and Sec-Fetch-Site", { ...ORIGIN, "Sec-Fetch-Site": "same-origin" }, 201],
  ["its own Origin, but from elsewhere", { ...ORIGIN, "Sec-Fetch-Site": "cross-site" }, 403],
  [
    "the host name that the page was opened at",
    { Host: "127.0.0.1:8080", Origin: "http://127.0.0.1:8080", "Sec-Fetch-Site": "same-origin" },
    201,
  ],
  [
    "that host name, without a statement by the browser",
    { Host: "127.0.0.1:8080", Origin: "http://127.0.0.1:8080" },
    403,
  ],
  ["no Origin, Sec-Fetch-Site same-origin", { "Sec-Fetch-Site": "same-origin" }, 201],
  ["neither header", {}, 403],
  ["a foreign Origin", { Origin: "https://evil.test" }, 403],
  [
    "a foreign Origin and a false Sec-Fetch-Site",
    { Origin: "https://evil.test", "Sec-Fetch-Site": "same-origin" },
    403,
  ],
  ["Origin null", { Origin: "null" }, 403],
  ["its Origin over http", { Origin: "http://docgate.test" }, 403],
  ["its Origin with a port", { Origin: "https://docgate.test:8443" }, 403],
  ["a sister site", { "Sec-Fetch-Site": "same-site" }, 403],
  ["a foreign site", { "Sec-Fetch-Site": "cross-site" }, 403],
  ["a typed address", { "Sec-Fetch-Site": "none" }, 403],
])("ATTACK-H109: a save by cookie with %s", async (_, source, status) => {
  const { api, admin } = await setUp();
  const cookie = cookieOf(await signIn(api, admin.email));
  const headers = jsonWith({ ...cookie, ...source });
  const answer = await api.request("POST /clients", { body: { name: "x" }, headers });
  expect(answer.status).toBe(status);
  expect(await api.platform.store.read.clients.count({})).toBe(status === 201 ? 1 : 0);
});

test("ATTACK-H109: a form cannot save, even with the cookie and the console's own origin", async () => {
  const { api, admin } = await setUp();
  const cookie = cookieOf(await signIn(api, admin.email));
  const types = [
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/plain; application/json",
    "",
  ];
  for (const type of types) {
    const answer = await api.request("POST /clients", {
      text: '{"name":"x"}',
      headers: { ...cookie, ...ORIGIN, "Content-Type": type },
    });
    expect(answer.status, type).toBe(415);
  }
});

test("ATTACK-H109: neither a script with a token nor reading by cookie needs an Origin", async () => {
  const { api, admin } = await setUp();
  const cookie = cookieOf(await signIn(api, admin.email));
  expect((await admin.request("POST /clients", { body: { name: "x" } })).status).toBe(201);
  expect((await api.request("GET /clients", { headers: cookie })).status).toBe(200);
});

test("ATTACK-H109: a foreign page cannot sign a browser in", async () => {
  const { api, admin } = await setUp();
  for (const source of [
    { Origin: "https://evil.test" },
    { Origin: "null" },
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
  ]) {
    const answer = await signIn(api, admin.email, { headers: jsonWith(source as never) });
    expect(answer.status).toBe(403);
    expect(answer.headers.get("Set-Cookie")).toBeNull();
  }
});

test("ATTACK-H116: signing in, signing out and a new password are in the audit log", async () => {
  const { api, admin } = await setUp();
  const cookie = cookieOf(await signIn(api, admin.email));
  const body = { currentPassword: PASSWORD, newPassword: "another password" };
  await api.request("PUT /session/password", { body, headers: jsonWith({ ...cookie, ...ORIGIN }) });
  await api.request("DELETE /session", { headers: { ...cookie, ...ORIGIN } });
  const { items } = (await admin.request("GET /audit")).json;
  expect(items.slice(0, 3).map(({ action }: { action: string }) => action)).toEqual([
    "sign-out",
    "change-password",
    "sign-in",
  ]);
  expect(items[0]).toMatchObject({ admin: admin.email, name: admin.email });
});

test("an administrator's current permissions apply", async () => {
  const { api, admin } = await setUp();
  expect((await admin.request("GET /audit")).status).toBe(200);
  const { email } = admin;
  await api.platform.store.transaction((tx) => tx.admins.update({ email }, { permissions: [] }));
  expect((await admin.request("GET /audit")).status).toBe(403);
});
