import { describe, expect, it } from "vitest";
import { parseInbound } from "../../../../generator/changes/inbound/read-inbound.ts";
import { parseConfig } from "../../../../generator/config/config.ts";
import { checkTree } from "../../../../generator/generate.ts";
import { makeTree } from "../../../support/tree.ts";

const LEDGER = JSON.stringify({
  version: 1,
  redirects: [
    { from: "old", to: "guide/install" },
    { from: "gone", to: null },
    { from: "guide/install#was", to: "index" },
    { from: "folder/index", to: "index" },
    { from: "loop", to: "loop" },
  ],
});
const DOCS = {
  "index.md": "# Home",
  "guide/install.md": '# Install\n\n## On Linux\n\n<a name="html"></a>',
  "guide/index.md": "# Guide",
  "redirects.json": LEDGER,
};

/** Returns the problems with addresses, as rule, line and message. */
async function check(text: string, config = {}): Promise<string[]> {
  const root = await makeTree(DOCS);
  const inbound = { file: "inbound.txt", ...parseInbound(text) };
  const { problems } = await checkTree({ root, config: parseConfig(config), inbound });
  return problems.map(
    ({ file, line, rule, message, suggestion }) =>
      `${file}:${line} ${rule} ${message}${suggestion ? ` (${suggestion})` : ""}`,
  );
}

describe("check --inbound", () => {
  it("tells which addresses the docs do not have and the ledger does not redirect, and how often", async () => {
    const text = [
      "/docs/guide/instal",
      "https://docs.acme.example/docs/guide/install#no",
      "/docs/guide/instal",
      "/docs/loop",
    ].join("\n");

    expect(await check(text)).toEqual(
      [
        'redirects.json:1 redirect-loop Nobody arrives: "loop" → "loop"',
        'inbound.txt:1 broken-inbound "/docs/guide/instal" is not in the docs and not redirected; it stands here 2 times (/docs/guide/install)',
        'inbound.txt:2 broken-inbound "https://docs.acme.example/docs/guide/install#no" names a fragment that "guide/install" does not have and that is not redirected; it stands here 1 time',
        'inbound.txt:4 broken-inbound "/docs/loop" is not in the docs and not redirected; it stands here 1 time',
      ].sort(),
    );
  });

  it.each(
    [
      "/docs/guide/install",
      "/docs/guide/install/",
      "/docs/guide/install.html",
      "/docs/guide/install/index.html",
      "/docs/guide/install?utm_source=x#on-linux",
      "/docs/guide/install#html",
      "/docs/guide/install#top",
      "/docs/guide/install#:~:text=Linux",
      "/docs/guide/",
      "/docs/old",
      "/docs/old.html#anything",
      "/docs/gone",
      "/docs/guide/install#was",
      "/docs/folder/",
      "/docs/picture.png",
      "/elsewhere",
      "/docs/%E0%A4%A",
    ].filter((address) => address !== "/docs/%E0%A4%A"),
  )("%s is fine", async (address) => {
    expect(await check(`${address}\n`, { rules: { "redirect-loop": "off" } })).toEqual([]);
  });

  it("an address counts without its query, and in whatever way the page is written", async () => {
    const text = [
      "/docs/zzz?utm=1",
      "/docs/zzz?utm=2",
      "/docs/zzz/",
      "https://docs.acme.example/docs/zzz.html?a=b",
      "/docs/z%7Az/index.html",
      "/docs/zzz#part",
      "/docs/zzz/?q=1#part",
      "/docs/guide/?q=1#no",
      "/docs/guide/index#no",
    ].join("\n");

    expect(await check(text, { rules: { "redirect-loop": "off" } })).toEqual([
      'inbound.txt:1 broken-inbound "/docs/zzz" is not in the docs and not redirected; it stands here 5 times',
      'inbound.txt:6 broken-inbound "/docs/zzz#part" is not in the docs and not redirected; it stands here 2 times',
      'inbound.txt:8 broken-inbound "/docs/guide#no" names a fragment that "guide/index" does not have and that is not redirected; it stands here 2 times',
    ]);
  });

  it("an address that is not encoded correctly is reported, not an exception", async () => {
    expect(await check("/docs/%E0%A4%A", { rules: { "redirect-loop": "off" } })).toHaveLength(1);
  });

  it("with siteUrl, addresses of other sites are left out", async () => {
    const text = "https://other.example/docs/x\nhttps://docs.acme.example/sub/docs/x";
    const config = { siteUrl: "https://docs.acme.example/sub", rules: { "redirect-loop": "off" } };

    expect(await check(text, config)).toEqual([
      'inbound.txt:2 broken-inbound "https://docs.acme.example/sub/docs/x" is not in the docs and not redirected; it stands here 1 time',
    ]);
  });

  it("broken-inbound can be switched off", async () => {
    const config = { rules: { "redirect-loop": "off", "broken-inbound": "off" } };

    expect(await check("/docs/x", config)).toEqual([]);
  });
});

describe("parseInbound", () => {
  it("reads a list, with blank lines and carriage returns", () => {
    expect(parseInbound("\n/a\r\n  /b#c  \nhttps://x.example/a\n/a\n")).toEqual({
      addresses: [
        { address: "/a", line: 2, count: 2 },
        { address: "/b#c", line: 3, count: 1 },
        { address: "https://x.example/a", line: 4, count: 1 },
      ],
      skipped: 0,
    });
  });

  it("reads a sitemap, without queries", () => {
    const text = `<?xml version="1.0"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc> https://x.example/a?b=1&amp;c=2 </loc></url>
  <url><loc><![CDATA[https://x.example/d]]></loc><lastmod>2026-01-01</lastmod></url>
</urlset>`;

    expect(parseInbound(text).addresses).toEqual([
      { address: "https://x.example/a", line: 3, count: 1 },
      { address: "https://x.example/d", line: 4, count: 1 },
    ]);
  });

  it("reads an access log in the common and in the combined format, and only what was read", () => {
    const text = `\
127.0.0.1 - - [22/Nov/2026:10:00:00 +0000] "GET /docs/a HTTP/1.1" 404 153
::1 - ann [22/Nov/2026:10:00:01 +0000] "HEAD /docs/a HTTP/2.0" 200 0 "https://x.example/" "curl/8 \\"x\\""
127.0.0.1 - - [22/Nov/2026:10:00:02 +0000] "POST /docs/b HTTP/1.1" 200 153 "-" "-"
127.0.0.1 - - [22/Nov/2026:10:00:02 +0000] "\\x16\\x03\\x01" 400 153 "-" "-"
`;

    expect(parseInbound(text)).toEqual({
      addresses: [{ address: "/docs/a", line: 1, count: 2 }],
      skipped: 1,
    });
  });
});
