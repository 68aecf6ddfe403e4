import { type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  changePermissions,
  removeAdministrator,
} from "../../../../runtime/admin/accounts/administrators.ts";
import { reserveDomain } from "../../../../runtime/admin/sign-in/provider/operator-domains.ts";
import type { AdminAnswer } from "../../../support/admin-client.ts";
import { startHostileProvider } from "../../../support/hostile-provider.ts";
import { signInAtProvider } from "../../../support/openid-provider.ts";
import { type ProviderScene, shareProvider } from "../../../support/provider-scene.ts";
import { createVisitor, type ProviderVisitor } from "../../../support/provider-visitor.ts";

const setUp = shareProvider();

const FAILED = "http://docgate.test/admin#sign-in-failed";

/** Expects the answer to every refused sign-in, which says nothing. */
async function expectRefused(answer: AdminAnswer, visitor: ProviderVisitor): Promise<void> {
  const { status, text, headers } = answer;
  expect([status, text, headers.get("Location")]).toEqual([303, "", FAILED]);
  expect(headers.get("Set-Cookie")).toBeNull();
  expect(await visitor.whoAmI()).toBeNull();
}

/** Returns the reasons of refusals in the audit log, newest first. */
async function reasons({ ada }: Pick<ProviderScene, "ada">): Promise<string[]> {
  const { items } = (await ada.request("GET /audit?action=sign-in-refused")).json;
  return items.map(({ changes }: { changes: { reason: string[] } }) => changes.reason[1]);
}

/** Replaces parameters of the query; undefined removes one. */
function withQuery(url: string, changes: Readonly<Record<string, string | undefined>>): string {
  const changed = new URL(url);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) changed.searchParams.delete(name);
    else changed.searchParams.set(name, value);
  }
  return changed.href;
}

/** Returns the header of basic authentication (RFC 6749 §2.3.1), without its first word. */
function basic(clientId: string, secret: string): string {
  const encode = (text: string) => encodeURIComponent(text).replaceAll("%20", "+");
  return btoa(`${encode(clientId)}:${encode(secret)}`);
}

/** A provider that is set up, and forges its answers. */
async function setUpHostile() {
  const scene = await setUp();
  const { api, ada } = scene;
  const provider = await startHostileProvider();
  onTestFinished(provider.close);
  const saved = await scene.save({ issuer: provider.issuer, clientSecret: null });
  expect(saved.status).toBe(200);

  /** Signs in with an ID token. @param forge makes it from claims that are right */
  async function signIn(forge: (claims: JWTPayload) => Promise<string> | string) {
    const visitor = createVisitor(api);
    const { location } = (await visitor.begin(ada.email)).json;
    const { searchParams: asked } = new URL(location);
    const seconds = Math.floor(Date.now() / 1000);
    provider.idToken = await forge({
      iss: provider.issuer,
      aud: "docgate",
      sub: "ada",
      nonce: asked.get("nonce")!,
      email: ada.email,
      email_verified: true,
      iat: seconds,
      exp: seconds + 60,
    });
    const answer = await visitor.comeBack(
      withQuery(asked.get("redirect_uri")!, { code: "code", state: asked.get("state")! }),
    );
    return { visitor, answer };
  }

  async function expectForgery(forge: (claims: JWTPayload) => Promise<string> | string) {
    const { answer, visitor } = await signIn(forge);
    await expectRefused(answer, visitor);
  }

  return { ...scene, provider, signIn, expectForgery };
}

