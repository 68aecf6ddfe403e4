import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSite } from "../../../generator/built/site/read-site.ts";
import { SiteIndex } from "../../../generator/built/site/site-index.ts";
import { makeFolder, makeTree, type TreeFiles } from "../../support/tree.ts";
import { MAX_PAGE_BYTES, siteOf } from "./sites.ts";

function links(...addresses: string[]): string {
  return addresses.map((address) => `<a href="${address}">link</a>`).join("");
}

async function addressesIn(files: TreeFiles, base?: string): Promise<string[]> {
  const { pages } = await siteOf(files, { base });
  return pages.map(({ address }) => address);
}

describe("readSite: addresses are written as the site's own links write them", () => {
  it("folders with a final slash", async () => {
    const addresses = await addressesIn({
      "index.html": links("/guide/", "guide/first/"),
      "guide/index.html": links("../guide/first/"),
      "guide/first/index.html": links("../../guide"),
    });

    expect(addresses).toEqual(["/guide/first/", "/guide/", "/"]);
  });

  it("folders without", async () => {
    const addresses = await addressesIn({
      "index.html": links("/guide", "/guide/first"),
      "guide/index.html": links("/", "/guide/first/"),
      "guide/first/index.html": "",
    });

    expect(addresses).toEqual(["/guide/first", "/guide", "/"]);
  });

  it("folders with the name of the file", async () => {
    const addresses = await addressesIn({
      "index.html": links("guide/index.html"),
      "guide/index.html": links("../index.html"),
    });

    expect(addresses).toEqual(["/guide/index.html", "/"]);
  });

  it("files with a suffix, or without", async () => {
    const files = { "index.html": "", "a.html": links("b"), "b.html": links("a", "/a.html") };

    expect(await addressesIn(files)).toEqual(["/a", "/b", "/"]);
    expect(
      await addressesIn({ ...files, "index.html": links("a.html", "b.html", "/b.html") }),
    ).toEqual(["/a.html", "/b.html", "/"]);
  });

  it("the form of most pages, whatever one that all link to has", async () => {
    const addresses = await addressesIn({
      "index.html": links("/guide/", "/guide/a", "/guide/b"),
      "guide/index.html": links("/guide/"),
      "guide/a/index.html": links("/guide/"),
      "guide/b/index.html": links("/guide/"),
    });

    expect(addresses).toEqual(["/guide/a", "/guide/b", "/guide", "/"]);
  });

  it("a page that gives its own address has that", async () => {
    const canonical = (path: string) =>
      `<link rel="canonical" href="https://acme.example${path}">${links("/guide/a", "/guide/b")}`;
    const addresses = await addressesIn({
      "guide/a/index.html": canonical("/guide/a"),
      "guide/b/index.html": canonical("/guide/a"),
      "guide/index.html": canonical("/guide/"),
    });

    expect(addresses).toEqual(["/guide/a", "/guide/b", "/guide/"]);
  });

  it("two files at one address: the folder keeps its final slash", async () => {
    const addresses = await addressesIn({
      "index.html": links("/a", "/b", "/c"),
      "a.html": "",
      "a/index.html": "",
      "b.html": links("/d/e"),
      "d/e/index.html": "",
    });

    expect(addresses).toEqual(["/a", "/a/", "/b", "/d/e", "/"]);
  });

  it("links to other sites, to nothing and to other files do not count", async () => {
    const addresses = await addressesIn({
      "index.html": links("https://example.org/a/", "/missing", "/a.pdf"),
      "a/index.html": links("https://example.org/a", "../index.html"),
      "a.pdf": "",
    });

    expect(addresses).toEqual(["/a/", "/"]);
  });

  it("relative links begin at <base>", async () => {
    const files = {
      "index.html": "",
      "x/a.html": `<base href="/">${links("x/b")}`,
      "x/b.html": "",
    };

    expect(await addressesIn(files)).toContain("/x/b");
  });

  it("names are decoded", async () => {
    const files = { "über uns/index.html": links("/%C3%BCber%20uns") };

    expect(await addressesIn(files)).toEqual(["/über uns"]);
  });
});

