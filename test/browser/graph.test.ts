import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { replaceFile } from "../../corpus/write/replace-file.ts";
import { serializeCorpus } from "../../corpus/write/write.ts";
import { parseConfig } from "../../generator/config/config.ts";
import { generate } from "../../generator/generate.ts";
import { dataOf } from "../support/graphql-client.ts";
import { startServer } from "../support/server.ts";
import { makeSharedFolder, type TreeFiles, writeTree } from "../support/tree.ts";
import { expectAccessible } from "./accessibility.ts";
import { expectFit } from "./fit.ts";
import { LOOKS } from "./looks.ts";
import {
  compressedSize,
  shareVisits,
  takeScreenshot,
  type Visit,
  type VisitOptions,
} from "./visits.ts";

const maxScriptBytes = 150_000;
const markup = "<img src=x onerror=alert(1)>";
const sections = ["chat", "graphql", "guide", "root", "tooling"];
const folder = makeSharedFolder();

const { server, open } = shareVisits(async () => {
  const tree = join(folder(), "docs");
  const corpus = join(folder(), "corpus.json");
  await writeTree(tree, makeFiles());
  const config = parseConfig({ name: "Acme", description: "The Acme handbook." });
  const { content } = await generate({ root: tree, config });
  await replaceFile(corpus, serializeCorpus(content));
  return startServer({ corpus });
});

