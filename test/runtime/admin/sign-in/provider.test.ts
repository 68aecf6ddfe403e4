import { describe, expect, it, onTestFinished } from "vitest";
import { providerCookie } from "../../../../runtime/admin/api/cookie.ts";
import { createAdminApi } from "../../../support/admin-client.ts";
import { startHostileProvider } from "../../../support/hostile-provider.ts";
import { PREFIX, shareProvider } from "../../../support/provider-scene.ts";
import { createVisitor } from "../../../support/provider-visitor.ts";

const setUp = shareProvider();
const NO_PROVIDER = "There is no sign-in provider for this address.";

describe("the provider of an organization", () => {
  it("is shown without its secret, which stays until it is replaced", async () => {
    const { ada, provider, save } = await setUp();
    const expected = {
      issuer: provider.issuer,
      clientId: "docgate",
      hasClientSecret: true,
      domains: ["a.example", "example.com"],
      newPermissions: null,
    };
    const domains = ["Example.COM", "a.example", "example.com"];
    const saved = await save({ domains, clientSecret: undefined });
    expect(saved.json.organization.provider).toEqual(expected);
    const { organization } = (await ada.request("GET /organization")).json;
    expect(organization).toMatchObject({
      provider: expected,
      redirectUri: "http://docgate.test/admin/api/session/provider/callback",
    });
    await save({ domains, clientSecret: null });
    const { provider: without } = (await ada.request("GET /organization")).json.organization;
    expect(without.hasClientSecret).toBe(false);
    const { text } = await ada.request("GET /audit?resource=identityProvider");
    expect(text).not.toContain(provider.clientSecret);
    expect(JSON.parse(text).items[0].changes).toEqual({ hasClientSecret: [true, false] });
  });

  it("is refused with the reason, at the issuer", async () => {
    const { save, api } = await setUp();
    const hostile = await startHostileProvider();
    onTestFinished(hostile.close);
    const problem = async (issuer: string) => {
      const { status, json } = await save({ issuer });
      expect([status, json.errors[0].path]).toEqual([400, "issuer"]);
      return json.message;
    };
    const url = "Must be the URL of a provider, such as https://login.example.com/realms/staff.";
    expect(await problem("login.example.com")).toBe(`issuer: ${url}`);
    expect(await problem("http://login.example.com")).toBe("The issuer must start with https://.");
    expect(await problem("https://127.0.0.1:1")).toBe("The issuer does not accept a connection.");
    expect(await problem(`${hostile.issuer}/realm`)).toBe(
      "The issuer does not answer with the metadata of an OpenID provider.",
    );
    hostile.metadata.issuer = "https://login.example.com/{tenantid}";
    expect(await problem(hostile.issuer)).toBe(
      "The issuer is one for all customers of the provider.",
    );
    for (const [name, suggestion] of [
      ["https://login.example.com/realm", "https://login.example.com/realm"],
      ["http://login.example.com/plain", undefined],
      ["javascript:alert(1)", undefined],
      [7, undefined],
    ]) {
      hostile.metadata.issuer = name;
      const { json } = await save({ issuer: hostile.issuer });
      expect(json.errors[0].suggestion).toBe(suggestion);
      expect(json.message).toBe(
        suggestion
          ? `The issuer is another one: its metadata says that its name is ${name}.`
          : "The issuer does not answer with the metadata of an OpenID provider.",
      );
    }
    hostile.metadata.issuer = hostile.issuer;
    hostile.metadata.jwks_uri = undefined;
    expect(await problem(hostile.issuer)).toBe("The issuer has no jwks_uri in its metadata.");
    hostile.metadata.jwks_uri = "x".repeat(300_000);
    expect(await problem(hostile.issuer)).toBe("The issuer answers too much.");
    expect(api.errors).toEqual([]);
  });

  it("is only asked at addresses that the operator allows", async () => {
    const api = await createAdminApi({ publicUrl: "http://docgate.test", noticeAllowPrivate: "" });
    const ada = await api.addAdmin({ organization: "Acme" });
    const hostile = await startHostileProvider();
    onTestFinished(hostile.close);
    for (const issuer of [hostile.issuer, "https://169.254.169.254", "https://10.0.0.1"]) {
      const provider = { issuer, clientId: "x", domains: ["example.com"], newPermissions: null };
      const { status, json } = await ada.request("PUT /organization/provider", { body: provider });
      expect([status, json.message]).toEqual([
        400,
        "The issuer has an address in a private network, which the operator of docgate must allow.",
      ]);
    }
    expect(hostile.requests).toBe(0);
  });

  it("stays while passwords are switched off, and ends what began with it when it goes", async () => {
    const { api, ada } = await setUp();
    const visitor = createVisitor(api);
    await visitor.signIn(ada.email, "ada");
    const { organization } = (await ada.request("GET /organization")).json;
    const setPasswords = (allowsPasswords: boolean) =>
      api.platform.store.transaction((tx) =>
        tx.organizations.update({ id: organization.id }, { allowsPasswords }),
      );
    await setPasswords(false);
    const kept = await ada.request("DELETE /organization/provider");
    expect([kept.status, kept.json.message]).toEqual([
      409,
      "Passwords are switched off. Switch them on first.",
    ]);
    expect(await visitor.whoAmI()).toBe(ada.email);
    await setPasswords(true);
    expect((await ada.request("DELETE /organization/provider")).status).toBe(204);
    expect(await visitor.whoAmI()).toBeNull();
    expect((await ada.request("DELETE /organization/provider")).status).toBe(404);
    expect((await ada.request("GET /organization")).json.organization.provider).toBeNull();
    expect((await visitor.begin(ada.email)).json.message).toBe(NO_PROVIDER);
  });
});

