import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Chain } from "../support/chain-server.ts";
import { expectAccessible } from "./accessibility.ts";
import { shareConsole } from "./console.ts";
import { act, store } from "./console-screen.ts";
import { expectFit } from "./fit.ts";
import { LOOKS } from "./looks.ts";
import { takeScreenshot, type VisitOptions } from "./visits.ts";

describe("the page of a partner", { timeout: 60_000 }, () => {
  const { open: openConsole, openSignedOut, server, api, chains } = shareConsole();

  async function makeLink({ keyId }: Chain, wanted: object = {}): Promise<string> {
    const made = await api.ok("POST", `/api-keys/${keyId}/partner-link`, wanted);
    return made.link;
  }

  /** Follows a link in a fresh browser, without the click that uses it. */
  async function follow(link: string, options: VisitOptions = {}): Promise<Page> {
    const visit = await openSignedOut("", { isReady: false, ...options });
    const { page } = visit;
    // A refused form is shown as a page with its status.
    visit.expected = /\b401\b/;
    await page.goto(server().url + new URL(link).pathname + new URL(link).hash);
    return page;
  }

  async function open(link: string, options?: VisitOptions): Promise<Page> {
    const page = await follow(link, options);
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByRole("heading", { name: "Access", exact: true }).waitFor();
    return page;
  }

  it("ATTACK-S216: opens by a click, not by looking; its cookie goes to no other path", async () => {
    const chain = await chains().buildChain();
    const link = await makeLink(chain);
    for (const _ of ["a scanner", "a preview"]) {
      const page = await follow(link);
      await expect.poll(() => page.getByLabel("Link, or").inputValue()).toMatch(/^[\w-]{43}$/);
      expect(new URL(page.url()).hash).toBe("");
    }
    const page = await open(link);
    expect(new URL(page.url()).pathname).toBe("/partner-page");
    await page.getByText("It works: all four parts are bound.").waitFor();
    const cookies = await page.context().cookies(`${server().url}/partner-page`);
    expect(cookies).toMatchObject([{ path: "/partner-page", httpOnly: true, sameSite: "Strict" }]);
    for (const path of ["/admin", "/admin/api/session", "/v1", "/partner-pages"]) {
      expect(await page.context().cookies(server().url + path)).toEqual([]);
    }
  });

  it("works without a script: test notice, notices again, new secrets, and the end", async () => {
    const chain = await chains().buildChain();
    const link = await makeLink(chain, { mayRotate: true });
    const page = await follow(`${server().url}/partner-page`, { javaScriptEnabled: false });
    await page.getByLabel("Link, or").fill(link);
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByRole("button", { name: "Send a test notice" }).click();
    expect(await page.getByRole("status").innerText()).toMatch(/^Test: delivered, HTTP 2\d\d/);
    await page
      .getByRole("button", { name: /^Send again the notice of/ })
      .first()
      .click();
    expect(await page.getByRole("status").innerText()).toMatch(/^Test: delivered/);

    await page.getByRole("button", { name: "Replace the client secret" }).click();
    const file = await page.locator("figure").first().innerText();
    const [clientSecret] = /dgs_\w{49}/.exec(file)!;
    expect(await chains().mint({ ...chain, clientSecret })).toEqual(expect.any(String));
    // The old one works for 24 hours.
    expect(await chains().mint(chain)).toEqual(expect.any(String));
    await page.getByRole("link", { name: "reference" }).last().waitFor();
    await page.getByRole("button", { name: "Close it now" }).click();
    await page.getByRole("button", { name: "Open" }).waitFor();
  });

  it("ATTACK-S217: the console makes its link, says what became of it, and ends it", async () => {
    const { keyId } = await chains().buildChain();
    const { page: console } = await openConsole(`/api-keys/${keyId}`);
    await console.getByText("The partner has no link").waitFor();
    await console.getByLabel("The partner may rotate").check();
    await console.getByRole("button", { name: "Make a link" }).click();
    const link = await console
      .getByRole("dialog")
      .getByText(/#link=/)
      .innerText();
    await takeScreenshot(console, "console-partner-link");
    await store(console);
    await console.getByText("A link waits to be opened").waitFor();
    const page = await open(link);
    await console.reload();
    await console.getByText("The page is open until").waitFor();
    expect(await console.getByText("The page is open until").innerText()).toMatch(
      /: with \w+ on Linux, from 127\.0\.0\.1, since .*\. The partner may rotate its secrets\.$/,
    );
    await expectAccessible(console);
    await act(console, "End the partner’s page", "End");
    await console.getByText("The partner has no link").waitFor();
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: "Replace the raw key" }).click();
    await page.getByText("Your session has ended.").waitFor();
  });

  it.each(LOOKS)("is accessible in %s at %i pixels", async (colorScheme, width) => {
    const chain = await chains().buildChain();
    const link = await makeLink(chain, { mayRotate: true, showsCauses: true });
    const look = { colorScheme, viewport: { width, height: 844 } };
    const page = await follow(link, look);
    await expectAccessible(page);
    await takeScreenshot(page, `partner-entrance-${colorScheme}-${width}`);
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByRole("button", { name: "Send a test notice" }).click();
    await page.getByRole("status").waitFor();
    await page.getByRole("button", { name: "Copy" }).first().waitFor();
    await expectAccessible(page);
    await expectFit(page);
    await takeScreenshot(page, `partner-page-${colorScheme}-${width}`, { isWhole: true });
  });
});
