import { describe, expect, it } from "vitest";
import {
  createAdministrator,
  removeAdministrator,
} from "../../../../runtime/admin/accounts/administrators.ts";
import { relyingPartyOf } from "../../../../runtime/admin/sign-in/relying-party.ts";
import { createStep } from "../../../../runtime/admin/sign-in/steps.ts";
import { type AdminBrowser, createBrowser } from "../../../support/admin-browser.ts";
import { type AdminApi, createAdminApi, type TestAdmin } from "../../../support/admin-client.ts";
import {
  type Authenticator,
  createAuthenticator,
  type PasskeyUse,
} from "../../../support/authenticator.ts";
import { beforeNextTransaction, holdTransactions } from "../../../support/platform.ts";

const MINUTE_MS = 60_000;
const SITE = "https://docgate.test";
const OPTIONS = "POST /session/new-passkey-options";
const NOT_ACCEPTED = `401 ${JSON.stringify({ message: "This passkey was not accepted." })}`;
/** Uses in a frame of another site; not every browser names the page around it. */
const FRAMED: readonly PasskeyUse[] = [
  { crossOrigin: true },
  { crossOrigin: true, topOrigin: SITE },
  { crossOrigin: true, topOrigin: "https://evil.test" },
  { topOrigin: "https://evil.test" },
];
const NOT_ADDED = "This passkey was not accepted. Add it again.";

/** Adds a passkey in a browser that is signed in. */
async function register(
  { request }: AdminBrowser,
  device: Authenticator,
  { name = "Laptop", ...use }: PasskeyUse & { readonly name?: string } = {},
) {
  const { token, options } = (await request(OPTIONS)).json;
  const response = device.create(options, use);
  return request("POST /session/passkeys", { body: { token, name, response } });
}

/** Signs in by a passkey, without any session before. */
async function signIn({ request }: AdminBrowser, device: Authenticator, use?: PasskeyUse) {
  const { token, options } = (await request("POST /session/passkey-options")).json;
  return request("POST /session/passkey", { body: { token, response: device.get(options, use) } });
}

/** Returns the answer in one line. */
async function outcome(answer: ReturnType<typeof signIn>): Promise<string> {
  const { status, text } = await answer;
  return `${status} ${text}`;
}

/** Creates an administrator who has a passkey. */
async function withPasskey(api: AdminApi, organization = "Acme") {
  const admin = await api.addAdmin({ organization });
  const browser = createBrowser(api);
  await browser.signIn(admin);
  const device = createAuthenticator(SITE);
  const { status, json } = await register(browser, device);
  expect(status).toBe(201);
  return { admin, browser, device, recoveryCodes: json.recoveryCodes as readonly string[] };
}