describe("DQA §4 Other routes: GET /graph serves a visualization of the link graph", () => {
  it("is an HTML page that loads from its own server only, with no inline script or style", async () => {
    const { status, headers } = await fetch(`${server().url}/graph`);

    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("content-security-policy")?.split("; ").sort()).toEqual([
      "base-uri 'none'",
      "connect-src 'self'",
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "img-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
      "worker-src 'self'",
    ]);
  });

  it.each(LOOKS)("shows the picture in %s colours, %i px wide", async (colorScheme, width) => {
    const { page } = await visit("/graph", { colorScheme, viewport: { width, height: 800 } });
    await layoutEnd(page);

    await expect.poll(() => page.title()).toBe("Link graph · docgate");
    await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("en");
    await expect
      .poll(() => page.getByRole("heading", { level: 1 }).innerText())
      .toBe("Acme: link graph");
    await expect.poll(() => page.locator("#canvas canvas.image").isVisible()).toBe(true);
    await expect.poll(() => page.locator("#progress").isHidden()).toBe(true);
    await expectFit(page);
    await takeScreenshot(page, `graph-picture-${colorScheme}-${width}`);
  });

  it("shows as many pages and links as the API has", async () => {
    const { nodes, edges } = await askGraph();
    const { page } = await visit("/graph");

    await expect
      .poll(() => page.locator("#counts").innerText())
      .toBe(`${nodes.length} pages, ${edges.length} links`);
    expect(edges.length).toBeGreaterThan(20);
  });

  it("draws the same picture each time, with every page at the same place", async () => {
    const pictures = [];
    const places = [];
    for (const { page } of [await visit("/graph"), await visit("/graph")]) {
      await layoutEnd(page);
      pictures.push(await takePicture(page));
      places.push((await saveSvg(page)).pages);
    }

    expect(pictures[0]).toBe(pictures[1]);
    expect(places[0]).toEqual(places[1]);
    expect(places[0]!.length).toBe((await askGraph()).nodes.length);
  });

  it("loads less than 150 KB of compressed scripts", async () => {
    const { page, requests } = await visit("/graph");
    await layoutEnd(page);
    const scripts = new Set(requests.filter((url) => url.endsWith(".js")));
    const sizes = await Promise.all([...scripts].map(compressedSize));

    expect(sizes.length).toBeGreaterThan(2);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(maxScriptBytes);
  });

  it("says what it needs where scripts are off", async () => {
    const { page } = await openStill("/graph", { javaScriptEnabled: false });

    await expect
      .poll(() => page.locator("body").innerText())
      .toContain("This page needs JavaScript.");
  });

  describe("legend", () => {
    it("lists every section with its number of pages", async () => {
      const { nodes } = await askGraph();
      const { page } = await visit("/graph");
      const entries = await page.locator("#legend li").allInnerTexts();

      expect(entries.map((entry) => entry.split(/\s+/))).toEqual(
        sections.map((name) => [name, `${nodes.filter((n) => n.section === name).length}`]),
      );
    });

    it("gives each section a separate colour", async () => {
      const { page } = await visit("/graph");
      await page.locator("#legend li").first().waitFor();
      const colors = await page.evaluate(
        "Array.from(document.querySelectorAll('.swatch'), (e) => getComputedStyle(e).backgroundColor)",
      );

      expect(new Set(colors as string[]).size).toBe(sections.length);
    });

    it("hides a section and shows it again", async () => {
      const { page } = await visit("/graph");
      await layoutEnd(page);
      const button = page.getByRole("button", { name: /^guide/ });
      const whole = await takePicture(page);

      await button.click();
      await expect.poll(() => button.getAttribute("aria-pressed")).toBe("false");
      await eventually(() => takePicture(page)).not.toBe(whole);
      const left = (await saveSvg(page)).pages.map(({ title }) => title);
      expect(left.filter((title) => title.startsWith("Guide "))).toEqual([]);
      expect(left).toContain("Chat 1");
      await button.click();
      await eventually(() => takePicture(page)).toBe(whole);
    });

    it("shows a hidden section again when one of its pages is selected", async () => {
      const { page } = await visit("/graph");
      await page.getByRole("button", { name: "Hide all" }).click();

      await search(page, "Guide 3");

      const button = page.locator("#legend li button", { hasText: "guide" });
      await expect.poll(() => button.getAttribute("aria-pressed")).toBe("true");
      await expect.poll(() => page.locator('#legend [aria-pressed="false"]').count()).toBe(4);
    });
  });

  describe("search", () => {
    it("selects a page, with the same links as in the API", async () => {
      const { nodes, edges } = await askGraph();
      const titleOf = new Map(nodes.map(({ id, title }) => [id, title]));
      const { page } = await visit("/graph");
      await layoutEnd(page);

      await search(page, "Guide 3");

      const id = "guide/guide-3";
      await page.getByRole("heading", { level: 2, name: "Guide 3" }).waitFor();
      expect(new URL(page.url()).hash).toBe(`#${id}`);
      await expect
        .poll(() => linkTitles(page, "Links to"))
        .toEqual(edges.filter(({ from }) => from === id).map(({ to }) => titleOf.get(to)));
      await expect
        .poll(() => linkTitles(page, "Linked from"))
        .toEqual(edges.filter(({ to }) => to === id).map(({ from }) => titleOf.get(from)));
      await still(page);
      const { pages, width, height } = await saveSvg(page);
      const { x, y } = pages.find(({ title }) => title === "Guide 3")!;
      expect([x, y]).toEqual([Math.round(width / 2), Math.round(height / 2)]);
      await takeScreenshot(page, "graph-selected");
    });

    it("moves through the pages found with the arrow keys", async () => {
      const { page } = await visit("/graph");
      const box = page.getByRole("combobox", { name: "Find a page" });

      await box.fill("guide");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowUp");
      const chosen = page.getByRole("option", { selected: true });
      await expect
        .poll(() => box.getAttribute("aria-activedescendant"))
        .toBe(await chosen.getAttribute("id"));
      const title = await chosen.locator("bdi").innerText();
      await takeScreenshot(page, "graph-search");
      await page.keyboard.press("Enter");

      await page.getByRole("heading", { level: 2, name: title }).waitFor();
    });

    it("finds pages by their text too, with the words around it, below those found by title", async () => {
      const { page } = await visit("/graph");

      await page.getByRole("combobox").fill("nothing links here");

      const texts = page.getByRole("group", { name: "In the text" });
      await texts.getByRole("option", { name: /^Alone/ }).waitFor();
      await takeScreenshot(page, "graph-search-texts");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 2, name: "Alone" }).waitFor();
    });

    it("says when no page is found", async () => {
      const { page } = await visit("/graph");

      await page.getByRole("combobox").fill("zzz");

      await page.getByText("No page has that in its title, its id or its text.").waitFor();
    });
  });

  describe("panel", () => {
    it("shows the section, the id, the description and links into the page", async () => {
      const { page } = await visit("/graph#guide/guide-1");
      const panel = page.getByRole("complementary", { name: "Selection" });

      await panel.getByText("/docs/guide/guide-1#second-step").waitFor();
      const text = await panel.innerText();
      for (const part of ["Guide 1", "guide", "guide/guide-1", "About guide 1.", "Second step"]) {
        expect(text).toContain(part);
      }
    });

    it("shows category, words and headings as the API has them, each heading a deep link", async () => {
      const id = "guide/advanced/deep/guide-10";
      const { doc } = await dataOf(
        server(),
        `{ doc(id: "${id}") { slug category wordCount headings { text anchor } } }`,
      );
      const { page } = await visit(`/graph#${id}`);
      const panel = page.getByRole("complementary", { name: "Selection" });
      await panel.getByRole("heading", { name: "Headings (2)" }).waitFor();

      const facts = await panel.locator("dl > *").allInnerTexts();
      expect(facts.join("|")).toContain(`Category|${doc.category}|`);
      expect(doc.category).toBe("advanced/deep");
      expect(facts.join("|")).toContain(`Words|${doc.wordCount}`);
      expect(doc.wordCount).toBeGreaterThan(5);
      for (const { text, anchor } of doc.headings) {
        const link = panel.getByRole("link", { name: text, exact: true });
        await expect.poll(() => link.getAttribute("href")).toBe(`.${doc.slug}#${anchor}`);
      }
    });

    it("moves on to a linked page, and back with the browser's button", async () => {
      const { page } = await visit("/graph#guide/guide-1");

      await page.getByRole("button", { name: "Guide 2 guide" }).first().click();
      await page.getByRole("heading", { level: 2, name: "Guide 2" }).waitFor();
      expect(new URL(page.url()).hash).toBe("#guide/guide-2");
      await page.goBack();
      await page.getByRole("heading", { level: 2, name: "Guide 1" }).waitFor();
      await page.goForward();

      await page.getByRole("heading", { level: 2, name: "Guide 2" }).waitFor();
    });

    it("closes by Escape and returns the focus", async () => {
      const { page } = await visit("/graph");
      await search(page, "Guide 3");
      await page.getByRole("heading", { level: 2 }).waitFor();

      await page.keyboard.press("Escape");

      await page.locator("#panel").waitFor({ state: "hidden" });
      expect(new URL(page.url()).hash).toBe("");
      await expect.poll(() => page.evaluate("document.activeElement.role")).toBe("combobox");
    });

    it("says if the rest of a page cannot be loaded, and tries again", async () => {
      const visited = await visit("/graph");
      const { page } = visited;
      visited.expected = /ERR_FAILED/;
      await page.route("**/graphql", (route) => route.abort());
      await search(page, "Guide 1");
      await page.getByText("Cannot load more of this page.").waitFor();
      await page.unroute("**/graphql");

      await page.getByRole("button", { name: "Try again" }).click();

      await page.getByText("About guide 1.").waitFor();
    });
  });

  describe("address", () => {
    it("opens with the page that follows # selected", async () => {
      const { page } = await visit("/graph#chat/chat-2");

      await page.getByRole("heading", { level: 2, name: "Chat 2" }).waitFor();
    });

    it("opens with a page whose id contains characters other than letters", async () => {
      const { page } = await visit(`/graph#${encodeURIComponent("tooling/größe 100% #1")}`);

      await page.getByRole("heading", { level: 2, name: "Size" }).waitFor();
    });

    it.each(["#missing/page", "#%E0%A4%A"])("says that there is no page for %s", async (hash) => {
      const { page } = await visit(`/graph${hash}`);

      await page.getByText("There is no page with the id").waitFor();
      await expect.poll(() => page.locator("#panel").isHidden()).toBe(true);
    });
  });

  describe("picture", () => {
    it("highlights a page under the pointer, selects it by a click, and deselects it by a click elsewhere", async () => {
      const { page } = await visit("/graph#guide/guide-1");
      await layoutEnd(page);
      await page.keyboard.press("Escape");
      await page.locator("#panel").waitFor({ state: "hidden" });
      await still(page);
      const canvas = page.locator("#canvas");
      const { width, height } = (await canvas.boundingBox())!;
      const center = { x: width / 2, y: height / 2 };
      const { edges } = await askGraph();
      const own = edges.filter(({ from, to }) => [from, to].includes("guide/guide-1"));

      await canvas.hover({ position: center });
      await eventually(async () => (await saveSvg(page)).bright).toEqual({
        pages: new Set(own.flatMap(({ from, to }) => [from, to])).size,
        links: own.length,
      });
      await takeScreenshot(page, "graph-hover");
      await canvas.click({ position: center });
      await page.getByRole("heading", { level: 2, name: "Guide 1" }).waitFor();
      await page.getByRole("button", { name: "Show everything" }).click();
      await still(page);
      await canvas.click({ position: { x: 20, y: 20 } });

      await page.locator("#panel").waitFor({ state: "hidden" });
    });

    it("zooms by buttons", async () => {
      const { page } = await visit("/graph");
      await layoutEnd(page);
      const before = await takePicture(page);

      await page.getByRole("button", { name: "Zoom in" }).click();
      await eventually(() => takePicture(page)).not.toBe(before);
      await page.getByRole("button", { name: "Show everything" }).click();
      await eventually(() => takePicture(page)).toBe(before);
    });

    it("follows a switch between light and dark", async () => {
      const { page } = await visit("/graph", { colorScheme: "light" });
      await layoutEnd(page);
      const swatch = page.locator(".swatch").first();
      const light = await swatch.getAttribute("style");

      await page.emulateMedia({ colorScheme: "dark" });

      await eventually(() => swatch.getAttribute("style")).not.toBe(light);
    });
  });

  describe("pages worth a look", () => {
    it("lists the orphans, which no page links to, one click away", async () => {
      const { nodes, edges } = await askGraph();
      const linked = new Set(edges.map(({ to }) => to));
      const orphans = nodes.filter(({ id }) => !linked.has(id)).map(({ title }) => title);
      const { page } = await visit("/graph");
      await layoutEnd(page);

      await page.getByRole("button", { name: `Orphans (${orphans.length})` }).click();

      await page.getByRole("heading", { level: 2, name: "Orphan pages" }).waitFor();
      await expect.poll(() => panelTitles(page)).toEqual(orphans);
      expect(orphans).toContain("Alone");
      expect(new URL(page.url()).search).toBe("?pages=orphans");
      await takeScreenshot(page, "graph-orphans");
      await page.getByRole("button", { name: /^Alone/ }).click();
      await page.getByRole("heading", { level: 2, name: "Alone" }).waitFor();
      await page.goBack();
      await page.getByRole("heading", { level: 2, name: "Orphan pages" }).waitFor();
      await page.getByRole("button", { name: "Orphans" }).click();
      await page.locator("#panel").waitFor({ state: "hidden" });
    });

    it("lists the most linked pages, the first with the most links", async () => {
      const { edges } = await askGraph();
      const inbound = edges.filter(({ to }) => to === "guide/guide-1").length;
      const { page } = await visit("/graph?pages=most-linked");

      await page.getByRole("heading", { level: 2, name: "Most linked pages" }).waitFor();
      const button = page.getByRole("button", { name: "Most linked", exact: true });
      await expect.poll(() => button.getAttribute("aria-pressed")).toBe("true");
      expect((await panelTitles(page))[0]).toBe("Guide 1");
      await page.getByText(`${inbound} links in, `).first().waitFor();
    });

    it("brings them into sight, wherever the camera is", async () => {
      const { page } = await visit("/graph");
      await layoutEnd(page);
      for (let step = 0; step < 5; step++) {
        await page.getByRole("button", { name: "Zoom in" }).click();
      }

      await page.getByRole("button", { name: "Most linked", exact: true }).click();

      await still(page);
      const titles = new Set(await panelTitles(page));
      const { pages, width, height } = await saveSvg(page);
      const shown = pages.filter(({ title }) => titles.has(title));
      expect(new Set(shown.map(({ title }) => title))).toEqual(titles);
      for (const { x, y } of shown) {
        expect(x > 0 && x < width && y > 0 && y < height).toBe(true);
      }
    });
  });

  describe("saving", () => {
    it("saves the visible part as PNG, at twice the resolution of the screen", async () => {
      const { page } = await visit("/graph");
      await layoutEnd(page);
      const { width, height } = (await page.locator("#canvas").boundingBox())!;

      const { name, bytes } = await save(page, "PNG");

      expect(name).toBe("acme-link-graph.png");
      expect(bytes.subarray(0, 8)).toEqual(Buffer.from("89504e470d0a1a0a", "hex"));
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([
        2 * Math.round(width),
        2 * Math.round(height),
      ]);
      // An image in a single colour would be far smaller.
      expect(bytes.length).toBeGreaterThan(20_000);
    });

    it.each(["light", "dark"] as const)(
      "saves a valid SVG with the %s colours and titles as text",
      async (colorScheme) => {
        const { nodes } = await askGraph();
        const { page } = await visit("/graph", { colorScheme });
        await layoutEnd(page);
        const ground = await page.evaluate(
          "getComputedStyle(document.documentElement).getPropertyValue('--ground')",
        );
        const colors = (await page.evaluate(
          "Array.from(document.querySelectorAll('.swatch'), (e) => getComputedStyle(e).backgroundColor)",
        )) as string[];

        const { name, problem, title, pages, fill } = await saveSvg(page);

        expect(name).toBe("acme-link-graph.svg");
        expect(problem).toBe(null);
        expect(title).toBe("Acme: link graph");
        expect(fill).toBe(ground);
        expect(pages.map((one) => one.title).sort()).toEqual(
          nodes.map((node) => node.title).sort(),
        );
        expect(pages.map((one) => one.title)).toContain(markup);
        const places = new Map(nodes.map((node) => [node.title, sections.indexOf(node.section)]));
        for (const one of pages) expect(one.color).toBe(colors[places.get(one.title)!]);
      },
    );

    it("highlights the selected page, its neighbours and its links", async () => {
      const { edges } = await askGraph();
      const id = "chat/chat-2";
      const own = edges.filter(({ from, to }) => from === id || to === id);
      const { page } = await visit(`/graph#${id}`);
      await layoutEnd(page);

      const { bright } = await saveSvg(page);

      expect(bright.pages).toBe(new Set(own.flatMap(({ from, to }) => [from, to])).size);
      expect(bright.links).toBe(own.length);
    });
  });

  describe("keys and screen", () => {
    it("fills the screen and says so, and leaves it again", async () => {
      const { page } = await visit("/graph");
      const button = page.getByRole("button", { name: "Full screen" });
      await expect.poll(() => button.getAttribute("aria-pressed")).toBe("false");

      await button.click();
      await eventually(() => button.getAttribute("aria-pressed")).toBe("true");
      await expect.poll(() => page.evaluate("document.fullscreenElement !== null")).toBe(true);
      await button.click();

      await eventually(() => button.getAttribute("aria-pressed")).toBe("false");
      await expect.poll(() => page.evaluate("document.fullscreenElement")).toBe(null);
    });

    it("moves and zooms by keyboard while a button of the picture has the focus", async () => {
      const { page } = await visit("/graph");
      await layoutEnd(page);
      const before = await saveSvg(page);
      await page.getByRole("button", { name: "Zoom in" }).focus();

      await page.keyboard.press("ArrowLeft");
      const moved = await saveSvg(page);
      expect(moved.pages[0]!.x - before.pages[0]!.x).toBeCloseTo(80, 0);
      await page.keyboard.press("+");
      const nearer = await saveSvg(page);
      expect(spread(nearer) / spread(moved)).toBeCloseTo(1.5, 1);
      await page.keyboard.press("0");

      expect((await saveSvg(page)).pages).toEqual(before.pages);
    });

    it("pans by dragging and zooms around the pointer with the wheel", async () => {
      const { page } = await visit("/graph");
      await layoutEnd(page);
      const before = await saveSvg(page);

      await page.mouse.move(600, 300);
      await page.mouse.down();
      await page.mouse.move(640, 330, { steps: 4 });
      await page.mouse.up();
      const moved = await saveSvg(page);
      expect(moved.pages[0]!.x - before.pages[0]!.x).toBeCloseTo(40, -1);
      await page.mouse.move(600, 300);
      await page.mouse.wheel(0, -200);

      await eventually(async () => spread(await saveSvg(page)) / spread(moved)).toBeGreaterThan(
        1.2,
      );
    });
  });

  describe("accessibility: axe-core finds no serious violation", () => {
    it.each([
      ["with a page selected", "/graph#guide/guide-1", "light", 1280],
      ["with a page selected, dark and narrow", "/graph#guide/guide-1", "dark", 390],
      ["in a list of pages", "/graph?pages=orphans", "light", 1280],
    ] as const)("%s", async (_what, path, colorScheme, width) => {
      const { page } = await visit(path, { colorScheme, viewport: { width, height: 800 } });
      await layoutEnd(page);
      if (path.includes("#")) await page.getByText("First step").waitFor();

      await expectAccessible(page);
    });

    it("in the list, and with pages found", async () => {
      const { page } = await visit("/graph");
      await page.getByRole("button", { name: "List", exact: true }).click();
      await page.getByRole("combobox").fill("guide");
      await page.getByRole("option").first().waitFor();

      await expectAccessible(page);
    });
  });

  describe("large and small graphs", () => {
    it("responds while thousands of pages are being arranged, and shows the progress", async () => {
      const { page } = await openStill("/graph", {
        prepare: (opened) => answer(opened, ring(16_000)),
      });

      await page.getByRole("progressbar", { name: /^Arranging the pages: \d+ %/ }).waitFor();
      await search(page, "Page 15999");
      await page.getByRole("heading", { level: 2, name: "Page 15999" }).waitFor();

      await expect.poll(() => page.locator("#canvas").getAttribute("data-layout")).toBe("running");
      await takeScreenshot(page, "graph-progress");
    });

    it.each([1, 2, 30])("draws %i pages without links inside the picture", async (count) => {
      const { nodes } = ring(count);
      const { page } = await openStill("/graph", {
        prepare: (opened) => answer(opened, { nodes, edges: [] }),
      });
      await layoutEnd(page);

      const { pages, width, height } = await saveSvg(page);
      expect(pages.length).toBe(count);
      for (const { x, y } of pages) {
        expect(x > 0 && x < width && y > 0 && y < height).toBe(true);
      }
      expect(new Set(pages.map(({ x, y }) => `${x} ${y}`)).size).toBe(count);
      await expect.poll(() => page.locator("#counts").innerText()).toContain(", 0 links");
      await takeScreenshot(page, `graph-${count}-without-links`);
    });
  });

  describe("list", () => {
    it("has every page under its section", async () => {
      const { nodes } = await askGraph();
      const { page } = await visit("/graph");
      await page.getByRole("button", { name: "List", exact: true }).click();

      const titles = await page.locator("#list a").allInnerTexts();
      expect(titles.sort()).toEqual(nodes.map(({ title }) => title).sort());
      await expect
        .poll(() => page.locator("#list summary").allInnerTexts())
        .toEqual(sections.map((name) => expect.stringMatching(new RegExp(`^${name}`))));
      await takeScreenshot(page, "graph-list");
    });

    it("is reached and used by keyboard", async () => {
      const { page } = await visit("/graph");

      await tabTo(page, "List");
      await page.keyboard.press("Enter");
      await tabTo(page, "Chat 1");
      await page.keyboard.press("Enter");

      await page.getByRole("heading", { level: 2, name: "Chat 1" }).waitFor();
      await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Chat 1");
    });

    it("replaces the picture if there is no canvas to draw on", async () => {
      const { page } = await visit("/graph#chat/chat-1", { prepare: withoutCanvas });

      await page.getByText("This browser cannot draw the graph").waitFor();
      await expect
        .poll(() => page.getByRole("link", { name: "Guide 1", exact: true }).isVisible())
        .toBe(true);
      await expect.poll(() => page.locator("#picture").isHidden()).toBe(true);
      await page.getByRole("heading", { level: 2, name: "Chat 1" }).waitFor();
      await takeScreenshot(page, "graph-no-canvas");
    });

    it("replaces the picture if the worker that draws fails", async () => {
      const opened = await openStill("/graph", { prepare: withoutWorker("paint-worker") });
      opened.expected = /ERR_FAILED/;

      await opened.page.getByText("Cannot draw the graph").waitFor();
      await expect
        .poll(() => opened.page.getByRole("link", { name: "Guide 1", exact: true }).isVisible())
        .toBe(true);
    });
  });

  describe("if something is missing", () => {
    it("draws without WebGL, so no context of it can be lost", async () => {
      const { page } = await visit("/graph", { prepare: withoutWebGl });
      await layoutEnd(page);

      await expect.poll(() => page.locator("#canvas canvas.image").isVisible()).toBe(true);
      expect((await saveSvg(page)).pages.length).toBeGreaterThan(20);
    });

    it("draws again what the browser has lost", async () => {
      const { page } = await visit("/graph");
      await layoutEnd(page);
      const before = await takePicture(page);
      await page.evaluate(`
        document.querySelector(".image").getContext("bitmaprenderer").transferFromImageBitmap(null);
        document.querySelector(".overlay").width = 1;
      `);
      expect(await takePicture(page)).not.toBe(before);

      await page.locator(".overlay").dispatchEvent("contextrestored");

      await eventually(() => takePicture(page)).toBe(before);
    });

    it("leaves the pages in a circle if the worker that arranges them fails", async () => {
      const opened = await openStill("/graph", { prepare: withoutWorker("layout-worker") });
      opened.expected = /ERR_FAILED/;

      await opened.page.getByText("Cannot arrange the pages").waitFor();
      await expect.poll(() => opened.page.locator("#canvas canvas.image").isVisible()).toBe(true);
    });
  });

  it("shows markup in a title as text, everywhere", async () => {
    const { page, problems } = await visit("/graph#tooling/markup");
    page.on("dialog", (dialog) => problems.push(`dialog: ${dialog.message()}`));
    await page.getByText(`About ${markup}.`).waitFor();

    await expect.poll(() => page.getByRole("heading", { level: 2 }).innerText()).toBe(markup);
    await page.getByRole("combobox").fill("onerror");
    await expect.poll(() => page.getByRole("option").innerText()).toContain(markup);
    await page.getByRole("button", { name: "List", exact: true }).click();
    await expect.poll(() => page.locator("#list a").allInnerTexts()).toContain(markup);
    await takeScreenshot(page, "graph-markup");
    await page.goto(`${server().url}/graph#${encodeURIComponent(markup)}`);
    await expect.poll(() => page.locator("#notice").innerText()).toContain(markup);
    await expect.poll(() => page.locator("img").count()).toBe(0);
  });

  describe("without a graph", () => {
    it("says that it loads", async () => {
      const { page } = await openStill("/graph", {
        prepare: (opened) => opened.route("**/graphql", () => undefined),
      });

      await page.getByText("Loading the graph…").waitFor();
    });

    it("says that there are no pages", async () => {
      const data = { graph: { nodes: [], edges: [] }, meta: { name: "Acme" } };
      const { page } = await openStill("/graph", {
        prepare: (opened) =>
          opened.route("**/graphql", (route) => route.fulfill({ json: { data } })),
      });

      await page.getByText("There are no pages yet.").waitFor();
      await expect.poll(() => page.locator("#counts").innerText()).toBe("0 pages, 0 links");
    });

    it.each([
      ["the message of the API", { status: 200, json: { errors: [{ message: "Too deep." }] } }],
      ["the status of another answer", { status: 200, contentType: "text/html", body: "<p>Hi" }],
    ])("says why, with %s, and tries again", async (_what, answer) => {
      const { page } = await openStill("/graph", {
        prepare: (opened) =>
          opened.route("**/graphql", (route) => route.fulfill(answer), { times: 1 }),
      });
      await page.getByText(/Cannot load the graph\. (Too deep|.*status 200)/).waitFor();
      await takeScreenshot(page, "graph-error");

      await page.getByRole("button", { name: "Try again" }).click();

      await eventually(() => page.locator("#counts").innerText()).toContain("pages, ");
      await expect.poll(() => page.locator("#notice").isHidden()).toBe(true);
    });
  });
});

