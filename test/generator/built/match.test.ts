import { describe, expect, it } from "vitest";
import { prose } from "../../support/prose.ts";
import { addressesOf, matchTrees, themed } from "./sites.ts";

/** Returns a page of Markdown, and the same in HTML. */
function page(title: string, sections: Readonly<Record<string, string>>): [string, string] {
  const entries = Object.entries(sections);
  const markdown = entries.map(([heading, text]) => `## ${heading}\n\n${text}`);
  const html = entries.map(
    ([heading, text], at) => `<h2 id="part-${at}">${heading}</h2>\n<p>${text}</p>`,
  );
  return [
    [`# ${title}`, ...markdown].join("\n\n"),
    themed([`<h1>${title}</h1>`, ...html].join("\n"), { title }),
  ];
}

function simple(name: string): [string, string] {
  return page(`The ${name}`, { Start: prose(`${name} start`), Use: prose(`${name} use`) });
}

const [homeText, homeHtml] = page("Welcome", { News: prose("news") });
const [toolText, toolHtml] = simple("tool");
const [shedText, shedHtml] = simple("shed");

describe("matchSite: pages", () => {
  it("are found by content, whatever their addresses are", async () => {
    const match = await matchTrees({
      docs: { "index.md": homeText, "01-tools/tool.md": toolText, "shed.md": shedText },
      site: {
        "index.html": homeHtml,
        "p/4711.html": toolHtml,
        "buildings/the-shed/index.html": shedHtml,
      },
    });

    expect(addressesOf(match)).toEqual({
      "01-tools/tool.md": "/p/4711.html",
      "index.md": "/",
      "shed.md": "/buildings/the-shed/",
    });
    expect(match).toMatchObject({ stale: [], unmatched: [], fallbacks: [], rest: [] });
  });

  it("of ten near equal ones, each has its own", async () => {
    const names = "ant bee cat dog eel fox gnu hen ibex jay".split(" ");
    const text = (name: string) => `${prose("same", 6)} Here we keep the ${name}. ${prose("end")}`;
    const pages = names.map((name) => page("Animal", { Home: text(name) }));

    const match = await matchTrees({
      docs: Object.fromEntries(names.map((name, at) => [`${name}.md`, pages[at]![0]])),
      site: Object.fromEntries(names.map((_, at) => [`animals/${9 - at}.html`, pages[9 - at]![1]])),
    });

    expect(addressesOf(match)).toEqual(
      Object.fromEntries(names.map((name, at) => [`${name}.md`, `/animals/${at}.html`])),
    );
  });

  it("of equal ones none is taken, and the candidates are listed", async () => {
    const match = await matchTrees({
      docs: { "one.md": toolText, "shed.md": shedText },
      site: { "a.html": toolHtml, "b.html": toolHtml, "shed.html": shedHtml },
    });

    expect(addressesOf(match)).toEqual({ "shed.md": "/shed.html" });
    expect(match.unmatched).toEqual([
      expect.objectContaining({ candidates: ["/a.html", "/b.html"] }),
    ]);
    expect(match.rest.map(({ address }) => address)).toEqual(["/a.html", "/b.html"]);
  });

  it("of equal ones the path decides", async () => {
    const match = await matchTrees({
      docs: { "one/setup.md": toolText, "two/setup.md": toolText },
      site: { "two/setup/index.html": toolHtml, "one/setup/index.html": toolHtml },
    });

    expect(addressesOf(match)).toEqual({
      "one/setup.md": "/one/setup/",
      "two/setup.md": "/two/setup/",
    });
  });

  it("of equal ones the proposal decides, before the path", async () => {
    const match = await matchTrees({
      docs: { "one/setup.md": toolText, "two/setup.md": toolText },
      site: { "two/setup/index.html": toolHtml, "one/setup/index.html": toolHtml },
      proposals: { "one/setup.md": "/two/setup/", "two/setup.md": "/one/setup/" },
    });

    expect(addressesOf(match)).toEqual({
      "one/setup.md": "/two/setup/",
      "two/setup.md": "/one/setup/",
    });
  });

  it("a wrong proposal does not decide against the content", async () => {
    const match = await matchTrees({
      docs: { "tool.md": toolText, "shed.md": shedText },
      site: { "tool.html": toolHtml, "shed.html": shedHtml },
      proposals: { "tool.md": "/shed", "shed.md": "/tool" },
    });

    expect(addressesOf(match)).toEqual({ "shed.md": "/shed.html", "tool.md": "/tool.html" });
  });

  it("one that lists others with their texts is none of theirs", async () => {
    const body = [toolHtml, shedHtml].map((html) => /<h1>The .*?<\/div>/s.exec(html)![0]);
    const match = await matchTrees({
      docs: { "tool.md": toolText, "shed.md": shedText },
      site: {
        "all.html": themed(body.join("\n")),
        "x/tool.html": toolHtml,
        "x/shed.html": shedHtml,
      },
    });

    expect(addressesOf(match)).toEqual({ "shed.md": "/x/shed.html", "tool.md": "/x/tool.html" });
    expect(match.rest.map(({ address }) => address)).toEqual(["/all.html"]);
  });

  it("a file that others include has none, and takes none from them", async () => {
    const shared = `## Limits\n\n${prose("limits", 12)}`;
    const html = `<h1>The quota</h1><p>Read this.</p><h2 id="limits">Limits</h2><p>${prose("limits", 12)}`;
    const match = await matchTrees({
      docs: {
        "_limits.md": shared,
        "quota.md": "# The quota\n\nRead this.\n\n<Limits />",
        "tool.md": toolText,
      },
      site: { "quota.html": themed(html), "tool.html": toolHtml },
    });

    expect(addressesOf(match)).toEqual({ "quota.md": "/quota.html", "tool.md": "/tool.html" });
    expect(match.matched[0]!.content.headings.map(({ id }) => id)).toEqual([null, "limits"]);
  });

  it("one with next to no text, by its path and title", async () => {
    const match = await matchTrees({
      docs: { "a/index.md": "# Part A\n\n<Cards />", "tool.md": toolText, "a/shed.md": shedText },
      site: {
        "a/index.html": themed("<h1>Part A</h1><ul><li>Wood<li>Glass</ul>"),
        "tool.html": toolHtml,
        "a/shed.html": shedHtml,
        "404.html": themed("<h1>Not found</h1>"),
      },
    });

    expect(addressesOf(match)).toMatchObject({ "a/index.md": "/a/" });
    expect(match.rest).toEqual([]);
  });

  it("of several near equal ones, the one that is a little more like it", async () => {
    const [text, html] = page("The long one", { All: prose("all", 40) });
    const near = html.replace(prose("all", 40), prose("all", 39));
    const match = await matchTrees({
      docs: { "one.md": text, "shed.md": shedText },
      site: { "a.html": near, "b.html": html, "shed.html": shedHtml },
    });

    expect(addressesOf(match)).toMatchObject({ "one.md": "/b.html" });
  });

  it("of equal ones the path decides, without the numbers that order files", async () => {
    const match = await matchTrees({
      docs: { "01-one/02-setup.md": toolText, "02-two/01-setup.md": toolText },
      site: { "two/setup.html": toolHtml, "one/setup.html": toolHtml },
    });

    expect(addressesOf(match)).toEqual({
      "01-one/02-setup.md": "/one/setup.html",
      "02-two/01-setup.md": "/two/setup.html",
    });
  });

  it("one with another title and another name, by its text alone", async () => {
    const text = prose("text", 8);
    const match = await matchTrees({
      docs: { "file.md": `---\ntitle: Short name\n---\n\n${text}`, "shed.md": shedText },
      site: { "p/1.html": themed(`<h1>The long name</h1><p>${text}`), "shed.html": shedHtml },
    });

    expect(addressesOf(match)).toMatchObject({ "file.md": "/p/1.html" });
  });

  it("a start page that components make, by its proposal", async () => {
    const docs = { "start/home.md": "<Hero />\n", "shed.md": shedText };
    const site = { "index.html": themed(`<p>${prose("hero")}`), "shed.html": shedHtml };

    const match = await matchTrees({ docs, site, proposals: { "start/home.md": "/" } });

    expect(addressesOf(match)).toMatchObject({ "start/home.md": "/" });
    expect(addressesOf(await matchTrees({ docs, site }))).toEqual({ "shed.md": "/shed.html" });
  });

  it("one whose components show only a part of what is written, by its path", async () => {
    const parts = Array.from({ length: 6 }, (_, at) => prose(`part ${at}`));
    const match = await matchTrees({
      docs: { "guide/parts.md": parts.join("\n\n"), "shed.md": shedText },
      site: { "guide/parts.html": themed(`<p>${parts[2]}`), "shed.html": shedHtml },
    });

    expect(addressesOf(match)).toMatchObject({ "guide/parts.md": "/guide/parts.html" });
  });

  it("a short one at its address, rather than a long one with its title", async () => {
    const text = prose("functions");
    const match = await matchTrees({
      docs: {
        "functions/index.md": "# Functions\n\n<List />",
        "reference/functions.md": `# Functions\n\n${text}`,
      },
      site: { "functions/index.html": themed(`<h1>Functions</h1><p>${text}`) },
    });

    expect(addressesOf(match)).toEqual({ "functions/index.md": "/functions/" });
  });

  it("a short one that the site lacks does not take one with its title", async () => {
    const others = ["tool", "shed", "barn"].map((name) => [name, simple(name)] as const);
    const parts = [prose("shown", 1), prose("made by components", 9)];
    const match = await matchTrees({
      docs: {
        ...Object.fromEntries(others.map(([name, [text]]) => [`${name}.md`, text])),
        "functions/index.md": "# All functions of the tool\n",
        "reference/functions.md": `# All functions of the tool\n\n${parts.join("\n\n")}`,
      },
      site: {
        ...Object.fromEntries(others.map(([name, [, html]]) => [`docs/${name}.html`, html])),
        "docs/reference/functions.html": themed(`<h1>All functions of the tool</h1><p>${parts[0]}`),
      },
    });

    expect(addressesOf(match)).toMatchObject({
      "reference/functions.md": "/docs/reference/functions.html",
    });
    expect(match.unmatched.map(({ source }) => source.path)).toEqual(["functions/index.md"]);
  });

  it("one with the same title and name in another folder, but other text, is another", async () => {
    const [text] = page("Introduction", { First: prose("first") });
    const [, html] = page("Introduction", { Second: prose("second") });
    const match = await matchTrees({
      docs: { "a/intro.md": text, "tool.md": toolText },
      site: { "b/intro.html": html, "tool.html": toolHtml },
    });

    expect(addressesOf(match)).toEqual({ "tool.md": "/tool.html" });
    expect(match.unmatched.map(({ source }) => source.path)).toEqual(["a/intro.md"]);
  });

  it("one whose text components replace, by its title and its path without numbers", async () => {
    const match = await matchTrees({
      docs: { "01-a/02-b.md": `# Part B\n\n${prose("source")}`, "tool.md": toolText },
      site: { "a/b.html": themed(`<h1>Part B</h1><p>${prose("built")}`), "tool.html": toolHtml },
    });

    expect(addressesOf(match)).toMatchObject({ "01-a/02-b.md": "/a/b.html" });
  });

  it("posts whose addresses have a date in place of a number", async () => {
    const posts = ["one", "two"].map((name) => [name, simple(name)] as const);
    const docs = ["tool", "shed", "barn", "gate"].map((name) => [name, simple(name)] as const);
    const match = await matchTrees({
      docs: Object.fromEntries([
        ...docs.map(([name, [text]]) => [`${name}.md`, text]),
        ...posts.map(([name, [text]]) => [`blog/2024-05-17-${name}.md`, text]),
      ]),
      site: Object.fromEntries([
        ...docs.map(([name, [, html]]) => [`${name}.html`, html]),
        ...posts.map(([name, [, html]]) => [`blog/2024/05/17/${name}.html`, html]),
      ]),
    });

    expect(addressesOf(match)).toMatchObject({
      "blog/2024-05-17-one.md": "/blog/2024/05/17/one.html",
      "blog/2024-05-17-two.md": "/blog/2024/05/17/two.html",
    });
  });

  it("one that the site lacks is not taken for its sibling", async () => {
    const [nearText] = page("The tool", { Start: prose("tool start"), Use: prose("other use") });
    const match = await matchTrees({
      docs: { "tool.md": toolText, "draft/tool.md": nearText, "shed.md": shedText },
      site: { "tool.html": toolHtml, "shed.html": shedHtml },
    });

    expect(addressesOf(match)).toEqual({ "shed.md": "/shed.html", "tool.md": "/tool.html" });
    expect(match.unmatched.map(({ source }) => source.path)).toEqual(["draft/tool.md"]);
  });
});

