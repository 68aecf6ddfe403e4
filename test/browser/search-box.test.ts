import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page, Route } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { replaceFile } from "../../corpus/write/replace-file.ts";
import { serializeCorpus } from "../../corpus/write/write.ts";
import { parseConfig } from "../../generator/config/config.ts";
import { generate } from "../../generator/generate.ts";
import { ROOT, runDocgate } from "../support/command.ts";
import { startServer } from "../support/server.ts";
import { makeSharedFolder, writeTree } from "../support/tree.ts";
import { expectAccessible } from "./accessibility.ts";
import { expectFit } from "./fit.ts";
import { LOOKS } from "./looks.ts";
import { startStranger } from "./stranger.ts";
import {
  compressedSize,
  shareVisits,
  takeScreenshot,
  type Visit,
  type VisitOptions,
} from "./visits.ts";

const MAX_SCRIPT_BYTES = 12_000;
const STRICT_POLICY = "default-src 'self'";
const EXAMPLE = join(ROOT, "examples/search-box/html");

const PAGES = {
  "index.md": "# Start\n\nThe handbook of harbour bikes.\n",
  "guide/index.md": "# Guide\n\n## Tools\n\nBring a pump.\n",
  "guide/install.md": `# Install

The installer speaks German.

## Linux

Unpack the archive of the installer.

### Packages

Use \`apt install bikes\`.
`,
  "guide/lights.md": "# Lights\n\nWrite `<img src=x onerror=alert(1)>` to light the lantern.\n",
  "reference/brakes.md": "# Brakes\n\nBrakes wear out. A mechanic replaces brakes.\n",
};

const folder = makeSharedFolder();

const { server, open } = shareVisits(async () => {
  const corpus = join(folder(), "corpus.json");
  await writeTree(join(folder(), "docs"), PAGES);
  const { content } = await generate({ root: join(folder(), "docs"), config: parseConfig({}) });
  await replaceFile(corpus, serializeCorpus(content));
  // A server that counts searches takes reports of clicks.
  return startServer({ corpus, args: ["--search-log", join(folder(), "searches.json")] });
});

interface SiteOptions extends VisitOptions {
  /** Of `<docgate-search>`. */
  readonly attributes?: string;
  readonly dir?: "ltr" | "rtl";
}

/** Opens a page with a search box on docgate's origin, where the pages of the docs are too. */
async function openSite({
  attributes = "",
  dir = "ltr",
  ...options
}: SiteOptions = {}): Promise<Visit & { readonly search: Page["locator"] }> {
  const visit = await open("/healthz", options);
  const { page } = visit;
  await page.route(/\/(site|docs\/.*)$/, (route) =>
    route.fulfill({
      contentType: "text/html; charset=utf-8",
      headers: { "Content-Security-Policy": STRICT_POLICY },
      body: siteHtml({ attributes, dir }),
    }),
  );
  await page.goto(`${server().url}/site`);
  await page.locator("docgate-search button").first().waitFor();
  return { ...visit, search: (selector) => page.locator("docgate-search").locator(selector) };
}

function siteHtml({ attributes, dir }: Record<string, string>): string {
  return `<!doctype html>
<html lang="en" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Harbour Bikes</title>
<script type="module" src="/assets/search.js"></script>
</head>
<body>
<main><h1>Harbour Bikes</h1><p><docgate-search ${attributes}></docgate-search></p>
<p><input aria-label="Name"></p></main>
</body>
</html>`;
}

/** Opens the dialog by its shortcut and types. */
async function ask(page: Page, query: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").pressSequentially(query);
}

const statusOf = (page: Page) => () => page.locator("docgate-search [role=status]").innerText();
const messagesOf = (page: Page) => () =>
  page.locator("docgate-search [part~=messages]").innerText();
const activeOf = (page: Page) => () =>
  page.getByRole("option", { selected: true }).innerText({ timeout: 5_000 });

/** Returns the colour behind the dialog's content. */
function backgroundOf(page: Page): Promise<string> {
  return page.evaluate(
    `getComputedStyle(document.querySelector("docgate-search").shadowRoot.querySelector("dialog"))
      .backgroundColor`,
  );
}

/** Styles the element, as a page's own script may under a strict policy. */
function setStyle(page: Page, css: string): Promise<void> {
  return page.evaluate(`document.querySelector("docgate-search").style.cssText = "${css}"`);
}