/**
 * Creates a tree with several sections, pages linked in a ring and across, one without links, odd
 * names.
 */
function makeFiles(): TreeFiles {
  const files: Record<string, string> = {
    "index.md": "# Home\n\n[Start](guide/guide-1.md) and [chat](chat/chat-1.md).\n",
    "tooling/alone.md": "# Alone\n\nNothing links here.\n",
    "tooling/größe 100% #1.md": "# Size\n",
    "tooling/markup.md": `---\ntitle: "${markup}"\ndescription: "About ${markup}."\n---\n\n[Home](../index.md)\n`,
  };
  files["guide/advanced/deep/guide-10.md"] =
    "# Guide 10\n\nSee [home](../../../index.md).\n\n## A step & <more>\n\nText.\n";
  for (const [section, size] of Object.entries({ chat: 4, graphql: 6, guide: 9 })) {
    for (let n = 1; n <= size; n++) {
      const next = (n % size) + 1;
      const title = `${section[0]!.toUpperCase()}${section.slice(1)} ${n}`;
      files[`${section}/${section}-${n}.md`] = [
        `---\ntitle: ${title}\ndescription: About ${section} ${n}.\n---\n`,
        `## First step\n\nGo on with [the next](${section}-${next}.md).\n`,
        "## Second step\n\nSee [the first guide](../guide/guide-1.md)",
        `and [the third](../guide/guide-3.md).\n`,
      ].join("\n");
    }
  }
  return files;
}

