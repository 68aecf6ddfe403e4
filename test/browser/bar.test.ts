import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { startServer } from "../support/server.ts";
import { makeSharedFolder } from "../support/tree.ts";
import { compressedSize, shareVisits, type VisitOptions } from "./visits.ts";

const PLACES = [
  ["Graph", "/graph"],
  ["Explorer", "/graphql"],
  ["Reference", "/reference"],
  ["Console", "/admin"],
] as const;
const NARROW: VisitOptions = { viewport: { width: 390, height: 844 } };

describe("the bar", { timeout: 60_000 }, () => {
  const folder = makeSharedFolder();
  const { open, server } = shareVisits(() =>
    startServer({ partner: true, args: ["--data", folder()] }),
  );

  it("leads from each page to the others and marks where one is", async () => {
    const { page } = Object.assign(await open("/"), { expected: /401/ });
    const bar = page.getByRole("banner");
    await expect.poll(() => marked(page)).toEqual(["Acme"]);

    for (const [name, path] of PLACES) {
      await bar.getByRole("link", { name, exact: true }).click();
      await page.waitForURL(server().url + path);
      await expect.poll(() => marked(page)).toEqual([name]);
    }
    await bar.getByRole("link", { name: "Acme" }).click();
    await page.waitForURL(`${server().url}/`);
  });

  it.each(["/", "/graph", "/reference", "/admin"])(
    "has its skip link first, which leads to the content, and searches, on %s",
    async (path) => {
      const { page } = Object.assign(await open(path), { expected: /401/ });
      await page.locator("#Main").waitFor();
      const skip = page.getByRole("link", { name: "Skip to the content" });
      await skip.focus();
      await page.keyboard.press("Enter");
      await expect.poll(() => page.evaluate("document.activeElement.id")).toBe("Main");

      await page.getByRole("banner").getByRole("button", { name: "Search" }).click();
      await page.getByRole("dialog").getByRole("combobox").fill("install");
      await page.getByRole("option").first().waitFor();
    },
  );

  it("names the page only by its picture and shows every place on a narrow screen", async () => {
    const { page } = await open("/", NARROW);
    const bar = page.getByRole("banner");

    for (const [name] of PLACES) {
      const box = await bar.getByRole("link", { name, exact: true }).boundingBox();
      expect(box!.x + box!.width).toBeLessThan(390);
    }
    await bar.getByRole("link", { name: "Acme" }).click();
    expect((await bar.boundingBox())!.height).toBeLessThan(50);
  });

  it("works without scripts, and so does search", async () => {
    const { page } = await open("/graph", { javaScriptEnabled: false });

    await page.getByRole("banner").getByRole("link", { name: "Search" }).click();
    await page.getByRole("searchbox").fill("first steps");
    await page.keyboard.press("Enter");

    await page.waitForURL("**/?q=first+steps");
    await page.locator(".found a").first().click();
    await page.locator("#Source").waitFor();
  });

  it("loads less than 60 kB for the start page, compressed", async () => {
    const { page, requests } = await open("/");
    await page.getByRole("button", { name: "Search" }).first().waitFor();

    const sizes = await Promise.all([...new Set(requests)].map(compressedSize));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000);
  });
});

describe("the bar of a server of documents only", { timeout: 60_000 }, () => {
  const { open } = shareVisits(() => startServer());

  it("leads to neither console nor reference", async () => {
    const { page } = await open("/");

    const links = page.getByRole("navigation", { name: "docgate" }).getByRole("link");
    await expect.poll(() => links.allInnerTexts()).toEqual(["Graph", "Explorer"]);
  });
});

function marked(page: Page): Promise<string[]> {
  return page.locator(".bar [aria-current=page]").allTextContents();
}
