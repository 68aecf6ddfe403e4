import { generate } from "otplib";
import { describe, expect, it } from "vitest";
import {
  changePermissions,
  removeAdministrator,
  setPassword,
} from "../../../../runtime/admin/accounts/administrators.ts";
import { createStep } from "../../../../runtime/admin/sign-in/steps.ts";
import { createBrowser } from "../../../support/admin-browser.ts";
import { type AdminApi, createAdminApi, type TestAdmin } from "../../../support/admin-client.ts";
import { beforeNextTransaction, holdTransactions } from "../../../support/platform.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const WRONG_CODE = "The code is wrong, or was used before.";
const EXPIRED = "This sign-in has expired. Start again.";
const REQUIRED = "Your organization requires a second factor. Set one up in your account first.";

async function setUp() {
  const api = await createAdminApi();
  const ada = await api.addAdmin({ organization: "Acme" });
  const browser = createBrowser(api);
  return { api, ada, browser };
}

/** Returns the code that an authenticator app with this secret shows. */
function codeOf({ clock }: AdminApi, secret: string, laterMs = 0): Promise<string> {
  return generate({ secret, epoch: Math.floor((clock.now() + laterMs) / SECOND_MS) });
}

/** Signs in with the password and adds an authenticator app. */
async function withApp(api: AdminApi, admin: TestAdmin) {
  const browser = createBrowser(api);
  await browser.signIn(admin);
  const { secret } = (await browser.request("POST /session/totp")).json;
  const body = { code: await codeOf(api, secret) };
  const { status, json } = await browser.request("PUT /session/totp", { body });
  expect(status).toBe(201);
  api.clock.advance(MINUTE_MS);
  return { browser, secret, recoveryCodes: json.recoveryCodes as readonly string[] };
}

/** Sends the password. @returns a function that sends a code */
async function afterPassword(api: AdminApi, admin: TestAdmin) {
  const browser = createBrowser(api);
  const { status, json } = await browser.signIn(admin);
  expect(status).toBe(202);
  const { token } = json.secondFactor;
  const send = (code: string) =>
    browser.request("POST /session/second-factor", { body: { token, code } });
  return { browser, send, token, methods: json.secondFactor.methods };
}

