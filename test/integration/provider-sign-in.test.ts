import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  createAdministrator,
  createAdminToken,
} from "../../runtime/admin/accounts/administrators.ts";
import { redirectUriOf } from "../../runtime/admin/sign-in/provider/settings.ts";
import { onData } from "../support/data-server.ts";
import { runtimesOf } from "../support/extent.ts";
import { signInAtProvider, startOpenIdProvider } from "../support/openid-provider.ts";
import { callServed } from "../support/partner-client.ts";
import { startServer } from "../support/server.ts";
import { makeFolder } from "../support/tree.ts";

const EMAIL = "ada@acme.example";
/** The address at a proxy. */
const PUBLIC_URL = "http://gate.example";

describe.each(runtimesOf("deno"))("a sign-in at an OpenID provider on %s", (runtime) => {
  it("leads from the console to the provider and back, behind a proxy", async () => {
    const data = join(await makeFolder(), "data");
    const redirectUri = redirectUriOf({ publicUrl: PUBLIC_URL });
    const provider = await startOpenIdProvider({ redirectUris: [redirectUri] });
    onTestFinished(provider.close);
    provider.accounts.set("ada", { email: EMAIL, email_verified: true });
    const token = await onData(data, async (platform) => {
      const admin = { organization: "Acme", email: EMAIL, password: "correct horse battery" };
      await createAdministrator(platform, admin);
      return (await createAdminToken(platform, { email: EMAIL })).token;
    });
    const { url, stop } = await startServer({
      runtime,
      partner: true,
      args: ["--data", data],
      env: { DOCGATE_NOTICE_ALLOW_PRIVATE: "127.0.0.1", DOCGATE_PUBLIC_URL: PUBLIC_URL },
    });
    onTestFinished(() => void stop());
    const call = (path: string, options: object) => callServed(`${url}/admin/api${path}`, options);

    const { issuer, clientId, clientSecret } = provider;
    const body = {
      issuer,
      clientId,
      clientSecret,
      domains: ["acme.example"],
      newPermissions: null,
    };
    const authorization = `Bearer ${token}`;
    const saved = await call("/organization/provider", { method: "PUT", body, authorization });
    expect(saved.status, saved.text).toBe(200);

    const begun = await call("/session/provider", { method: "POST", body: { email: EMAIL } });
    const step = cookieOf(begun);
    const back = await signInAtProvider(begun.json.location, "ada");
    expect(back).toContain(`${redirectUri}?`);
    const response = await fetch(back.replace(PUBLIC_URL, url), {
      redirect: "manual",
      headers: { Cookie: step, "Sec-Fetch-Site": "cross-site" },
    });
    expect([response.status, response.headers.get("Location")]).toEqual([
      303,
      `${PUBLIC_URL}/admin`,
    ]);
    const session = await call("/session", { headers: { Cookie: cookieOf(response) } });
    expect(session.json.admin.email).toBe(EMAIL);
  });
});

/** Returns the cookie that an answer sets, as a browser sends it back. */
function cookieOf({ headers }: { readonly headers: Headers }): string {
  return headers.getSetCookie()[0]!.split(";", 1)[0]!;
}
