import { describe, expect, it } from "vitest";
import { corpusFrom, makeDoc, makeDocs } from "../../../support/corpora.ts";
import {
  ATTACK,
  linksOf,
  readPage as read,
  servePages as serve,
  serveCorpus,
  textOf,
} from "../../../support/served-pages.ts";

const DOCS_PATHS = [
  "/graphql",
  "/search.json",
  "/quote.json",
  "/graph",
  "/healthz",
  "/readyz",
  "/llms.txt",
  "/llms-full.txt",
];
const MCP = {
  version: "1.0.0",
  origins: [],
  publicUrl: undefined,
  isLocal: true,
  requestsPerMinute: 0,
  proxyCount: 0,
  now: Date.now,
};
const CHAIN_PATHS = ["/reference", "/openapi.json", "/admin"];

describe("start page", () => {
  it.each([
    [false, DOCS_PATHS],
    [true, [...DOCS_PATHS, ...CHAIN_PATHS]],
  ])(
    "links to what is served, with the chain: %s, as it tells programs",
    async (hasChain, paths) => {
      const app = await serve(makeDocs(2), { hasChain });

      const { routes } = (await (await app.request("/")).json()) as { routes: object };
      const page = await read(app, "/");

      const links = linksOf(page).map((link) => `/${link.replace(/^\.\/|\?.*/g, "")}`);
      expect(Object.keys(routes).sort()).toEqual(paths.toSorted());
      for (const path of paths) expect(links).toContain(path);
      for (const path of CHAIN_PATHS) {
        expect(links.includes(path)).toBe(hasChain);
        expect((await app.request(path)).status === 404).toBe(!hasChain);
      }
    },
  );

  it("has the same headers for caches in each of its forms, and is not sent again", async () => {
    const app = await serve(makeDocs(2));
    for (const accept of ["text/html", "application/json", "*/*"]) {
      const { headers } = await app.request("/", { headers: { Accept: accept } });
      expect(headers.get("vary"), accept).toBe("Accept, Accept-Encoding");
      expect(headers.get("cache-control"), accept).toBe("no-cache");
      const tag = headers.get("etag")!;
      const again = await app.request("/", { headers: { Accept: accept, "If-None-Match": tag } });
      expect([again.status, await again.text()], accept).toEqual([304, ""]);
    }
    const json = await app.request("/");
    expect(json.headers.get("content-type")).toBe("application/json");
  });

  it.each([
    [{}, ["llms.txt", "/mcp"]],
    [{ mcp: undefined }, ["llms.txt"]],
    [{ mcp: undefined, agents: null }, []],
  ])("names what is served for agents: %o", async (options, names: readonly string[]) => {
    const app = serveCorpus(corpusFrom(makeDocs(2)), { mcp: MCP, ...options });

    const page = textOf(await read(app, "/"));

    expect(page.includes(" For agents ")).toBe(names.length > 0);
    for (const name of ["llms.txt", "/mcp"]) {
      expect(page.includes(` ${name} `), name).toBe(names.includes(name));
    }
  });

  it("counts pages, words and links, and names the corpus", async () => {
    const docs = [
      makeDoc("a/one", { wordCount: 1200, links: ["b/two"] }),
      makeDoc("b/two", { wordCount: 34 }),
    ];
    const corpus = corpusFrom(docs);

    const page = textOf(await read(await serve(docs), "/"));

    expect(page).toContain("pages 2");
    expect(page).toContain("words 1,234");
    expect(page).toContain("link 1");
    expect(page).toContain(corpus.sha256.slice(0, 8));
  });

  it("opens a section as the list of its pages, or as its only page", async () => {
    const app = await serve([
      makeDoc("alone/page", { title: "Alone" }),
      makeDoc("q&a/one", { title: "One", description: "The first." }),
      makeDoc("q&a/two", { title: "Two" }),
    ]);

    const links = linksOf(await read(app, "/"));
    const list = await read(app, "/?section=q%26a");

    expect(links).toContain("./docs/alone/page");
    expect(links).toContain("./?section=q%26a");
    expect(textOf(list)).toContain("One The first. Two");
    expect(linksOf(list)).toEqual(expect.arrayContaining(["./docs/q&amp;a/one"]));
    expect(textOf(await read(app, "/?section=none"))).toContain("There is no such section.");
  });

  it("opens a large section level by level, in parts", async () => {
    const pages = Array.from({ length: 2_540 }, (_, at) =>
      makeDoc(at < 250 ? `api/page-${100 + at}` : `api/part-${at % 20}/deep & low/page-${at}`),
    );
    const app = await serve(pages);

    const top = await read(app, "/?section=api");
    expect(top.length).toBeLessThan(30_000);
    expect(textOf(top)).toMatch(/ api 2,540 pages .* part-0 114 pages .* Part 1 of 3 · Next/);
    expect(linksOf(top)).toContain("./?section=api&amp;part=2");
    expect(linksOf(top)).toContain("./docs/api/page-199");
    expect(linksOf(top)).not.toContain("./docs/api/page-200");

    const last = await read(app, "/?section=api&part=3");
    expect(linksOf(last)).toContain("./docs/api/page-349");
    expect(textOf(last)).toContain("Previous · Part 3 of 3");

    const folder = await read(app, "/?section=api%2Fpart-3");
    expect(textOf(folder)).toContain("api › part-3 114 pages");
    const [link] = linksOf(folder).filter((each) => each.includes("deep"));
    const deep = await read(app, link!.slice(1));
    expect(linksOf(deep)).toContain("./docs/api/part-3/deep%20&amp;%20low/page-263");
    expect(linksOf(deep)).toContain("./?section=api%2Fpart-3");
    for (const part of ["0", "-1", "x", "99"]) await read(app, `/?section=api&part=${part}`);
    const none = await read(app, "/?section=api%2Fnone");
    expect(textOf(none)).toContain("There is no such section.");
  });

  it("answers a search in words with places and marks, without a script", async () => {
    const body = "# Install\n\nRun the installer.\n\n## Update\n\nFetch the new release.\n";
    const headings = [
      { depth: 1, text: "Install", anchor: "install", start: 0 },
      { depth: 2, text: "Update", anchor: "update", start: 31 },
    ];
    const app = await serve([makeDoc("guide/install", { title: "Install", headings, body })]);

    const page = await read(app, "/?q=release");

    expect(linksOf(page)).toContain("./docs/guide/install#update");
    expect(page).toContain("Fetch the new <mark>release</mark>.");
    expect(page).toContain('value="release"');
    expect(textOf(await read(app, "/?q=relaese"))).toContain("“release” was read for “relaese”.");
    expect(textOf(await read(app, "/?q=zzzzzz"))).toContain("Nothing was found.");
    expect(textOf(await read(app, `/?q=${"x".repeat(501)}`))).toContain("has 501 characters");
  });

  it("ATTACK-M151: shows names, titles and searches as text", async () => {
    const doc = makeDoc("guide/page", {
      title: ATTACK,
      description: ATTACK,
      body: ATTACK,
      section: ATTACK,
    });
    const app = await serve([doc, { ...doc, id: "guide/other", path: "guide/other.md" }]);
    const asked = encodeURIComponent(ATTACK);

    for (const path of ["/", `/?section=${asked}`, `/?q=${asked}`, "/?q=alert"]) {
      expect(await read(app, path)).not.toMatch(/<img|<script>/);
    }
  });

  it("is revalidated by its tag, in each encoding, and compressed", async () => {
    const app = await serve(makeDocs(40));
    const headers = { Accept: "text/html", "Accept-Encoding": "br" };

    const page = await app.request("/", { headers });
    const tag = page.headers.get("etag")!;
    const again = await app.request("/", { headers: { ...headers, "If-None-Match": tag } });
    const plain = await app.request("/", {
      headers: { Accept: "text/html", "If-None-Match": tag },
    });

    expect(page.headers.get("content-encoding")).toBe("br");
    expect(page.headers.get("vary")).toBe("Accept, Accept-Encoding");
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(plain.status).toBe(200);
    expect(plain.headers.get("etag")).not.toBe(tag);
  });
});
