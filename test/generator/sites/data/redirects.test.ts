import { join } from "node:path";
import { parsePlain } from "netlify-redirector";
import { describe, expect, it } from "vitest";
import { readRedirects } from "../../../../generator/sites/data/redirect-files.ts";
import { RedirectsSet } from "../../../../generator/sites/data/redirects-set.ts";
import { makeTree } from "../../../support/tree.ts";

async function read(name: string, content: string) {
  const root = await makeTree({ [name]: content });
  return readRedirects({ location: join(root, name), name });
}

/** Looks addresses up in redirects where every target exists. */
async function lookUp(name: string, content: string) {
  const set = new RedirectsSet([await read(name, content)]);
  return (address: string) => set.targetOf(address, () => true);
}

const LINES = `
# Moved
/old             /new
/coded%20name    /über  302
/part            /new#part   301!
/en/*            /:splat
/:lang/guides/   /:lang/guide/    # for all languages
/v1/:page/*      /v2/:splat/:page
/app/*           /app/index.html  200
/away            https://other.example/x
`;

describe("readRedirects: _redirects", () => {
  it.each([
    ["/old", "/new"],
    ["/old/", "/new"],
    ["/old?x=1#part", "/new"],
    ["/coded name", "/über"],
    ["/coded%20name", "/über"],
    ["/part", "/new#part"],
    ["/en/a/b", "/a/b"],
    ["/en", "/"],
    ["/fr/guides", "/fr/guide/"],
    ["/v1/a/b/c", "/v2/b/c/a"],
    ["/app/x", "/app/index.html"],
    ["/away", "https://other.example/x"],
    ["/fr/x/guides", null],
    ["/older", null],
    ["/", null],
  ])("%s leads to %s", async (address, target) => {
    expect((await lookUp("_redirects", LINES))(address)).toBe(target);
  });

  it("as Netlify's own matcher", async () => {
    const find = await lookUp("_redirects", LINES);
    const matcher = await parsePlain(LINES, {});
    const request = {
      ...{ scheme: "https", host: "docs.example", query: "" },
      ...{ getHeader: () => "", getCookie: () => "" },
    };

    for (const path of ["/old", "/old/", "/en", "/en/a/b", "/v1/a", "/v1/a/b", "/x/guides", "/x"]) {
      const match = matcher.match({ ...request, path });
      expect([path, find(path)]).toEqual([path, match === null ? null : match.to]);
    }
  });

  it("leaves out catch-alls, error pages, other hosts, and what holds for some requests only", async () => {
    const text = [
      "/*  /index.html  200",
      "/:any  /x",
      "/:lang/*  /:lang/404/",
      "/gone  /404.html  404",
      "https://old.example/*  https://new.example/:splat",
      "/country  /de  302  Country=de",
      "/query  id=:id  /x/:id",
      "/nowhere",
      "",
    ];

    expect(await read("_redirects", text.join("\n"))).toEqual({
      exact: [],
      patterns: [],
      ignored: [],
    });
  });

  it("names patterns that cannot be matched in linear time", async () => {
    const text = "/a  /b\n/*/x/*  /y\n/:a-:b  /c\n/x*y*  /z\n";

    expect((await read("site/_redirects", text)).ignored).toEqual([
      { name: "site/_redirects", line: 2, source: "/*/x/*" },
      { name: "site/_redirects", line: 3, source: "/:a-:b" },
      { name: "site/_redirects", line: 4, source: "/x*y*" },
    ]);
  });

  it("a pattern in a name is matched from both ends", async () => {
    const find = await lookUp("_redirects", "/docs/*.txt /text/:splat\n/a-:name.html /b/:name");

    expect(find("/docs/a/b.txt")).toBe("/text/a/b");
    expect(find("/docs/a/b.md")).toBeNull();
    expect(find("/a-x.html")).toBe("/b/x");
    expect(find("/a-.html")).toBeNull();
  });
});

describe("readRedirects: files of data", () => {
  it("vercel.json: sources in the syntax of paths", async () => {
    const redirects = [
      { source: "/old", destination: "/new", permanent: true },
      { source: "/blog/:slug", destination: "/news/:slug" },
      { source: "/docs/:path*", destination: "/guide/:path*" },
      { source: "/api/(.*)", destination: "/reference/$1" },
      { source: "/opt/:version?", destination: "/versions/:version" },
      { source: "/code", destination: "/x", statusCode: 308 },
      { source: "/(.*)", destination: "/all" },
      { source: "/some", destination: "/x", has: [{ type: "header", key: "x" }] },
      { source: "/n/:id(\\d+)", destination: "/y/:id" },
      { source: "/:path((?!uk/).*)", destination: "/z" },
      { source: "/broken" },
      null,
    ];
    const rewrites = [{ source: "/same", destination: "/new" }];
    const text = JSON.stringify({ redirects, rewrites });
    const find = await lookUp("vercel.json", text);

    const addresses = ["/old", "/blog/a", "/docs/a/b", "/docs", "/api/x/y", "/code", "/same"];
    expect(addresses.map(find)).toEqual([
      ...["/new", "/news/a", "/guide/a/b", "/guide/", "/reference/x/y", "/x", "/new"],
    ]);
    expect(find("/opt/2")).toBe("/versions/2");
    expect(find("/opt")).toBe("/versions");
    expect(["/other", "/some", "/n/1", "/broken", "/blog/a/b"].map(find)).toEqual(
      Array(5).fill(null),
    );
    expect((await read("vercel.json", text)).ignored).toEqual([
      { name: "vercel.json", line: null, source: "/n/:id(\\d+)" },
      { name: "vercel.json", line: null, source: "/:path((?!uk/).*)" },
    ]);
  });

  it("netlify.toml", async () => {
    const text = [
      "[build]",
      'publish = "public"',
      "[[redirects]]",
      'from = "/old/*"',
      'to = "/new/:splat"',
      "[[redirects]]",
      'from = "/gone"',
      'to = "/404"',
      "status = 404",
      "[[redirects]]",
      'from = "/de"',
      'to = "/german"',
      'conditions = { Language = ["de"] }',
    ];
    const find = await lookUp("netlify.toml", text.join("\n"));

    expect(["/old/a", "/gone", "/de"].map(find)).toEqual(["/new/a", null, null]);
  });

  it("a file that is not what its name says is refused", async () => {
    await expect(read("vercel.json", "{")).rejects.toMatchObject({ code: "setting" });
    expect(await read("vercel.json", "[]")).toEqual({ exact: [], patterns: [], ignored: [] });
  });
});

describe("RedirectsSet", () => {
  it("an address counts only if it leads to something that exists, by one redirect or several", async () => {
    const text =
      "/a /b\n/b /c 302\n/lost /nowhere\n/loop /round\n/round /loop\n/x/* /b\n/x/y /nowhere";
    const set = new RedirectsSet([await read("_redirects", text)]);
    const find = (address: string) => set.targetOf(address, (target) => target === "/c");

    expect(["/a", "/b", "/lost", "/loop", "/x/y"].map(find)).toEqual([
      "/c",
      "/c",
      null,
      null,
      "/c",
    ]);
  });

  it("hostile patterns and addresses are matched in linear time", async () => {
    const text = Array.from({ length: 200 }, (_, at) => `/:a/:b/${at}a/*aaab /t`).join("\n");
    const set = new RedirectsSet([await read("_redirects", text)]);
    const address = `/x/y/7a/${"a/".repeat(100_000)}${"a".repeat(100_000)}`;

    expect(set.targetOf(address, () => true)).toBeNull();
    expect(set.targetOf(`${address}b`, () => true)).toBe("/t");
  });
});