interface GraphAnswer {
  nodes: { id: string; title: string; section: string; slug?: string }[];
  edges: { from: string; to: string }[];
}

async function askGraph(): Promise<GraphAnswer> {
  const text = "{ graph { nodes { id title section } edges { from to } } }";
  return (await dataOf(server(), text)).graph;
}

/** Creates pages linked in a ring, for graphs that the server does not have. */
function ring(count: number): GraphAnswer {
  const nodes = Array.from({ length: count }, (_none, n) => {
    const id = `part-${n % 6}/page-${n}`;
    return { id, title: `Page ${n}`, section: `part-${n % 6}`, slug: `/docs/${id}` };
  });
  const edges = nodes.map(({ id }, n) => ({ from: id, to: nodes[(n * 7 + 1) % count]!.id }));
  return { nodes, edges: edges.filter(({ from, to }) => from !== to) };
}

/** Answers each query of a page with a graph, without further details of its pages. */
function answer(page: Page, graph: GraphAnswer): Promise<unknown> {
  const data = { graph, meta: { name: "Acme" }, doc: null };
  return page.route("**/graphql", (route) => route.fulfill({ json: { data } }));
}

/** Presses a button that saves the picture, and returns the file. */
async function save(page: Page, kind: "PNG" | "SVG"): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.locator(`#save-${kind.toLowerCase()}`).dispatchEvent("click"),
  ]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** The content of a saved SVG, as the browser parses it. */