describe("a passkey", () => {
  it("is added with recovery codes, and signs in alone", async () => {
    const api = await createAdminApi();
    const { admin, browser, device, recoveryCodes } = await withPasskey(api);
    expect(recoveryCodes).toHaveLength(10);
    expect((await browser.request("GET /session/factors")).json.factors).toEqual({
      totp: null,
      passkeys: [
        {
          id: expect.any(String),
          name: "Laptop",
          createdAt: "2026-03-01T12:00:00.000Z",
          lastUsedAt: null,
        },
      ],
      recoveryCodes: 10,
    });
    api.clock.advance(MINUTE_MS);
    const other = createBrowser(api);
    const { status, json } = await signIn(other, device);
    expect([status, json.admin.email]).toEqual([200, admin.email]);
    const { factors } = (await other.request("GET /session/factors")).json;
    expect(factors.passkeys[0].lastUsedAt).toBe("2026-03-01T12:01:00.000Z");
    const { items } = (await admin.request("GET /audit?limit=2")).json;
    expect(items).toMatchObject([
      { action: "sign-in", admin: admin.email, changes: { way: [null, "passkey"] } },
      { action: "create", resource: "passkey", name: "Laptop" },
    ]);
  });

  it("stands in for the code after the password, and for the factor that an organization requires", async () => {
    const api = await createAdminApi();
    const { admin, device } = await withPasskey(api);
    const bob = await api.addAdmin({ organization: "Acme" });
    const body = { requiresSecondFactor: true, allowsPasswords: false };
    const byPassword = await createBrowser(api).signIn(admin);
    expect(byPassword.status).toBe(202);
    expect(byPassword.json.secondFactor.methods).toEqual(["passkey", "recovery-code"]);
    const browser = createBrowser(api);
    expect((await signIn(browser, device)).status).toBe(200);
    expect((await browser.request("PATCH /organization", { body })).status).toBe(200);
    expect((await createBrowser(api).signIn(bob)).status).toBe(401);
    const { json } = await browser.request("GET /session");
    expect(json.admin.lacksSecondFactor).toBeUndefined();
  });

  it("ends the sessions that began before it; a second one ends none and brings no codes", async () => {
    const api = await createAdminApi();
    const admin = await api.addAdmin({ organization: "Acme" });
    const [browser, earlier] = [createBrowser(api), createBrowser(api)];
    await browser.signIn(admin);
    await earlier.signIn(admin);
    const device = createAuthenticator(SITE);
    await register(browser, device);
    expect((await earlier.request("GET /session")).status).toBe(401);
    expect((await signIn(earlier, device)).status).toBe(200);
    const second = await register(browser, createAuthenticator(SITE), { name: "Phone" });
    expect(second.json).toEqual({ recoveryCodes: null });
    expect((await earlier.request("GET /session")).status).toBe(200);
    const { options } = (await browser.request(OPTIONS)).json;
    expect(options.excludeCredentials).toHaveLength(2);
    expect(options.excludeCredentials[0]).toMatchObject({
      id: device.credentialId,
      transports: ["internal"],
    });
  });

  it("is removed with the other sessions, and no longer signs anybody in", async () => {
    const api = await createAdminApi();
    const { admin, browser, device } = await withPasskey(api);
    const stolen = createBrowser(api);
    await signIn(stolen, device);
    const { factors } = (await browser.request("GET /session/factors")).json;
    const call = `DELETE /session/passkeys/${factors.passkeys[0].id}` as const;
    expect((await browser.request(call)).status).toBe(204);
    expect((await browser.request(call)).status).toBe(404);
    expect((await browser.request("GET /session")).status).toBe(200);
    expect((await stolen.request("GET /session")).status).toBe(401);
    expect(await outcome(signIn(stolen, device))).toBe(NOT_ACCEPTED);
    expect((await browser.request("GET /session/factors")).json.factors.recoveryCodes).toBe(0);
    const [entry] = (await admin.request("GET /audit?limit=1")).json.items;
    expect(entry).toMatchObject({ action: "delete", resource: "passkey", name: "Laptop" });
  });

  it("ATTACK-P188: is found by its own administrator alone", async () => {
    const api = await createAdminApi();
    const { browser } = await withPasskey(api);
    const { json } = await browser.request("GET /session/factors");
    const call = `DELETE /session/passkeys/${json.factors.passkeys[0].id}` as const;
    for (const organization of ["Acme", "Other"]) {
      const other = await withPasskey(api, organization);
      const unknown = await other.browser.request("DELETE /session/passkeys/x");
      const foreign = await other.browser.request(call);
      expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    }
    expect((await browser.request(call)).status).toBe(204);
  });

  it.each([
    [{ requiresSecondFactor: true }, /^Your organization requires a second factor/],
    [{ allowsPasswords: false }, /^Your organization has switched passwords off/],
  ])("is not removed as the last one in an organization with %j", async (body, message) => {
    const api = await createAdminApi();
    const { browser, device } = await withPasskey(api);
    expect((await browser.request("PATCH /organization", { body })).status).toBe(200);
    const { factors } = (await browser.request("GET /session/factors")).json;
    const call = `DELETE /session/passkeys/${factors.passkeys[0].id}` as const;
    const refused = await browser.request(call);
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringMatching(message)]);
    expect((await signIn(createBrowser(api), device)).status).toBe(200);
    await register(browser, createAuthenticator(SITE), { name: "Phone" });
    expect((await browser.request(call)).status).toBe(204);
  });

  it("is all that someone needs who lacks a second factor", async () => {
    const api = await createAdminApi();
    const admin = await api.addAdmin({ organization: "Acme" });
    const browser = createBrowser(api);
    await browser.signIn(admin);
    await browser.request("PATCH /organization", { body: { requiresSecondFactor: true } });
    expect((await browser.request("GET /audit")).status).toBe(403);
    expect((await register(browser, createAuthenticator(SITE))).status).toBe(201);
    expect((await browser.request("GET /audit")).status).toBe(200);
  });

  it("can be added 20 times, also if two are added at the same time", async () => {
    const api = await createAdminApi();
    const { browser, device } = await withPasskey(api);
    for (let count = 2; count < 20; count++) await register(browser, createAuthenticator(SITE));
    const other = createBrowser(api);
    await signIn(other, device);
    const sends = await Promise.all(
      [browser, other].map(async ({ request }) => {
        const { token, options } = (await request(OPTIONS)).json;
        const response = createAuthenticator(SITE).create(options);
        return () => request("POST /session/passkeys", { body: { token, name: "x", response } });
      }),
    );
    holdTransactions(api, 2);
    const answers = await Promise.all(sends.map((send) => send()));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(await api.platform.store.read.passkeys.count({})).toBe(20);
    const message = "Reached the maximum number of passkeys (20).";
    expect(await browser.request(OPTIONS)).toMatchObject({ status: 400, json: { message } });
  });

  it("is refused where browsers have none", async () => {
    const api = await createAdminApi({ publicUrl: "http://127.0.0.1:8080" });
    const answer = await api.request("POST /session/passkey-options");
    expect([answer.status, answer.json.message]).toEqual([
      409,
      "Passkeys need a public address with a host name and https, or localhost, but it is " +
        "http://127.0.0.1:8080. Set one with --public-url.",
    ]);
    for (const publicUrl of [
      "https://192.0.2.7",
      "https://[2001:db8::1]:8443",
      "http://docgate.example",
    ]) {
      expect(() => relyingPartyOf({ publicUrl })).toThrow(`but it is ${publicUrl}. `);
    }
  });

  it("belongs to the host name of the public address", () => {
    for (const [publicUrl, id] of [
      ["https://docs.example", "docs.example"],
      ["https://docs.example:8443", "docs.example"],
      ["http://localhost:8080", "localhost"],
      ["http://gate.localhost", "gate.localhost"],
    ] as const) {
      expect(relyingPartyOf({ publicUrl })).toEqual({ id, origin: publicUrl });
    }
  });
});

