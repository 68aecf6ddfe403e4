import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  listMails,
  type RunningDemo,
  readPasscode,
  signInAdministrator,
  startDemo,
} from "../support/demo.ts";
import { expectAccessible } from "./accessibility.ts";
import { shareBrowser } from "./chromium.ts";
import { expectFit } from "./fit.ts";
import { LOOKS } from "./looks.ts";
import { takeScreenshot } from "./visits.ts";

describe("the example partner's page", () => {
  let demo: RunningDemo;
  let browser: Browser;
  let page: Page;
  let problems: string[];
  let origins: Set<string>;

  beforeAll(async () => {
    [demo, browser] = await Promise.all([startDemo("node"), shareBrowser()]);
  });

  afterAll(() => demo?.stop());

  /** Expects a page without errors, which talks only to the partner and to docgate. */
  afterEach(async () => {
    await page.context().close();
    expect(problems).toEqual([]);
    expect([...origins].filter((one) => ![demo.partnerUrl, demo.docgateUrl].includes(one))).toEqual(
      [],
    );
  });

  async function visit(options: BrowserContextOptions = {}): Promise<void> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      ...options,
    });
    page = await context.newPage();
    problems = [];
    origins = new Set();
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) problems.push(message.text());
    });
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("request", (request) => {
      if (!request.url().startsWith("data:")) origins.add(new URL(request.url()).origin);
    });
    page.on("response", (response) => {
      if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(`${demo.partnerUrl}/`);
  }

  async function submitPassword(email: string, password: string): Promise<void> {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByLabel("Password").press("Enter");
  }

  function outcome(text: string) {
    return page.getByRole("status").filter({ hasText: text }).waitFor();
  }

  /** Returns the rows of the table of claims. */
  async function claims(): Promise<Record<string, string>> {
    const rows = await page.locator("#claims tr").all();
    const entries = rows.map(async (row) => [
      await row.getByRole("rowheader").innerText(),
      await row.getByRole("cell").innerText(),
    ]);
    return Object.fromEntries(await Promise.all(entries));
  }

  it.each(LOOKS)("shows what its server read, in %s colours, %i px wide", async (scheme, width) => {
    await visit({ colorScheme: scheme, viewport: { width, height: 800 } });

    await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("en");
    await expect
      .poll(() => page.getByRole("heading", { level: 1 }).innerText())
      .toBe("Harbour Bikes");
    await page.getByRole("heading", { name: "Help", exact: true }).waitFor();
    await page.getByText("Front settings of Repairs").click();
    await page.locator(".greeting", { hasText: "What is wrong with your bike?" }).waitFor();
    await expectFit(page);
    await takeScreenshot(page, `partner-${scheme}-${width}`);
    await expectAccessible(page);
    await page.getByRole("heading", { name: "Notices received" }).scrollIntoViewIfNeeded();
    await takeScreenshot(page, `partner-end-${scheme}-${width}`);
  });

  it("PIA §6: shows a change without a reload, and keeps open what was open", async () => {
    const admin = await signInAdministrator(demo);
    const { items } = await admin.call("GET", "/agents");
    const { id } = items.find(({ agentId }: { agentId: string }) => agentId === "invoices");
    await visit();
    const card = page.locator(".card", { hasText: "Invoices" });
    await card.getByText("Front settings of Invoices").click();

    await admin.call("PUT", `/agents/${id}/front-settings`, {
      greeting: "Hello again!",
      accent: "rgb(200, 0, 90)",
    });

    await card.locator(".greeting", { hasText: "Hello again!" }).waitFor();
    expect(await card.locator("pre").isVisible()).toBe(true);
    const color = await page.evaluate(
      "getComputedStyle(document.querySelector('.card[data-accent^=rgb]')).borderTopColor",
    );
    expect(color).toBe("rgb(200, 0, 90)");
  });

  it("searches the documentation, and leads to its page", async () => {
    await visit();

    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("combobox").fill("passcode");

    const hit = page.getByRole("option").first();
    await hit.waitFor();
    expect(await page.locator("docgate-search").getAttribute("site")).toBe(demo.docgateUrl);
    await takeScreenshot(page, "partner-search");
  });

  it("CHAIN-C10: signs in with a passcode, by keyboard alone, then refreshes and signs out", async () => {
    const { email, password } = demo.withPasscode;
    const seen = await listMails(demo.outbox);
    await visit();

    await submitPassword(email, password);
    await outcome("A passcode was sent to you.");
    const pin = await readPasscode(demo.outbox, { to: email, seen });
    // The field has the focus.
    await page.keyboard.type(pin);
    await takeScreenshot(page, "partner-passcode");
    await page.keyboard.press("Enter");

    await outcome("You are signed in.");
    const first = await claims();
    expect(first).toMatchObject({ iss: demo.docgateUrl, typ: "access" });
    await takeScreenshot(page, "partner-signed-in");

    await page.getByRole("button", { name: "Refresh the tokens" }).click();
    await outcome("The tokens are new.");
    const second = await claims();
    expect(second.sub).toBe(first.sub);
    expect(second.jti).not.toBe(first.jti);

    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await outcome("You are signed out.");
    await expect.poll(() => page.locator("#claims tr").count()).toBe(0);
    await expect.poll(() => page.getByLabel("Email").isVisible()).toBe(true);
  });

  it("signs in without a passcode if none is required", async () => {
    const { email, password } = demo.withoutPasscode;
    await visit({ colorScheme: "dark", viewport: { width: 390, height: 800 } });

    await submitPassword(email, password);

    await outcome("You are signed in.");
    await expectFit(page);
    await takeScreenshot(page, "partner-signed-in-dark-390");
  });

  it("says that a wrong password was refused, and keeps the email address", async () => {
    const { email } = demo.withoutPasscode;
    await visit();

    await submitPassword(email, "wrong");

    await outcome("Signing in was refused.");
    await expect.poll(() => page.getByLabel("Email").inputValue()).toBe(email);
    await expect.poll(() => page.getByLabel("Password").inputValue()).toBe("");
  });

  it("CHAIN-C10: a wrong passcode leads back to the sign-in", async () => {
    const { email, password } = demo.withPasscode;
    const seen = await listMails(demo.outbox);
    await visit();

    await submitPassword(email, password);
    const pin = await readPasscode(demo.outbox, { to: email, seen });
    await outcome("A passcode was sent to you.");
    await page.getByLabel("Passcode").fill(pin === "000000" ? "000001" : "000000");
    await page.getByRole("button", { name: "Confirm" }).click();

    await outcome("That passcode was wrong or too old.");
    await expect.poll(() => page.getByLabel("Email").isVisible()).toBe(true);
  });
});
