import { afterAll, beforeAll, expect } from "vitest";
import { redirectUriOf } from "../../runtime/admin/sign-in/provider/settings.ts";
import { type AdminApi, createAdminApi, type TestAdmin } from "./admin-client.ts";
import { startOpenIdProvider, type TestProvider } from "./openid-provider.ts";

/** An organization with a provider, at which its administrator has the account `ada`. */
export interface ProviderScene {
  readonly api: AdminApi;
  readonly provider: TestProvider;
  readonly ada: TestAdmin;
  /** Saves the provider with other fields, as the administrator. */
  save(changes?: object): ReturnType<TestAdmin["request"]>;
}

/** The path that a proxy gives docgate in some tests. */
export const PREFIX = "/gate";

const ADDRESS = "http://docgate.test";

interface SceneOptions {
  /** Default: none. */
  readonly prefix?: typeof PREFIX | "";
}

/** Starts one provider for all tests of a file. @returns a function that sets a test up */
export function shareProvider(): (options?: SceneOptions) => Promise<ProviderScene> {
  let provider: TestProvider;
  beforeAll(async () => {
    const redirectUris = ["", PREFIX].map((path) => redirectUriOf({ publicUrl: ADDRESS + path }));
    provider = await startOpenIdProvider({ redirectUris });
  });
  afterAll(() => provider.close());
  return async ({ prefix = "" } = {}) => {
    const api = await createAdminApi({ publicUrl: ADDRESS + prefix });
    // Providers issue ID tokens by the clock of the machine.
    api.clock.set(Date.now());
    const ada = await api.addAdmin({ organization: "Acme" });
    provider.accounts.clear();
    provider.accounts.set("ada", { email: ada.email, email_verified: true });
    const { issuer, clientId, clientSecret } = provider;
    const body = { issuer, clientId, clientSecret, domains: ["example.com"], newPermissions: null };
    const save = (changes = {}) =>
      ada.request("PUT /organization/provider", { body: { ...body, ...changes } });
    expect((await save()).status).toBe(200);
    return { api, provider, ada, save };
  };
}
