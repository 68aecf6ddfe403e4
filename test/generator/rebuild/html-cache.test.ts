import { cp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { HtmlPage } from "../../../generator/built/html/html-page.ts";
import { readSite } from "../../../generator/built/site/read-site.ts";
import { openHtmlCache } from "../../../generator/rebuild/html-cache.ts";
import { makeFolder, makeTree } from "../../support/tree.ts";

const BUILT = "site";

/** Returns pages by the hash of their bytes, as reading a site gives them. */
async function pagesOf(count: number): Promise<ReadonlyMap<string, HtmlPage>> {
  const files = Array.from({ length: count }, (_, at) => [`${at}.html`, `<h1>Page ${at}</h1>`]);
  const root = await makeTree(Object.fromEntries(files));
  return (await readSite(root, { maxPageBytes: 1000 })).pages;
}

function open(shared: string, { isTrusted = false } = {}) {
  return openHtmlCache(shared, { built: BUILT, isTrusted });
}

/** Returns the only folder of HTML in a cache. */
async function folderIn(shared: string): Promise<string> {
  const names = (await readdir(shared)).filter((name) => name.startsWith("html-"));
  expect(names).toHaveLength(1);
  return join(shared, names[0]!);
}

describe("openHtmlCache", () => {
  it("gives the pages that were saved, and nothing before", async () => {
    const shared = await makeFolder();
    const pages = await pagesOf(30);

    expect(open(shared).load().size).toBe(0);
    open(shared).save(pages);

    expect(new Map([...open(shared).load()].sort())).toEqual(new Map([...pages].sort()));
    expect(openHtmlCache(shared, { built: "other", isTrusted: false }).load().size).toBe(0);
  });

  it("writes only the files whose pages differ, and forgets pages that are gone", async () => {
    const shared = await makeFolder();
    const pages = await pagesOf(30);
    open(shared).save(pages);
    const folder = await folderIn(shared);
    const timesOf = async () => {
      const names = (await readdir(folder)).filter((name) => name !== "used.json").sort();
      return Promise.all(names.map(async (name) => [name, (await stat(join(folder, name))).ino]));
    };
    const before = await timesOf();
    const cache = open(shared);
    cache.load();

    cache.save(new Map([...pages].slice(1)));

    const kept = new Set((await timesOf()).map(String));
    expect(before.filter((each) => !kept.has(String(each)))).toHaveLength(1);
    expect(open(shared).load().size).toBe(29);
  });

  it("what is altered is missing; what was copied is found only if it is trusted", async () => {
    const shared = await makeFolder();
    open(shared, { isTrusted: true }).save(await pagesOf(30));
    const folder = await folderIn(shared);
    const [name] = (await readdir(folder)).filter((each) => /^\d/.test(each));
    const text = await readFile(join(folder, name!), "utf8");
    await writeFile(join(folder, name!), text.replace("Page", "Hack"));
    const copy = join(await makeFolder(), "cache");
    await cp(shared, copy, { recursive: true });

    const found = open(copy, { isTrusted: true }).load();

    expect(found.size).toBeLessThan(30);
    expect(JSON.stringify([...found])).not.toContain("Hack");
    expect(open(copy).load().size).toBe(0);
  });
});