describe("<docgate-search>", () => {
  it("is used with the keyboard only, from opening to following a place", async () => {
    const { page } = await openSite();
    await page.keyboard.press("Control+k");
    const combobox = page.getByRole("combobox", { name: "Search" });

    expect(await combobox.evaluate((input) => input.matches(":focus"))).toBe(true);
    expect(await combobox.getAttribute("aria-expanded")).toBe("false");
    await page.keyboard.type("install");
    await expect.poll(statusOf(page)).toBe("3 places");
    expect(await combobox.getAttribute("aria-expanded")).toBe("true");
    expect(await activeOf(page)()).toContain("speaks German");
    await page.keyboard.press("ArrowDown");
    expect(await activeOf(page)()).toContain("apt install");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    expect(await activeOf(page)()).toContain("Unpack the archive");
    await page.keyboard.press("ArrowDown");
    expect(await activeOf(page)()).toContain("speaks German");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");

    await page.waitForURL(`${server().url}/docs/guide/install#linux`);
  });

  it("opens a place in a new tab with the modifier and Enter, and stays open", async () => {
    const { page } = await openSite();
    await ask(page, "archive");
    await expect.poll(statusOf(page)).toBe("1 place");
    const opened = page.context().waitForEvent("page");
    await page.keyboard.press("Control+Enter");

    await expect
      .poll(async () => (await opened).url())
      .toBe(`${server().url}/docs/guide/install#linux`);
    expect(page.url()).toBe(`${server().url}/site`);
    expect(await page.getByRole("dialog").isVisible()).toBe(true);
  });

  it("closes with Escape, and returns the focus to where it was", async () => {
    const { page } = await openSite();
    const name = page.getByLabel("Name");
    await name.focus();
    await ask(page, "brakes");
    await page.keyboard.press("Escape");

    await expect.poll(() => page.getByRole("dialog").isVisible()).toBe(false);
    expect(await name.evaluate((input) => input.matches(":focus"))).toBe(true);
    await page.getByRole("button", { name: "Search" }).click();
    await expect.poll(() => page.getByRole("combobox").inputValue()).toBe("brakes");
  });

  it("opens with a slash, except while one types in a field", async () => {
    const { page } = await openSite();
    await page.getByLabel("Name").pressSequentially("a/b");

    expect(await page.getByLabel("Name").inputValue()).toBe("a/b");
    expect(await page.getByRole("dialog").isVisible()).toBe(false);
    await page.getByLabel("Name").blur();
    await page.keyboard.press("/");
    await expect.poll(() => page.getByRole("dialog").isVisible()).toBe(true);
    expect(await page.getByRole("combobox").inputValue()).toBe("");
  });

  it("groups places by page, with section, headings above, and marks made of text", async () => {
    const { page, search } = await openSite();
    await ask(page, "apt packages");
    await expect.poll(statusOf(page)).toBe("1 place");

    expect(await search("[part=page]").innerText()).toMatch(/^Install\s+guide$/);
    expect(await search("[part=heading]").innerText()).toBe("Linux › Packages");
    expect(await search("mark").allInnerTexts()).toEqual(["apt"]);
    const group = page.getByRole("group", { name: "Install guide" });
    expect(await group.getByRole("option").count()).toBe(1);

    await page.getByRole("combobox").fill("lantern");
    await expect.poll(() => search("[part=excerpt]").innerText()).toContain("<img src=x onerror");
    expect(await search("img").count()).toBe(0);
  });

  it("says which words were corrected, and which a place lacks", async () => {
    const { page, search } = await openSite();
    await ask(page, "mechnic");
    await expect
      .poll(messagesOf(page))
      .toBe("Showing results for “mechanic” instead of “mechnic”.");
    expect(await activeOf(page)()).toContain("A mechanic replaces brakes.");

    await page.getByRole("combobox").fill("mechanic lantern");
    await expect
      .poll(() => search("[part=missing]").allInnerTexts())
      .toEqual(["Missing: lantern", "Missing: mechanic"]);

    await page.getByRole("combobox").fill("xylophone");
    await expect.poll(messagesOf(page)).toContain("Nothing found for “xylophone”.");
    expect(await page.getByRole("combobox").getAttribute("aria-expanded")).toBe("false");
    expect(await page.getByRole("option").count()).toBe(0);
  });

  it("says that there is no answer, and asks again on request", async () => {
    const { page, problems } = await openSite();
    const fail = (route: Route) => route.fulfill({ status: 503, body: "" });
    await page.route(/search\.json/, fail);
    await ask(page, "brakes");

    await expect
      .poll(messagesOf(page))
      .toContain(`${server().url}/search.json answered with status 503 and type none.`);
    await takeScreenshot(page, "search-box-error");
    await page.unroute(/search\.json/, fail);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(statusOf(page)).toBe("1 place");
    expect(await page.getByRole("combobox").evaluate((it) => it.matches(":focus"))).toBe(true);
    problems.length = 0;
  });

  it("never shows or follows the answer to an older query", async () => {
    const { page } = await openSite();
    let answerOld: (() => Promise<void>) | undefined;
    await page.route(/q=brakes/, (route) => {
      answerOld = () => route.continue();
    });
    await ask(page, "brakes");
    await expect.poll(() => answerOld).toBeDefined();
    await page.getByRole("combobox").fill("lantern");
    await expect.poll(statusOf(page)).toBe("1 place");
    await answerOld!();
    expect(await activeOf(page)()).toContain("lantern");

    await page.getByRole("combobox").fill("archive");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${server().url}/docs/guide/install#linux`);
  });

  it("sends at most 500 characters", async () => {
    const { page, requests } = await openSite();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("a ".repeat(400));
    await expect.poll(statusOf(page)).toContain("place");

    const [asked] = requests.filter((url) => url.includes("/search.json"));
    expect(new URL(asked!).searchParams.get("q")).toBe("a ".repeat(250));
  });

  it("closes over a place of the same page, and a click outside", async () => {
    const { page } = await openSite();
    await page.goto(`${server().url}/docs/guide/install`);
    await ask(page, "archive");
    await page.getByRole("option").click();

    await expect.poll(() => page.url()).toBe(`${server().url}/docs/guide/install#linux`);
    expect(await page.getByRole("dialog").isVisible()).toBe(false);
    await page.getByRole("button", { name: "Search" }).click();
    await page.mouse.click(5, 790);
    expect(await page.getByRole("dialog").isVisible()).toBe(false);
  });

  it.each(LOOKS)("is accessible and fits, in %s colours, %i px wide", async (scheme, width) => {
    const look = { colorScheme: scheme, viewport: { width, height: 800 } } as const;
    const { page, search } = await openSite(look);
    await expectAccessible(page);
    await ask(page, "mechnic instal");
    await expect.poll(() => page.getByRole("option").count()).toBeGreaterThan(1);

    await expectAccessible(page);
    await expectFit(page);
    await takeScreenshot(page, `search-box-${scheme}-${width}`);
    const paper = scheme === "light" ? "rgb(255, 255, 255)" : "rgb(28, 33, 41)";
    expect(await backgroundOf(page)).toBe(paper);
    const box = await search("[part=dialog]").boundingBox();
    if (width < 640) expect(box).toEqual({ x: 0, y: 0, width, height: 800 });
  });

  it("takes its attributes, and the colour scheme and properties of the page", async () => {
    const { page } = await openSite({
      dir: "rtl",
      attributes: `section="guide" index="folder" site="/site?to=" label="Suche" placeholder="Suchen" hotkeys="none"`,
    });
    await page.keyboard.press("Control+k");
    await page.keyboard.press("/");
    expect(await page.getByRole("dialog").isVisible()).toBe(false);
    await page.getByRole("button", { name: "Suche" }).click();
    expect(await page.getByRole("combobox").getAttribute("placeholder")).toBe("Suchen");
    await page.getByRole("combobox").fill("brakes lantern");
    await expect.poll(() => page.getByRole("option").count()).toBe(1);
    const option = page.getByRole("option");
    expect(await option.getAttribute("href")).toBe("/site?to=/docs/guide/lights");
    await page.getByRole("combobox").fill("pump");
    await expect.poll(() => option.getAttribute("href")).toBe("/site?to=/docs/guide/#tools");

    expect(await backgroundOf(page)).toBe("rgb(255, 255, 255)");
    await setStyle(page, "color-scheme: dark");
    expect(await backgroundOf(page)).toBe("rgb(28, 33, 41)");
    await setStyle(page, "--docgate-search-background: rgb(1, 2, 3)");
    expect(await backgroundOf(page)).toBe("rgb(1, 2, 3)");
  });

  it("reports with clicks, and only then, which query led to a place", async () => {
    for (const attributes of ["clicks", ""]) {
      const { page } = await openSite({ attributes });
      const sent: string[] = [];
      page.on("request", (request) => {
        const { pathname, search } = new URL(request.url());
        if (pathname === "/search.json") sent.push(`${request.method()} ${search}`);
      });
      // A pause in typing sends what is there.
      const answered = page.waitForResponse((response) => response.url().includes("?q=lantern&"));
      await ask(page, "lantern");
      await answered;
      await page.getByRole("option").click();
      await expect.poll(() => page.url()).toContain("/docs/guide/lights");

      const asked = "GET ?q=lantern&limit=20&perDoc=3";
      const expected = attributes ? [`${asked}&clicks=1`, "POST ?q=lantern"] : [asked];
      await expect.poll(() => sent.slice(-expected.length)).toEqual(expected);
    }
  });

  it("leads to the start page of the docs where docgate has its own", async () => {
    const { page } = await openSite({ attributes: 'site="/docgate" start="index"' });
    await page.route("**/search.json?*", async (route) => {
      const response = await route.fetch();
      const text = (await response.text()).replaceAll("/docs/guide/lights", "/");
      await route.fulfill({ response, body: text });
    });
    await ask(page, "lantern");

    const option = page.getByRole("option");
    await expect.poll(() => option.getAttribute("href")).toBe("/docgate/index");
  });

  it("searches in an exported folder with its own client", async () => {
    const { page, requests, problems } = await openSite({ attributes: `static="/files"` });
    await ask(page, "bell");
    await expect.poll(messagesOf(page)).toContain(`${server().url}/files/search.js`);
    problems.length = 0;
    await page.route("**/files/search.js*", (route) =>
      route.fulfill({ contentType: "text/javascript", body: STATIC_CLIENT }),
    );
    await page.getByRole("button", { name: "Try again" }).click();

    await expect.poll(activeOf(page)).toContain(`bell in ${server().url}/files/`);
    // A slug that is not a path cannot become another scheme.
    expect(await page.getByRole("option").getAttribute("href")).toBe("/javascript:alert(1)");
    expect(requests.filter((url) => url.includes("search.json"))).toEqual([]);
  });

  it("answers from an exported folder as from the server", async () => {
    const out = join(folder(), "exported");
    const corpus = join(folder(), "corpus.json");
    expect(await runDocgate(["export", out, "--corpus", corpus])).toMatchObject({ code: 0 });
    const { page, requests } = await openSite({ attributes: `static="/exported/"` });
    await page.route("**/exported/**", (route) => {
      const { pathname } = new URL(route.request().url());
      return route.fulfill({ path: join(folder(), pathname) });
    });
    await ask(page, "archiv");

    await expect.poll(activeOf(page)).toContain("Unpack the archive of the installer.");
    expect(await page.getByRole("option").first().getAttribute("href")).toBe(
      "/docs/guide/install#linux",
    );
    expect(requests.filter((url) => url.includes("search.json"))).toEqual([]);
  });

  it("works in examples/search-box/html, a page of another origin with a policy", async () => {
    const html = await readFile(join(EXAMPLE, "index.html"), "utf8");
    const stranger = await startStranger(html.replaceAll("http://127.0.0.1:8080", server().url));
    onTestFinished(() => stranger.close());
    const visit = await open("/healthz");
    const { page } = visit;
    await page.route("**/site.css", (route) => route.fulfill({ path: join(EXAMPLE, "site.css") }));
    await page.goto(stranger.otherSite);
    await page.getByRole("button", { name: "Search" }).waitFor();
    await takeScreenshot(page, "search-box-example");
    await ask(page, "archive");

    await expect.poll(statusOf(page)).toBe("1 place");
    const href = await page.getByRole("option").getAttribute("href");
    expect(href).toBe("https://docs.example/docs/guide/install#linux");
    // The stranger's page is on another origin on purpose.
    visit.requests.length = 0;
  });

  it("is one script of less than 12 kB", async () => {
    expect(await compressedSize(`${server().url}/assets/search.js`)).toBeLessThan(MAX_SCRIPT_BYTES);
  });
});

/** The interface of the client that an exported folder contains. */
const STATIC_CLIENT = `
export const createStaticSearch = (base) => ({
  hits: async (query, { section, limit, perDoc, signal }) => ({
    query, total: 1, loosened: false, corrections: [],
    items: [{
      id: "bell", title: "Bell", heading: null, slug: "javascript:alert(1)", breadcrumbs: [],
      excerpt: { text: query + " in " + base, marks: [] }, missing: [],
    }],
  }),
});
`;
