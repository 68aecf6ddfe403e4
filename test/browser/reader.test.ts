import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { replaceFile } from "../../corpus/write/replace-file.ts";
import { serializeCorpus } from "../../corpus/write/write.ts";
import { parseConfig } from "../../generator/config/config.ts";
import { generate } from "../../generator/generate.ts";
import { startServer } from "../support/server.ts";
import { makeSharedFolder, writeTree } from "../support/tree.ts";
import { expectAccessible } from "./accessibility.ts";
import { expectFit } from "./fit.ts";
import { LOOKS } from "./looks.ts";
import { behindPrefix } from "./prefix-proxy.ts";
import { compressedSize, shareVisits, takeScreenshot, type Visit } from "./visits.ts";

const PAGE = `---
title: Use it
description: How it is used.
---

# Use it

See [install](install.md#on-windows), [[install|the wiki]], [other](/docs/more/) and
[the site](https://example.com/).

## What's new? {#new}

| Sign | Meaning |
| --- | --- |
| a | ${"wide ".repeat(40)} |

- [x] done
- [ ] open

### Again

Setext
------

<h2>From HTML</h2>

> ### Again

![A picture](https://evil.example/pixel.png) <kbd>Ctrl</kbd>

\`[[install]]\`

${"Text to scroll over.\n\n".repeat(60)}

## Last *place*
`;

const ATTACKS = `# Attacks

<script>document.title = "run"</script>
<img src="x" onerror="document.title = 'run'">
<svg onload="document.title = 'run'"><script>document.title = "run"</script></svg>
<math><mtext><table><mglyph><style><img src=x onerror="document.title = 'run'"></style></mglyph></table></mtext></math>
<a id="bad" href="javascript:document.title='run'">raw link</a>
<details ontoggle="document.title = 'run'" open><summary>More</summary>Detail</details>
<iframe src="javascript:parent.document.title='run'" srcdoc="<script>parent.document.title='run'</script>"></iframe>
<object data="/admin"></object><embed src="/admin">
<meta http-equiv="refresh" content="0; url=https://evil.example/">
<base href="https://evil.example/">
<link rel="stylesheet" href="https://evil.example/x.css">
<style>.bar { display: none }</style>
<form action="https://evil.example/"><input name="password" type="password"><button>Sign in</button></form>
<div id="Main" class="bar" style="position: fixed; inset: 0">cover</div>
<docgate-search src="https://evil.example/"></docgate-search>
<video src="https://evil.example/v.mp4" autoplay></video>

[link](javascript:document.title='run') [data](data:text/html,<script>document.title='run'</script>)
![image](https://evil.example/pixel.png "x\\" onerror=\\"document.title='run'")

## "><img src=x onerror="document.title='run'">

The end of the attacks.
`;

const PARTS = `# Parts

:::warning Take care
A **box** with [a link](guide/use.md).
:::

> [!NOTE]
> An alert.

> [!important]
> In small letters.

> [!other]
> A quote.

:::details More about it
Hidden at first.

## In a closed part

:::

::: code-group

\`\`\`sh [npm]
npm install acme
\`\`\`

\`\`\`sh [Yarn]
yarn add acme
\`\`\`

:::

    indented code
`;

const FILES = {
  "parts.md": PARTS,
  "guide/use.md": PAGE,
  "guide/install.md": "# Install\n\n## On Windows\n\nSee [use](./use.md).\n",
  "more/index.md": "# More\n",
  "attacks.md": ATTACKS,
};

const folder = makeSharedFolder();

async function startDocs() {
  const root = join(folder(), "docs");
  await writeTree(root, FILES);
  const config = parseConfig({
    name: "Acme",
    rules: { "broken-link": "off" },
    site: { syntax: ["containers"] },
  });
  const { content } = await generate({ root, config });
  const corpus = join(folder(), "corpus.json");
  await replaceFile(corpus, serializeCorpus(content));
  return startServer({ corpus });
}

async function read(page: Page): Promise<void> {
  await page.locator("#Source").waitFor({ state: "detached" });
}