describe("matchSite: languages and versions", () => {
  const names = ["tool", "shed", "barn", "gate"];
  const en = Object.fromEntries(names.map((name) => [name, simple(name)]));
  const de = Object.fromEntries(
    ["tool", "shed", "barn"].map((name) => [
      name,
      page(`Das ${name}`, { Anfang: prose(`${name} anfang`), Nutzen: prose(`${name} nutzen`) }),
    ]),
  );
  /** Returns a page of another language, as generators show it: with its frame. */
  const german = (html: string) =>
    html.replace('lang="en"', 'lang="de"').replace("On this site", "Auf dieser Seite");

  it("a fallback is elsewhere: it repeats the page of another language", async () => {
    const match = await matchTrees({
      docs: {
        ...Object.fromEntries(names.map((name) => [`${name}.md`, en[name]![0]])),
        ...Object.fromEntries(Object.keys(de).map((name) => [`de/${name}.md`, de[name]![0]])),
      },
      site: {
        ...Object.fromEntries(names.map((name) => [`${name}/index.html`, en[name]![1]])),
        ...Object.fromEntries(
          names.map((name) => [`de/${name}/index.html`, german((de[name] ?? en[name])![1])]),
        ),
      },
    });

    expect(addressesOf(match)).toEqual({
      ...Object.fromEntries(Object.keys(de).map((name) => [`de/${name}.md`, `/de/${name}/`])),
      ...Object.fromEntries(names.map((name) => [`${name}.md`, `/${name}/`])),
    });
    const fallbacks = match.fallbacks.map(({ page, original }) => [page.address, original.address]);
    expect(fallbacks).toEqual([["/de/gate/", "/gate/"]]);
    expect(match.rest).toEqual([]);
  });

  it("a fallback whose components write some words in its language is elsewhere too", async () => {
    const list = Array.from({ length: 8 }, (_, at) => `${prose(`item ${at}`, 1)}\n\nDirectory`);
    const html = (word: string) =>
      themed(
        `<h1>Files</h1><h2 id="all">All</h2>${list.map((item) => `<p>${item.replace("Directory", word)}`).join("")}`,
        { lang: word === "Directory" ? "en" : "de" },
      );
    const match = await matchTrees({
      docs: { "files.md": `# Files\n\n## All\n\n${list.join("\n\n")}`, "tool.md": toolText },
      site: {
        "files/index.html": html("Directory"),
        "de/files/index.html": html("Das ist ein Ordner, mit allem was darin ist"),
        "tool/index.html": toolHtml,
      },
    });

    expect(match.fallbacks.map(({ page }) => page.address)).toEqual(["/de/files/"]);
  });

  it("a page that is missing in its language does not take the one of another", async () => {
    const match = await matchTrees({
      docs: Object.fromEntries(names.map((name) => [`${name}.md`, en[name]![0]])),
      site: {
        ...Object.fromEntries(names.slice(0, 3).map((name) => [`${name}.html`, en[name]![1]])),
        ...Object.fromEntries(names.map((name) => [`de/${name}.html`, german(en[name]![1])])),
      },
    });

    expect(Object.keys(addressesOf(match))).toEqual(["barn.md", "shed.md", "tool.md"]);
    expect(match.unmatched.map(({ source }) => source.path)).toEqual(["gate.md"]);
  });

  it("a page of each version has its own, also if nothing changed", async () => {
    const versions = { "version-1.0": "1.0", "version-1.1": "1.1" };
    const match = await matchTrees({
      docs: Object.fromEntries(
        Object.keys(versions).flatMap((folder) =>
          names.map((name) => [`${folder}/${name}.md`, en[name]![0]]),
        ),
      ),
      site: Object.fromEntries(
        Object.values(versions).flatMap((version) =>
          names.map((name) => [`docs/${version}/${name}/index.html`, en[name]![1]]),
        ),
      ),
    });

    expect(addressesOf(match)).toEqual(
      Object.fromEntries(
        Object.entries(versions).flatMap(([folder, version]) =>
          names.map((name) => [`${folder}/${name}.md`, `/docs/${version}/${name}/`]),
        ),
      ),
    );
  });
});

