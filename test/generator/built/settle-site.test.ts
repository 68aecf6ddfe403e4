import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pageTextOf } from "../../../corpus/marks.ts";
import type { Doc } from "../../../corpus/schema.ts";
import { parseConfig } from "../../../generator/config/config.ts";
import { checkTree, generate } from "../../../generator/generate.ts";
import { brokenIn, generateBuilt, htmlPage, makeSite, refreshPage } from "./trees.ts";

const HOME =
  "# Acme\n\nAcme makes anvils of every size, and delivers them within a day to any canyon.\n";
const HOME_HTML =
  "<h1>Acme</h1><p>Acme makes anvils of every size, and delivers them within a day to any canyon.</p>";
const INSTALL = `# Install

Unpack the anvil with a crane, and put it on firm ground.

## First steps

Never stand below the anvil while the crane moves it.

### Tools

A crane, a rope, and a helmet for everybody near it.
`;
const INSTALL_HTML = `<h1>Install</h1><p>Unpack the anvil with a crane, and put it on firm ground.</p>
<h2 id="first-steps_1">First steps</h2><p>Never stand below the anvil while the crane moves it.</p>
<h3>Tools</h3><p>A crane, a rope, and a helmet for everybody near it.</p>`;

const DOCS = { "index.md": HOME, "guide/install.md": INSTALL };
const SITE = {
  "index.html": htmlPage("Acme", `${HOME_HTML}<a href="/manual/setting-up/">Install</a>`),
  "manual/setting-up/index.html": htmlPage("Install", INSTALL_HTML),
};

