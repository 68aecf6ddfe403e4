import { describe, expect, it } from "vitest";
import { corpusFrom, makeDoc } from "../support/corpora.ts";
import { callModern, serveMcp } from "../support/mcp-server.ts";
import { BROWSER, readPage, serveCorpus } from "../support/served-pages.ts";

const HOME = makeDoc("index", { slug: "/", title: "Home", body: "The home page.\n" });
const GUIDE = makeDoc("guide/index", { slug: "/guide/", title: "Guide", links: ["guide/install"] });
const INSTALL = makeDoc("guide/install", {
  slug: "/guide/set-up.html",
  title: "Install",
  body: "## Check\n\nRun it.\n",
  headings: [{ depth: 2, text: "Check", anchor: "check", start: 0 }],
});
const UMLAUT = makeDoc("guide/über", { slug: "/guide/%C3%BCber/", title: "About" });
const corpus = corpusFrom([HOME, GUIDE, INSTALL, UMLAUT], { base: "" });
const MARKDOWN = { headers: { Accept: "text/markdown" } };

/** Returns the title of a page in Markdown. */
async function titleAt(path: string, init?: RequestInit): Promise<string> {
  const response = await serveCorpus(corpus).request(path, init);
  expect([path, response.status]).toEqual([path, 200]);
  expect(response.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  return /^# (.*)/.exec(await response.text())![1]!;
}

describe("the Markdown of a page", () => {
  it.each([
    ["/index.md", "Home"],
    ["/guide.md", "Guide"],
    ["/guide/set-up.md", "Install"],
    ["/guide/%C3%BCber.md", "About"],
    // Other names of the same files.
    ["/guide/index.md", "Guide"],
    ["/guide/.md", "Guide"],
    ["/guide/install.md", "Install"],
    ["/guide/set-up.html.md", "Install"],
    ["/guide/über/.md", "About"],
  ])("is at %s", async (path, title) => {
    expect(await titleAt(path)).toBe(title);
  });

  it("is at its address for clients that prefer it, with or without what sites leave out", async () => {
    expect(await titleAt("/guide/", MARKDOWN)).toBe("Guide");
    expect(await titleAt("/guide", MARKDOWN)).toBe("Guide");
    expect(await titleAt("/guide/set-up.html", MARKDOWN)).toBe("Install");
    expect(await titleAt("/guide/set-up", MARKDOWN)).toBe("Install");
    expect(await titleAt("/guide/%C3%BCber/", MARKDOWN)).toBe("About");
  });

  it("has its sections", async () => {
    const app = serveCorpus(corpus);
    for (const path of ["/guide/set-up.md", "/guide/install.md"]) {
      const section = await app.request(`${path}?section=check`);
      expect([path, await section.text()]).toEqual([path, "## Check\n\nRun it.\n"]);
    }
    const negotiated = await app.request("/guide/set-up.html?section=check", MARKDOWN);
    expect(await negotiated.text()).toBe("## Check\n\nRun it.\n");
  });

  it("is what lists and the page for browsers link to", async () => {
    const app = serveCorpus(corpus);
    const list = await (await app.request("/llms.txt")).text();

    expect(list.match(/\]\(.*?\)/g)).toEqual([
      "](/index.md)",
      "](/guide.md)",
      "](/guide/set-up.md)",
      "](/guide/%C3%BCber.md)",
    ]);
    const page = await readPage(app, "/guide/set-up.html");
    expect(page).toContain('type="text/markdown" href="../guide/set-up.md"');
    expect(await readPage(app, "/guide/")).toContain('type="text/markdown" href="../guide.md"');
  });
});

describe("the page for browsers", () => {
  it.each([
    ["/index", "Home"],
    ["/guide/", "Guide"],
    ["/guide", "Guide"],
    ["/guide/set-up.html", "Install"],
    ["/guide/set-up", "Install"],
    ["/guide/über/", "About"],
  ])("is at %s", async (path, title) => {
    expect(await readPage(serveCorpus(corpus), path)).toContain(`<title>${title} · Test</title>`);
  });

  it("is on the site at its own address, if there is one", async () => {
    const { docs, meta } = corpus;
    const app = serveCorpus(corpusFrom(docs, { ...meta, siteUrl: "https://docs.example" }));
    const headers = { Accept: BROWSER };

    for (const [path, address] of [
      ["/guide", "/guide/"],
      ["/guide/set-up", "/guide/set-up.html"],
    ] as const) {
      const answer = await app.request(path, { headers });
      expect(answer.headers.get("location")).toBe(`https://docs.example${address}`);
    }
    const { headers: sent } = await app.request("/guide/set-up.md");
    expect(sent.get("link")).toBe('<https://docs.example/guide/set-up.html>; rel="canonical"');
  });
});

describe("read_docs", () => {
  it.each([
    ["/", "=== /: Home"],
    ["/index.md", "=== /: Home"],
    ["/guide/", "=== /guide/: Guide"],
    ["/guide", "=== /guide/: Guide"],
    ["/guide.md", "=== /guide/: Guide"],
    ["/guide/set-up.html", "=== /guide/set-up.html: Install"],
    ["/guide/set-up", "=== /guide/set-up.html: Install"],
    ["/guide/set-up.md#check", "=== /guide/set-up.html#check: Install › Check"],
    ["guide/install", "=== /guide/set-up.html: Install"],
    ["/guide/über/", "=== /guide/über/: About"],
  ])("reads %s", async (ref, head) => {
    const { url } = await serveMcp(corpus);
    const params = { name: "read_docs", arguments: { refs: [ref] } };
    const { body } = await callModern(url, { method: "tools/call", params });

    expect(body.result.content[0].text).toContain(head);
    expect(body.result.isError).not.toBe(true);
  });
});