interface SavedSvg {
  readonly name: string;
  /** The error of the XML parser, if any. */
  readonly problem: string | null;
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** Colour of the background. */
  readonly fill: string;
  readonly pages: readonly { title: string; x: number; y: number; color: string }[];
  /** Number of highlighted pages and links. */
  readonly bright: { readonly pages: number; readonly links: number };
}

/** Saves the picture as SVG and lets the browser parse it. */
async function saveSvg(page: Page): Promise<SavedSvg> {
  const { name, bytes } = await save(page, "SVG");
  const read = `(text) => {
    const file = new DOMParser().parseFromString(text, "image/svg+xml");
    const root = file.documentElement;
    const probe = document.createElement("i");
    const colorOf = (color) => ((probe.style.color = color), probe.style.color);
    const pages = root.querySelectorAll(":scope > g:nth-of-type(1) > circle");
    return {
      problem: file.querySelector("parsererror")?.textContent ?? null,
      width: Number(root.getAttribute("width")),
      height: Number(root.getAttribute("height")),
      title: root.querySelector("title").textContent,
      fill: root.querySelector("rect").getAttribute("fill"),
      pages: Array.from(pages, (circle) => ({
        title: circle.querySelector("title").textContent,
        x: Math.round(circle.getAttribute("cx")),
        y: Math.round(circle.getAttribute("cy")),
        color: colorOf(circle.getAttribute("fill")),
      })),
      bright: {
        pages: root.querySelectorAll(":scope > circle").length,
        links: root.querySelectorAll(":scope > g[stroke-width='2']").length,
      },
    };
  }`;
  const seen = await page.evaluate(`(${read})(${JSON.stringify(bytes.toString("utf8"))})`);
  return { name, ...(seen as Omit<SavedSvg, "name">) };
}

