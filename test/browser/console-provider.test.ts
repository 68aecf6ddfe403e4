import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAdministrator } from "../../runtime/admin/accounts/administrators.ts";
import { startOpenIdProvider, type TestProvider } from "../support/openid-provider.ts";
import { onData } from "../support/operator.ts";
import { expectAccessible } from "./accessibility.ts";
import { PASSWORD, shareConsole } from "./console.ts";
import { expectFit } from "./fit.ts";
import { takeScreenshot, type Visit } from "./visits.ts";

const GRACE = "grace@acme.example";
const FONTS = "https://fonts.googleapis.com";
const FAILED = /^Your organization's provider did not sign you in\./;

describe("sign-in at an OpenID provider", { timeout: 60_000 }, () => {
  const { open, openSignedOut, server, api, chains } = shareConsole();
  let provider: TestProvider;

  beforeAll(async () => {
    const { organization } = await api.ok("GET", "/organization");
    provider = await startOpenIdProvider({ redirectUris: [organization.redirectUri] });
    provider.accounts.set("grace", { email: GRACE, email_verified: true });
    provider.accounts.set("eve", { email: GRACE, email_verified: false });
  });
  afterAll(() => provider.close());

  /** Signs in on the pages of docgate, then on those of the provider. */
  async function signInAs(
    visit: Visit,
    subject: string,
    begin = visit.page.getByRole("button", { name: "Sign in with your organization" }),
  ): Promise<void> {
    const { page, elsewhere } = visit;
    elsewhere.push(provider.issuer, FONTS);
    // The pages of the provider ask for a font that tests do without.
    await page.route(`${FONTS}/**`, (route) => route.fulfill({ contentType: "text/css" }));
    await begin.click();
    const login = page.getByPlaceholder("Enter any login");
    const email = page.getByLabel("Email at your organization");
    await login.or(email).waitFor();
    // An invitation has the address already.
    if (await email.isVisible()) {
      await email.fill(GRACE);
      await page.getByRole("button", { name: "Go to your organization" }).click();
    }
    await login.fill(subject);
    await page.getByPlaceholder("and password").fill("any");
    await page.getByRole("button", { name: "Sign-in" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
  }

  it("is set up on the team's page, and lets in who was invited", async () => {
    const team = await open("/team");
    team.expected = /400/;
    const { page } = team;
    const card = page.locator("section").filter({ hasText: "OpenID provider" });
    await card.getByLabel("Issuer").fill("http://example.com");
    await card.getByLabel("Client ID").fill(provider.clientId);
    await card.getByLabel("Client secret").fill(provider.clientSecret);
    await card.getByLabel("Domains").fill("acme.example, acme.test");
    await expectFit(page);
    await takeScreenshot(page, "provider-card", { isWhole: true });
    await expectAccessible(page);
    await card.getByRole("button", { name: "Use this provider" }).click();
    await card.getByText("The issuer must start with https://.").waitFor();
    const { port } = new URL(provider.issuer);
    const other = provider.issuer.includes("localhost") ? "127.0.0.1" : "localhost";
    await card.getByLabel("Issuer").fill(`http://${other}:${port}`);
    await card.getByRole("button", { name: "Use this provider" }).click();
    await card.getByRole("button", { name: `Use ${provider.issuer}` }).click();
    await card.getByRole("button", { name: "Use this provider" }).click();
    await page.getByText("The provider is saved.").waitFor();
    const invitation = { email: GRACE, permissions: ["directory"] };
    const { link } = await api.ok("POST", "/administrators", invitation);

    const visit = await openSignedOut(new URL(link).hash.slice(1));
    await signInAs(visit, "grace");
    await visit.page.getByRole("link", { name: `Account: ${GRACE}` }).waitFor();
    expect(visit.page.url()).toMatch(new RegExp(`^${server().url}/admin(#/.*)?$`));
    await visit.page.reload();
    await visit.page.getByRole("link", { name: `Account: ${GRACE}` }).waitFor();
  });

  it("is tested from the team's page, which leads to the reason of a refusal", async () => {
    const visit = await open("/team", { email: "heidi@acme.example" });
    const { page } = visit;
    const test = page.getByRole("button", { name: "Sign in there now" });
    await test.waitFor();
    await takeScreenshot(page, "provider-test", { isWhole: true });
    await signInAs(visit, "eve", test);
    await page.getByRole("heading", { level: 1, name: "Audit" }).waitFor();
    await page.getByRole("link", { name: "Account: heidi@acme.example" }).waitFor();
    await page.getByText("reason: unverified-email").first().waitFor();
  });

  it("says the same whatever the provider said, and not twice", async () => {
    const visit = await openSignedOut("");
    await signInAs(visit, "eve");
    const { page } = visit;
    await page.getByRole("status").getByText(FAILED).waitFor();
    await takeScreenshot(page, "provider-failed");
    await expectAccessible(page);
    expect(page.url()).toBe(`${server().url}/admin`);
    await page.reload();
    await page.getByRole("heading", { name: "Sign in to docgate" }).waitFor();
    expect(await page.getByText(FAILED).count()).toBe(0);
  });

  it("asks for the secret of another issuer, and for a proof of domains among several organizations", async () => {
    await onData(chains().data, (platform) =>
      createAdministrator(platform, {
        organization: "Delta",
        email: "eve@delta.example",
        password: PASSWORD,
      }),
    );
    const visit = await open("/team");
    visit.expected = /409/;
    const { page } = visit;
    const card = page.locator("section.card").filter({ hasText: "OpenID provider" });
    const reserved = card.getByText("Reserved by the operator", { exact: true });
    await reserved.first().waitFor();
    expect(await reserved.count()).toBe(2);
    await card.getByText("Empty: it stays as it is.").waitFor();
    await card.getByLabel("Issuer").fill("https://login.example.com");
    await card.getByText("Another issuer needs its own secret: enter it.").waitFor();
    await card.getByLabel("Issuer").fill(provider.issuer);
    await card.getByLabel("Domains").fill("acme.example, acme.test, shop.example");
    await card.getByRole("button", { name: "Use this provider" }).click();
    const domain = card.getByRole("region", { name: "shop.example" });
    await domain.getByText("Not proven").waitFor();
    await domain.getByText("_docgate-challenge.shop.example").waitFor();
    await domain.getByText(/^docgate-domain=[\w-]{43}$/).waitFor();
    await expectFit(page);
    await takeScreenshot(page, "provider-domains", { isWhole: true });
    await expectAccessible(page);
    const message = "DNS has no such record.";
    await page.route("**/organization/domain-checks", (route) =>
      route.fulfill({ status: 409, json: { message } }),
    );
    await domain.getByRole("button", { name: "Check now" }).click();
    await domain.getByText(message).waitFor();
  });

  it("says that there is none for an address", async () => {
    const visit = await openSignedOut("");
    visit.expected = /404/;
    const { page } = visit;
    await page.getByLabel("Email").fill("ada@elsewhere.example");
    await page.getByRole("button", { name: "Sign in with your organization" }).click();
    expect(await page.getByLabel("Password").count()).toBe(0);
    const email = page.getByLabel("Email at your organization");
    await expect.poll(() => email.inputValue()).toBe("ada@elsewhere.example");
    await page.getByRole("button", { name: "Go to your organization" }).click();
    await page.getByText("There is no sign-in provider for this address.").waitFor();
  });
});
