import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "./accessibility.ts";
import { PASSWORD, shareConsole } from "./console.ts";
import { expectFit } from "./fit.ts";
import { LOOKS } from "./looks.ts";
import { takeScreenshot, type Visit, type VisitOptions } from "./visits.ts";

/** An administrator whose session and password no test changes. */
const COMMON = "common@acme.example";

const SESSION_API = "**/admin/api/session*";

describe("account, sign-in and sign-out in the console", { timeout: 60_000 }, () => {
  const { open, openSignedOut, signIn, api, server } = shareConsole();

  it.each(LOOKS)("fits and is accessible in %s colours, %i px wide", async (scheme, width) => {
    const options = { colorScheme: scheme, viewport: { width, height: 800 } };
    const { page } = await open("/account", options);
    await expectFit(page);
    await takeScreenshot(page, `account-${scheme}-${width}`, { isWhole: true });
    await expectAccessible(page);
    if (width < 1000) {
      await page.getByRole("button", { name: "Menu" }).click();
      await expectFit(page);
      await takeScreenshot(page, `account-menu-${scheme}-${width}`);
      await expectAccessible(page);
    }

    const out = await openSignIn("/", options);
    await expectFit(out.page);
    await takeScreenshot(out.page, `sign-in-${scheme}-${width}`);
    await expectAccessible(out.page);
    await submit(out.page, { email: "nobody@acme.example", password: "wrong" });
    await out.page.getByText("The email or the password is wrong.").waitFor();
    await takeScreenshot(out.page, `sign-in-wrong-${scheme}-${width}`);
  });

  /** Opens an address without signing in. */
  async function openSignIn(place: string, options?: VisitOptions): Promise<Visit> {
    const visit = await openSignedOut(place, options);
    visit.expected = /401/;
    return visit;
  }

  /** Creates an administrator if there is none yet. @returns the address */
  async function addAdmin(email: string): Promise<string> {
    await signIn({ email });
    return email;
  }

  describe("account", () => {
    it("shows who is signed in, and the permissions in words", async () => {
      const { page } = await open("/", { permissions: ["directory", "audit"] });
      await page.getByRole("link", { name: /^Account:/ }).click();
      await page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
      const text = await page.locator("main").innerText();
      expect(text).toMatch(/directory-audit@acme\.example[\s\S]*Acme/);
      expect(text).toContain("See spaces, agents with their front settings, and consumers");
      expect(text).toContain("Read the notice log, the audit log and why partners were refused");
      expect(text).not.toContain("API keys");
    });

    it("ATTACK-H112: shows markup in a name as text, an address as one shell word, and that nothing is permitted", async () => {
      const markup = `<img src=x onerror="document.title='broken'">`;
      const email = "o'brien$(id)@example.com";
      const admin = { email, permissions: [], organization: { id: "1", name: markup } };
      const { page } = await open("/account", {
        prepare: (page) => page.route(SESSION_API, (route) => route.fulfill({ json: { admin } })),
      });
      await page.locator(".account").getByText(markup).first().waitFor();
      await page.locator("main").getByText(markup).first().waitFor();
      await expect.poll(() => page.locator("img").count()).toBe(0);
      await expect
        .poll(() => page.locator("pre").innerText())
        .toBe(`docgate admin token --email 'o'\\''brien$(id)@example.com'`);
      await page.getByText("Nothing but sign in and change your password.").waitFor();
    });

    it("changes one's own password by keyboard alone, and signs out the other browser", async () => {
      const email = await addAdmin("changes@acme.example");
      const other = await openSignIn("/account");
      await submit(other.page, { email, password: PASSWORD });
      await other.page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
      const { page } = await open("/account", { email });

      await page.getByLabel("Current password").focus();
      for (const text of [PASSWORD, "a new password", "a new password"]) {
        await page.keyboard.type(text);
        // To the button that shows the password, then to the next field.
        await page.keyboard.press("Tab");
        await page.keyboard.press("Tab");
      }
      await page.keyboard.press("Enter");
      await page.getByRole("status").filter({ hasText: "Your password is changed" }).waitFor();
      await expect.poll(() => page.getByLabel("Current password").inputValue()).toBe("");

      await other.page.getByRole("link", { name: "Spaces" }).click();
      await other.page.getByRole("dialog", { name: "Sign in to docgate" }).waitFor();
      await page.getByRole("link", { name: "Spaces" }).click();
      await page.getByText("There is no space yet.").waitFor();
      expect(await signInStatus(email, PASSWORD)).toBe(401);
      expect(await signInStatus(email, "a new password")).toBe(200);
    });

    it("says next to each field what is wrong, also that the current password is", async () => {
      const email = await addAdmin(COMMON);
      const visit = await open("/account", { email });
      const { page } = visit;
      visit.expected = /400/;
      const button = page.getByRole("button", { name: "Change password" });
      await button.press("Enter");
      await page.getByText("Enter your current password.").waitFor();
      await page.getByText("Must have at least 12 characters.").waitFor();
      await page.getByLabel("Current password").fill("not mine");
      await page.getByLabel("New password", { exact: true }).fill("a new password");
      await page.getByLabel("Repeat the new password").fill("another");
      await button.press("Enter");
      await page.getByText("This is not the same password.").waitFor();
      await page.getByLabel("Repeat the new password").fill("a new password");
      await button.press("Enter");
      await page.getByText("This is not your password.").waitFor();
      const field = page.getByLabel("Current password");
      await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
      expect(await signInStatus(email, PASSWORD)).toBe(200);
    });

    it("says when to try again after too many wrong passwords, there and at the sign-in", async () => {
      const email = await addAdmin("throttled@acme.example");
      const visit = await open("/account", { email });
      const { page } = visit;
      visit.expected = /429/;
      for (let count = 1; count <= 10; count += 1) await signInStatus(email, "wrong");
      await page.getByLabel("Current password").fill("wrong");
      await page.getByLabel("New password", { exact: true }).fill("a new password");
      await page.getByLabel("Repeat the new password").fill("a new password");
      await page.getByRole("button", { name: "Change password" }).press("Enter");
      const message = "Too many failed attempts. Try again later. Wait 15 minutes.";
      await page.getByRole("alert").filter({ hasText: message }).waitFor();

      const out = await openSignIn("/");
      out.expected = /401|429/;
      await submit(out.page, { email, password: PASSWORD });
      await out.page.getByRole("alert").filter({ hasText: message }).waitFor();
      await takeScreenshot(out.page, "sign-in-throttled");
    });
  });

  describe("sign-in", () => {
    it("focuses the field to fill in, and labels the fields for password managers", async () => {
      const { page } = await openSignIn("/");
      await expect.poll(() => page.title()).toBe("Sign in to docgate · docgate");
      const email = page.getByLabel("Email");
      await expect.poll(() => email.evaluate((field) => field.matches(":focus"))).toBe(true);
      await expect.poll(() => email.getAttribute("autocomplete")).toBe("username");
      await expect.poll(() => email.getAttribute("inputmode")).toBe("email");
      await expect.poll(() => email.getAttribute("autocapitalize")).toBe("none");
      await expect
        .poll(() => page.getByLabel("Password").getAttribute("autocomplete"))
        .toBe("current-password");
    });

    it("leads to the address that was opened, by keyboard alone", async () => {
      const email = await addAdmin(COMMON);
      const { page } = await openSignIn("/consumers");
      await page.keyboard.type(email);
      await page.keyboard.press("Tab");
      await page.keyboard.type("wrong");
      await page.keyboard.press("Enter");
      await page.getByRole("alert").filter({ hasText: "is wrong" }).waitFor();
      await expect.poll(() => page.getByLabel("Email").inputValue()).toBe(email);
      await page.getByLabel("Password").fill(PASSWORD);
      await page.keyboard.press("Enter");
      const heading = page.getByRole("heading", { level: 1, name: "Consumers" });
      await heading.waitFor();
      await expect.poll(() => heading.evaluate((one) => one.matches(":focus"))).toBe(true);
      await expect
        .poll(() => page.evaluate("JSON.stringify([localStorage, sessionStorage])"))
        .toBe("[{},{}]");
    });

    it("says what is missing, and sends nothing", async () => {
      const { page, requests } = await openSignIn("/");
      const count = requests.length;
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await page.getByText("Enter your email address.").waitFor();
      await page.getByText("Enter your password.").waitFor();
      expect(requests.length).toBe(count);
    });

    it("shows nothing at all while it finds out who is signed in, unless that takes long", async () => {
      const answer = Promise.withResolvers<void>();
      const visit = await openSignedOut("/", {
        isReady: false,
        prepare: (page) =>
          page.route(SESSION_API, async (route) => {
            await answer.promise;
            await route.continue();
          }),
      });
      const { page } = visit;
      visit.expected = /401/;
      const status = page.getByText("Loading…");
      await status.waitFor({ state: "attached" });
      await status.waitFor({ state: "visible" });
      answer.resolve();
      await page.getByRole("heading", { name: "Sign in to docgate" }).waitFor();
    });

    it("says that docgate does not answer, and tries again when asked to", async () => {
      let isDown = true;
      const visit = await openSignedOut("/", {
        prepare: (page) =>
          page.route(SESSION_API, (route) => (isDown ? route.abort() : route.continue())),
      });
      const { page } = visit;
      visit.expected = /ERR_FAILED|401/;
      await page.getByRole("alert").filter({ hasText: "docgate does not answer." }).waitFor();
      isDown = false;
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByRole("heading", { name: "Sign in to docgate" }).waitFor();
    });
  });

  describe("a session that ends", () => {
    it("asks for a sign-in over the page, hides the page, and loses nothing that was typed", async () => {
      const email = await addAdmin(COMMON);
      const visit = await open("/spaces/new", { email });
      const { page } = visit;
      visit.expected = /401/;
      await page.getByLabel("Title").fill("Typed before the end");
      await endSession(page);
      await page.getByRole("button", { name: "Create space" }).click();

      const dialog = page.getByRole("dialog", { name: "Sign in to docgate" });
      await dialog.getByText("what you typed in is still there").waitFor();
      await expectAccessible(page);
      await takeScreenshot(page, "sign-in-again");
      await expect.poll(() => page.getByText("New space").isVisible()).toBe(false);
      await expect.poll(() => page.title()).toBe("Sign in to docgate · docgate");
      await expect.poll(() => dialog.getByLabel("Email").inputValue()).toBe(email);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await dialog.waitFor();
      await dialog.getByLabel("Password").fill(PASSWORD);
      await page.keyboard.press("Enter");

      await dialog.waitFor({ state: "detached" });
      await expect.poll(() => page.title()).toBe("New space · docgate");
      await expect.poll(() => page.getByLabel("Title").inputValue()).toBe("Typed before the end");
      await page.getByText("Your session had ended. Try again.").waitFor();
      await page.getByRole("button", { name: "Create space" }).click();
      await page.getByRole("heading", { level: 1, name: "Typed before the end" }).waitFor();
      const { items } = await api.ok("GET", "/spaces?q=Typed");
      expect(items).toHaveLength(1);
      await api.ok("DELETE", `/spaces/${items[0].id}`);
    });

    it("repeats the requests that failed, after a new sign-in", async () => {
      const email = await addAdmin(COMMON);
      const visit = await open("/account", { email });
      const { page } = visit;
      visit.expected = /401/;
      await page.getByText("You have no tokens.").waitFor();
      await endSession(page);
      await page.getByRole("link", { name: "Spaces" }).click();
      await page.getByRole("dialog").getByLabel("Password").fill(PASSWORD);
      await page.keyboard.press("Enter");
      await page.getByText("There is no space yet.").waitFor();
      await expect.poll(() => page.getByRole("alert").filter({ hasText: /\S/ }).count()).toBe(0);
    });

    it("ATTACK-H110: shows nothing of a page that the browser brings back after its end", async () => {
      const visit = await open("/spaces", { email: await addAdmin(COMMON) });
      const { page } = visit;
      visit.expected = /401/;
      await endSession(page);
      await page.evaluate(
        "window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
      );
      await page.getByRole("dialog", { name: "Sign in to docgate" }).waitFor();
      await expect
        .poll(() => page.getByRole("heading", { name: "Spaces" }).isVisible())
        .toBe(false);
    });

    it("starts again for another administrator", async () => {
      const email = await addAdmin(COMMON);
      const second = await addAdmin("everything@acme.example");
      const visit = await open("/spaces/new", { email });
      const { page } = visit;
      visit.expected = /401/;
      await page.getByLabel("Title").fill("Of the first");
      await endSession(page);
      await page.getByRole("button", { name: "Create space" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Email").fill(second);
      await dialog.getByLabel("Password").fill(PASSWORD);
      await page.keyboard.press("Enter");
      await page.getByRole("link", { name: `Account: ${second}` }).waitFor();
      await page.getByRole("heading", { level: 1, name: "New space" }).waitFor();
      await expect.poll(() => page.getByLabel("Title").inputValue()).toBe("");
    });
  });

  describe("sign-out", () => {
    it("ATTACK-H110: ends the server's session; Back and the other tab no longer show anything", async () => {
      const email = await addAdmin("leaves@acme.example");
      const visit = await open("/spaces", { email });
      const { page } = visit;
      visit.expected = /401/;
      const tab = await page.context().newPage();
      await tab.goto(`${server().url}/admin#/agents`);
      await tab.getByRole("heading", { level: 1, name: "Agents" }).waitFor();
      const [cookie] = await page.context().cookies();
      await page.getByRole("link", { name: "Consumers" }).click();
      await page.getByRole("heading", { level: 1, name: "Consumers" }).waitFor();

      await page.getByRole("button", { name: "Sign out", exact: true }).click();
      await page.getByText("You are signed out.").waitFor();
      const heading = page.getByRole("heading", { level: 1, name: "Sign in to docgate" });
      await heading.waitFor();
      await expect.poll(() => page.context().cookies()).toEqual([]);
      const headers = { Cookie: `${cookie!.name}=${cookie!.value}` };
      expect((await fetch(`${server().url}/admin/api/session`, { headers })).status).toBe(401);

      await page.goBack();
      await heading.waitFor();
      await expect.poll(() => page.getByRole("navigation", { name: "Places" }).count()).toBe(0);
      await tab.getByRole("link", { name: "Spaces" }).click();
      await tab.getByRole("dialog", { name: "Sign in to docgate" }).waitFor();
      await expect.poll(() => tab.getByRole("heading", { name: "Spaces" }).isVisible()).toBe(false);
    });

    it("does not report a sign-out that the server did not get", async () => {
      const email = await addAdmin(COMMON);
      const visit = await open("/account", { email });
      const { page } = visit;
      visit.expected = /ERR_FAILED/;
      await page.route(SESSION_API, (route) => route.abort());
      await page.getByRole("button", { name: "Sign out", exact: true }).click();
      await page.getByRole("status").filter({ hasText: "You are still signed in." }).waitFor();
      await page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
    });
  });

  describe("navigation on a narrow screen", () => {
    it("is behind a button, and closes by Escape and after a change of page", async () => {
      const { page } = await open("/account", { viewport: { width: 390, height: 800 } });
      const menu = page.getByRole("button", { name: "Menu" });
      const spaces = page.getByRole("link", { name: "Spaces" });
      await expect.poll(() => spaces.isVisible()).toBe(false);
      await menu.press("Enter");
      await spaces.waitFor();
      await expect.poll(() => menu.getAttribute("aria-expanded")).toBe("true");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Escape");
      await spaces.waitFor({ state: "hidden" });
      await expect.poll(() => menu.evaluate((button) => button.matches(":focus"))).toBe(true);
      await menu.press("Enter");
      await spaces.click();
      await page.getByRole("heading", { level: 1, name: "Spaces" }).waitFor();
      await spaces.waitFor({ state: "hidden" });
      await expect.poll(() => menu.getAttribute("aria-expanded")).toBe("false");
      await expect.poll(() => menu.innerText()).toMatch(/Menu\s*Spaces/);
      await expect
        .poll(() => page.getByRole("button", { name: "Sign out", exact: true }).isVisible())
        .toBe(true);
    });
  });

  async function signInStatus(email: string, password: string): Promise<number> {
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify({ email, password });
    const url = `${server().url}/admin/api/session`;
    return (await fetch(url, { method: "POST", headers, body })).status;
  }
});

async function submit(
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
}

/** Ends the session under the page, as its expiry would. */
function endSession(page: Page): Promise<void> {
  return page.context().clearCookies();
}