describe("matchSite: stale pages", () => {
  const docs = {
    "tool.md": `${toolText}\n\n## Care\n\n${prose("care")}`,
    "shed.md": shedText,
  };

  it("HTML that lacks a heading", async () => {
    const match = await matchTrees({
      docs,
      site: { "tool.html": toolHtml, "shed.html": shedHtml },
    });

    expect(addressesOf(match)).toEqual({ "shed.md": "/shed.html" });
    expect(match.stale).toEqual([expect.objectContaining({ missing: [3] })]);
    expect(match.stale[0]!.page.address).toBe("/tool.html");
    expect(match.rest).toEqual([]);
  });

  it("not if the site shows the heading as text", async () => {
    const html = toolHtml.replace("<nav>", `<p class="title">Care</p><p>${prose("care")}</p><nav>`);
    const match = await matchTrees({ docs, site: { "tool.html": html, "shed.html": shedHtml } });

    expect(match.stale).toEqual([]);
    expect(match.matched[1]!.anchors).toEqual([null, "part-0", "part-1", null]);
  });

  it("HTML at the proposed address that has other content", async () => {
    const match = await matchTrees({
      docs: { "tool.md": toolText, "shed.md": shedText },
      site: { "tool.html": homeHtml, "shed.html": shedHtml },
      proposals: { "tool.md": "/tool", "shed.md": "/shed" },
    });

    expect(addressesOf(match)).toEqual({ "shed.md": "/shed.html" });
    expect(match.stale.map(({ source, page }) => [source.path, page.address])).toEqual([
      ["tool.md", "/tool.html"],
    ]);
  });
});