describe("a sign-in by passkey that is not accepted", () => {
  it("ATTACK-P184: made on the page of another origin, or for another host name", async () => {
    const api = await createAdminApi();
    const { device } = await withPasskey(api);
    for (const use of [
      { origin: "https://docgate.test.evil.example" },
      { origin: "https://docgate.test:8443" },
      { origin: "http://docgate.test" },
      { rpId: "evil.example" },
      { rpId: "test" },
    ]) {
      expect(await outcome(signIn(createBrowser(api), device, use))).toBe(NOT_ACCEPTED);
    }
    expect((await signIn(createBrowser(api), device)).status).toBe(200);
  });

  it("ATTACK-T278: used in a frame of another site", async () => {
    const api = await createAdminApi();
    const { device } = await withPasskey(api);
    for (const use of FRAMED) {
      expect(await outcome(signIn(createBrowser(api), device, use))).toBe(NOT_ACCEPTED);
    }
    expect((await signIn(createBrowser(api), device)).status).toBe(200);
  });

  it("ATTACK-P185: a challenge that was used, also at the same time", async () => {
    const api = await createAdminApi();
    const { device, browser } = await withPasskey(api);
    const { token, options } = (await browser.request("POST /session/passkey-options")).json;
    const send = () =>
      api.request("POST /session/passkey", { body: { token, response: device.get(options) } });
    holdTransactions(api, 2);
    const answers = await Promise.all([outcome(send()), outcome(send())]);
    expect(answers.filter((answer) => answer === NOT_ACCEPTED)).toHaveLength(1);
    expect(await outcome(send())).toBe(NOT_ACCEPTED);
  });

  it("ATTACK-P185: a challenge that is late, forged, of another sign-in or for another purpose", async () => {
    const api = await createAdminApi();
    const { device, browser } = await withPasskey(api);
    const { token, options } = (await browser.request("POST /session/passkey-options")).json;
    const invited = (await browser.request(OPTIONS)).json;
    const data = { challenge: options.challenge };
    const tokens = [
      "",
      "x",
      `${token.slice(0, -4)}AAAA`,
      "a".repeat(5000),
      invited.token,
      (await browser.request("POST /session/passkey-options")).json.token,
      await createStep(api.platform, { purpose: "new-passkey", data }),
      await createStep(api.platform, { purpose: "second-factor", data }),
    ];
    const response = device.get(options);
    for (const token of tokens) {
      const answer = api.request("POST /session/passkey", { body: { token, response } });
      expect(await outcome(answer)).toBe(NOT_ACCEPTED);
    }
    const other = device.get(options, { challenge: invited.options.challenge });
    const mixed = api.request("POST /session/passkey", { body: { token, response: other } });
    expect(await outcome(mixed)).toBe(NOT_ACCEPTED);
    api.clock.advance(5 * MINUTE_MS);
    const late = api.request("POST /session/passkey", { body: { token, response } });
    expect(await outcome(late)).toBe(NOT_ACCEPTED);
    expect(api.errors).toEqual([]);
  });

  it("ATTACK-P186: a signature counter that goes back or stays", async () => {
    const api = await createAdminApi();
    const { device } = await withPasskey(api);
    const statuses: number[] = [];
    for (const counter of [5, 4, 5, 0, 6]) {
      statuses.push((await signIn(createBrowser(api), device, { counter })).status);
    }
    expect(statuses).toEqual([200, 401, 401, 401, 200]);
  });

  it("ATTACK-P186: a passkey of a removed administrator, also while it is checked", async () => {
    const api = await createAdminApi();
    const { admin, device } = await withPasskey(api);
    await api.addAdmin({ organization: "Acme" });
    beforeNextTransaction(api, () => removeAdministrator(api.platform, admin));
    const late = await signIn(createBrowser(api), device);
    expect([`${late.status} ${late.text}`, late.headers.get("Set-Cookie")]).toEqual([
      NOT_ACCEPTED,
      null,
    ]);
    expect(await outcome(signIn(createBrowser(api), device))).toBe(NOT_ACCEPTED);
    expect(await api.platform.store.read.adminSessions.count({})).toBe(0);
  });

  it("ATTACK-P187: without user verification, by an unknown passkey, or with a wrong signature", async () => {
    const api = await createAdminApi();
    const { device } = await withPasskey(api);
    const browser = createBrowser(api);
    expect(await outcome(signIn(browser, device, { isVerified: false }))).toBe(NOT_ACCEPTED);
    const unknown = createAuthenticator(SITE);
    expect(await outcome(signIn(browser, unknown, { userHandle: "AAAA" }))).toBe(NOT_ACCEPTED);
    // The id of a registered passkey, and another private key.
    const forger = createAuthenticator(SITE, device.credentialId);
    const { token, options } = (await browser.request("POST /session/passkey-options")).json;
    const { response: genuine } = device.get(options) as { response: { userHandle: string } };
    const use = { userHandle: genuine.userHandle };
    const response = forger.get(options, use);
    const forged = browser.request("POST /session/passkey", { body: { token, response } });
    expect(await outcome(forged)).toBe(NOT_ACCEPTED);
  });

  it("ATTACK-P188: for the administrator of another organization", async () => {
    const api = await createAdminApi();
    const { admin, device } = await withPasskey(api);
    const stranger = await withPasskey(api, "Other");
    const { options } = (await stranger.browser.request("POST /session/passkey-options")).json;
    const foreign = stranger.device.get(options) as { response: { userHandle: string } };
    const { userHandle } = foreign.response;
    for (const use of [{ userHandle }, { userHandle: undefined }, { userHandle: "" }]) {
      expect(await outcome(signIn(createBrowser(api), device, use))).toBe(NOT_ACCEPTED);
    }
    const { json } = await signIn(createBrowser(api), device);
    expect(json.admin).toMatchObject({ email: admin.email, organization: { name: "Acme" } });
  });

  it("counts failures of a network together with those of passwords: 100 in 15 minutes", async () => {
    const api = await createAdminApi();
    const { device, admin } = await withPasskey(api);
    const { token, options } = (await api.request("POST /session/passkey-options")).json;
    const response = device.get(options, { isVerified: false });
    const body = { token, response };
    for (let count = 0; count < 99; count++) {
      expect((await api.request("POST /session/passkey", { body })).status).toBe(401);
    }
    expect((await createBrowser(api).signIn(admin, "wrong password")).status).toBe(401);
    const right = await signIn(createBrowser(api), device);
    expect([right.status, right.headers.get("Retry-After")]).toEqual([429, "900"]);
    const elsewhere = { body, address: "198.51.100.7" };
    expect((await api.request("POST /session/passkey", elsewhere)).status).toBe(401);
    api.clock.advance(15 * MINUTE_MS);
    expect((await signIn(createBrowser(api), device)).status).toBe(200);
  });

  it("answers what is not WebAuthn with 400 or 401, never with an error of the server", async () => {
    const api = await createAdminApi();
    const { device, browser } = await withPasskey(api);
    const { token, options } = (await browser.request("POST /session/passkey-options")).json;
    const right = device.get(options) as { response: Record<string, unknown> };
    for (const broken of [
      { ...right, id: "\0" },
      { ...right, rawId: "other" },
      { ...right, type: "password" },
      { ...right, response: {} },
      ...["clientDataJSON", "authenticatorData", "signature", "userHandle"].flatMap((field) =>
        ["", "%", "bnVsbA", "e30"].map((value) => ({
          ...right,
          response: { ...right.response, [field]: value },
        })),
      ),
    ]) {
      const body = { token, response: broken };
      const { status } = await api.request("POST /session/passkey", { body });
      expect([400, 401], JSON.stringify(broken)).toContain(status);
    }
    expect(api.errors).toEqual([]);
  });
});

