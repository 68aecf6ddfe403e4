import { describe, expect, it } from "vitest";
import type { UserConfig } from "../../../../generator/config/config.ts";
import type { AgentOptions } from "../../../../runtime/serve/app.ts";
import { openTree } from "../../../support/agents.ts";
import { BROWSER, serveCorpus } from "../../../support/served-pages.ts";

const REDIRECTS = [
  { from: "old", to: "new" },
  { from: "old#first", to: "parts/ü#zwei" },
  { from: "older", to: "old" },
  { from: "part", to: "parts/ü#zwei" },
  { from: "folder/index", to: "new" },
  { from: "new#before", to: "new#after" },
  { from: "new#removed", to: null },
  { from: "removed", to: null },
  { from: "removed#but-this", to: "new" },
  { from: "loop", to: "loop-b" },
  { from: "loop-b", to: "loop" },
  { from: "nowhere", to: "none" },
];
const TREE = {
  "index.md": "# Home\n",
  "new.md": "# New\n\n## After\n\nText.\n",
  "parts/ü.md": "# Ü\n\n## Zwei\n\nText.\n",
  "redirects.json": JSON.stringify({ version: 1, redirects: REDIRECTS }),
};
const MARKDOWN = "text/markdown";

async function makeRequest(config: UserConfig = {}, agents?: AgentOptions) {
  const app = serveCorpus(await openTree(TREE, config), { agents });
  return async (path: string, accept = "*/*", method = "GET") => {
    const response = await app.request(path, { method, headers: { Accept: accept } });
    const { status, headers } = response;
    return { status, headers, location: headers.get("location"), text: await response.text() };
  };
}

describe("an address that the ledger moves", () => {
  it.each([
    ["/docs/old.md", "/docs/new.md"],
    ["/docs/old", "/docs/new"],
    ["/docs/older.md", "/docs/new.md"],
    ["/docs/part.md", "/docs/parts/%C3%BC.md#zwei"],
    ["/docs/part", "/docs/parts/%C3%BC#zwei"],
    ["/docs/folder/.md", "/docs/new.md"],
    ["/docs/folder/", "/docs/new"],
    ["/docs/old.html", "/docs/new"],
    ["/old.md", "/docs/new.md"],
    ["/docs/old.md?a=b", "/docs/new.md"],
    ["/docs/removed.md?section=but-this", "/docs/new.md"],
  ])("%s is 308 to %s", async (path, location) => {
    const request = await makeRequest();

    for (const accept of [MARKDOWN, BROWSER, "application/json", "*/*"]) {
      const answer = await request(path, accept);
      expect([answer.status, answer.location]).toEqual([308, location]);
      expect(answer.text).toContain(location);
    }
    expect((await request(path, MARKDOWN, "HEAD")).location).toBe(location);
    expect((await request(location, MARKDOWN)).text).toMatch(/^# (?:New|Ü)\n/);
  });

  it.each([
    ["/docs/old.md?section=first", "/docs/parts/%C3%BC.md?section=zwei"],
    ["/docs/old?section=first", "/docs/parts/%C3%BC?section=zwei"],
    ["/docs/old.md?section=after", "/docs/new.md?section=after"],
    ["/docs/old.md?section=none", "/docs/new.md"],
    ["/docs/new.md?section=before", "/docs/new.md?section=after"],
  ])("%s: one heading's part is 308 to that heading's part, %s", async (path, location) => {
    const request = await makeRequest();

    const answer = await request(path, MARKDOWN);

    expect([answer.status, answer.location]).toEqual([308, location]);
    expect((await request(location, MARKDOWN)).status).toBe(200);
  });

  it("has no redirect that browsers keep for good", async () => {
    const request = await makeRequest();
    const { headers } = await request("/docs/old.md");
    expect(headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
    expect(headers.get("access-control-allow-origin")).toBe("*");
  });

  it("leads to the address of docgate if it is known, and below the base", async () => {
    const config = { base: "/help/v2", siteUrl: "https://site.example.com" };
    const request = await makeRequest(config, { publicUrl: "https://docs.example.com" });

    const file = await request("/help/v2/part.md", MARKDOWN);
    const name = await request("/help/v2/part", BROWSER);

    const address = "https://docs.example.com/help/v2/parts/%C3%BC";
    expect(file.location).toBe(`${address}.md#zwei`);
    expect(name.location).toBe(`${address}#zwei`);
    expect((await request("/help/v2/parts/%C3%BC", BROWSER)).location).toBe(
      "https://site.example.com/help/v2/parts/%C3%BC",
    );
  });
});

it("ATTACK-L141 a foreign Host is in no redirect", async () => {
  const app = serveCorpus(await openTree(TREE));
  const headers = { Host: "evil.example", "X-Forwarded-Host": "evil.example" };

  for (const path of ["/docs/old.md", "/docs/removed.md", "//evil.example/docs/old.md"]) {
    const response = await app.request(`http://evil.example${path}`, { headers });
    expect(response.headers.get("location") ?? "").not.toContain("evil");
  }
});

describe("an address that the ledger removes", () => {
  it.each([
    ["/docs/removed.md", "*/*"],
    ["/docs/removed.md", BROWSER],
    ["/docs/removed", MARKDOWN],
    ["/docs/removed.md?section=any", "*/*"],
    ["/docs/new.md?section=removed", "*/*"],
  ])("%s is 410 in Markdown for %s, with the nearest pages", async (path, accept) => {
    const request = await makeRequest();

    const answer = await request(path, accept);

    expect(answer.status).toBe(410);
    expect(answer.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(answer.text).toMatch(
      /^# Gone\n\nWhat was at `\/docs\/.*` has been removed for good\.\n/,
    );
    expect(answer.text).toContain("All pages: /llms.txt");
  });

  it("is 410 with a page for browsers", async () => {
    const request = await makeRequest();

    const answer = await request("/docs/removed", BROWSER);

    expect(answer.status).toBe(410);
    expect(answer.text).toContain(
      "What was at <code>/docs/removed</code> has been removed for good.",
    );
    expect((await request("/docs/new?section=removed", BROWSER)).status).toBe(200);
  });
});

it("a redirect that leads nowhere is a 404: a loop, or a page that does not exist", async () => {
  const request = await makeRequest();

  for (const path of ["/docs/loop.md", "/docs/nowhere.md"]) {
    expect((await request(path)).status, path).toBe(404);
  }
});

it("--no-agents: the ledger redirects no route", async () => {
  const app = serveCorpus(await openTree(TREE), { agents: null });

  for (const path of ["/docs/old.md", "/docs/removed.md"]) {
    expect((await app.request(path)).status, path).toBe(404);
  }
});
