import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Corpus } from "../../../../corpus/open/corpus.ts";
import { createDocs } from "../../../../runtime/docs/execute/queries.ts";
import type { AgentOptions, App } from "../../../../runtime/serve/app.ts";
import { createAssets } from "../../../../runtime/serve/assets.ts";
import { openTree } from "../../../support/agents.ts";
import { openApp } from "../../../support/app.ts";
import { corpusFrom, makeDoc, makeDocs } from "../../../support/corpora.ts";

const TREE = {
  "index.md": "# Home\n\nWelcome.\n",
  "guide/index.md": "# Guide\n",
  "guide/first steps.md":
    "---\ndescription: Where to\n---\n# First steps\n\nTo [home](../index.md).\n\n## Next\n\nA.\n",
  "guide/notes.md.md": "# Notes\n",
  "ü/é.md": "# É\n",
};
const SITE = { siteUrl: "https://docs.example.com" };
const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

describe("GET {slug}.md", () => {
  it("is the page as Markdown, with a strong ETag and an estimate of its tokens", async () => {
    const app = serve(await openTree(TREE));

    const response = await app.request("/docs/guide/first%20steps.md");

    expect(response.status).toBe(200);
    expect(await response.text()).toBe(
      "# First steps\n\n> Where to\n\nAll pages: /llms.txt\n\nTo [home](/docs/index.md).\n\n## Next\n\nA.\n",
    );
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/markdown; charset=utf-8",
      "access-control-allow-origin": "*",
      etag: expect.stringMatching(/^"[\w-]{43}"$/),
      vary: "Accept-Encoding",
      "x-markdown-tokens": expect.stringMatching(/^[1-9]\d$/),
      "x-content-type-options": "nosniff",
    });
    expect(response.headers.has("link")).toBe(false);
  });

  it("is 304 for a client that has it, and has no body for HEAD", async () => {
    const app = serve(await openTree(TREE));
    const first = await app.request("/docs/index.md");
    const etag = first.headers.get("etag")!;

    const again = await app.request("/docs/index.md", { headers: { "If-None-Match": etag } });
    const head = await app.request("/docs/index.md", { method: "HEAD" });

    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, etag, ""]);
  });

  it("is compressed for clients that accept it, with another ETag", async () => {
    const app = serve(corpusFrom([makeDoc("long", { body: "A long text. ".repeat(500) })]));
    const plain = await app.request("/docs/long.md");

    const response = await app.request("/docs/long.md", { headers: { "Accept-Encoding": "gzip" } });

    expect(response.headers.get("content-encoding")).toBe("gzip");
    expect(response.headers.get("etag")).not.toBe(plain.headers.get("etag"));
    const text = gunzipSync(Buffer.from(await response.arrayBuffer())).toString();
    expect(text).toBe(await plain.text());
  });

  it.each([
    ["/docs/index.md", "Home"],
    ["/index.md", "Home"],
    ["/docs/guide/index.md", "Guide"],
    ["/docs/guide.md", "Guide"],
    ["/docs/guide/.md", "Guide"],
    ["/docs/guide/first steps.md", "First steps"],
    ["/docs/guide/first%20steps.html.md", "First steps"],
    ["/docs/guide/notes.md", "Notes"],
    ["/docs/guide/notes.md.md", "Notes"],
    ["/docs/%C3%BC/%C3%A9.md", "É"],
    ["/docs/ü/é.md", "É"],
    ["/docs/u%CC%88/e%CC%81.md", "É"],
  ])("%s is a page", async (path, title) => {
    const app = serve(await openTree(TREE));

    const response = await app.request(path);

    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(new RegExp(`^# ${title}\n`));
  });

  it("names the page of the site as canonical, and has absolute addresses", async () => {
    const app = serve(await openTree(TREE, SITE), { publicUrl: "https://agents.example.com" });

    const response = await app.request("/docs/guide/first%20steps.md");

    expect(response.headers.get("link")).toBe(
      '<https://docs.example.com/docs/guide/first%20steps>; rel="canonical"',
    );
    expect(await response.text()).toContain("[home](https://agents.example.com/docs/index.md)");
  });

  it("?section=ANCHOR is one heading's part; an unknown anchor is a 404 with the headings", async () => {
    const app = serve(await openTree(TREE));

    const section = await app.request("/docs/guide/first%20steps.md?section=next");
    const missing = await app.request("/docs/guide/first%20steps.md?section=none");

    expect(await section.text()).toBe("## Next\n\nA.\n");
    expect(missing.status).toBe(404);
    expect(await missing.text()).toContain("- `?section=next`: Next");
  });

  it("of an unknown page is a 404 in Markdown with the nearest pages", async () => {
    const app = serve(await openTree(TREE));

    const response = await app.request("/docs/guide/frist-steps.md");

    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(await response.text()).toContain(
      "There is no page at `/docs/guide/frist-steps.md`.\n\nThe nearest pages:\n\n" +
        "- [First steps](/docs/guide/first%20steps.md): Where to\n",
    );
  });

  it("answers from the corpus in use: not from one that was replaced", async () => {
    let corpus = corpusFrom([makeDoc("a", { body: "before" })]);
    const app = serve(() => corpus);
    const before = await app.request("/docs/a.md");
    corpus = corpusFrom([makeDoc("a", { body: "after" })]);

    const after = await app.request("/docs/a.md", {
      headers: { "If-None-Match": before.headers.get("etag")! },
    });

    expect(await after.text()).toContain("after");
  });
});

