import { describe, expect, it, test } from "vitest";
import { partnerCookie } from "../../../../runtime/admin/api/cookie.ts";
import { recordCalls } from "../../../../runtime/partner/calls/record-calls.ts";
import type { AdminRequest } from "../../../support/admin-client.ts";
import { createPartnerPageScene, PUBLIC_URL } from "../../../support/partner-page.ts";
import { beforeNextTransaction, holdTransactions } from "../../../support/platform.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const CLOSED = 'name="code"';

describe("the link to a partner's page", () => {
  it("is made by who may write, shown once, and read with what became of it", async () => {
    const { admin, chain, api, newBrowser } = await createPartnerPageScene();
    const path = `/api-keys/${chain.apiKey.id}/partner-link` as const;
    expect((await admin.request(`GET ${path}`)).json).toEqual({ partnerLink: null });
    const { json } = await admin.request(`POST ${path}`, { body: { mayRotate: true } });
    expect(json).toEqual({
      link: expect.stringMatching(/^https:\/\/docgate\.test\/partner-page#link=[\w-]{43}$/),
      expiresAt: "2026-03-01T12:15:00.000Z",
    });
    const made = {
      mayRotate: true,
      showsCauses: false,
      createdAt: "2026-03-01T12:00:00.000Z",
      openedAt: null,
      network: null,
      device: null,
      expiresAt: "2026-03-01T12:15:00.000Z",
    };
    expect((await admin.request(`GET ${path}`)).json.partnerLink).toEqual(made);

    api.clock.advance(MINUTE_MS);
    const browser = newBrowser();
    const agent = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Firefox/133.0" };
    const opened = await browser.send("open", { code: ` ${json.link}\n` }, agent);
    expect([opened.status, opened.headers.get("Location")]).toEqual([303, "../partner-page"]);
    expect(opened.headers.get("Set-Cookie")).toMatch(
      /^__Secure-docgate-partner=[\w-]{43}; Path=\/partner-page; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect((await admin.request(`GET ${path}`)).json.partnerLink).toEqual({
      ...made,
      openedAt: "2026-03-01T12:01:00.000Z",
      network: "198.51.100.7",
      device: "Firefox on Linux",
      expiresAt: "2026-03-01T20:01:00.000Z",
    });
    expect((await admin.request(`DELETE ${path}`)).status).toBe(204);
    expect((await browser.load()).text).toContain(CLOSED);
    const { items } = (await admin.request(`GET /audit?resourceId=${chain.apiKey.id}`)).json;
    expect(items.slice(0, 3)).toMatchObject([
      { action: "end-partner-link", admin: admin.email, name: "shop" },
      {
        action: "open-partner-link",
        admin: "partner shop",
        network: "198.51.100.7",
        changes: { device: [null, "Firefox on Linux"] },
      },
      {
        action: "make-partner-link",
        admin: admin.email,
        changes: { mayRotate: [null, true], showsCauses: [null, false] },
      },
    ]);
  });

  it("ATTACK-S215: opens once, also at the same moment on two machines", async () => {
    const { api, makeLink, newBrowser } = await createPartnerPageScene();
    const code = await makeLink();
    const browsers = [newBrowser(), newBrowser()];
    holdTransactions(api, 2);
    const answers = await Promise.all(browsers.map((browser) => browser.send("open", { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 403]);
    const third = newBrowser();
    const refused = await third.send("open", { code });
    expect([refused.status, third.cookie]).toEqual([403, ""]);
    expect(refused.text).toContain("This link is invalid, was used, or has ended.");
    const texts = await Promise.all(browsers.map(async (browser) => (await browser.load()).text));
    expect(texts.filter((text) => !text.includes(CLOSED))).toHaveLength(1);
  });

  it("ATTACK-S215: ends after 15 minutes, its session after 8 hours, and both with a newer link", async () => {
    const { api, makeLink, newBrowser, openedBrowser } = await createPartnerPageScene();
    const late = await makeLink();
    api.clock.advance(15 * MINUTE_MS);
    expect((await newBrowser().send("open", { code: late })).status).toBe(403);
    const first = await openedBrowser();
    api.clock.advance(8 * HOUR_MS - 1);
    expect((await first.load()).text).not.toContain(CLOSED);
    api.clock.advance(1);
    expect((await first.load()).text).toContain(CLOSED);
    const replaced = await makeLink();
    const second = await openedBrowser();
    expect((await newBrowser().send("open", { code: replaced })).status).toBe(403);
    await makeLink();
    expect((await second.load()).text).toContain(CLOSED);
  });

  it("ATTACK-S215: ends with its key, and with its maker or the maker's permission, for good", async () => {
    const { api, admin, chain, makeLink, newBrowser, openedBrowser } =
      await createPartnerPageScene();
    const maker = await api.addAdmin({ organization: "Acme" });
    const items = (await admin.request("GET /administrators")).json.items as {
      id: string;
      email: string;
    }[];
    const { id } = items.find(({ email }) => email === maker.email)!;
    const permit = (permissions: string[]) =>
      admin.request(`PATCH /administrators/${id}`, { body: { permissions } });

    const ofMaker = await openedBrowser({}, maker);
    await permit(["api-keys"]);
    expect((await ofMaker.load()).text).toContain(CLOSED);
    await permit(["api-keys", "api-keys:w"]);
    expect((await ofMaker.load()).text).toContain(CLOSED);
    const unused = await makeLink({}, maker);
    expect((await admin.request(`DELETE /administrators/${id}`)).status).toBe(204);
    expect((await newBrowser().send("open", { code: unused })).status).toBe(403);
    const actions = (await admin.request("GET /audit?action=end-partner-link")).json.items;
    expect(actions).toHaveLength(2);

    const browser = await openedBrowser({ mayRotate: true });
    beforeNextTransaction(api, () => admin.request(`DELETE /api-keys/${chain.apiKey.id}`));
    expect((await browser.send("rotate-key")).status).toBe(401);
    expect((await browser.load()).text).toContain(CLOSED);
    expect(api.errors).toEqual([]);
  });
});

test("ATTACK-S215: a page that a token made ends with the token", async () => {
  const { api, admin, openedBrowser } = await createPartnerPageScene();
  const expiresAt = new Date(api.clock.now() + HOUR_MS).toISOString();
  const body = { name: "script", permissions: ["api-keys:w"], expiresAt };
  const pageOfToken = async () => {
    const { adminToken, token } = (await admin.request("POST /tokens", { body })).json;
    const request: AdminRequest = (call, options) => api.request(call, { token, ...options });
    return { id: adminToken.id, browser: await openedBrowser({}, { ...admin, token, request }) };
  };
  const revoked = await pageOfToken();
  expect((await revoked.browser.load()).text).not.toContain(CLOSED);
  await admin.request(`DELETE /tokens/${revoked.id}`);
  expect((await revoked.browser.load()).text).toContain(CLOSED);
  const { browser } = await pageOfToken();
  api.clock.advance(HOUR_MS - 1);
  expect((await browser.load()).text).not.toContain(CLOSED);
  api.clock.advance(1);
  expect((await browser.load()).text).toContain(CLOSED);
});

it.each([
  [
    "https://docs.example.com/docs",
    "__Secure-docgate-partner=x; Path=/docs/partner-page; HttpOnly; SameSite=Strict; Secure",
  ],
  ["http://127.0.0.1:8080", "docgate-partner=x; Path=/partner-page; HttpOnly; SameSite=Strict"],
])("ATTACK-S216: at %s, the cookie is for the page alone", (publicUrl, header) => {
  expect(partnerCookie(publicUrl).set("x")).toBe(header);
});

describe("a partner's page", () => {
  it("shows the state of the key, its calls, refusals and notices, and how to set a server up", async () => {
    const { api, admin, chain, openedBrowser } = await createPartnerPageScene();
    const { calls } = api.platform;
    const { origin } = chain.webhook;
    calls.count({ origin, endpoint: "GET /v1/space/list", outcome: "ok" });
    calls.count({
      origin,
      endpoint: "POST /v1/auth/application_token",
      outcome: "wrong-client-secret",
    });
    await recordCalls(calls, api.platform);
    const { text } = await (await openedBrowser()).load();
    expect(text).toContain("It works: all four parts are bound.");
    expect(text).toContain("1 answered, 0 refused");
    expect(text).toContain("Check the client_id in the query");
    expect(text).not.toContain("The secret is not that of the client.");
    expect(text).not.toContain("New secrets");
    expect(text).toContain(`CLIENT_ID=${chain.client.clientId}\n# CLIENT_SECRET=`);
    expect(text).toContain(`${PUBLIC_URL}/v1/space/list`);
    for (const secret of [chain.key, chain.clientSecret]) expect(text).not.toContain(secret);

    const open = await openedBrowser({ showsCauses: true });
    expect((await open.load()).text).toContain("The secret is not that of the client.");
    const path = `/api-keys/${chain.apiKey.id}` as const;
    await admin.request(`PATCH ${path}`, { body: { active: false } });
    expect((await open.load()).text).toContain("It is paused");
    await admin.request(`PATCH ${path}`, { body: { active: true, webhookId: null } });
    const unbound = (await open.load()).text;
    expect(unbound).toContain("Not bound: webhook.");
    expect(unbound).not.toContain("partner.env");
    expect((await open.send("test")).status).toBe(409);
  });

  it("sends test notices and notices again, of its key alone", async () => {
    const { api, admin, chain, openedBrowser } = await createPartnerPageScene();
    const other = await admin.request("POST /webhooks", {
      body: { name: "o", origin: "https://o.test", notificationUrl: "https://o.test/n" },
    });
    const tested = await admin.request(`POST /webhooks/${other.json.webhook.id}/test`);
    api.forgetSent();
    const browser = await openedBrowser();
    const answer = await browser.send("test");
    expect(answer.status).toBe(200);
    expect(answer.text).toContain("<strong>Test</strong>: not answered yet.");
    expect(api.sent).toMatchObject([{ apiKeyId: chain.apiKey.id, kinds: [] }]);
    const id = api.sent[0]!.id;
    expect((await browser.send("resend", { id })).status).toBe(200);
    expect(api.sent).toHaveLength(2);
    for (const wrong of [tested.json.notices[0], "no-such-notice"]) {
      expect((await browser.send("resend", { id: wrong })).status).toBe(404);
    }
    expect(api.sent).toHaveLength(2);
  });

  it("ATTACK-S217: rotates only what the administrator allows, judged at each click", async () => {
    const { api, admin, chain, makeLink, openedBrowser } = await createPartnerPageScene();
    const { store, vault } = api.platform;
    const readSecrets = async () => [
      (await store.read.clients.find({ id: chain.client.id }))!.secretHash,
      (await store.read.apiKeys.find({ id: chain.apiKey.id }))!.keyHash,
    ];
    const before = await readSecrets();
    const plain = await openedBrowser();
    for (const form of ["rotate-secret", "rotate-key", "rotate-signing-secret"]) {
      const refused = await plain.send(form, { overlapHours: "0" });
      expect([refused.status, refused.text]).toEqual([
        403,
        expect.stringContaining("The administrator has not allowed you to rotate."),
      ]);
    }
    const browser = await openedBrowser({ mayRotate: true });
    for (const overlapHours of ["73", "-1", "x", ""]) {
      expect((await browser.send("rotate-secret", { overlapHours })).status).toBe(400);
    }
    expect(await readSecrets()).toEqual(before);

    const first = await browser.send("rotate-secret", { overlapHours: "24" });
    const second = await browser.send("rotate-key");
    const [secret] = /dgs_\w{49}/.exec(first.text)!;
    const [key] = /dgk_\w{49}/.exec(second.text)!;
    const after = [vault.hash("client-secret", secret), vault.hash("api-key", key)];
    expect(await readSecrets()).toEqual(after);
    expect((await browser.load()).text).not.toContain(key);

    expect((await browser.send("rotate-signing-secret", { overlapHours: "1" })).status).toBe(409);
    const webhook = `/webhooks/${chain.webhook.id}` as const;
    await admin.request(`PATCH ${webhook}`, { body: { signing: "v1" } });
    const signing = await browser.send("rotate-signing-secret", { overlapHours: "1" });
    expect(signing.text).toMatch(/NOTICE_SECRET=&#39;?whsec_|NOTICE_SECRET=whsec_/);

    // Taken back while the page is open, and between the request and its change.
    beforeNextTransaction(api, () => makeLink());
    expect((await browser.send("rotate-key")).status).toBe(401);
    const again = await openedBrowser({ mayRotate: true });
    await admin.request(`DELETE /api-keys/${chain.apiKey.id}/partner-link`);
    expect((await again.send("rotate-key")).status).toBe(401);
    expect(await readSecrets()).toEqual(after);
    const { items } = (await admin.request("GET /audit?admin=partner%20shop")).json;
    const actions = items.map(({ action }: { action: string }) => action);
    expect(actions.filter((action: string) => action.startsWith("rotate"))).toEqual([
      "rotate-signing-secret",
      "rotate",
      "rotate-secret",
    ]);
  });

  it("ATTACK-S216: its session is refused by every route of administrators, and theirs by it", async () => {
    const { api, admin, chain, openedBrowser, newBrowser } = await createPartnerPageScene();
    const browser = await openedBrowser({ mayRotate: true });
    const [, value] = browser.cookie.split("=");
    const names = ["__Secure-docgate-partner", "__Host-docgate", "docgate", "docgate-partner"];
    for (const name of names) {
      const headers = { Cookie: `${name}=${value}`, Origin: PUBLIC_URL };
      for (const call of ["GET /api-keys", `DELETE /api-keys/${chain.apiKey.id}`] as const) {
        expect((await api.request(call, { headers })).status, `${name} ${call}`).toBe(401);
      }
    }
    const signedIn = await api.request("POST /session", {
      body: { email: admin.email, password: "correct horse battery" },
    });
    const session = signedIn.headers.get("Set-Cookie")!.split(";")[0]!.split("=")[1];
    const intruder = newBrowser();
    for (const cookie of [session, "", "x", "%00"]) {
      intruder.cookie = `__Secure-docgate-partner=${cookie}`;
      expect((await intruder.load()).text).toContain(CLOSED);
      expect((await intruder.send("rotate-key")).status).toBe(401);
    }
  });

  it("ATTACK-S216: forms of other pages are refused, and so are forms of another type or size", async () => {
    const { api, chain, openedBrowser, makeLink, newBrowser } = await createPartnerPageScene();
    const browser = await openedBrowser({ mayRotate: true });
    api.forgetSent();
    const sources: readonly Record<string, string>[] = [
      { Origin: "https://evil.test" },
      { Origin: "null" },
      { Origin: "null", "Sec-Fetch-Site": "same-origin" },
      { "Sec-Fetch-Site": "same-site" },
      { "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "none" },
    ];
    for (const headers of sources) {
      for (const form of ["test", "rotate-key", "end"]) {
        expect((await browser.send(form, {}, headers)).status, JSON.stringify(headers)).toBe(403);
      }
    }
    const stranger = newBrowser();
    const planted = { code: await makeLink({ mayRotate: true }) };
    expect((await stranger.send("open", planted, { Origin: "https://evil.test" })).status).toBe(
      403,
    );
    expect(stranger.cookie).toBe("");
    expect(api.sent).toEqual([]);
    const { keyHash } = (await api.platform.store.read.apiKeys.find({ id: chain.apiKey.id }))!;
    expect(keyHash).toBe(api.platform.vault.hash("api-key", chain.key));
    const json = { "Content-Type": "application/json" };
    expect((await browser.send("test", {}, json)).status).toBe(415);
    expect((await browser.send("test", { x: "x".repeat(5_000) })).status).toBe(413);
  });

  it("ends by its own button", async () => {
    const { openedBrowser } = await createPartnerPageScene();
    const browser = await openedBrowser();
    const { cookie } = browser;
    expect((await browser.send("end")).status).toBe(303);
    expect(browser.cookie).toBe("");
    browser.cookie = cookie;
    expect((await browser.load()).text).toContain(CLOSED);
  });
});