/** Returns how far apart the pages of a picture are, in pixels. */
function spread({ pages }: SavedSvg): number {
  const [first, second] = pages;
  return Math.hypot(first!.x - second!.x, first!.y - second!.y);
}

/** Polls what the page shows for some seconds. */
function eventually<Value>(read: () => Value) {
  return expect.poll(read, { timeout: 20_000 });
}

/** Opens the page and waits until it has loaded the graph. */
async function visit(path: string, options?: VisitOptions): Promise<Visit> {
  const opened = await openStill(path, options);
  await eventually(() => opened.page.locator("#counts").innerText()).toContain("pages, ");
  return opened;
}

/** Opens the page with reduced motion, so that a picture of it is always the same. */
function openStill(path: string, options?: VisitOptions): Promise<Visit> {
  return open(path, { reducedMotion: "reduce", ...options });
}

async function withoutCanvas(page: Page): Promise<void> {
  await page.addInitScript("HTMLCanvasElement.prototype.getContext = () => null;");
}

async function withoutWebGl(page: Page): Promise<void> {
  await page.addInitScript(`
    for (const { prototype } of [HTMLCanvasElement, OffscreenCanvas]) {
      const { getContext } = prototype;
      prototype.getContext = function (kind, ...rest) {
        return kind.startsWith("webgl") ? null : getContext.call(this, kind, ...rest);
      };
    }
  `);
}

