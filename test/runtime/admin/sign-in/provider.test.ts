import { describe, expect, it, onTestFinished } from "vitest";
import { redirectUriOf } from "../../../../runtime/admin/sign-in/provider/settings.ts";
import { type AdminApi, createAdminApi, type TestAdmin } from "../../../support/admin-client.ts";
import { startOpenIdProvider, type TestProvider } from "../../../support/openid-provider.ts";
import { createVisitor } from "../../../support/provider-visitor.ts";

interface Scene {
  readonly api: AdminApi;
  readonly provider: TestProvider;
  readonly ada: TestAdmin;
  /** Saves the provider, as the administrator. */
  save(changes?: object): ReturnType<TestAdmin["request"]>;
}

async function setUp({ prefix = "", hasFatTokens = false } = {}): Promise<Scene> {
  const api = await createAdminApi({ publicUrl: `http://docgate.test${prefix}` });
  const redirectUri = redirectUriOf(api.platform);
  const provider = await startOpenIdProvider({ redirectUri, hasFatTokens });
  onTestFinished(provider.close);
  const ada = await api.addAdmin({ organization: "Acme" });
  provider.accounts.set("ada", { email: ada.email, email_verified: true });
  const { issuer, clientId, clientSecret } = provider;
  const body = { issuer, clientId, clientSecret, domains: ["example.com"], newPermissions: null };
  const save = (changes = {}) =>
    ada.request("PUT /organization/provider", { body: { ...body, ...changes } });
  expect((await save()).json.message).toBeUndefined();
  return { api, provider, ada, save };
}

describe("a sign-in at the provider", () => {
  it("signs in the administrator with the account's email, whatever its case", async () => {
    const { api, ada, provider } = await setUp();
    provider.accounts.set("ada", { email: ada.email.toUpperCase(), email_verified: true });
    const visitor = createVisitor(api);
    const { status, headers } = await visitor.signIn(ada.email, "ada");
    expect([status, headers.get("Location")]).toEqual([303, "http://docgate.test/admin"]);
    expect(await visitor.whoAmI()).toBe(ada.email);
  });
});
