import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { dirname } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  type Administrator,
  launchDemo,
  listMails,
  type RunningDemo,
  readPasscode,
  type SignInDetails,
  signInAdministrator,
  startDemo,
} from "../support/demo.ts";
import { runtimesOf } from "../support/extent.ts";

const SOON = { timeout: 10_000, interval: 20 };
const MARKUP = `Help & <img src=x onerror="alert(1)">`;
const ESCAPED_MARKUP = "Help &amp; &lt;img src=x onerror=&quot;alert(1)&quot;&gt;";

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

describe.each(runtimesOf("deno"))("the demo on %s", (runtime) => {
  let demo: RunningDemo;
  let admin: Administrator;

  beforeAll(async () => {
    demo = await startDemo(runtime);
    admin = await signInAdministrator(demo);
  });

  afterAll(async () => {
    await demo?.stop();
  });

  async function page(): Promise<string> {
    const response = await fetch(`${demo.partnerUrl}/`);
    expect(response.status).toBe(200);
    return response.text();
  }

  /** Calls docgate like a script of the partner's page. */
  async function ask(path: string, body: object, origin = demo.partnerUrl): Promise<Response> {
    return fetch(demo.docgateUrl + path, {
      method: "POST",
      headers: { Origin: origin, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: an assertion follows
  async function answerTo(path: string, body: object): Promise<any> {
    const response = await ask(path, body);
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-origin")).toBe(demo.partnerUrl);
    expect(response.headers.get("vary")).toContain("Origin");
    return response.json();
  }

  async function signIn({ email, password }: SignInDetails): Promise<Tokens> {
    const answer = await answerTo("/v1/auth/access_token", { email, password });
    expect(answer).toMatchObject({ success: true, status: 200, statusCode: 200 });
    return answer.result;
  }

  /** Lets the partner's server check a token. */
  // biome-ignore lint/suspicious/noExplicitAny: an assertion follows
  async function verify(token: string): Promise<{ readonly status: number; readonly body: any }> {
    const response = await fetch(`${demo.partnerUrl}/verify`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ access_token: token }),
    });
    return { status: response.status, body: await response.json() };
  }

  async function theOnly(collection: string) {
    const { items } = await admin.call("GET", `/${collection}`);
    expect(items).toHaveLength(1);
    return items[0];
  }

  describe("the partner's server", () => {
    it("PIA §4: shows the spaces, agents, front settings, contract and policy that it read", async () => {
      const html = await page();
      const contract = await theOnly("contracts");

      for (const title of ["Help", "Shop"]) expect(html).toContain(`<h3>${title}</h3>`);
      for (const slug of ["repairs", "invoices", "advice"]) {
        expect(html).toContain(`<code>${slug}</code>`);
      }
      expect(html).toContain("What is wrong with your bike?");
      expect(html).toContain(`<dd><code>${contract.key}</code></dd>`);
      expect(html).toContain("<dt>Passcode for those registered outside</dt><dd>yes</dd>");
      expect(html).toContain("<dt>Passcode for those registered inside</dt><dd>no</dd>");
    });

    it("PIA §6: received the certificate and the shared secret through the handshake", async () => {
      const html = await page();
      const { publicCertificate } = await theOnly("certificates");
      const { items } = await admin.call("GET", "/notices?limit=200");

      expect(html).toContain(`<pre id="pem">${publicCertificate}</pre>`);
      expect(html).toContain("<dt>Shared secret</dt><dd>received</dd>");
      expect(html).toContain("<code>r_cert</code>");
      expect(items.at(-1)).toMatchObject({
        kinds: ["r_cert"],
        state: "delivered",
        httpStatus: 204,
      });
    });

    it("lets its page load nothing from elsewhere, and connect only to docgate", async () => {
      const { headers } = await fetch(`${demo.partnerUrl}/`);
      const policy = headers.get("content-security-policy");

      expect(policy).toContain(
        `default-src 'none'; script-src 'self' ${demo.docgateUrl}/assets/search.js; style-src 'self'`,
      );
      expect(policy).toContain(`connect-src 'self' ${demo.docgateUrl};`);
    });
  });

  describe("sign-in from the partner's page", () => {
    it("ATTACK-A8: the browser learns that the page may call", async () => {
      const response = await fetch(`${demo.docgateUrl}/v1/auth/access_token`, {
        method: "OPTIONS",
        headers: {
          Origin: demo.partnerUrl,
          "Access-Control-Request-Method": "POST",
          "Access-Control-Request-Headers": "content-type",
        },
      });

      expect(response.status).toBe(204);
      expect(response.headers.get("access-control-allow-origin")).toBe(demo.partnerUrl);
      expect(response.headers.get("access-control-allow-headers")).toMatch(/content-type/i);
    });

    it("PIA §5.1: no answer at all to a page of another Origin", async () => {
      const asking = ask("/v1/auth/access_token", demo.withoutPasscode, "http://127.0.0.1:1");

      await expect(asking).rejects.toThrow();
    });

    it("CHAIN-C11, ATTACK-G100: without a passcode; the partner verifies the token by the PEM", async () => {
      const { access_token } = await signIn(demo.withoutPasscode);
      const { status, body } = await verify(access_token);
      const contract = await theOnly("contracts");
      const { items } = await admin.call("GET", "/consumers");
      const { email } = demo.withoutPasscode;

      expect(status).toBe(200);
      expect(body.claims).toMatchObject({
        iss: demo.docgateUrl,
        sub: items.find((consumer: SignInDetails) => consumer.email === email).id,
        aud: contract.key,
        typ: "access",
      });
      expect(body.claims.exp - body.claims.iat).toBe(15 * 60);
    });

    it("CHAIN-C10: with a passcode, which arrives by mail", async () => {
      const { email, password } = demo.withPasscode;
      const seen = await listMails(demo.outbox);
      const challenge = await answerTo("/v1/auth/access_token", { email, password });
      expect(challenge).toMatchObject({ success: true, statusCode: 201, message: "Verify" });
      const pin = await readPasscode(demo.outbox, { to: email, seen });

      const { hash } = challenge.result;
      const answer = await answerTo("/v1/auth/otp/confirm", { pin, token: hash });

      expect(answer).toMatchObject({ success: true, status: 200, statusCode: 200 });
      expect((await verify(answer.result.access_token)).body.valid).toBe(true);
      expect(await answerTo("/v1/auth/otp/confirm", { pin, token: hash })).toEqual({
        success: false,
        message: "Expired",
      });
    });

    it("CHAIN-C9: a wrong password is refused without details", async () => {
      const { email } = demo.withoutPasscode;

      expect(await answerTo("/v1/auth/access_token", { email, password: "wrong" })).toEqual({
        success: false,
        status: 406,
      });
    });

    it("ATTACK-G101: a refresh token works once; its replay is refused and ends the session", async () => {
      const { refresh_token } = await signIn(demo.withoutPasscode);
      const refused = { success: false, status: 406 };

      const answer = await answerTo("/v1/auth/refresh_token", { refresh_token });
      expect((await verify(answer.result.access_token)).body.valid).toBe(true);

      expect(await answerTo("/v1/auth/refresh_token", { refresh_token })).toEqual(refused);
      const { refresh_token: next } = answer.result;
      expect(await answerTo("/v1/auth/refresh_token", { refresh_token: next })).toEqual(refused);
    });

    it("ATTACK-C28: the partner's server does not accept a refresh token as access token", async () => {
      const { refresh_token } = await signIn(demo.withoutPasscode);

      expect((await verify(refresh_token)).status).toBe(401);
    });

    it("ATTACK-C29: the partner's server does not accept a manipulated token", async () => {
      const { access_token } = await signIn(demo.withoutPasscode);
      const [head, body, signature] = access_token.split(".");
      const claims = JSON.parse(Buffer.from(body!, "base64url").toString());
      const forged = Buffer.from(JSON.stringify({ ...claims, sub: "other" })).toString("base64url");

      expect((await verify([head, forged, signature].join("."))).status).toBe(401);
      expect((await verify("nonsense")).status).toBe(401);
    });
  });

  describe("changes by an administrator", () => {
    it("PIA §6: a space's new title reaches the page through a notice, and as text", async () => {
      const { items } = await admin.call("GET", "/spaces");
      const help = items.find(({ title }: { title: string }) => title === "Help");

      await admin.call("PATCH", `/spaces/${help.id}`, { title: MARKUP });

      await vi.waitFor(async () => {
        expect(await page()).toContain(`<h3>${ESCAPED_MARKUP}</h3>`);
      }, SOON);
      const html = await page();
      expect(html).toContain("<code>r_space, r_agent</code>");
      expect(html).not.toContain("<img");
    });

    it("PIA §6: a contract's new name and policy reach the page through a notice", async () => {
      const { id } = await theOnly("contracts");

      await admin.call("PATCH", `/contracts/${id}`, { name: "River Bikes" });

      await vi.waitFor(async () => {
        expect(await page()).toContain("<dt>Contract</dt><dd>River Bikes</dd>");
      }, SOON);
      expect(await page()).toContain("<code>r_consumer_policy</code>");
    });

    it("PIA §6: new front settings reach the page through a separate notice", async () => {
      const { items } = await admin.call("GET", "/agents");
      const agent = items.find(({ agentId }: { agentId: string }) => agentId === "advice");

      await admin.call("PUT", `/agents/${agent.id}/front-settings`, { greeting: "Ahoy!" });

      await vi.waitFor(async () => expect(await page()).toContain("Ahoy!"), SOON);
      expect(await page()).toContain("<code>r_agent_front_settings</code>");
    });

    it("CHAIN-C20: after a rotation, old and new tokens verify, each with its certificate", async () => {
      const before = await signIn(demo.withoutPasscode);
      const { id } = await theOnly("certificates");

      const { certificate } = await admin.call("POST", `/certificates/${id}/rotate`);

      await vi.waitFor(async () => {
        expect(await page()).toContain(certificate.publicCertificate);
      }, SOON);
      const after = await signIn(demo.withoutPasscode);
      expect((await verify(before.access_token)).body.valid).toBe(true);
      expect((await verify(after.access_token)).body.valid).toBe(true);
      expect(kidOf(after.access_token)).not.toBe(kidOf(before.access_token));
    });

    it("CHAIN-C4: the partner's application token survives a rotation of the key", async () => {
      const { id } = await theOnly("api-keys");

      await admin.call("POST", `/api-keys/${id}/rotate`);
      const { items } = await admin.call("GET", "/spaces");
      const shop = items.find(({ title }: { title: string }) => title === "Shop");
      await admin.call("PATCH", `/spaces/${shop.id}`, { title: "Store" });

      await vi.waitFor(async () => expect(await page()).toContain("<h3>Store</h3>"), SOON);
    });

    it("PIA §6: a Wake arrives as one refresh notice and a certificate", async () => {
      const { id } = await theOnly("api-keys");

      const { notices } = await admin.call("POST", `/api-keys/${id}/wake`);

      expect(notices).toHaveLength(2);
      const kinds = "r_api_keys, r_consumer_policy, r_space, r_agent, r_json";
      await vi.waitFor(async () => expect(await page()).toContain(`<code>${kinds}</code>`), SOON);
    });

    it("ATTACK-E51: two changes of the key at once lead to two handshakes, one after the other", async () => {
      const { id } = await theOnly("api-keys");
      const before = await deliveries();

      await Promise.all([1, 2].map(() => admin.call("POST", `/api-keys/${id}/wake`)));

      // Two for the Wakes themselves, two for the handshakes that they cause. A handshake of an
      // earlier change may still be in progress; that one counts, too.
      await vi.waitFor(async () => {
        expect(await deliveries()).toBeGreaterThanOrEqual(before + 4);
      }, SOON);
    });

    async function deliveries(): Promise<number> {
      const { items } = await admin.call("GET", "/notices?limit=200");
      return items.filter(
        (notice: { readonly kinds: readonly string[]; readonly state: string }) =>
          notice.kinds.join() === "r_cert" && notice.state === "delivered",
      ).length;
    }

    it("PIA §2: a cleared shared secret is gone with the next delivery", async () => {
      const [certificate, apiKey] = [await theOnly("certificates"), await theOnly("api-keys")];

      await admin.call("PATCH", `/certificates/${certificate.id}`, { secretKey: "" });
      await admin.call("POST", `/api-keys/${apiKey.id}/wake`);

      await vi.waitFor(async () => {
        expect(await page()).toContain("<dt>Shared secret</dt><dd>none</dd>");
      }, SOON);
    });
  });

  it("wrote only start messages to standard error", () => {
    expect(demo.log()).toMatch(
      /^(Generating content\/ …\n)?Starting docgate …\nStarting the partner …\n$/,
    );
  });

  it("SIGTERM ends docgate and the partner, and removes its files", async () => {
    const folder = dirname(dirname(demo.outbox));
    expect(existsSync(folder)).toBe(true);

    expect(await demo.stop()).toBe(0);

    expect(existsSync(folder)).toBe(false);
    await expect(fetch(`${demo.docgateUrl}/healthz`)).rejects.toThrow();
    await expect(fetch(demo.partnerUrl)).rejects.toThrow();
  });

  it("SIGINT ends it even during the start", async () => {
    const launched = launchDemo(runtime);
    onTestFinished(() => launched.signal("SIGKILL"));
    await vi.waitFor(() => expect(launched.stderr()).toContain("Starting docgate"), SOON);

    launched.signal("SIGINT");

    expect(await launched.exited).toBe(0);
    expect(launched.stdout()).toBe("");
  });

  it.each(["PORT", "PARTNER_PORT"])("says so in one line when %s is taken", async (variable) => {
    const other = createServer();
    other.listen(0, "127.0.0.1");
    await once(other, "listening");
    onTestFinished(() => void other.close());
    const { port } = other.address() as { port: number };
    const launched = launchDemo(runtime, { [variable]: String(port) });

    expect(await launched.exited).toBe(1);
    expect(launched.stderr()).toBe(
      `demo: Port ${port} is taken. Set ${variable} to another one, or to 0 for any free port.\n`,
    );
    expect(launched.stdout()).toBe("");
  });
});

function kidOf(token: string): string {
  return JSON.parse(Buffer.from(token.split(".")[0]!, "base64url").toString()).kid;
}
