import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSitemap } from "../../../../generator/sites/data/sitemap.ts";
import { makeTree, type TreeFiles } from "../../../support/tree.ts";

async function read(files: TreeFiles): Promise<string[]> {
  const root = await makeTree(files);
  return readSitemap({ location: join(root, "sitemap.xml"), name: "sitemap.xml" });
}

function sitemap(addresses: readonly string[]): string {
  const urls = addresses.map((address) => `<url><loc>${address}</loc></url>`).join("\n");
  return `<?xml version="1.0"?>\n<urlset xmlns="x">${urls}</urlset>`;
}

describe("readSitemap", () => {
  it("reads the addresses of pages, decoded, and nothing else", async () => {
    const xml = [
      "<urlset><!-- <url><loc>https://a.example/comment</loc></url> -->",
      "<url>\n <loc> https://a.example/x?a=1&amp;b=2 </loc><lastmod>2024</lastmod>",
      "<image:image><image:loc>https://a.example/i.png</image:loc></image:image></url>",
      "<url><loc><![CDATA[https://a.example/<y>]]></loc></url><url><loc/></url></urlset>",
    ];

    expect(await read({ "sitemap.xml": xml.join("\n") })).toEqual([
      "https://a.example/x?a=1&b=2",
      "https://a.example/<y>",
    ]);
  });

  it("follows the sitemaps of an index that are next to it, each once", async () => {
    const index = [
      "<sitemapindex>",
      "<sitemap><loc>https://a.example/docs/sitemap-0.xml</loc></sitemap>",
      "<sitemap><loc>https://a.example/sitemap-0.xml</loc></sitemap>",
      "<sitemap><loc>https://a.example/sitemap.xml</loc></sitemap>",
      "<sitemap><loc>https://a.example/missing.xml</loc></sitemap>",
      "<sitemap><loc>https://a.example/../x/..%2f..%2fsecret.xml</loc></sitemap>",
      "</sitemapindex>",
    ];

    expect(
      await read({
        "sitemap.xml": index.join("\n"),
        "sitemap-0.xml": sitemap(["https://a.example/1", "https://a.example/2"]),
      }),
    ).toEqual(["https://a.example/1", "https://a.example/2"]);
  });

  it("a file that is missing or not a sitemap is named; an empty sitemap has no addresses", async () => {
    await expect(read({})).rejects.toThrow('Cannot read "sitemap.xml": no such file.');
    for (const other of ["<html><url><loc>/x</loc></url></html>", "nothing", ""]) {
      await expect(read({ "sitemap.xml": other })).rejects.toThrow(
        '"sitemap.xml" is not a sitemap',
      );
    }
    expect(await read({ "sitemap.xml": "<?xml version='1.0'?><urlset/>" })).toEqual([]);
  });

  it("large sitemaps are read whole", async () => {
    const addresses = Array.from({ length: 130_000 }, (_, at) => `https://a.example/${at}`);

    expect(await read({ "sitemap.xml": sitemap(addresses) })).toHaveLength(130_000);
  });
});