describe("a passkey that is not added", () => {
  async function signedIn(): Promise<{ api: AdminApi; admin: TestAdmin; browser: AdminBrowser }> {
    const api = await createAdminApi();
    const admin = await api.addAdmin({ organization: "Acme" });
    const browser = createBrowser(api);
    await browser.signIn(admin);
    return { api, admin, browser };
  }

  it("ATTACK-P187: was made without user verification, elsewhere, or for another challenge", async () => {
    const { api, browser } = await signedIn();
    for (const use of [
      { isVerified: false },
      { origin: "https://evil.example" },
      { rpId: "evil.example" },
      { challenge: "AAAA" },
    ]) {
      const answer = await register(browser, createAuthenticator(SITE), use);
      expect(answer).toMatchObject({ status: 400, json: { message: NOT_ADDED } });
    }
    const { token, options } = (await browser.request(OPTIONS)).json;
    const response = createAuthenticator(SITE).create(options);
    const other = { ...response, id: "AAAA", rawId: "AAAA" };
    const body = { token, name: "x", response: other };
    expect((await browser.request("POST /session/passkeys", { body })).status).toBe(400);
    expect(await api.platform.store.read.passkeys.count({})).toBe(0);
    expect(api.errors).toEqual([]);
  });

  it("ATTACK-T278: was made in a frame of another site", async () => {
    const { api, browser } = await signedIn();
    for (const use of FRAMED) {
      const answer = await register(browser, createAuthenticator(SITE), use);
      expect(answer).toMatchObject({ status: 400, json: { message: NOT_ADDED } });
    }
    expect(await api.platform.store.read.passkeys.count({})).toBe(0);
  });

  it("ATTACK-P187: is registered already, by whomever", async () => {
    const { api, browser } = await signedIn();
    const { device } = await withPasskey(api, "Other");
    const again = await register(browser, createAuthenticator(SITE, device.credentialId));
    expect(again).toMatchObject({
      status: 409,
      json: { message: "This passkey is registered already." },
    });
    expect((await signIn(createBrowser(api), device)).json.admin.organization.name).toBe("Other");
  });

  it("ATTACK-P185: answers a challenge that was used, is late, or was another administrator's", async () => {
    const { api, browser } = await signedIn();
    const { token, options } = (await browser.request(OPTIONS)).json;
    const send = ({ request }: AdminBrowser) => {
      const response = createAuthenticator(SITE).create(options);
      return request("POST /session/passkeys", { body: { token, name: "x", response } });
    };
    const bob = await withPasskey(api);
    expect(await send(bob.browser)).toMatchObject({ status: 400, json: { message: NOT_ADDED } });
    expect((await send(browser)).status).toBe(201);
    expect((await send(browser)).status).toBe(400);
    const late = (await browser.request(OPTIONS)).json;
    api.clock.advance(5 * MINUTE_MS);
    const response = createAuthenticator(SITE).create(late.options);
    const body = { token: late.token, name: "x", response };
    expect((await browser.request("POST /session/passkeys", { body })).status).toBe(400);
  });

  it("ATTACK-P188: comes from a session that began ten minutes ago, or from a token", async () => {
    const { api, admin, browser } = await signedIn();
    const { token, options } = (await browser.request(OPTIONS)).json;
    const response = createAuthenticator(SITE).create(options);
    const body = { token, name: "x", response };
    expect((await admin.request(OPTIONS)).status).toBe(403);
    expect((await admin.request("POST /session/passkeys", { body })).status).toBe(403);
    api.clock.advance(10 * MINUTE_MS);
    for (const [call, options] of [
      [OPTIONS, {}],
      ["POST /session/passkeys", { body }],
      ["DELETE /session/passkeys/x", {}],
    ] as const) {
      const { status, json } = await browser.request(call, options);
      expect([status, json.errors[0].path], call).toEqual([403, "session"]);
    }
  });

  it("ATTACK-P188: is of an administrator removed and created again", async () => {
    const { api, admin, browser } = await signedIn();
    await api.addAdmin({ organization: "Acme" });
    const device = createAuthenticator(SITE);
    await register(browser, device);
    await removeAdministrator(api.platform, admin);
    const again = { organization: "Globex", email: admin.email, password: "another password" };
    await createAdministrator(api.platform, again);
    expect(await outcome(signIn(createBrowser(api), device))).toBe(NOT_ACCEPTED);
  });
});
