import type { Locator, Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { runShared } from "../support/command.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { makeSharedFolder } from "../support/tree.ts";
import { expectAccessible } from "./accessibility.ts";
import { expectFit } from "./fit.ts";
import { LOOKS } from "./looks.ts";
import { shareVisits, takeScreenshot, type VisitOptions } from "./visits.ts";

const PASSWORD = "correct horse battery";
const SETUP_API = "**/admin/api/setup";

describe("admin page", { timeout: 60_000 }, () => {
  const folder = makeSharedFolder();
  const { server, open } = shareVisits(() => serve(folder()));
  const openLink = async (options?: VisitOptions) => open(await linkOf(server()), options);

  describe("without a set-up link", () => {
    it("asks everybody to sign in, says where administrators come from, and links to the other pages", async () => {
      const { page } = await open("/admin");

      await page.getByRole("heading", { level: 1, name: "Sign in to docgate" }).waitFor();
      const text = await page.getByRole("main").innerText();
      expect(text).toContain("docgate is not set up yet");
      expect(text).toContain("the link that docgate serve prints");
      await expect.poll(() => page.getByRole("textbox").count()).toBe(2);
      for (const [name, path] of [
        ["Reference", "/reference"],
        ["Explorer", "/graphql"],
        ["Graph", "/graph"],
      ] as const) {
        const href = await page.getByRole("link", { name }).getAttribute("href");
        const { href: target } = new URL(href!, page.url());
        expect(target).toBe(server().url + path);
        expect((await fetch(target, { headers: { Accept: "text/html" } })).status).toBe(200);
      }
    });

    it("shows the form when a link is opened in the same tab", async () => {
      const { page } = await open("/admin");
      await page.getByRole("heading", { name: "Sign in to docgate" }).waitFor();

      await page.goto(server().url + (await linkOf(server())));

      await page.getByRole("heading", { name: "Set up docgate" }).waitFor();
      await expect.poll(() => isFocused(page.getByLabel("Organization"))).toBe(true);
      expect(page.url()).toBe(`${server().url}/admin`);
    });

    it("names the command to use where scripts are off", async () => {
      const { page } = await open("/admin", { javaScriptEnabled: false });

      await expect
        .poll(() => page.locator("body").innerText())
        .toContain("docgate admin create --org NAME");
      await takeScreenshot(page, "admin-without-scripts");
    });
  });

  it("ATTACK-H111: may run and load only docgate's own files, and is not cached", async () => {
    const { headers } = await fetch(`${server().url}/admin`);

    const policy = headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });

  it.each(LOOKS)("shows the form in %s colours, %i px wide", async (scheme, width) => {
    const { page } = await openLink(looks(scheme, width));

    await expect.poll(() => page.title()).toBe("Set up docgate · docgate");
    await expectFit(page);
    await takeScreenshot(page, `admin-setup-${scheme}-${width}`);

    await fill(page, { password: "short", repeated: "other" });
    await page.keyboard.press("Enter");
    await expectFit(page);
    await takeScreenshot(page, `admin-mistakes-${scheme}-${width}`);
    await expectAccessible(page);
  });

  it("ATTACK-H119: takes the token out of the address, and keeps it nowhere that a script can read", async () => {
    const link = await linkOf(server());
    const token = link.split("=")[1]!;
    const visit = await openLink();
    const { page, requests } = visit;
    visit.expected = /401/;

    expect(page.url()).toBe(`${server().url}/admin`);
    expect(await page.content()).not.toContain(token);
    await expect
      .poll(() => page.evaluate("JSON.stringify([localStorage, sessionStorage])"))
      .toBe("[{},{}]");
    await expect
      .poll(() => page.evaluate("document.cookie + JSON.stringify(history.state)"))
      .toBe("null");
    expect(requests.slice(1).join()).not.toContain(token);
    await page.reload();
    await page.getByRole("heading", { name: "Sign in to docgate" }).waitFor();
  });

  it("tells browsers and password managers what the fields hold", async () => {
    const { page } = await openLink();

    const purposes = await Promise.all(
      ["Organization", "Email", "Password", "Repeat the password"].map((label) =>
        page.getByLabel(label, { exact: true }).getAttribute("autocomplete"),
      ),
    );
    expect(purposes).toEqual(["organization", "username", "new-password", "new-password"]);
  });

  it("ATTACK-T285: shows the rules of a password before anything is sent", async () => {
    const { minLength } = await passwordSchema(server());
    const { page } = await openLink();
    const password = page.getByLabel("Password", { exact: true });

    await expect.poll(() => password.getAttribute("minlength")).toBe(String(minLength));
    await expect
      .poll(() => descriptionOf(page, "Password"))
      .toBe(
        `At least ${minLength} characters. Not a common password, and without your name or that of the organization.`,
      );
  });

  it("says next to each field what is missing, and sends nothing", async () => {
    const { page, requests } = await openLink();

    await page.getByRole("button", { name: "Set up" }).press("Enter");

    await expect.poll(() => isFocused(page.getByLabel("Organization"))).toBe(true);
    await expect
      .poll(() => descriptionOf(page, "Organization"))
      .toMatch(/Enter the name of the organization/);
    await expect.poll(() => descriptionOf(page, "Email")).toMatch(/Enter an email address/);
    await expect
      .poll(() => descriptionOf(page, "Password"))
      .toMatch(/Must have at least 12 characters/);
    await expect.poll(() => page.locator("[aria-invalid=true]").count()).toBe(3);
    expect(requests.join()).not.toContain("/admin/api");
  });

  it("says that the passwords differ until one of them is changed", async () => {
    const { page, requests } = await openLink();

    await fill(page, { repeated: `${PASSWORD}!` });
    await page.keyboard.press("Enter");
    await expect.poll(() => isFocused(page.getByLabel("Repeat the password"))).toBe(true);
    await expect
      .poll(() => descriptionOf(page, "Repeat the password"))
      .toBe("This is not the same password.");
    expect(requests.join()).not.toContain("/admin/api");

    await page.getByLabel("Password", { exact: true }).fill(`${PASSWORD}!`);
    await expect.poll(() => descriptionOf(page, "Repeat the password")).toBe("");
    await expect.poll(() => page.locator("[aria-invalid=true]").count()).toBe(0);
  });

  it("says next to each field what the server finds wrong with it", async () => {
    const visit = await openLink();
    const { page } = visit;
    visit.expected = /400/;

    await fill(page, { organization: "x".repeat(101), email: "no address" });
    await page.keyboard.press("Enter");

    await page.getByText(/^Must be an email address/).waitFor();
    await expect.poll(() => descriptionOf(page, "Organization")).toMatch(/but has 101\.$/);
    await expect.poll(() => isFocused(page.getByLabel("Organization"))).toBe(true);
    await expect
      .poll(() => page.getByLabel("Password", { exact: true }).inputValue())
      .toBe(PASSWORD);
  });

  it("is busy while the server works, sends once, and says when to try again after 429", async () => {
    const visit = await openLink();
    const { page } = visit;
    visit.expected = /429/;
    const routes: Route[] = [];
    const asked = Promise.withResolvers<void>();
    await page.route(SETUP_API, (route) => {
      routes.push(route);
      asked.resolve();
    });
    const button = page.getByRole("button", { name: "Set up" });

    await fill(page);
    await button.press("Enter");
    await asked.promise;
    await expect.poll(() => button.getAttribute("aria-disabled")).toBe("true");
    await expect.poll(() => page.getByRole("status").innerText()).toBe("Working…");
    await button.press("Enter");

    const message = "Too many failed attempts. Try again later.";
    await routes[0]!.fulfill({ status: 429, headers: { "Retry-After": "900" }, json: { message } });
    await expect
      .poll(() => page.getByRole("alert").innerText())
      .toBe(`${message} Wait 15 minutes.`);
    expect(routes).toHaveLength(1);
    await expect.poll(() => button.getAttribute("aria-disabled")).toBe("false");
    await expect.poll(() => page.getByRole("status").innerText()).toBe("");
    await expect.poll(() => isFocused(button)).toBe(true);
    await takeScreenshot(page, "admin-problem");
  });

  it.each([
    ["503", "The server is busy. Wait 5 seconds."],
    ["a page of a proxy", "docgate answered 502."],
    ["no answer", "docgate does not answer. Try again."],
  ])("keeps what was typed after %s, to be sent again", async (fault, text) => {
    const visit = await openLink();
    const { page } = visit;
    visit.expected = /50[23]|ERR_FAILED/;
    await page.route(SETUP_API, (route) => {
      if (fault === "no answer") return route.abort();
      if (fault !== "503") return route.fulfill({ status: 502, body: "<h1>Bad gateway</h1>" });
      const headers = { "Retry-After": "5" };
      return route.fulfill({ status: 503, headers, json: { message: "The server is busy." } });
    });

    await fill(page);
    await page.keyboard.press("Enter");

    await expect.poll(() => page.getByRole("alert").innerText()).toBe(text);
    await expect.poll(() => page.getByLabel("Organization").inputValue()).toBe("Acme");
    await expect.poll(() => page.getByLabel("Repeat the password").inputValue()).toBe(PASSWORD);
  });

  it("ATTACK-H119: sets up and signs in by keyboard alone, with a checklist to begin with, and refuses the link from then on", async () => {
    const { page } = await openLink();

    await expect.poll(() => isFocused(page.getByLabel("Organization"))).toBe(true);
    await page.keyboard.type(" Acme ");
    await page.keyboard.press("Tab");
    await page.keyboard.type("First@Example.com");
    await page.keyboard.press("Tab");
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Tab");
    const shown = page.getByRole("button", { name: "Show password" }).first();
    await expect.poll(() => isFocused(shown)).toBe(true);
    await page.keyboard.press("Enter");
    const password = page.getByLabel("Password", { exact: true });
    await expect.poll(() => password.getAttribute("type")).toBe("text");
    await page.keyboard.press("Enter");
    await expect.poll(() => password.getAttribute("type")).toBe("password");
    await page.keyboard.press("Tab");
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");

    await page.getByRole("heading", { level: 1, name: "Overview" }).waitFor();
    await page.getByText("You administer Acme.").waitFor();
    const list = page.getByRole("list", { name: "Set up your first partner" });
    await expect.poll(() => list.getByRole("listitem").count()).toBe(5);
    await expect.poll(() => list.getByText("(done)").count()).toBe(0);
    expect(await page.content()).not.toContain(PASSWORD);
    await expectAccessible(page);
    await takeScreenshot(page, "admin-done");
    expect(await signIn(server(), { email: "first@example.com", password: PASSWORD })).toBe(200);

    const { page: signedOut } = await open("/admin");
    await signedOut.getByRole("heading", { name: "Sign in to docgate" }).waitFor();
    expect(await signedOut.getByText("not set up yet").count()).toBe(0);
    const second = await openLink();
    second.expected = /403/;
    await fill(second.page, { email: "second@example.com" });
    await second.page.keyboard.press("Enter");

    const refused = second.page.getByRole("heading", { name: "This link cannot be used" });
    await refused.waitFor();
    await expect.poll(() => isFocused(refused)).toBe(true);
    await second.page.getByText("This set-up link is invalid or has expired.").waitFor();
    expect(await second.page.content()).not.toContain(PASSWORD);
    await takeScreenshot(second.page, "admin-refused");
    expect(await signIn(server(), { email: "second@example.com", password: PASSWORD })).toBe(401);
  });
});

describe("admin page after an administrator was created on the command line", {
  timeout: 60_000,
}, () => {
  const folder = makeSharedFolder();
  const { server, open } = shareVisits(() => serve(folder()));

  it("ATTACK-H119: creates no second administrator with the link", async () => {
    const visit = await open(await linkOf(server()));
    const { page } = visit;
    visit.expected = /409/;
    const { code, stderr } = await runShared(
      "admin create --org Acme --email a@example.com --data".split(" ").concat(folder()),
    );
    expect(code, stderr).toBe(0);

    await fill(page);
    await page.keyboard.press("Enter");

    const heading = page.getByRole("heading", { name: "docgate is set up already" });
    await heading.waitFor();
    await expect.poll(() => isFocused(heading)).toBe(true);
    await takeScreenshot(page, "admin-taken");
  });
});

function serve(data: string): Promise<TestServer> {
  return startServer({ partner: true, args: ["--data", data] });
}

/** The path of the link that the server printed. */
async function linkOf({ url, log }: TestServer): Promise<string> {
  const link = /http\S+\/admin#setup=\S+/;
  await expect.poll(log).toMatch(link);
  return link.exec(log())![0].slice(url.length);
}

function looks(colorScheme: "light" | "dark", width: number): VisitOptions {
  return { colorScheme, viewport: { width, height: 800 } };
}

/** Fills the form in; the last field has the focus. */
async function fill(page: Page, entries: Record<string, string> = {}): Promise<void> {
  const all = {
    organization: "Acme",
    email: "first@example.com",
    password: PASSWORD,
    repeated: PASSWORD,
    ...entries,
  };
  for (const [name, text] of Object.entries(all)) {
    await page.locator(`input[name=${name}]`).fill(text);
  }
}

/** Returns the accessible description of a field. */
async function descriptionOf(page: Page, label: string): Promise<string> {
  const ids = await page.getByLabel(label, { exact: true }).getAttribute("aria-describedby");
  const texts = await Promise.all(
    ids!.split(" ").map((id) => page.locator(`[id="${id}"]`).innerText()),
  );
  return texts.filter(Boolean).join(" ");
}

function isFocused(element: Locator): Promise<boolean> {
  return element.evaluate((one) => one.matches(":focus"));
}

/** Returns the schema of a set-up's password in the OpenAPI document. */
async function passwordSchema({ url }: TestServer): Promise<{ readonly minLength: number }> {
  // biome-ignore lint/suspicious/noExplicitAny: the document has these, or the test fails
  const { components }: any = await (await fetch(`${url}/openapi.json`)).json();
  return components.schemas.SetUp.properties.password;
}

async function signIn(
  { url }: TestServer,
  credentials: { email: string; password: string },
): Promise<number> {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify(credentials);
  return (await fetch(`${url}/admin/api/session`, { method: "POST", headers, body })).status;
}