describe("GET {slug}", () => {
  it.each([
    ["text/markdown", "text/markdown"],
    ["text/markdown, text/html, */*", "text/markdown"],
    ["text/html;q=0.5, text/markdown;q=0.9", "text/markdown"],
    ["text/*;q=0.4, text/markdown;q=0.5", "text/markdown"],
    ["application/json", "text/markdown"],
  ])("with Accept: %s is Markdown", async (accept, type) => {
    const app = serve(await openTree(TREE, SITE));

    const response = await app.request(
      "/docs/guide/",
      accept ? { headers: { Accept: accept } } : {},
    );

    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(`${type}; charset=utf-8`);
    expect(response.headers.get("vary")).toBe("Accept, Accept-Encoding");
  });

  it.each([BROWSER, "text/html", "text/markdown;q=0.5, text/html", "*/*", ""])(
    "with Accept: %s is a redirect to the page on the site",
    async (accept) => {
      const app = serve(await openTree(TREE, SITE));

      for (const path of ["/docs/index", "/docs/", "/docs/index.html"]) {
        const response = await app.request(path, { headers: { Accept: accept } });

        expect(response.status).toBe(302);
        expect(response.headers.get("location")).toBe("https://docs.example.com/docs/index");
        expect(response.headers.get("vary")).toBe("Accept");
      }
    },
  );

  it("of nothing is a 404 in Markdown if that is preferred, and else in JSON", async () => {
    const app = serve(await openTree(TREE));
    const typeFor = async (accept: string) => {
      const response = await app.request("/nothing", { headers: { Accept: accept } });
      return [response.status, response.headers.get("content-type")];
    };

    expect(await typeFor("text/markdown, */*")).toEqual([404, "text/markdown; charset=utf-8"]);
    expect(await typeFor("*/*")).toEqual([404, "application/json"]);
    expect(await typeFor("application/json")).toEqual([404, "application/json"]);
  });

  it("never hides a route of docgate", async () => {
    const names = ["graphql", "graph", "healthz", "llms.txt", "search.json"];
    const docs = names.map((name) => makeDoc(name, { slug: `/${name}`, body: "of the docs" }));
    const app = serve(corpusFrom(docs));

    for (const name of names) {
      const own = await app.request(`/${name}`, { headers: { Accept: "*/*" } });
      const page = await app.request(`/${name}.md`);
      expect(await own.text(), name).not.toContain("of the docs\n");
      expect(await page.text(), name).toContain("of the docs\n");
    }
  });
});

describe("GET /llms.txt", () => {
  it("has a title, a description, and a heading for each section with links to its pages", async () => {
    const app = serve(await openTree(TREE, { name: "Acme", description: "The handbook." }));

    const response = await app.request("/llms.txt");

    expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    const text = await response.text();
    expect(text).toMatch(/^# Acme\n\n> The handbook\.\n\n5 pages, /);
    expect(text).toContain(
      "\n## root\n\n- [Home](/docs/index.md)\n\n## guide\n\n- [First steps](/docs/guide/first%20steps.md): Where to\n",
    );
    for (const [, address] of text.matchAll(/\]\(([^)]+)\)/g)) {
      expect((await app.request(address!)).status, address).toBe(200);
    }
  });

  it("is what / is for clients that prefer Markdown", async () => {
    const app = serve(await openTree(TREE));

    const response = await app.request("/", { headers: { Accept: "text/markdown" } });

    expect(response.headers.get("content-type")).toBe("text/markdown; charset=utf-8");

    expect(await response.text()).toBe(await (await app.request("/llms.txt")).text());
  });
});

describe("GET /llms-full.txt", () => {
  it("says how many pages and bytes it has, points to /llms.txt, and has all pages", async () => {
    const corpus = await openTree(TREE);
    const app = serve(corpus);

    const response = await app.request("/llms-full.txt");

    const text = await response.text();
    const [, head, pages] = /^([\s\S]*?)(\n---\n[\s\S]*)$/.exec(text)!;
    expect(head).toContain(`5 pages, ${Buffer.byteLength(pages!)} bytes.`);
    expect(head).toContain("/llms.txt");
    expect(response.headers.get("content-length")).toBe(String(Buffer.byteLength(text)));
    for (const { slug, title } of corpus.docs) {
      expect(text).toContain(`\n\nPage: ${slug}.md\n\n# ${title}\n`);
    }
  });

  it("ATTACK-L149 is not written faster than a client reads it", async () => {
    const app = serve(corpusFrom(makeDocs(100, { body: "A text.\n".repeat(500) })));

    const reader = (await app.request("/llms-full.txt")).body!.getReader();
    const first = await reader.read();
    await reader.cancel();

    expect(first.value!.length).toBeLessThan(20_000);
  });

  it("is 304 for a client that has it, and has no body for HEAD", async () => {
    const app = serve(await openTree(TREE));
    const head = await app.request("/llms-full.txt", { method: "HEAD" });
    const headers = { "If-None-Match": head.headers.get("etag")! };

    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect((await app.request("/llms-full.txt", { headers })).status).toBe(304);
  });
});

it("--no-agents: none of these routes is served", async () => {
  const app = serve(await openTree(TREE), null);

  for (const path of ["/llms.txt", "/llms-full.txt", "/docs/index.md", "/docs/index"]) {
    const response = await app.request(path, { headers: { Accept: "text/markdown" } });
    expect([response.status, response.headers.get("content-type")]).toEqual([
      404,
      "application/json",
    ]);
  }
});

function serve(corpus: Corpus | (() => Corpus), agents?: AgentOptions | null): App {
  let docs = createDocs(typeof corpus === "function" ? corpus() : corpus);
  return openApp({
    docs() {
      const now = typeof corpus === "function" ? corpus() : corpus;
      if (docs.corpus !== now) docs = createDocs(now);
      return docs;
    },
    assets: createAssets({ directory: "no such folder" }),
    onError(error) {
      throw error;
    },
    agents,
  });
}