describe("reader", { timeout: 60_000 }, () => {
  const { open, server } = shareVisits(startDocs);

  it.each(LOOKS)(
    "is accessible and fits, in %s colours, %i px wide",
    async (colorScheme, width) => {
      const { page } = await open("/docs/guide/use", {
        colorScheme,
        viewport: { width, height: 800 },
      });
      await read(page);

      await expectAccessible(page);
      await expectFit(page);
      await takeScreenshot(page, `page-reader-${colorScheme}-${width}`);
    },
  );

  it("DOC-A7: gives headings the anchors of the corpus, and those of a page's HTML none", async () => {
    const { page } = await open("/docs/guide/use");
    await read(page);

    const headings = page.locator("h1, .text :is(h2, h3, h4)");
    const found = await headings.evaluateAll((all) =>
      all.map(({ localName, id, textContent }) => [localName, id, textContent]),
    );
    expect(found).toEqual([
      ["h1", "use-it", "Use it"],
      ["h2", "new", "What's new?"],
      ["h3", "again", "Again"],
      ["h2", "setext", "Setext"],
      ["h2", "", "From HTML"],
      ["h3", "again-1", "Again"],
      ["h2", "last-place", "Last place"],
    ]);
    expect(await page.locator(".outline a").allTextContents()).toEqual([
      "What's new?",
      "Again",
      "Setext",
      "Again",
      "Last place",
    ]);
  });

  it("opens at the fragment, and follows the outline", async () => {
    const { page } = await open("/docs/guide/use#last-place");
    const last = page.locator("#last-place");
    await expect.poll(() => topOf(page, "#last-place")).toBeLessThan(800);

    await page.locator(".outline").getByRole("link", { name: "What's new?" }).click();

    await expect.poll(() => topOf(page, "#new")).toBeLessThan(60);
    expect(await last.textContent()).toBe("Last place");
  });

  it("leads links between files to pages here, also those of a wiki, and leaves others", async () => {
    const { page } = await open("/docs/guide/use");
    await read(page);
    const text = page.locator(".text");

    for (const [name, path] of [
      ["install", "/docs/guide/install#on-windows"],
      ["the wiki", "/docs/guide/install"],
      ["other", "/docs/more/index"],
    ] as const) {
      const link = text.getByRole("link", { name, exact: true });
      expect(new URL((await link.getAttribute("href"))!, page.url()).href).toBe(
        server().url + path,
      );
    }
    const site = text.getByRole("link", { name: "the site" });
    expect(await site.getAttribute("href")).toBe("https://example.com/");
    expect(await text.locator("code").allTextContents()).toContain("[[install]]");

    await text.getByRole("link", { name: "install", exact: true }).click();
    await page.getByRole("heading", { name: "On Windows" }).waitFor();
    await page.getByRole("link", { name: "Use it" }).first().click();
    await page.getByRole("heading", { name: "Use it", level: 1 }).waitFor();
  });

  it("ATTACK-M155: shows tables, tasks, and the words for an image, which is not fetched", async () => {
    const { page } = await open("/docs/guide/use");
    await read(page);
    const text = page.locator(".text");

    expect(await text.locator("th").allTextContents()).toEqual(["Sign", "Meaning"]);
    expect(await text.locator("li").allTextContents()).toEqual(["☑ done", "☐ open"]);
    expect(await text.locator(".image").textContent()).toBe("A picture");
    await expect.poll(() => text.locator("img").count()).toBe(0);
  });

  it("shows boxes, alerts, closed parts and tabs of code", async () => {
    const { page } = await open("/docs/parts");
    await read(page);

    const boxes = page.locator(".text [data-box]");
    expect(
      await boxes.evaluateAll((all) => all.map((box) => box.getAttribute("data-box"))),
    ).toEqual(["warning", "note", "important"]);
    expect(await page.locator(".box-title").allTextContents()).toEqual([
      "Take care",
      "Note",
      "Important",
    ]);
    expect(await page.locator(".text blockquote").count()).toBe(1);
    const link = boxes.getByRole("link", { name: "a link" });
    expect(new URL((await link.getAttribute("href"))!, page.url()).pathname).toBe(
      "/docs/guide/use",
    );

    const summary = page.getByText("More about it");
    const inner = page.getByText("Hidden at first.");
    expect(await inner.isVisible()).toBe(false);
    await summary.click();
    expect(await inner.isVisible()).toBe(true);
  });

  it("chooses tabs with the mouse and the keyboard", async () => {
    const { page } = await open("/docs/parts");
    await read(page);
    const panels = page.getByRole("tabpanel");

    expect(await page.getByRole("tab").allTextContents()).toEqual(["npm", "Yarn"]);
    expect(await panels.locator("code").textContent()).toBe("npm install acme\n");
    await page.getByRole("tab", { name: "Yarn" }).click();
    expect(await panels.locator("code").textContent()).toBe("yarn add acme\n");
    await page.keyboard.press("ArrowRight");
    expect(await page.getByRole("tab", { selected: true }).textContent()).toBe("npm");
    await page.keyboard.press("End");
    expect(await page.locator(":focus").textContent()).toBe("Yarn");
    await expectAccessible(page);
  });

  it.each(LOOKS)("shows them accessibly, in %s colours, %i px wide", async (colorScheme, width) => {
    const viewport = { width, height: 800 };
    const { page } = await open("/docs/parts", { colorScheme, viewport });
    await read(page);

    await expectAccessible(page);
    await expectFit(page);
    await takeScreenshot(page, `page-reader-parts-${colorScheme}-${width}`);
  });

  it("gives code its language, and copies it", async () => {
    const { page } = await open("/docs/parts");
    await read(page);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);

    const code = page.locator(".code").first();
    expect(await code.locator("figcaption span").textContent()).toBe("sh");
    await code.getByRole("button", { name: "Copy" }).click();
    await code.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe("npm install acme\n");
  });

  it("opens what is closed around the place of the fragment", async () => {
    const { page } = await open("/docs/parts#in-a-closed-part");
    await read(page);

    await expect.poll(() => page.locator("#in-a-closed-part").isVisible()).toBe(true);
  });

  it("links each heading to itself", async () => {
    const { page } = await open("/docs/guide/use");
    await read(page);

    await page.getByRole("link", { name: "Link to “What's new?”" }).press("Enter");

    await page.waitForURL("**/docs/guide/use#new");
  });

  it("has the other pages next to it, and leads to the one before and the one after", async () => {
    const { page } = await open("/docs/guide/install");
    await read(page);

    const tree = page.getByRole("navigation", { name: "Pages", exact: true });
    expect((await tree.innerText()).split(/\s*\n\s*/)).toEqual(
      expect.arrayContaining(["Attacks", "Parts", "guide", "2", "Install", "Use it", "more", "1"]),
    );
    expect(await tree.locator("[aria-current]").textContent()).toBe("Install");
    await page.getByRole("link", { name: "Next Use it" }).click();
    await page.getByRole("heading", { name: "Use it", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Previous Install" }).click();
    await page.getByRole("heading", { name: "Install", level: 1 }).waitFor();
  });

  it("is Markdown with title and links where scripts are off", async () => {
    const { page } = await open("/docs/guide/use", { javaScriptEnabled: false });

    expect(await page.title()).toBe("Use it · Acme");
    await page.getByText("## What's new? {#new}").waitFor();
    expect(await page.locator("#Source").isVisible()).toBe(true);
  });

  it("is found by search from every page, with the keyboard only", async () => {
    const { page } = await open("/docs/more/index");
    await read(page);

    await page.keyboard.press("/");
    await page.keyboard.type("windows");
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("Enter");

    await page.waitForURL("**/docs/guide/install#on-windows");
    await read(page);
  });

  it("loads less than 80 kB, compressed", async () => {
    const { page, requests } = await open("/docs/guide/use");
    await read(page);

    const sizes = await Promise.all([...new Set(requests)].map(compressedSize));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(80_000);
  });
});

describe("hostile pages", { timeout: 60_000 }, () => {
  const { open, server } = shareVisits(startDocs);

  /** Opens the page; the browser says what it refused while the page was parsed out of sight. */
  async function openAttacks(): Promise<Visit> {
    const visit = await open("/docs/attacks");
    visit.expected = /violates the following Content Security Policy/;
    await read(visit.page);
    return visit;
  }

  it("ATTACK-M152: runs no script, handler or javascript: link of a page", async () => {
    const { page } = await openAttacks();
    const text = page.locator(".text");

    for (const name of ["raw link", "link", "data"]) {
      const link = text.locator("a", { hasText: new RegExp(`^${name}$`) });
      expect(await link.getAttribute("href")).toBeNull();
    }
    await text.getByText("The end of the attacks.").waitFor();
    expect(await page.title()).toBe("Attacks · Acme");
    const attributes = await text
      .locator("*")
      .evaluateAll((all) =>
        all.flatMap(({ attributes }) => Array.from(attributes, ({ name }) => name)),
      );
    expect(attributes.filter((name) => name.startsWith("on") || name === "style")).toEqual([]);
  });

  it("ATTACK-M153: has no frame, form, base, refresh, style or element that loads", async () => {
    const { page, requests } = await openAttacks();

    const risky =
      "script, style, link, meta, base, iframe, object, embed, svg, math, img, video, form, input, button";
    expect(await page.locator(`.text :is(${risky}, docgate-search)`).count()).toBe(0);
    expect(page.url()).toBe(`${server().url}/docs/attacks`);
    expect(requests.filter((url) => url.includes("/admin"))).toEqual([]);
    await page.locator(".bar").waitFor();
  });

  it("ATTACK-M154: takes no id or class of the page around it", async () => {
    const { page } = await openAttacks();

    expect(await page.locator("[id=Main]").count()).toBe(1);
    expect(await page.locator(".text .bar").count()).toBe(0);
    const cover = await page.getByText("cover").boundingBox();
    expect(cover!.height).toBeLessThan(100);
  });
});

describe("reader behind a path prefix", { timeout: 60_000 }, () => {
  const PREFIX = "/help";
  const { open } = shareVisits(async () => behindPrefix(await startDocs(), PREFIX));

  it("stays below it, with all links", async () => {
    const { page, requests } = await open(`${PREFIX}/docs/guide/use`);
    await read(page);

    await page.locator(".text").getByRole("link", { name: "install", exact: true }).click();
    await page.waitForURL(`**${PREFIX}/docs/guide/install#on-windows`);
    await read(page);
    expect(requests.filter((url) => !new URL(url).pathname.startsWith(`${PREFIX}/`))).toEqual([]);
  });
});

function topOf(page: Page, selector: string): Promise<number> {
  return page
    .locator(selector)
    .evaluate((element) => Math.abs(element.getBoundingClientRect().top));
}
