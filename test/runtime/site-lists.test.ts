import { describe, expect, it } from "vitest";
import { placeRecords } from "../../corpus/export/records.ts";
import { agentsBlock } from "../../runtime/agents/agents-block.ts";
import { corpusFrom, makeDoc } from "../support/corpora.ts";
import { callModern, serveMcp } from "../support/mcp-server.ts";
import { readPage, serveCorpus } from "../support/served-pages.ts";

/** Pages whose names say where they are on the site. */
const DOCS = ["a/page-3", "a/page-4", "b/page-1", "b/page-2"].map((id) => makeDoc(id));
const SECRET = makeDoc("b/secret-page", { unlisted: true, links: ["b/page-1"] });
const entry = (id: string) => ({ depth: 0, title: null, id });

const corpus = corpusFrom([...DOCS, SECRET], {
  nav: [entry("b/page-1"), entry("b/page-2"), entry("a/page-3"), entry("a/page-4")],
});

async function read(path: string): Promise<string> {
  return (await serveCorpus(corpus).request(path)).text();
}

async function ask(method: string, params: Record<string, unknown> = {}) {
  const { url } = await serveMcp(corpus);
  return JSON.stringify((await callModern(url, { method, params })).body.result);
}

const complete = (value: string) =>
  ask("completion/complete", {
    ref: { type: "ref/resource", uri: "docs://{+path}" },
    argument: { name: "path", value },
  });

/** Everything that lists pages, and how many of the four it has. */
const LISTS: readonly (readonly [string, () => string | Promise<string>, number])[] = [
  ["llms.txt", () => read("/llms.txt"), 4],
  ["the llms.txt of a section", () => read("/llms/b.txt"), 2],
  ["llms-full.txt", () => read("/llms-full.txt"), 4],
  ["list_docs", () => ask("tools/call", { name: "list_docs", arguments: { depth: 4 } }), 4],
  ["resources", () => ask("resources/list"), 4],
  ["completions", () => complete("page"), 4],
  ["the block for AGENTS.md", () => agentsBlock(corpus, undefined), 4],
  ["the start page", () => readPage(serveCorpus(corpus), "/"), 4],
  ["the page of a section", () => readPage(serveCorpus(corpus), "/?section=b"), 2],
  ["records", () => JSON.stringify([...placeRecords(corpus)]), 4],
];

describe.each(LISTS)("%s", (_, list, count) => {
  it("has the pages in the order of the site, without unlisted ones", async () => {
    const text = await list();

    const pages = [...new Set(text.match(/page-\d/g))];
    expect(pages).toEqual(["page-1", "page-2", "page-3", "page-4"].slice(0, count));
    expect(text).not.toContain("secret");
    expect(text).not.toMatch(/5 pages|5<\/dd>/);
  });
});

describe("an unlisted page", () => {
  it("is read at its address, as Markdown, and by its ref", async () => {
    expect(await readPage(serveCorpus(corpus), "/docs/b/secret-page")).toContain("secret-page");
    expect(await read("/docs/b/secret-page.md")).toContain("# b/secret-page\n");
    const refs = ["/docs/b/secret-page"];
    const answer = await ask("tools/call", { name: "read_docs", arguments: { refs } });
    expect(answer).toContain("=== /docs/b/secret-page:");
  });

  it("is not suggested, and not named by the pages that it links to", async () => {
    const missing = await serveCorpus(corpus).request("/docs/b/secret-pag.md");
    const refs = ["/docs/b/secret-pag"];

    expect(await missing.text()).not.toContain("secret-page");
    expect(await ask("tools/call", { name: "read_docs", arguments: { refs } })).not.toContain(
      "secret-page",
    );
    expect(await readPage(serveCorpus(corpus), "/docs/b/page-1")).not.toContain("secret");
  });
});
