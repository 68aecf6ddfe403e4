import { describe, expect, it } from "vitest";
import { makeDoc } from "../../../support/corpora.ts";
import {
  ATTACK,
  BROWSER,
  linksOf,
  readPage as read,
  servePages as serve,
  textOf,
} from "../../../support/served-pages.ts";

const INSTALL = makeDoc("guide/deep/install", {
  title: "Install",
  description: "How to install it.",
  body: "# Install\r\n\r\nRun & wait. See [usage](../usage.md).\r\n\r\n## Check\r\n",
  headings: [
    { depth: 1, text: "Install", anchor: "install", start: 0 },
    { depth: 2, text: "Check", anchor: "check", start: 61 },
  ],
  links: ["guide/usage"],
});
const USAGE = makeDoc("guide/usage", { title: "Usage" });

describe("the page of a doc", () => {
  it("leads its links to pages here, and leaves the others to the site", async () => {
    const body = "[one](usage.md#a b) [two](#check) [three](/api/) [four](index.md)\n";
    const at = (text: string) => body.indexOf(text);
    const link = (text: string, after: number) => [at(text) - after, text.length] as const;
    const [one, two, three, four] = ["usage.md#a b", "#check", "/api/", "index.md"] as const;
    const doc = makeDoc("guide/page", {
      body,
      links: ["guide/usage", "index"],
      marks: {
        ...makeDoc("x").marks,
        links: [
          [...link(one, 0), "0#a b"],
          [...link(two, at(one) + one.length), "#check"],
          [...link(three, at(two) + two.length), "/api/"],
          [...link(four, at(three) + three.length), 1],
        ],
      },
    });
    const app = await serve([doc, USAGE, makeDoc("index", { slug: "/" })]);

    expect(await read(app, "/docs/guide/page")).toContain(
      "[one](../../docs/guide/usage#a%20b) [two](#check) [three](../../api/) [four](../../index)",
    );
  });

  it("has the pages around it, and what is for agents behind the text", async () => {
    const page = await read(await serve([INSTALL, USAGE]), "/docs/guide/usage");

    expect(page).toContain(
      '<a rel="prev" href="../../docs/guide/deep/install"><small>Previous</small><bdi>Install</bdi></a>',
    );
    expect(page).not.toContain('rel="next"');
    expect(page.indexOf("For agents:")).toBeGreaterThan(page.indexOf('id="Source"'));
  });

  it("has the navigation of the site, open around it, with numbers of pages", async () => {
    const entry = (depth: number, id: string | null, title: string | null = null) => ({
      depth,
      title,
      id,
    });
    const nav = [
      entry(0, "guide/usage", "Use it"),
      entry(0, null, "More"),
      entry(1, "guide/deep/install"),
      entry(1, "a"),
      entry(0, null, "Nothing"),
      entry(0, "b"),
      entry(1, "c"),
    ];
    const pages = [INSTALL, USAGE, ...["a", "b", "c"].map((id) => makeDoc(id))];
    const app = await serve(pages, { nav });
    const treeOf = (page: string) => textOf(/<details class="tree">.*?<\/details>/s.exec(page)![0]);

    const install = await read(app, "/docs/guide/deep/install");
    expect(treeOf(install).trim()).toBe("Pages Use it More 2 Install a b 2");
    expect(install).toMatch(/aria-current="page"><bdi>Install</);
    expect(treeOf(await read(app, "/docs/c")).trim()).toBe("Pages Use it More 2 b 2 c");
  });

  it("is short on a site of thousands of pages, where each page leads to all others", async () => {
    const pages = Array.from({ length: 2_540 }, (_, at) => makeDoc(`api/page-${1000 + at}`));
    const app = await serve(pages);
    const seen = new Set<string>();
    for (let next = "/docs/api/page-1000"; !seen.has(next); ) {
      const page = await read(app, next);
      expect(page.length).toBeLessThan(30_000);
      for (const link of linksOf(page)) seen.add(link.replace("../../", "/"));
      const after = /href="\.\.\/\.\.([^"]*)">… \d+ after/.exec(page)?.[1];
      if (after === undefined) break;
      next = after;
      seen.delete(next);
    }
    expect([...seen].filter((link) => /^\/docs\/api\/page-\d+$/.test(link))).toHaveLength(2_540);
  });

  it("has title, description, source, outline, and links to and from it in its HTML", async () => {
    const app = await serve([INSTALL, USAGE]);

    const page = await read(app, "/docs/guide/deep/install");
    const usage = await read(app, "/docs/guide/usage");

    expect(page).toContain("<title>Install · Test</title>");
    expect(page).toContain('<meta name="description" content="How to install it.">');
    expect(page).toContain("# Install&#13;\n&#13;\nRun &amp; wait.");
    expect(page).toMatch(/<a href="#check" data-heading="61" data-anchor="check">/);
    expect(page).toMatch(/<h1 data-heading="0" data-anchor="install">/);
    expect(page).toMatch(/<a rel="next" href="\.\.\/\.\.\/\.\.\/docs\/guide\/usage">/);
    expect(textOf(page)).toContain("Test guide deep");
    expect(textOf(usage)).toContain("What links here Install Links to None.");
    expect(linksOf(usage)).toContain("../../docs/guide/deep/install");
  });

  it("is found by its slug, however that is encoded", async () => {
    const app = await serve([
      makeDoc("guide/größe & mehr"),
      makeDoc("guide/100%25", { slug: "/docs/guide/100%2525" }),
    ]);

    for (const path of ["gr%C3%B6%C3%9Fe%20&%20mehr", "größe%20%26%20mehr", "100%2525"]) {
      await read(app, `/docs/guide/${path}`);
    }
    await read(app, "/docs/guide/%E0%A4%A", 404);
  });

  it("has a policy, a tag and no referrer, and answers HEAD", async () => {
    const app = await serve([INSTALL, USAGE]);
    const path = "/docs/guide/usage";
    const headers = { Accept: BROWSER };

    const page = await app.request(path, { headers });
    const tag = page.headers.get("etag")!;
    const known = await app.request(path, { headers: { ...headers, "If-None-Match": tag } });
    const head = await app.request(path, { method: "HEAD", headers });

    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("content-security-policy")).toContain("trusted-types dompurify");
    expect(page.headers.get("x-content-type-options")).toBe("nosniff");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    expect(known.status).toBe(304);
    expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, tag, ""]);
  });

  it("is on the site if there is one: browsers are sent there, and links lead there", async () => {
    const app = await serve([INSTALL, USAGE], { siteUrl: "https://docs.example/help/" });

    const answer = await app.request("/docs/guide/usage", { headers: { Accept: BROWSER } });
    const start = await read(app, "/?section=guide");

    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe("https://docs.example/help/docs/guide/usage");
    expect(answer.headers.get("vary")).toBe("Accept");
    expect(linksOf(start)).toContain("https://docs.example/help/docs/guide/usage");
    expect(start).toContain('<docgate-search site="https://docs.example/help">');
    // At "/" of docgate is its own start page.
    const own = await read(await serve([INSTALL, USAGE]), "/");
    expect(own).toMatch(/<docgate-search site="[^"]*" start="index">/);
  });

  it("ATTACK-M156: no path leads to another host", async () => {
    const app = await serve([INSTALL, USAGE], { siteUrl: "https://docs.example" });

    for (const path of [
      "//evil.example/docs/guide/usage",
      "/\\evil.example",
      "/docs//evil.example",
    ]) {
      const answer = await app.request(`http://localhost${path}`, { headers: { Accept: BROWSER } });
      expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 404, null]);
    }
  });

  it("does not take the place of docgate's own pages", async () => {
    const app = await serve(
      [makeDoc("graph", { slug: "/graph" }), makeDoc("healthz", { slug: "/healthz" })],
      { base: "" },
    );

    expect(await read(app, "/graph")).not.toContain("Source");
    expect(await (await app.request("/healthz", { headers: { Accept: BROWSER } })).json()).toEqual({
      status: "ok",
    });
  });

  it("ATTACK-M151: shows titles, descriptions, headings and source as text", async () => {
    const doc = makeDoc("guide/page", {
      title: ATTACK,
      description: ATTACK,
      body: `${ATTACK}</pre><script>alert(2)</script>`,
      section: ATTACK,
      category: ATTACK,
      headings: [{ depth: 2, text: ATTACK, anchor: ATTACK, start: 0 }],
    });

    expect(await read(await serve([doc]), "/docs/guide/page")).not.toMatch(/<img|<script>/);
  });
});

describe("an unknown address", () => {
  it("gives browsers a page with search and similar pages, from any depth", async () => {
    const page = await read(await serve([INSTALL, USAGE]), "/docs/guide/usage/old", 404);

    expect(textOf(page)).toContain("There is nothing at /docs/guide/usage/old");
    expect(page).toContain('<form class="find" id="Find" action="../../../">');
    expect(linksOf(page)).toContain("../../../docs/guide/usage");
    expect(linksOf(page)).toContain("../../../");
  });

  it.each(["*/*", "application/json", undefined])(
    "gives programs JSON, for Accept: %s",
    async (accept) => {
      const app = await serve([INSTALL]);
      const answer = await app.request("/nowhere", { headers: accept ? { Accept: accept } : {} });

      expect(answer.status).toBe(404);
      expect(await answer.text()).toBe(
        '{"message":"There is nothing at /nowhere. See / for what is here."}',
      );
    },
  );

  it("ATTACK-M151: shows the address as text", async () => {
    const app = await serve([INSTALL]);
    const page = await read(app, `/${encodeURI(ATTACK)}`, 404);

    expect(page).not.toMatch(/<img|<script>/);
    expect(page).toContain("%3Cimg");
  });
});