/** Blocks the code of a worker. */
function withoutWorker(name: string): (page: Page) => Promise<unknown> {
  return (page) => page.route(`**/${name}-*.js`, (route) => route.abort());
}

async function layoutEnd(page: Page): Promise<void> {
  await page.locator('#canvas[data-layout="done"][aria-busy="false"]').waitFor();
}

/** Waits until nothing moves and the picture shows the current view. */
async function still(page: Page): Promise<void> {
  await page.locator('#canvas[aria-busy="false"]').waitFor();
}

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole("combobox").fill(text);
  await page.keyboard.press("Enter");
}

/** Returns the titles of the buttons under a heading of the panel. */
function linkTitles(page: Page, heading: string): Promise<string[]> {
  const list = page.locator(".page-links", { has: page.getByRole("heading", { name: heading }) });
  return list
    .getByRole("button")
    .evaluateAll((buttons) => buttons.map((button) => button.firstChild!.textContent!));
}

/** Returns the titles of the pages that the panel lists. */
function panelTitles(page: Page): Promise<string[]> {
  return page
    .locator("#panel .page-links button")
    .evaluateAll((buttons) => buttons.map((button) => button.firstChild!.textContent!));
}

/** Presses Tab until an element with that text has the focus. */
async function tabTo(page: Page, text: string): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press("Tab");
    if ((await page.evaluate("document.activeElement.textContent")) === text) return;
  }
  throw new Error(`Tab does not reach "${text}"`);
}

/** Returns the pixels of the graph as text, with the pointer moved away. */
async function takePicture(page: Page): Promise<string> {
  await page.mouse.move(640, 8);
  return page.evaluate(`
    (() => {
      const layers = Array.from(document.querySelectorAll("#canvas canvas"));
      const copy = Object.assign(document.createElement("canvas"), {
        width: layers[0].width,
        height: layers[0].height,
      });
      for (const layer of layers) copy.getContext("2d").drawImage(layer, 0, 0);
      return copy.toDataURL();
    })()
  `);
}