describe("an authenticator app", () => {
  it("is set up by its first code, and asked for after the password from then on", async () => {
    const { api, ada, browser } = await setUp();
    await browser.signIn(ada);
    expect((await browser.request("GET /session/factors")).json).toEqual({
      factors: { totp: null, passkeys: [], recoveryCodes: 0 },
    });
    const { status, json } = await browser.request("POST /session/totp");
    expect(status).toBe(201);
    expect(json.uri).toBe(
      `otpauth://totp/docgate%20(Acme):${encodeURIComponent(ada.email)}` +
        `?secret=${json.secret}&issuer=docgate%20(Acme)`,
    );
    // It does not count before its first code.
    expect((await createBrowser(api).signIn(ada)).status).toBe(200);
    const wrong = await browser.request("PUT /session/totp", { body: { code: "000000" } });
    expect([wrong.status, wrong.json.errors[0].path]).toEqual([400, "code"]);
    const code = await codeOf(api, json.secret);
    const added = await browser.request("PUT /session/totp", { body: { code } });
    expect(added.status).toBe(201);
    expect(added.json.recoveryCodes).toHaveLength(10);
    expect(new Set(added.json.recoveryCodes).size).toBe(10);
    expect((await browser.request("GET /session/factors")).json.factors).toEqual({
      totp: { createdAt: "2026-03-01T12:00:00.000Z" },
      passkeys: [],
      recoveryCodes: 10,
    });

    const [member] = (await ada.request("GET /administrators")).json.items;
    expect(member).toMatchObject({ email: ada.email, hasSecondFactor: true });

    const { send, methods, browser: other } = await afterPassword(api, ada);
    expect(methods).toEqual(["totp", "recovery-code"]);
    expect((await other.request("GET /session")).status).toBe(401);
    api.clock.advance(30 * SECOND_MS);
    const next = await codeOf(api, json.secret);
    expect((await send(`${next.slice(0, 3)} ${next.slice(3)}`)).status).toBe(200);
    expect((await other.request("GET /audit")).status).toBe(200);
    const [entry] = (await ada.request("GET /audit?limit=1")).json.items;
    expect(entry).toMatchObject({ action: "sign-in", changes: { way: [null, "totp"] } });
  });

  it("accepts the code of the step before and after, for clocks that differ", async () => {
    const { api, ada } = await setUp();
    const { secret } = await withApp(api, ada);
    for (const [laterMs, status] of [
      [-60 * SECOND_MS, 401],
      [-30 * SECOND_MS, 200],
      [30 * SECOND_MS, 200],
      [60 * SECOND_MS, 401],
    ] as const) {
      api.clock.advance(5 * MINUTE_MS);
      const { send } = await afterPassword(api, ada);
      expect((await send(await codeOf(api, secret, laterMs))).status, `${laterMs}`).toBe(status);
    }
  });

  it("ATTACK-P176: takes a code once, also from two requests at the same time, and none from before it", async () => {
    const { api, ada } = await setUp();
    const { secret } = await withApp(api, ada);
    const earlier = await codeOf(api, secret);
    api.clock.advance(30 * SECOND_MS);
    const code = await codeOf(api, secret);
    const [one, two] = [await afterPassword(api, ada), await afterPassword(api, ada)];
    const answers = await Promise.all([one.send(code), two.send(code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    for (const again of [code, earlier]) {
      const { send } = await afterPassword(api, ada);
      expect(await send(again)).toMatchObject({ status: 401, json: { message: WRONG_CODE } });
    }
  });

  it("can be removed, which also ends the recovery codes", async () => {
    const { api, ada } = await setUp();
    const { browser } = await withApp(api, ada);
    expect((await browser.request("POST /session/totp")).status).toBe(409);
    expect((await browser.request("DELETE /session/totp")).status).toBe(204);
    expect((await browser.request("DELETE /session/totp")).status).toBe(404);
    expect((await browser.request("GET /session/factors")).json.factors.recoveryCodes).toBe(0);
    expect((await createBrowser(api).signIn(ada)).status).toBe(200);
  });

  it("is stored encrypted, and the recovery codes as hashes", async () => {
    const { api, ada } = await setUp();
    const { secret, recoveryCodes } = await withApp(api, ada);
    const { read } = api.platform.store;
    const stored = JSON.stringify([
      await read.totpSecrets.list({}),
      await read.recoveryCodes.list({}),
      await read.audit.list({}),
    ]);
    for (const text of [secret, ...recoveryCodes]) expect(stored).not.toContain(text);
  });
});

describe("a recovery code", () => {
  it("stands in for the app, however it is typed", async () => {
    const { api, ada } = await setUp();
    const { recoveryCodes } = await withApp(api, ada);
    const { send, browser } = await afterPassword(api, ada);
    expect((await send(` ${recoveryCodes[3]!.toLowerCase().replace("-", "")}`)).status).toBe(200);
    expect((await browser.request("GET /session/factors")).json.factors.recoveryCodes).toBe(9);
  });

  it("ATTACK-P177: is accepted once, also from two requests at the same time, and from its owner only", async () => {
    const { api, ada } = await setUp();
    const { recoveryCodes } = await withApp(api, ada);
    const bob = await api.addAdmin({ organization: "Acme" });
    await withApp(api, bob);
    const code = recoveryCodes[0]!;
    const stranger = await afterPassword(api, bob);
    expect((await stranger.send(code)).status).toBe(401);
    const [one, two] = [await afterPassword(api, ada), await afterPassword(api, ada)];
    // The budget's two transactions, then the two sign-ins begin together.
    holdTransactions(api, 2);
    const answers = await Promise.all([one.send(code), two.send(code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const { send } = await afterPassword(api, ada);
    expect(await send(code)).toMatchObject({ status: 401, json: { message: WRONG_CODE } });
  });

  it("ends when new ones are made", async () => {
    const { api, ada } = await setUp();
    const { browser, recoveryCodes } = await withApp(api, ada);
    const { json } = await browser.request("POST /session/recovery-codes");
    const { send } = await afterPassword(api, ada);
    expect((await send(recoveryCodes[0]!)).status).toBe(401);
    expect((await send(json.recoveryCodes[0])).status).toBe(200);
  });
});

describe("the step after the password", () => {
  it("ATTACK-P178: allows 20 codes an hour, and answers all wrong ones alike", async () => {
    const { api, ada } = await setUp();
    const { secret } = await withApp(api, ada);
    const { send } = await afterPassword(api, ada);
    const guesses = ["000000", "12345", "", "AAAAA-AAAAA", "１２３４５６", "0".repeat(5000)];
    const answers = new Set<string>();
    for (let count = 0; count < 20; count++) {
      const { status, text } = await send(guesses[count % guesses.length]!);
      answers.add(`${status} ${text}`);
    }
    expect([...answers]).toEqual([`401 ${JSON.stringify({ message: WRONG_CODE })}`]);
    const right = await send(await codeOf(api, secret));
    expect([right.status, right.headers.get("Retry-After")]).toEqual([429, "3600"]);
    api.clock.advance(HOUR_MS);
    const later = await afterPassword(api, ada);
    expect((await later.send(await codeOf(api, secret))).status).toBe(200);
  });

  it("ATTACK-P179: ends after five minutes, and cannot be forged, used for another purpose or taken twice", async () => {
    const { api, ada } = await setUp();
    const { secret, recoveryCodes } = await withApp(api, ada);
    const { token, send } = await afterPassword(api, ada);
    const other = await createStep(api.platform, { purpose: "passkey", data: {} });
    const sealed = JSON.parse(Buffer.from(token, "base64url").toString());
    const altered = Buffer.from(
      JSON.stringify({ ...sealed, iv: sealed.iv.split("").reverse().join("") }),
    ).toString("base64url");
    for (const forged of ["", "x", other, altered, "a".repeat(5000)]) {
      const body = { token: forged, code: await codeOf(api, secret) };
      const answer = await api.request("POST /session/second-factor", { body });
      expect(answer).toMatchObject({ status: 401, json: { message: EXPIRED } });
    }
    expect((await send(recoveryCodes[0]!)).status).toBe(200);
    expect((await send(recoveryCodes[1]!)).status).toBe(401);
    const late = await afterPassword(api, ada);
    api.clock.advance(5 * MINUTE_MS);
    expect((await late.send(recoveryCodes[2]!)).json.message).toBe(EXPIRED);
    expect(api.errors).toEqual([]);
  });

  it.each<[string, (api: AdminApi, admin: TestAdmin) => Promise<unknown>]>([
    ["is removed", (api, admin) => removeAdministrator(api.platform, admin)],
    [
      "has another password",
      (api, admin) => setPassword(api.platform, { ...admin, password: "another password" }),
    ],
  ])("ATTACK-P179: is worthless once the administrator %s", async (_, change) => {
    const { api, ada } = await setUp();
    await api.addAdmin({ organization: "Acme" });
    const { recoveryCodes } = await withApp(api, ada);
    const before = await afterPassword(api, ada);
    await change(api, ada);
    expect((await before.send(recoveryCodes[0]!)).status).toBe(401);
  });

  it("ATTACK-P179: is worthless for someone removed while the code is checked", async () => {
    const { api, ada } = await setUp();
    await api.addAdmin({ organization: "Acme" });
    const { recoveryCodes } = await withApp(api, ada);
    const { send } = await afterPassword(api, ada);
    beforeNextTransaction(api, () => removeAdministrator(api.platform, ada));
    const answer = await send(recoveryCodes[0]!);
    expect([answer.status, answer.headers.get("Set-Cookie")]).toEqual([401, null]);
  });
});

describe("changing how one signs in", () => {
  it("ATTACK-P180: needs a session, and a sign-in of the last ten minutes", async () => {
    const { api, ada, browser } = await setUp();
    expect(await ada.request("POST /session/totp")).toMatchObject({
      status: 403,
      json: { message: "Sign in to the console for this: a token cannot do it." },
    });
    await browser.signIn(ada);
    api.clock.advance(10 * MINUTE_MS);
    for (const call of ["POST /session/totp", "POST /session/recovery-codes"] as const) {
      const { status, json } = await browser.request(call);
      expect([status, json.errors[0].path]).toEqual([403, "session"]);
    }
    expect((await browser.request("DELETE /session/totp")).status).toBe(403);
    expect((await browser.request("GET /session/factors")).status).toBe(200);
  });

  it("ATTACK-P181: ends the sessions that began without the factor, and begins a new one", async () => {
    const { api, ada, browser } = await setUp();
    const others = [createBrowser(api), createBrowser(api)];
    for (const each of [browser, ...others]) await each.signIn(ada);
    const { headers } = await browser.request("GET /session");
    expect(headers.get("Set-Cookie")).toBeNull();
    const { secret } = (await browser.request("POST /session/totp")).json;
    const body = { code: await codeOf(api, secret) };
    const added = await browser.request("PUT /session/totp", { body });
    expect(added.headers.get("Set-Cookie")).toMatch(/^__Host-docgate=[\w-]{43};/);
    expect((await browser.request("GET /session")).status).toBe(200);
    for (const each of others) expect((await each.request("GET /session")).status).toBe(401);
    expect(await api.platform.store.read.adminSessions.count({})).toBe(1);
  });
});

it("adding an app keeps a session that began without a password, where passwords are off", async () => {
  const { api, ada, browser } = await setUp();
  await browser.signIn(ada);
  await api.platform.store.transaction(async ({ adminSessions }) => {
    await adminSessions.update({}, { way: "provider" });
  });
  await browser.request("PATCH /organization", { body: { allowsPasswords: false } });
  const { secret } = (await browser.request("POST /session/totp")).json;
  await browser.request("PUT /session/totp", { body: { code: await codeOf(api, secret) } });
  expect((await browser.request("GET /session")).status).toBe(200);
});

describe("an organization that requires a second factor", () => {
  const required = { body: { requiresSecondFactor: true } };

  it("ATTACK-P182: lets those who signed in with a password alone only set one up, at once", async () => {
    const { api, ada, browser } = await setUp();
    await browser.signIn(ada);
    const saved = await browser.request("PATCH /organization", required);
    expect(saved.json.organization).toMatchObject({
      name: "Acme",
      requiresSecondFactor: true,
      allowsPasswords: true,
    });
    const late = createBrowser(api);
    expect((await late.signIn(ada)).json.admin.lacksSecondFactor).toBe(true);
    for (const each of [browser, late]) {
      expect((await each.request("GET /session")).json.admin.lacksSecondFactor).toBe(true);
      for (const call of ["GET /audit", "GET /tokens", "GET /search?q=a"] as const) {
        expect(await each.request(call)).toMatchObject({
          status: 403,
          json: { message: REQUIRED },
        });
      }
      const body = { name: "all" };
      expect((await each.request("POST /tokens", { body })).status).toBe(403);
    }
    const { secret } = (await late.request("POST /session/totp")).json;
    const body = { code: await codeOf(api, secret) };
    await late.request("PUT /session/totp", { body });
    const { admin } = (await late.request("GET /session")).json;
    expect(admin).not.toHaveProperty("lacksSecondFactor");
    expect((await late.request("GET /audit")).status).toBe(200);
    expect((await late.request("DELETE /session/totp")).json.message).toContain(
      "this is your last one",
    );
    // Admin tokens act for scripts, as before.
    expect((await ada.request("GET /audit")).status).toBe(200);
  });

  it("ATTACK-P182: refuses a save in progress of a session without it", async () => {
    const { api, ada, browser } = await setUp();
    await browser.signIn(ada);
    const owner = createBrowser(api);
    await owner.signIn(ada);
    beforeNextTransaction(api, () => owner.request("PATCH /organization", required));
    const late = await browser.request("POST /clients", { body: { name: "late" } });
    expect([late.status, late.json.message]).toEqual([403, REQUIRED]);
    expect(await api.platform.store.read.clients.count({})).toBe(0);
  });
});

it("ATTACK-T277: a token cannot change how people sign in", async () => {
  const { ada } = await setUp();
  const rules = [{ requiresSecondFactor: true }, { allowsPasswords: false }, {}];
  for (const body of rules) {
    expect(await ada.request("PATCH /organization", { body })).toMatchObject({
      status: 403,
      json: { message: "Sign in to the console for this: a token cannot do it." },
    });
  }
  const { organization } = (await ada.request("GET /organization")).json;
  expect(organization).toMatchObject({ requiresSecondFactor: false, allowsPasswords: true });
});

describe("an organization that switches passwords off", () => {
  const off = { body: { allowsPasswords: false } };

  it("ATTACK-P183: does so only for someone who signed in without one", async () => {
    const { api, ada, browser } = await setUp();
    await browser.signIn(ada);
    const { status, json } = await browser.request("PATCH /organization", off);
    expect([status, json.message]).toEqual([
      409,
      "Sign in without a password first, with a passkey or at your provider, so that nobody is " +
        "locked out.",
    ]);
    const few = await api.addAdmin({ organization: "Acme", permissions: ["team"] });
    const reader = createBrowser(api);
    await reader.signIn(few);
    expect((await reader.request("PATCH /organization", off)).status).toBe(403);
    expect((await reader.request("GET /organization")).status).toBe(200);
  });

  it("ATTACK-P183: ends the sessions of passwords, and answers a right one as a wrong one", async () => {
    const { api, ada, browser } = await setUp();
    const { browser: strong, recoveryCodes } = await withApp(api, ada);
    const bob = await api.addAdmin({ organization: "Acme" });
    await browser.signIn(bob);
    const { send } = await afterPassword(api, ada);
    const passkey = createBrowser(api);
    await passkey.signIn(bob);
    await api.platform.store.transaction(async ({ adminSessions, admins }) => {
      const { id } = (await admins.find({ email: bob.email }))!;
      await adminSessions.update({ adminId: id }, { way: "passkey" });
    });
    const invited = { email: "grace@acme.example", permissions: ["team"] };
    const { link } = (await ada.request("POST /administrators", { body: invited })).json;
    expect((await passkey.request("PATCH /organization", off)).status).toBe(200);
    expect((await passkey.request("GET /session")).status).toBe(200);
    expect((await strong.request("GET /session")).status).toBe(401);
    expect((await send(recoveryCodes[0]!)).json.message).toBe(WRONG_CODE);
    const right = await createBrowser(api).signIn(bob);
    const wrong = await createBrowser(api).signIn(bob, "wrong password");
    expect([right.status, right.text]).toEqual([wrong.status, wrong.text]);
    const code = link.split("=")[1];
    const accepted = await api.request("POST /invitation", {
      body: { code, password: "a new password" },
    });
    expect(accepted.status).toBe(403);
    expect((await ada.request("GET /audit")).status).toBe(200);
  });
});

it("permissions that change in between count at once for someone with a second factor", async () => {
  const { api, ada } = await setUp();
  await api.addAdmin({ organization: "Acme" });
  const { browser } = await withApp(api, ada);
  await changePermissions(api.platform, { ...ada, permissions: ["api-keys"] });
  expect((await browser.request("GET /audit")).status).toBe(403);
});