describe("a forged answer", () => {
  it("is accepted if nothing in it is wrong, so that what follows shows something", async () => {
    const { provider, signIn, ada } = await setUpHostile();
    const { visitor } = await signIn(provider.sign);
    expect(await visitor.whoAmI()).toBe(ada.email);
  });

  it("ATTACK-P189: of another issuer is refused, in the ID token and in the address", async () => {
    const { provider, expectForgery } = await setUpHostile();
    await expectForgery((claims) => provider.sign({ ...claims, iss: "https://other.example" }));
    const scene = await setUp();
    for (const iss of ["https://other.example", undefined]) {
      const visitor = createVisitor(scene.api);
      const { location } = (await visitor.begin(scene.ada.email)).json;
      const back = await signInAtProvider(location, "ada");
      await expectRefused(await visitor.comeBack(withQuery(back, { iss })), visitor);
    }
    // A browser that was sent to one provider, and comes back after the organization took another.
    const visitor = createVisitor(scene.api);
    const { location } = (await visitor.begin(scene.ada.email)).json;
    const back = await signInAtProvider(location, "ada");
    expect((await scene.save({ issuer: provider.issuer })).status).toBe(200);
    await expectRefused(await visitor.comeBack(back), visitor);
    expect(await reasons(scene)).toEqual([
      "provider-changed",
      "provider: invalid_response",
      "provider: invalid_response",
    ]);
  });

  it("ATTACK-P191: with another nonce, or none, is refused", async () => {
    const { provider, expectForgery } = await setUpHostile();
    await expectForgery((claims) => provider.sign({ ...claims, nonce: "another" }));
    await expectForgery(({ nonce: _, ...claims }) => provider.sign(claims));
  });

  it("ATTACK-P193: without a verified email is refused", async () => {
    const { provider, expectForgery, ada } = await setUpHostile();
    for (const email_verified of [false, "true", 1, null]) {
      await expectForgery((claims) => provider.sign({ ...claims, email_verified }));
    }
    await expectForgery(({ email_verified: _, ...claims }) => provider.sign(claims));
    provider.userinfo = { sub: "ada", email: ada.email, email_verified: false };
    await expectForgery(({ email_verified: _, ...claims }) => provider.sign(claims));
    // The answer about another person.
    provider.userinfo = { sub: "eve", email: ada.email, email_verified: true };
    await expectForgery(({ email_verified: _, ...claims }) => provider.sign(claims));
    for (const email of [
      undefined,
      7,
      ["a@example.com"],
      "nobody",
      `${"x".repeat(300)}@example.com`,
    ]) {
      await expectForgery((claims) => provider.sign({ ...claims, email }));
    }
  });

  it("ATTACK-P197: unsigned, signed with a shared or unknown key, of another client or expired, is refused", async () => {
    const { provider, expectForgery } = await setUpHostile();
    const secret = new TextEncoder().encode("secret of the client, for tests");
    const other = await startHostileProvider();
    onTestFinished(other.close);
    await expectForgery((claims) => new UnsecuredJWT(claims).encode());
    await expectForgery((claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(secret),
    );
    await expectForgery(other.sign);
    await expectForgery((claims) => provider.sign({ ...claims, aud: "another client" }));
    await expectForgery((claims) => provider.sign({ ...claims, aud: ["docgate", "x"], azp: "x" }));
    await expectForgery((claims) => provider.sign({ ...claims, exp: 1 }));
    await expectForgery(() => "");
  });

  it("ATTACK-T279: issued in the future is refused, but for a minute of clocks that differ", async () => {
    const { api, provider, signIn, expectForgery, ada } = await setUpHostile();
    const later = (seconds: number) => (claims: JWTPayload) =>
      provider.sign({ ...claims, iat: claims.iat! + seconds, exp: claims.exp! + seconds });
    await expectForgery(later(9_999));
    await expectForgery(later(120));
    expect(await reasons({ ada })).toEqual(["future-token", "future-token"]);
    api.clock.set(Date.now());
    const { visitor } = await signIn(later(30));
    expect(await visitor.whoAmI()).toBe(ada.email);
  });

  it("without an issuer counts only from a provider that announces none, as RFC 9207 says", async () => {
    const { api, provider, signIn, expectForgery, ada } = await setUpHostile();
    const { visitor } = await signIn(provider.sign);
    expect(await visitor.whoAmI()).toBe(ada.email);
    provider.metadata.authorization_response_iss_parameter_supported = true;
    api.clock.advance(600_000);
    await expectForgery((claims) => provider.sign({ ...claims, iat: 0 }));
    expect(await reasons({ ada })).toEqual(["provider: invalid_response"]);
  });
});

describe("the client secret", () => {
  it("ATTACK-T275: is never sent to an issuer that is set later", async () => {
    const { api, ada, provider, save } = await setUp();
    const hostile = await startHostileProvider();
    onTestFinished(hostile.close);
    const moved = { issuer: hostile.issuer, clientId: provider.clientId };
    expect(await save({ ...moved, clientSecret: undefined })).toMatchObject({
      status: 400,
      json: {
        message: "Another issuer needs its own client secret: enter it, or none (null).",
        errors: [{ path: "clientSecret" }],
      },
    });
    const kept = (await ada.request("GET /organization")).json.organization.provider;
    expect(kept).toMatchObject({ issuer: provider.issuer, hasClientSecret: true });
    for (const clientSecret of ["the secret of the new one", null]) {
      expect((await save({ ...moved, clientSecret })).status).toBe(200);
      const visitor = createVisitor(api);
      const { location } = (await visitor.begin(ada.email)).json;
      const state = new URL(location).searchParams.get("state")!;
      await visitor.comeBack(withQuery("http://docgate.test", { state, code: "code" }));
    }
    const received = hostile.received.join("\n");
    expect(received).toContain("code_verifier=");
    expect(received).toContain(basic(provider.clientId, "the secret of the new one"));
    for (const form of [
      provider.clientSecret,
      encodeURIComponent(provider.clientSecret),
      basic(provider.clientId, provider.clientSecret),
    ]) {
      expect(received).not.toContain(form);
    }
    // An issuer without a secret may follow one without, as it is.
    expect((await save({ ...moved, clientSecret: undefined })).status).toBe(200);
  });
});

describe("the way back", () => {
  it("ATTACK-P190: with another state, without one, or taken before, also at once, is refused", async () => {
    const { api, ada } = await setUp();
    const visitor = createVisitor(api);
    const { location } = (await visitor.begin(ada.email)).json;
    const back = await signInAtProvider(location, "ada");
    for (const state of ["another", "", undefined]) {
      await expectRefused(await visitor.comeBack(withQuery(back, { state })), visitor);
    }
    const doubled = `${back}&state=${new URL(back).searchParams.get("state")}`;
    const answers = [await visitor.comeBack(doubled), await visitor.comeBack(back)];
    for (const answer of answers) await expectRefused(answer, visitor);
    const next = createVisitor(api);
    const again = await signInAtProvider((await next.begin(ada.email)).json.location, "ada");
    const both = await Promise.all([next.comeBack(again), next.comeBack(again)]);
    const welcomed = both.filter(({ headers }) => headers.get("Location") !== FAILED);
    expect(welcomed).toHaveLength(1);
  });

  it("ATTACK-P192: in a browser that did not begin is refused, whatever it began itself", async () => {
    const { api, ada } = await setUp();
    const attacker = createVisitor(api);
    const back = await signInAtProvider((await attacker.begin(ada.email)).json.location, "ada");
    const victim = createVisitor(api);
    await expectRefused(await victim.comeBack(back), victim);
    const own = (await victim.begin(ada.email)).json.location;
    await expectRefused(await victim.comeBack(back), victim);
    // With the victim's state, the code is still bound to the attacker's browser.
    const state = new URL(own).searchParams.get("state")!;
    await expectRefused(await victim.comeBack(withQuery(back, { state })), victim);
    expect(await reasons({ ada })).toEqual(["provider: invalid_grant"]);
  });

  it("ATTACK-P197: is asked for with PKCE, state and nonce, new each time", async () => {
    const { api, ada } = await setUp();
    const asked = async () =>
      Object.fromEntries(
        new URL((await createVisitor(api).begin(ada.email)).json.location).searchParams,
      );
    const [one, other] = [await asked(), await asked()];
    expect(one).toMatchObject({ code_challenge_method: "S256", response_type: "code" });
    for (const name of ["code_challenge", "state", "nonce"]) {
      expect(one[name]).toMatch(/^[\w-]{43}$/);
      expect(one[name]).not.toBe(other[name]);
    }
  });

  it("ATTACK-P196: leads to the console alone, and repeats nothing that was sent", async () => {
    const { api, ada, provider } = await setUp();
    const visitor = createVisitor(api);
    const { location } = (await visitor.begin(ada.email)).json;
    const iss = provider.issuer;
    const state = new URL(location).searchParams.get("state")!;
    for (const sent of [
      { state, iss, error: "access_denied", error_description: "<script>alert(1)</script>" },
      { state: "x", redirect_uri: "https://evil.example", next: "//evil.example" },
    ]) {
      const answer = await visitor.comeBack(withQuery("http://docgate.test", sent));
      await expectRefused(answer, visitor);
      expect(JSON.stringify([...answer.headers])).not.toMatch(/evil|script/);
    }
    expect(await reasons({ ada })).toEqual(["provider: access_denied"]);
  });

  it("ATTACK-P196: cannot begin at an address that is not a website", async () => {
    const { api, provider, save, ada } = await setUpHostile();
    for (const endpoint of ["javascript:alert(1)", "data:text/html,x", 7]) {
      provider.metadata.authorization_endpoint = endpoint;
      api.clock.advance(3_600_000);
      const answer = await createVisitor(api).begin(ada.email);
      expect([answer.status, answer.json.location]).toEqual([503, undefined]);
    }
    expect(await save({ issuer: provider.issuer })).toMatchObject({ status: 400 });
  });
});

describe("an account", () => {
  it("ATTACK-P194: with another email than before, another account with the email, or of a removed administrator, is refused", async () => {
    const { api, ada, provider } = await setUp();
    const grace = await api.addAdmin({ organization: "Acme" });
    const welcomed = await createVisitor(api).signIn(ada.email, "ada");
    expect(welcomed.headers.get("Location")).toBe("http://docgate.test/admin");
    provider.accounts.set("ada", { email: grace.email, email_verified: true });
    provider.accounts.set("eve", { email: ada.email, email_verified: true });
    for (const subject of ["ada", "eve"]) {
      const visitor = createVisitor(api);
      await expectRefused(await visitor.signIn(ada.email, subject), visitor);
    }
    provider.accounts.set("grace", { email: grace.email, email_verified: true });
    const [inside, late] = [createVisitor(api), createVisitor(api)];
    await inside.signIn(grace.email, "grace");
    expect(await inside.whoAmI()).toBe(grace.email);
    const { location } = (await late.begin(grace.email)).json;
    const back = await signInAtProvider(location, "grace");
    await removeAdministrator(api.platform, { email: grace.email });
    expect(await inside.whoAmI()).toBeNull();
    await expectRefused(await late.comeBack(back), late);
    expect(await reasons({ ada })).toEqual(["not-invited", "other-account", "changed-email"]);
  });

  it("ATTACK-P195: of a domain that the organization did not name, or another organization's administrator, is refused", async () => {
    const { api, ada, provider, save } = await setUp();
    const eve = await api.addAdmin({ organization: "Other" });
    provider.accounts.set("eve", { email: eve.email, email_verified: true });
    provider.accounts.set("mallory", { email: "mallory@evil.example", email_verified: true });
    provider.accounts.set("trick", { email: "x@evil.example@example.com", email_verified: true });
    await reserveDomain(api.platform, { domain: "example.com", organization: "Acme" });
    await save({ newPermissions: ["audit"] });
    for (const subject of ["eve", "mallory", "trick"]) {
      const visitor = createVisitor(api);
      await expectRefused(await visitor.signIn(ada.email, subject), visitor);
    }
    expect(await reasons({ ada })).toEqual(["no-email", "foreign-domain", "other-organization"]);
    const taken = await eve.request("PUT /organization/provider", {
      body: {
        issuer: provider.issuer,
        clientId: "docgate",
        domains: ["EXAMPLE.com"],
        newPermissions: null,
      },
    });
    expect([taken.status, taken.json.errors[0].path]).toEqual([409, "domains"]);
  });

  it("ATTACK-P195: a provider set up by someone who may do less than others is refused", async () => {
    const { api, provider, save } = await setUp();
    const lesser = await api.addAdmin({ organization: "Acme", permissions: ["team:w", "team"] });
    const body = {
      issuer: provider.issuer,
      clientId: "docgate",
      domains: ["example.com"],
      newPermissions: null,
    };
    const answer = await lesser.request("PUT /organization/provider", { body });
    expect([answer.status, answer.json.message]).toEqual([
      403,
      "A provider can sign in every administrator: only someone with all permissions that they have can set it up.",
    ]);
    expect((await save()).status).toBe(200);
  });
});

it("ATTACK-T271: who was invited gets at most what the inviter has then", async () => {
  const { api, ada, provider } = await setUp();
  const bob = await api.addAdmin({ organization: "Acme" });
  const body = { email: "grace@example.com", permissions: ["audit", "team:w"] };
  expect((await bob.request("POST /administrators", { body })).status).toBe(201);
  const permissions = ["api-keys", "audit"];
  await changePermissions(api.platform, { email: bob.email, permissions });
  provider.accounts.set("grace", { email: "grace@example.com", email_verified: true });
  const visitor = createVisitor(api);
  await visitor.signIn("grace@example.com", "grace");
  const { items } = (await ada.request("GET /administrators")).json;
  expect(items.at(-1)).toMatchObject({ email: "grace@example.com", permissions: ["audit"] });
});

describe("refused sign-ins", () => {
  it("no longer reach the provider after 20 from a network, and fill no log", async () => {
    const { api, ada, provider } = await setUpHostile();
    for (let attempt = 0; attempt < 21; attempt += 1) {
      const visitor = createVisitor(api);
      const { location } = (await visitor.begin(ada.email)).json;
      const state = new URL(location).searchParams.get("state")!;
      if (attempt === 20) provider.idToken = "counted from here";
      const before = provider.requests;
      await visitor.comeBack(withQuery("http://docgate.test", { state, code: "guess" }));
      expect(provider.requests - before, String(attempt)).toBe(attempt < 20 ? 1 : 0);
    }
    expect(await reasons({ ada })).toHaveLength(20);
  });
});