describe("matchSite: what a page says", () => {
  async function matchOne(markdown: string, html: string) {
    const { matched } = await matchTrees({
      docs: { "page.md": markdown, "tool.md": toolText, "shed.md": shedText },
      site: { "page.html": themed(html), "tool.html": toolHtml, "shed.html": shedHtml },
    });
    return matched.find(({ source }) => source.path === "page.md")!;
  }

  it("the ids of headings, also of repeated ones and those around additional ones", async () => {
    const one = prose("example one");
    const two = prose("example two");
    const { anchors } = await matchOne(
      `# Page\n\n## Alpha\n\n### Example\n\n${one}\n\n## Beta\n\n### Example\n\n${two}`,
      `<h1>Page</h1><h2 id="a">Alpha</h2><h3 id="e">Example</h3><p>${one}</p>
       <h2 id="x">Added</h2><h3 id="e-2">Example</h3><p>${prose("added")}</p>
       <h2 id="b">Beta</h2><h3 id="e-3">Example</h3><p>${two}</p>`,
    );

    expect(anchors).toEqual([null, "a", "e", "b", "e-3"]);
  });

  it("of headings with the same text and nothing else, the one of the same depth", async () => {
    const { anchors } = await matchOne(
      "# Page\n\n## Example\n\nThe same.",
      `<h1>Page</h1><h2 id="right">Example</h2><p>The same.</p>
       <h4 id="wrong">Example</h4><p>The same.</p>`,
    );

    expect(anchors).toEqual([null, "right"]);
  });

  it("of headings with the same text and depth, the one with the anchor of the model", async () => {
    const html = `<h1>Page</h1><h2 id="example">Example</h2><p>The same.</p>
       <h2 id="more">Example</h2><p>The same.</p>`;
    const { matched } = await matchTrees({
      docs: { "page.md": "# Page\n\n## Example\n\nThe same." },
      site: { "page.html": themed(html) },
      proposals: { "page.md": "/page" },
    });

    expect(matched[0]!.anchors).toEqual([null, "example"]);
  });

  it("a heading whose text the site writes in another way", async () => {
    const text = prose("text");
    const { anchors } = await matchOne(
      `# Page\n\n## It's "here" -- now { #now .big .wide data-a="b c d e f g" }\n\n${text}\n\n## The :star: \`options\`\n\nMore.`,
      `<h1>Page</h1><h2 id="now">It’s “here” – now</h2><p>${text}</p>
       <h2 id="options">The ⭐ <code>options</code></h2><p>More.</p>`,
    );

    expect(anchors).toEqual([null, "now", "options"]);
  });

  it("the title, without the name of the site", async () => {
    const { title } = await matchOne(
      `---\ntitle: A page\n---\n\n${prose("text")}`,
      `<h2 class="title">A page</h2><p>${prose("text")}</p>`,
    );

    expect(title).toBe("A page");
  });

  it("the title of <title> if it has no heading, without the name of the site", async () => {
    const { matched } = await matchTrees({
      docs: { "page.md": prose("text"), "tool.md": toolText },
      site: {
        "page.html": themed(`<p>${prose("text")}`, { title: "A fine page" }),
        "tool.html": toolHtml,
      },
    });

    expect(matched.map(({ title }) => title)).toEqual(["A fine page", "The tool"]);
  });

  it("the content, without navigation, header and foot, with what was included", async () => {
    const text = prose("text", 6);
    const more = prose("included", 3);
    const { content } = await matchOne(
      `# Page\n\n## Part\n\n${text}\n\n<Include />`,
      `<h1>Page</h1><nav>On this page: Part</nav><h2 id="part">Part</h2><p>${text}</p>
       <h2 id="more">More</h2><p>${more}</p><footer>Edit this page</footer>`,
    );

    expect(content.text).toBe(`Page\nPart\n${text}\nMore\n${more}`);
    expect(
      content.headings.map(({ id, start, end }) => [id, content.text.slice(start, end)]),
    ).toEqual([
      [null, "Page"],
      ["part", "Part"],
      ["more", "More"],
    ]);
  });

  it("the content in a header, if the source has it", async () => {
    const intro = prose("intro");
    const { content } = await matchOne(
      `# Page\n\n${intro}\n\n## Part\n\n${prose("text")}`,
      `<header><h1>Page</h1><p>${intro}</p></header><h2 id="part">Part</h2><p>${prose("text")}`,
    );

    expect(content.text).toBe(`Page\n${intro}\nPart\n${prose("text")}`);
  });

  it("the main element, of a page in another layout that has next to no text", async () => {
    const { matched } = await matchTrees({
      docs: { "404.md": "# Lost\n", "tool.md": toolText, "shed.md": shedText },
      site: {
        "404/index.html": "<body><p>The Shop</p><main><h1>Lost</h1></main><p>Rights</p></body>",
        "tool.html": toolHtml,
        "shed.html": shedHtml,
      },
    });

    expect(matched[0]!.content.text).toBe("Lost");
  });

  it("the content of a page that alone does not show where it is", async () => {
    const { content } = await matchOne("# Page\n\nShort.", "<h1>Page</h1><p>Short.</p>");

    expect(content.text).toBe("Page\nShort.");
  });
});
