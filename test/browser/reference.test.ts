import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { startServer } from "../support/server.ts";
import { makeSharedFolder } from "../support/tree.ts";
import { expectAccessible } from "./accessibility.ts";
import { expectFit } from "./fit.ts";
import { LOOKS } from "./looks.ts";
import { compressedSize, shareVisits, takeScreenshot } from "./visits.ts";

const MAX_SCRIPT_BYTES = 10_000;

type Items = Record<string, Record<string, { operationId: string; summary: string }>>;

interface Description {
  readonly paths: Items;
  readonly webhooks: Items;
}

describe("reference page", { timeout: 60_000 }, () => {
  const folder = makeSharedFolder();
  const { server, open } = shareVisits(() =>
    startServer({ partner: true, args: ["--data", folder()] }),
  );

  async function operations() {
    const response = await fetch(`${server().url}/openapi.json`);
    const { paths, webhooks } = (await response.json()) as Description;
    const operationsIn = (items: Items) =>
      Object.values(items).flatMap((item) => Object.values(item));
    return { called: operationsIn(paths), received: operationsIn(webhooks) };
  }

  it("shows every operation and notice without a script, with a command and an answer, or a body", async () => {
    const { page } = await open("/reference", { javaScriptEnabled: false });

    const shown = await page.locator("article").all();
    const { called, received } = await operations();
    expect(shown).toHaveLength(called.length + received.length);
    for (const { operationId, summary } of [...called, ...received]) {
      const article = page.locator(`article[id="${operationId}"]`);
      expect(await article.locator("h3").textContent()).toBe(summary);
      const first = received.some((notice) => notice.operationId === operationId)
        ? /^\{/
        : /^curl /;
      expect(await article.locator("figure pre").first().textContent()).toMatch(first);
    }
    const answer = page.locator("#createSpace figure").nth(1);
    expect(await answer.textContent()).toContain('"title": "Help"');
    expect(await page.getByText("Try it", { exact: true }).first().isVisible()).toBe(false);
    expect(await page.getByRole("link", { name: "openapi.json" }).isVisible()).toBe(true);
  });

  it("may run and load nothing but docgate's own files, and no inline style or script", async () => {
    const { headers } = await fetch(`${server().url}/reference`);
    const policy = headers.get("content-security-policy");

    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });

  it.each(LOOKS)("%s colours, %i px wide: is accessible in every state", async (scheme, width) => {
    const look = { colorScheme: scheme, viewport: { width, height: 800 } };
    const { page, requests } = await open("/reference#createApiKey", look);
    const article = page.locator("#createApiKey");
    await expect.poll(() => isInView(page, "#createApiKey h3")).toBe(true);
    await takeScreenshot(page, `reference-operation-${scheme}-${width}`);

    await openSide(page);
    const filter = page.getByRole("searchbox", { name: "Filter operations" });
    await filter.fill("create an api key");
    await page.getByText("1 operation", { exact: true }).waitFor();
    await article.getByText("Fields of the answer").click();
    await article.getByText("Try it").click();
    await expectAccessible(page);
    await expectFit(page);

    await filter.fill("no such thing");
    await page.getByText("No operation has “no such thing” in its name or path.").waitFor();
    await expectAccessible(page);
    await takeScreenshot(page, `reference-empty-${scheme}-${width}`);

    await filter.fill("");
    const { called, received } = await operations();
    expect(await page.locator("article:visible").count()).toBe(called.length + received.length);
    const scripts = new Set(requests.filter((url) => /\/reference-.*\.js$/.test(url)));
    const sizes = await Promise.all([...scripts].map(compressedSize));
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_SCRIPT_BYTES);
  });

  it("leads from the list to an operation, and marks the one that is read", async () => {
    const { page } = await open("/reference");
    const link = page.getByRole("link", { name: /^Wake a partner/ }).first();

    await link.click();

    await expect.poll(() => isInView(page, "#wakePartner h3")).toBe(true);
    await expect.poll(() => link.getAttribute("aria-current")).toBe("location");
  });

  it("sends a request with a token that is not stored, and shows the answer", async () => {
    const visit = await open("/reference#readSpace");
    const { page } = visit;
    visit.expected = /401/;
    const form = page.locator("#readSpace form");

    await page.getByLabel("Admin token for “Try it”").fill("dga_typed-in");
    await page.locator("#readSpace").getByText("Try it").click();
    await form.getByLabel("id").fill("a/b");
    const sent = page.waitForRequest(/\/admin\/api\/spaces\/a%2Fb$/);
    await form.getByRole("button", { name: "Send to this server" }).click();

    expect((await sent).headers().authorization).toBe("Bearer dga_typed-in");
    await form.getByText(/^401 Unauthorized/).waitFor();
    expect(await form.locator("output pre").textContent()).toMatch(/^\{\n {2}"message": /);
    expect(await page.evaluate("JSON.stringify([localStorage, sessionStorage])")).toBe("[{},{}]");
    await takeScreenshot(page, "reference-try-it");
  });

  it("CHAIN-C3: does not offer to try a partner's operation, whose Origin a page cannot set", async () => {
    const { page } = await open("/reference#readSpaces");
    const article = page.locator("#readSpaces");

    await article.getByText("so this page cannot send the request").waitFor();
    expect(await article.getByText("Try it", { exact: true }).count()).toBe(0);
  });

  it("copies the command of an operation", async () => {
    const { page } = await open("/reference#createSpace");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);

    await page.locator("#createSpace").getByRole("button", { name: "Copy" }).first().click();

    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toContain(
      'curl "$BASE_URL/admin/api/spaces"',
    );
  });
});

/** The list is closed at first where the window is narrow. */
async function openSide(page: Page): Promise<void> {
  const isOpen = await page.locator(".side").getAttribute("open");
  if (isOpen === null) await page.locator(".side > summary").click();
}

function isInView(page: Page, selector: string): Promise<boolean> {
  return page.locator(selector).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= element.ownerDocument.documentElement.clientHeight;
  });
}