describe("readSite: the base", () => {
  const files = {
    "index.html": links("/project/", "/project/guide/"),
    "guide/index.html": links("/project/"),
  };

  it("is where links lead", async () => {
    expect(await siteOf(files)).toMatchObject({ base: "/project" });
    expect(await addressesIn(files)).toEqual(["/project/guide/", "/project/"]);
  });

  it("is where canonical addresses lead", async () => {
    const canonical = '<link rel="canonical" href="https://example.org/project/guide/">';
    const site = await siteOf({ "index.html": "", "guide/index.html": canonical });

    expect(site.base).toBe("/project");
    expect([...site.origins]).toEqual(["https://example.org"]);
  });

  it("is what is given", async () => {
    expect(await addressesIn(files, "/other")).toEqual(["/other/guide/", "/other/"]);
  });

  it("is none if links lead to folders of the site", async () => {
    const site = await siteOf({
      "docs/index.html": links("/docs/guide/"),
      "docs/guide/index.html": links("/docs/"),
    });

    expect(site.base).toBe("");
  });

  it("a link to another part of the domain does not show a base", async () => {
    const site = await siteOf({
      "index.html": links("/shop/", "guide.html"),
      "guide.html": links("/shop/", "index.html"),
    });

    expect(site.base).toBe("");
  });

  it("a canonical address of another page does not count", async () => {
    const canonical = '<link rel="canonical" href="https://example.org/new/guide/">';
    const site = await siteOf({ "old.html": canonical, "index.html": "" });

    expect([...site.origins]).toEqual([]);
  });
});

describe("readSite: redirects", () => {
  const refresh = (target: string) => `<meta http-equiv="refresh" content="0; url=${target}">`;

  it("lead to the page at the end of their chain", async () => {
    const { pages, redirects } = await siteOf({
      "a/index.html": refresh("../b/"),
      "b/index.html": refresh("/c/"),
      "c/index.html": "<h1>C</h1>",
      "d/index.html": refresh("https://example.org/c/"),
      "e/index.html": refresh("/f/"),
      "f/index.html": refresh("/e/"),
    });

    expect(pages.map(({ address }) => address)).toEqual(["/c/"]);
    expect(redirects.map(({ address, to }) => [address, to?.address ?? null])).toEqual([
      ["/a/", "/c/"],
      ["/b/", "/c/"],
      ["/d/", null],
      ["/e/", null],
      ["/f/", null],
    ]);
  });

  it("may give the site's full address", async () => {
    const canonical = (address: string) => `<link rel="canonical" href="${address}">`;
    const { redirects, origins } = await siteOf({
      "new/index.html": "<h1>New</h1>",
      "old/index.html": `${canonical("https://example.org/new/")}${refresh("https://example.org/new/")}`,
      "shop/index.html": `${canonical("https://example.com/x/")}${refresh("https://example.com/x/")}`,
    });

    expect(redirects[0]).toMatchObject({ address: "/old/", to: { address: "/new/" } });
    expect([...origins]).toEqual(["https://example.org"]);
  });

  it("a page with content is none", async () => {
    const { pages } = await siteOf({
      "live.html": `${refresh("/other")}<p>${"text ".repeat(200)}`,
    });

    expect(pages.map(({ address }) => address)).toEqual(["/live.html"]);
  });
});