describe("a sign-in at the provider", () => {
  it("signs in the administrator with the account's email, whatever its case", async () => {
    const { api, ada, provider } = await setUp();
    provider.accounts.set("ada", { email: ada.email.toUpperCase(), email_verified: true });
    for (const visitor of [createVisitor(api), createVisitor(api)]) {
      const { status, headers } = await visitor.signIn(ada.email, "ada");
      expect([status, headers.get("Location")]).toEqual([303, "http://docgate.test/admin"]);
      expect(await visitor.whoAmI()).toBe(ada.email);
    }
    const { items } = (await ada.request("GET /audit?action=sign-in")).json;
    expect(items[0]).toMatchObject({ admin: ada.email, changes: { way: [null, "provider"] } });
  });

  it("lets nobody know which addresses have administrators", async () => {
    const { api, ada } = await setUp();
    const visitor = createVisitor(api);
    for (const email of [ada.email, "nobody@example.com"]) {
      expect((await visitor.begin(email)).status).toBe(200);
    }
    for (const email of ["ada@elsewhere.example", "ada@sub.example.com"]) {
      const { status, json } = await visitor.begin(email);
      expect([status, json]).toEqual([404, { message: NO_PROVIDER }]);
    }
  });

  it("makes who was invited an administrator, once, with the invitation's permissions", async () => {
    const { api, ada, provider } = await setUp();
    provider.accounts.set("grace", { email: "grace@example.com", email_verified: true });
    const visitor = createVisitor(api);
    await visitor.signIn("grace@example.com", "grace");
    expect(await visitor.whoAmI()).toBeNull();
    const body = { email: "grace@example.com", permissions: ["audit"] };
    const { link } = (await ada.request("POST /administrators", { body })).json;
    const details = { body: { code: link.split("=")[1] } };
    const read = await api.request("POST /invitation/details", details);
    expect(read.json.invitation.ways).toEqual(["password", "provider"]);
    await visitor.signIn("grace@example.com", "grace");
    expect(await visitor.whoAmI()).toBe("grace@example.com");
    const { items } = (await ada.request("GET /administrators")).json;
    expect(items).toMatchObject([
      { email: ada.email },
      { email: "grace@example.com", state: "active", permissions: ["audit"] },
    ]);
    const code = link.split("=")[1];
    const join = { body: { code, password: "correct horse battery" } };
    expect((await api.request("POST /invitation", join)).status).toBe(403);
    const credentials = { body: { email: "grace@example.com", password: "" } };
    expect((await api.request("POST /session", credentials)).status).toBe(401);
  });

  it("makes others administrators only if the organization says what they may do", async () => {
    const { api, ada, provider, save } = await setUp();
    await save({ newPermissions: ["directory"] });
    provider.accounts.set("alan", { email: "alan@example.com", email_verified: true });
    const visitor = createVisitor(api);
    await visitor.signIn("alan@example.com", "alan");
    expect(await visitor.whoAmI()).toBe("alan@example.com");
    const { items } = (await ada.request("GET /administrators")).json;
    expect(items[1]).toMatchObject({ email: "alan@example.com", permissions: ["directory"] });
  });

  it("binds accounts again after the organization took another client at the provider", async () => {
    const { api, ada, provider, save } = await setUp();
    const visitor = createVisitor(api);
    await visitor.signIn(ada.email, "ada");
    await save({ clientId: "another" });
    expect(await visitor.whoAmI()).toBeNull();
    await save();
    provider.accounts.set("ada-2", { email: ada.email, email_verified: true });
    await visitor.signIn(ada.email, "ada-2");
    expect(await visitor.whoAmI()).toBe(ada.email);
  });

  it("works below a path at a proxy", async () => {
    const { api, ada } = await setUp({ prefix: PREFIX });
    const visitor = createVisitor(api);
    const { headers } = await visitor.signIn(ada.email, "ada");
    expect(headers.get("Location")).toBe("http://docgate.test/gate/admin");
    expect(await visitor.whoAmI()).toBe(ada.email);
  });

  it("keeps its step in a cookie that only this host gets, for five minutes", () => {
    expect(providerCookie("https://docgate.test/gate").set("value")).toBe(
      "__Host-docgate-provider=value; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=300",
    );
  });
});