describe("a tree with its built site", () => {
  it("has the addresses and anchors of its HTML, whatever generator made it", async () => {
    const { content, notes } = await generateBuilt({ docs: DOCS, site: SITE });

    expect(content.meta).toMatchObject({ site: "document+built", base: "" });
    expect(content.docs.map(({ id, slug }) => [id, slug])).toEqual([
      ["guide/install", "/manual/setting-up/"],
      ["index", "/"],
    ]);
    expect(content.docs[0]!.body).toBe(INSTALL);
    expect(notes[0]).toBe(
      'The built site "../site" has 2 of 2 pages; their addresses, anchors and texts are read there',
    );
  });

  it("a heading without an id has the anchor of the nearest one above it, or that of the top", async () => {
    const { content } = await generateBuilt({ docs: DOCS, site: SITE });

    expect(content.docs[0]!.headings.map(({ text, anchor }) => [text, anchor])).toEqual([
      ["Install", "top"],
      ["First steps", "first-steps_1"],
      ["Tools", "first-steps_1"],
    ]);
  });

  it("has the title that readers see, and search finds it", async () => {
    const docs = { ...DOCS, "guide/install.md": `---\ntitle: Setup\n---\n${INSTALL}` };
    const { content } = await generateBuilt({ docs, site: SITE });

    expect(content.docs[0]).toMatchObject({ title: "Install", marks: { titleEnd: 9 } });
    expect(Buffer.from(content.words).toString()).toContain("install");
    expect(Buffer.from(content.words).toString()).not.toContain("setup");
  });

  it("addresses are below the site's base, with the end that its own links write", async () => {
    const docs = {
      ...DOCS,
      "faq.md": "# Questions\n\nHow heavy is the heaviest of your anvils?\n",
    };
    const site = {
      "index.html": htmlPage(
        "Acme",
        `${HOME_HTML}<a href="/project/setup">Install</a> <a href="/project/faq">Questions</a>`,
      ),
      "setup.html": htmlPage("Install", INSTALL_HTML),
      "faq.html": htmlPage(
        "Questions",
        "<h1>Questions</h1><p>How heavy is the heaviest of your anvils?</p>",
      ),
    };

    const { content } = await generateBuilt({ docs, site });

    expect(content.docs.map(({ slug }) => slug)).toEqual([
      "/project/faq",
      "/project/setup",
      "/project/",
    ]);
    expect(content.meta.base).toBe("/project");
    const moved = await generateBuilt({ docs, site }, { builtBase: "/other/" });
    expect(moved.content.docs[1]!.slug).toBe("/other/setup.html");
    // Slugs follow the address of the site, which has the folder already.
    const own = await generateBuilt({ docs, site }, { siteUrl: "https://acme.example/project" });
    expect(own.content.docs.map(({ slug }) => slug)).toEqual(["/faq", "/setup", "/"]);
  });

  it("a page whose HTML lacks a heading is stale, and the model answers for it", async () => {
    const docs = { ...DOCS, "guide/install.md": `${INSTALL}\n## Last steps\n\nSweep the yard.\n` };
    const config = { site: { addresses: { "guide/install.md": "/manual/setting-up/" } } };

    const { content, problems } = await generateBuilt({ docs, site: SITE }, config);

    expect(problems).toEqual([
      {
        file: "guide/install.md",
        line: 1,
        column: 1,
        rule: "built-stale",
        severity: "warn",
        message: 'The built page /manual/setting-up/ lacks "Last steps": build the site again',
        suggestion: null,
      },
    ]);
    expect(content.docs[0]!.headings.map(({ anchor }) => anchor)).toEqual([
      "install",
      "first-steps",
      "tools",
      "last-steps",
    ]);
  });

  it("has the text that the site shows: of components, includes and shortcodes", async () => {
    const docs = {
      ...DOCS,
      "guide/install.md": INSTALL.replace("## First", "<Warnings />\n\n## First"),
    };
    const shown = INSTALL_HTML.replace("<h2", "<p>Beware of the coyote.</p><h2");
    const site = { ...SITE, "manual/setting-up/index.html": htmlPage("Install", shown) };

    const { content } = await generateBuilt({ docs, site });

    const [{ body, edits }] = content.docs as [Doc];
    expect(body).toBe(docs["guide/install.md"]);
    expect(pageTextOf({ body, edits })).toContain("Beware of the coyote.\n\n## First");
    expect(Buffer.from(content.words).toString()).toContain("oyote");
  });

  it("a page that exceeds a limit exists, and its fragments are not judged", async () => {
    const docs = { ...DOCS, "index.md": `${HOME}\n[x](/large/#anything) [y](/larger/)\n` };
    const links = '<a href="/large/#anything">x</a> <a href="/larger/">y</a>';
    const site = {
      ...SITE,
      "index.html": htmlPage("Acme", HOME_HTML + links),
      "large/index.html": htmlPage("Large", "<p>large</p>".repeat(1000)),
    };

    const generated = await generateBuilt({ docs, site }, { maxPageBytes: 5000 });

    expect(generated.notes[1]).toMatch(/^Not read of the built site, .*: large\/index\.html \(/);
    expect(brokenIn(generated)).toEqual(['index.md: Link to "/larger/" leads to no page']);
  });

  it("pages that are equal stay unmatched, and are listed with their candidates", async () => {
    const text = "The same page, in every folder that has one: with nothing else to tell it by.";
    const docs = {
      ...DOCS,
      "x/same.md": `# Same\n\n${text}\n`,
      "y/same.md": `# Same\n\n${text}\n`,
    };
    const same = htmlPage("Same", `<h1>Same</h1><p>${text}</p>`);
    const site = { ...SITE, "one/index.html": same, "two/index.html": same };

    const { content, notes } = await generateBuilt({ docs, site });

    expect(content.docs.map(({ slug }) => slug)).toEqual([
      "/manual/setting-up/",
      "/",
      "/x/same",
      "/y/same",
    ]);
    expect(notes[0]).toContain("2 of 4 pages");
    expect(notes[1]).toBe(
      "Not found on the built site, so that the model answers: x/same.md (perhaps /one/ or /two/), y/same.md (perhaps /one/ or /two/)",
    );
  });

  it("the corpus depends on the tree and the folder only: not on the cache, nor on where they are", async () => {
    const [one, other] = [
      await makeSite({ docs: DOCS, site: SITE }),
      await makeSite({ docs: DOCS, site: SITE }),
    ];
    const bytesOf = async (folder: string, cacheDir: string | null) => {
      const options = { root: join(folder, "docs"), built: join(folder, "site"), cacheDir };
      const { content } = await generate({ ...options, config: parseConfig({}) });
      return JSON.stringify([content, content.words.toString()]);
    };

    const first = await bytesOf(one, join(one, "cache"));

    expect(await bytesOf(one, join(one, "cache"))).toBe(first);
    expect(await bytesOf(other, null)).toBe(first);
  });

  it("a check uses the cache and writes nothing to it", async () => {
    const folder = await makeSite({ docs: DOCS, site: SITE });
    const cacheDir = join(folder, "cache");
    const options = { root: join(folder, "docs"), built: join(folder, "site"), cacheDir };

    await checkTree({ ...options, config: parseConfig({}) });
    const before = existsSync(cacheDir);
    await generate({ ...options, config: parseConfig({}) });

    expect(before).toBe(false);
    expect(await readdir(cacheDir)).toContainEqual(expect.stringMatching(/^html-[0-9a-f]{64}$/));
  });

  it("without the configured folder, model and exceptions answer, and the first note says so", async () => {
    const root = join(await makeSite({ docs: DOCS, site: {} }), "docs");
    const site = { addresses: { "guide/install.md": "/exception" } };
    const config = parseConfig({ built: "../gone", site });

    const { content, notes } = await generate({ root, config });

    expect(content.meta.site).toBe("document");
    expect(content.docs.map(({ slug }) => slug)).toEqual(["/exception", "/docs/index"]);
    expect(notes).toEqual([
      'The built site "../gone" does not exist, so that the model answers, with its exceptions',
    ]);
    const isEmpty = await generateBuilt({ docs: DOCS, site: { "readme.txt": "" } });
    expect(isEmpty.notes[0]).toContain('"../site" has no HTML, so that the model answers');
    const other = { "index.html": htmlPage("Cats", "<h1>Cats</h1><p>They sleep all day.</p>") };
    const isOther = await generateBuilt({ docs: DOCS, site: other });
    expect(isOther.notes[0]).toContain('"../site" has no page of the tree, so that the model');
  });

  it("without the folder that is given, there is no corpus", async () => {
    const root = join(await makeSite({ docs: DOCS, site: {} }), "docs");
    const options = { root, config: parseConfig({}), built: join(root, "gone") };

    await expect(generate(options)).rejects.toMatchObject({ code: "setting" });
    await expect(checkTree({ ...options, built: join(root, "index.md") })).rejects.toThrow(
      "is not a folder",
    );
  });
});

describe("links of a tree with its built site", () => {
  const LINKS = {
    page: "/manual/setting-up/",
    "page without slash": "/manual/setting-up",
    "id of a component": "/manual/setting-up/#tab-crane",
    "page without a source": "/api/anvil/#weight",
    redirect: "/old-install/",
    file: "/files/manual.pdf",
    "relative to the address": "manual/setting-up/",
    "Markdown file": "guide/install.md#first-steps_1",
  };
  const BROKEN = {
    "no page": "/api/hammer/",
    "no file": "/files/hammer.pdf",
    "no id": "/manual/setting-up/#first-steps",
    "no id on a page without a source": "/api/anvil/#height",
    "no page, relative to the address": "manual/hammer/",
  };
  const all = [...Object.values(LINKS), ...Object.values(BROKEN)];
  const markdown = all.map((href) => `[x](${href})\n`).join("\n");
  const rendered = all
    .map((href) => `<a href="${href.replace("guide/install.md", "/manual/setting-up/")}">x</a>`)
    .join("");
  const docs = { ...DOCS, "index.md": `${HOME}\n${markdown}` };
  const site = {
    "index.html": htmlPage("Acme", HOME_HTML + rendered),
    "manual/setting-up/index.html": htmlPage(
      "Install",
      `${INSTALL_HTML}<div id="tab-crane">With a crane</div>`,
    ),
    "api/anvil/index.html": htmlPage("Anvil", '<h1>Anvil</h1><h2 id="weight">Weight</h2>'),
    "old-install/index.html": refreshPage("/manual/setting-up/"),
    "files/manual.pdf": "%PDF",
  };

  it("what exists there is not broken: pages, ids, redirects, files; what does not is", async () => {
    const generated = await generateBuilt({ docs, site });

    expect(brokenIn(generated)).toEqual([
      'index.md: Link to "/api/hammer/" leads to no page',
      'index.md: Link to "/files/hammer.pdf" leads to no page',
      'index.md: Fragment "#first-steps" is not on "guide/install"',
      'index.md: Fragment "#height" is not on "/api/anvil/" of the built site',
      'index.md: Link to "manual/hammer/" leads to no page',
    ]);
    expect(generated.content.docs[1]!.links).toEqual(["guide/install"]);
  });

  it("absolute links to the site are judged too", async () => {
    const text = `${HOME}\n[x](https://acme.example/api/anvil/) [y](https://acme.example/api/hammer/)\n`;
    const html = text.replaceAll(/\[.\]\((\S+)\)/g, '<a href="$1">x</a>');
    const files = {
      docs: { ...DOCS, "index.md": text },
      site: { ...site, "index.html": htmlPage("Acme", HOME_HTML + html) },
    };

    expect(brokenIn(await generateBuilt(files))).toEqual([]);
    expect(brokenIn(await generateBuilt(files, { siteUrl: "https://acme.example" }))).toEqual([
      'index.md: Link to "https://acme.example/api/hammer/" leads to no page',
    ]);
  });

  it("what the configuration serves elsewhere is not broken", async () => {
    const generated = await generateBuilt({ docs, site }, { elsewhere: ["/api/**", "/files/**"] });

    expect(brokenIn(generated)).toEqual([
      'index.md: Fragment "#first-steps" is not on "guide/install"',
      'index.md: Fragment "#height" is not on "/api/anvil/" of the built site',
      'index.md: Link to "manual/hammer/" leads to no page',
    ]);
  });

  it("a link that the site's own page still has as it is written is broken, whatever the model says", async () => {
    const text = `${HOME}\n[x](guide/install.md) [y](guide/install.md)\n`;
    const html = (href: string) => ({
      ...site,
      "index.html": htmlPage("Acme", `${HOME_HTML}<p><a href="${href}">x</a> y</p>`),
    });
    const files = { ...DOCS, "index.md": text };

    const left = await generateBuilt({ docs: files, site: html("guide/install.md") });
    const made = await generateBuilt({ docs: files, site: html("/manual/setting-up/") });

    expect(brokenIn(left)).toHaveLength(2);
    expect(brokenIn(made)).toEqual([]);
  });

  it("a link that a plugin made another one of is not broken", async () => {
    const files = { ...DOCS, "index.md": `${HOME}\n[x](plugin-name.md)\n` };
    const html = htmlPage("Acme", `${HOME_HTML}<p><a href="/manual/setting-up/">x</a></p>`);

    expect(
      brokenIn(await generateBuilt({ docs: files, site: { ...site, "index.html": html } })),
    ).toEqual([]);
  });

  it("the pages of a language that only show the default one are served", async () => {
    const german = "# Acme\n\nAcme macht Ambosse jeder Größe und liefert sie in jede Schlucht.\n";
    const files = { ...DOCS, "de/index.md": `${german}\n[x](/de/manual/setting-up/)\n` };
    const html = {
      ...site,
      "de/index.html": htmlPage(
        "Acme",
        '<h1>Acme</h1><p>Acme macht Ambosse jeder Größe und liefert sie in jede Schlucht.</p><a href="/de/manual/setting-up/">x</a>',
      ).replace('lang="en"', 'lang="de"'),
      "de/manual/setting-up/index.html": htmlPage("Install", INSTALL_HTML).replace(
        'lang="en"',
        'lang="de"',
      ),
    };

    const generated = await generateBuilt({ docs: files, site: html });

    expect(brokenIn(generated)).toEqual([]);
    expect(generated.content.docs.map(({ slug }) => slug)).toEqual([
      "/de/",
      "/manual/setting-up/",
      "/",
    ]);
  });
});