describe("readSite: files", () => {
  it("a page above the limit exists, but is not read", async () => {
    const site = await siteOf(
      {
        "big.html": "<p>much too large to be read",
        "small.html": "<p>",
        "index.html": links("big"),
      },
      { maxPageBytes: 20 },
    );

    expect(site.pages.map(({ path }) => path)).toEqual(["small.html"]);
    expect(site.unread).toEqual([
      { path: "big.html", address: "/big.html", message: expect.stringContaining("28 bytes") },
      expect.objectContaining({ path: "index.html" }),
    ]);
  });

  it("symbolic links are followed inside the folder, not out of it", async () => {
    const outside = await makeTree({ "secret.html": "<p>secret", "page/index.html": "<p>secret" });
    const root = await makeTree({ "1.2/a/index.html": "<p>a", "1.2/b.html": "<p>b" });
    await symlink(join(root, "1.2"), join(root, "latest"));
    await symlink(join(root, "1.2/b.html"), join(root, "b.html"));
    await symlink(root, join(root, "1.2/around"));
    await symlink(outside, join(root, "outside"));
    await symlink(join(outside, "secret.html"), join(root, "secret.html"));
    await symlink("nowhere", join(root, "broken.html"));

    const { site } = await readSite(root, { maxPageBytes: MAX_PAGE_BYTES });

    expect(site.pages.map(({ path }) => path)).toEqual(["1.2/a/index.html", "1.2/b.html"]);
    expect(site.aliases.map(({ path, original }) => [path, original])).toEqual([
      ["b.html", "1.2/b.html"],
      ["latest/a/index.html", "1.2/a/index.html"],
      ["latest/b.html", "1.2/b.html"],
    ]);
  });

  it("hidden files are left out, except for .well-known", async () => {
    const { files } = await siteOf({ ".git/config": "", ".well-known/a.json": "", "b.css": "" });

    expect([...files]).toEqual([".well-known/a.json", "b.css"]);
  });

  it("a folder that does not exist is an error", async () => {
    const missing = join(await makeFolder(), "build");

    await expect(readSite(missing, { maxPageBytes: MAX_PAGE_BYTES })).rejects.toThrow("ENOENT");
  });
});

describe("readSite: pages that are known", () => {
  it("are not read again", async () => {
    const root = await makeTree({ "a.html": "<h1>A</h1>", "b.html": "<h1>B</h1>" });
    const first = await readSite(root, { maxPageBytes: MAX_PAGE_BYTES });
    const [[hash, page]] = [...first.pages] as [[string, (typeof first.site.pages)[0]["html"]]];
    const marked = { ...page, title: "known" };

    const again = await readSite(root, {
      maxPageBytes: MAX_PAGE_BYTES,
      known: new Map([[hash, marked]]),
    });

    expect(first.pages.size).toBe(2);
    expect(again.site.pages.map(({ html }) => html.title)).toEqual(["known", ""]);
    expect([...again.pages.keys()]).toEqual([...first.pages.keys()]);
  });

  it("are not used above the limit", async () => {
    const root = await makeTree({ "a.html": "<p>some text" });
    const { pages: known } = await readSite(root, { maxPageBytes: MAX_PAGE_BYTES });

    const { site } = await readSite(root, { maxPageBytes: 5, known });

    expect(site).toMatchObject({ pages: [], unread: [{ path: "a.html" }] });
  });

  it("survive JSON", async () => {
    const root = await makeTree({ "a.html": '<h1 id="a">A</h1><a href="/b">b</a>', "b.html": "" });
    const first = await readSite(root, { maxPageBytes: MAX_PAGE_BYTES });
    const known = new Map(JSON.parse(JSON.stringify([...first.pages])));

    const again = await readSite(root, { maxPageBytes: MAX_PAGE_BYTES, known: known as never });

    expect(again.site).toEqual(first.site);
  });
});

describe("SiteIndex", () => {
  it("finds what hosts send: pages, redirects, files", async () => {
    const site = await siteOf(
      {
        "index.html": "<p>home",
        "guide/index.html": "<p>guide",
        "about.html": "<p>about",
        "old.html": '<meta http-equiv="refresh" content="0; url=guide/">',
        "logo.svg": "",
      },
      { base: "/docs" },
    );
    const index = new SiteIndex(site);
    const pathAt = (address: string) => index.pageAt(address)?.path ?? null;

    expect(["/docs", "/docs/", "/docs/index.html"].map(pathAt)).toEqual(
      Array(3).fill("index.html"),
    );
    expect(["/docs/guide", "/docs/guide/", "/docs/guide/index.html"].map(pathAt)).toEqual(
      Array(3).fill("guide/index.html"),
    );
    expect(["/docs/about", "/docs/about/", "/docs/about.html"].map(pathAt)).toEqual(
      Array(3).fill("about.html"),
    );
    expect(pathAt("/docs/old")).toBe("guide/index.html");
    expect(index.find("/docs/logo.svg")).toEqual({ kind: "file", path: "logo.svg" });
    expect(["/guide/", "/docs/nothing", "/docs/Guide/"].map((one) => index.find(one))).toEqual([
      null,
      null,
      null,
    ]);
  });
});
