import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { shareConsole } from "./console.ts";
import { focused, tabTo } from "./console-screen.ts";
import { takeScreenshot } from "./visits.ts";

const { open, api, chains } = shareConsole();

/** Returns the names in a list, from the first to the last row. */
function namesIn(page: Page): Promise<string[]> {
  return page.locator("tbody .row-link").allInnerTexts();
}

/** Returns the exact time that is shown next to the first time of a list. */
function exactTime(page: Page): Promise<string> {
  return page.evaluate("getComputedStyle(document.querySelector('td time'), '::after').content");
}

describe("lists in the console", () => {
  it("say why they are empty, and have their button", async () => {
    const { page } = await open("/spaces");
    await page.getByText("There is no space yet.").waitFor();
    await page.locator(".empty").getByRole("link", { name: "New space" }).click();
    await page.getByRole("heading", { level: 1, name: "New space" }).waitFor();
  });

  it("ATTACK-H118: show fifty of many, newest first; order, search and page are in the address", async () => {
    const names = Array.from({ length: 52 }, (_, index) => `Client ${index + 1}`);
    for (const name of names) await api.ok("POST", "/clients", { name });
    const newestFirst = names.toReversed();
    const { page } = await open("/clients");
    await expect.poll(() => namesIn(page)).toEqual(newestFirst.slice(0, 50));
    await page.getByRole("link", { name: "Next page" }).click();
    await expect.poll(() => namesIn(page)).toEqual(newestFirst.slice(50));
    await page.getByRole("columnheader", { name: "Name" }).getByRole("link").click();
    await expect.poll(() => namesIn(page)).toEqual(names.slice(0, 50));
    await page.getByLabel("Search by name").fill("client 5");
    await expect.poll(() => namesIn(page)).toEqual([5, 50, 51, 52].map((n) => `Client ${n}`));
    await page.reload();
    await expect.poll(() => namesIn(page)).toHaveLength(4);
    await expect.poll(() => page.getByLabel("Search by name").inputValue()).toBe("client 5");
    await page.goBack();
    await expect.poll(() => namesIn(page)).toEqual(newestFirst.slice(50));
    await page.goBack();
    await expect.poll(() => namesIn(page)).toEqual(newestFirst.slice(0, 50));
  });

  it("open an item from anywhere in its row, which is one line, or two on a phone", async () => {
    const { page } = await open("/clients");
    const row = page.locator("tbody tr").first();
    const time = row.getByText("just now");
    await expect.poll(() => time.getAttribute("title")).toMatch(/:\d\d:\d\d .*(UTC|GMT)/);
    expect(await exactTime(page)).toBe("none");
    await page.keyboard.press("Tab");
    await tabTo(page, row.locator(".row-link"));
    expect(await exactTime(page)).toContain(await time.getAttribute("title"));
    await takeScreenshot(page, "lists-exact-time");
    const heightOf = async () => (await row.boundingBox())!.height;
    expect(await heightOf()).toBeLessThan(46);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await heightOf()).toBeLessThan(70);
    await time.click();
    await page.getByRole("heading", { level: 1, name: "Client 52" }).waitFor();
  });

  it("show the Origin of the partner that a key is for", async () => {
    const chain = await chains().buildChain();
    const { page } = await open("/api-keys");
    const row = page.getByRole("row").filter({ hasText: chain.name });
    await expect.poll(() => row.innerText()).toContain(chain.origin);
  });
});

describe("search over everything", () => {
  it("opens with Ctrl K, finds a key by its partner's Origin, and is used with the keyboard", async () => {
    const chain = await chains().buildChain();
    const { page } = await open("/clients");
    await page.getByRole("row").first().waitFor();
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: "Name, id, prefix, origin or page" });
    await expect.poll(() => page.getByRole("option", { name: "Overview" }).count()).toBe(1);
    await field.fill(new URL(chain.origin).host);
    const key = page.getByRole("group", { name: "API keys" }).getByRole("option");
    await expect.poll(() => key.allInnerTexts()).toEqual([expect.stringContaining(chain.name)]);
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => key.getAttribute("aria-selected")).toBe("false");
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => key.getAttribute("aria-selected")).toBe("true");
    const id = await key.getAttribute("id");
    await expect.poll(() => field.getAttribute("aria-activedescendant")).toBe(id);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: chain.name }).waitFor();
  });

  it("ATTACK-H113: does not send the secret part of a key that is pasted into it", async () => {
    const { key, apiKey } = await api.ok("POST", "/api-keys", { name: "Pasted" });
    const { page, requests } = await open("/");
    await page.getByRole("button", { name: "Go to…" }).click();
    const field = page.getByRole("combobox", { name: "Name, id, prefix, origin or page" });
    await field.fill(key);
    await page.getByRole("option", { name: "Pasted" }).click();
    await page.getByRole("heading", { level: 1, name: "Pasted" }).waitFor();
    const searches = requests.filter((url) => url.includes("/search?"));
    expect(searches.map((url) => new URL(url).searchParams.get("q"))).toEqual([
      apiKey.displayPrefix,
    ]);
  });

  it("/ goes to the search of a list, ? shows the keys, and both are text while one types", async () => {
    const { page } = await open("/clients");
    await page.getByRole("row").first().waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByText("Search everything").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("/");
    await page.keyboard.type("/?");
    await expect.poll(() => page.getByLabel("Search by name").inputValue()).toBe("/?");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  });

  it("leaves the focus where a person put it in the moment after a dialog was closed", async () => {
    const { page } = await open("/clients");
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await page.evaluate(
      "document.querySelector('dialog[open]').close(); document.getElementById('search').focus();",
    );
    await page.locator("dialog", { hasText: "Show these keys" }).waitFor({ state: "detached" });
    expect(await focused(page)).toBe("input: Search by name");
  });
});
