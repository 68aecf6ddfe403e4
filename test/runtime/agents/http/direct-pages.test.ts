import { describe, expect, it } from "vitest";
import type { Doc } from "../../../../corpus/schema.ts";
import { createDocs } from "../../../../runtime/docs/execute/queries.ts";
import { type Sent, serveBothWays } from "../../../support/both-ways.ts";
import { corpusFrom, makeDoc } from "../../../support/corpora.ts";
import { BROWSER } from "../../../support/served-pages.ts";

const heading = { depth: 2, text: "Next", anchor: "next", start: 0 };
const PAGES = [
  pageAt("docs/page", { body: `## Next\n\n${"A text. ".repeat(300)}`, headings: [heading] }),
  pageAt("docs/long", { body: "A text. ".repeat(20_000) }),
  pageAt("docs/ü b"),
  pageAt("graph"),
  pageAt("assets/logo"),
];
const MARKDOWN = { Accept: "text/markdown" };

/** Requests, and true for those that the direct handler takes from the second time on. */
const CASES: readonly (readonly [name: string, isTaken: boolean, sent: Sent])[] = [
  ["a page", true, { target: "/docs/page.md" }],
  ["a page for browsers", true, { target: "/docs/page.md", headers: { Accept: BROWSER } }],
  ["a page in brotli", true, { target: "/docs/page.md", headers: { "Accept-Encoding": "br" } }],
  ["a page in gzip", true, { target: "/docs/page.md", headers: { "Accept-Encoding": "gzip" } }],
  ["a long page", true, { target: "/docs/long.md" }],
  [
    "a long page in brotli",
    true,
    { target: "/docs/long.md", headers: { "Accept-Encoding": "br" } },
  ],
  ["a page without .md", true, { target: "/docs/page", headers: MARKDOWN }],
  [
    "a page without .md, for browsers",
    false,
    { target: "/docs/page", headers: { Accept: BROWSER } },
  ],
  ["a page without .md, for any type", false, { target: "/docs/page" }],
  ["a section", true, { target: "/docs/page.md?section=next" }],
  ["a section that is missing", false, { target: "/docs/page.md?section=none" }],
  ["another parameter", true, { target: "/docs/page.md?a=b" }],
  ["an encoded path", true, { target: "/docs/%C3%BC%20b.md" }],
  ["another spelling of the path", true, { target: "/docs/%70age.md" }],
  ["dots in the path", true, { target: "/docs/x/../page.md" }],
  ["an absolute URL", true, { target: "http://other.example/docs/page.md" }],
  ["a page with the name of a route", true, { target: "/graph.md" }],
  ["a route with the name of a page", false, { target: "/graph", headers: MARKDOWN }],
  ["a page behind a route", false, { target: "/assets/logo.md" }],
  ["a missing page", false, { target: "/docs/none.md" }],
  ["two Accept headers", false, { target: "/docs/page.md", headers: { Accept: ["a/b", "c/d"] } }],
  ["a strange Host", false, { target: "/docs/page.md", headers: { Host: "local_host:0080" } }],
  ["HEAD", false, { method: "HEAD", target: "/docs/page.md" }],
  ["POST", false, { method: "POST", target: "/docs/page.md", body: "" }],
];

describe("pages as Markdown, from the Node handler and from the Hono app", () => {
  const docs = createDocs(corpusFrom(PAGES, { base: "" }));
  const both = serveBothWays(() => docs);

  it.each(CASES)("are the same, three times: %s", async (_, isTaken, sent) => {
    for (const time of [1, 2, 3]) {
      const { short, long } = await both.send({ method: "GET", ...sent });
      expect(short).toEqual(long);
      if (time > 1) expect(both.taken.at(-1)).toBe(isTaken);
    }
  });

  it("are 304 the same way for a client that has them", async () => {
    const sent: Sent = { method: "GET", target: "/docs/page.md" };
    const [answers] = (await both.send(sent)).short;
    const { etag } = (answers as { headers: Record<string, string> }[])[0]!.headers;

    const { short, long } = await both.send({ ...sent, headers: { "If-None-Match": etag! } });

    expect(both.taken.at(-1)).toBe(true);
    expect(short).toEqual(long);
    expect(short[0]).toMatchObject([{ status: 304, body: "" }]);
  });
});

describe("pages as Markdown after a change of the docs", () => {
  let docs = createDocs(corpusFrom([makeDoc("page", { body: "before" })]));
  const both = serveBothWays(() => docs);

  it("are those of the docs in use", async () => {
    const sent: Sent = { method: "GET", target: "/docs/page.md" };
    await both.send(sent);
    expect(JSON.stringify((await both.send(sent)).short)).toContain("before");

    docs = createDocs(corpusFrom([makeDoc("page", { body: "after" })]));
    const { short, long } = await both.send(sent);

    expect(short).toEqual(long);
    expect(JSON.stringify(short)).toContain("after");
    docs = createDocs(corpusFrom([makeDoc("other")]));
    expect((await both.send(sent)).short[0]).toMatchObject([{ status: 404 }]);
  });
});

/** A page of docs without a base. */
function pageAt(id: string, fields: Partial<Doc> = {}): Doc {
  return makeDoc(id, { slug: `/${encodeURI(id)}`, ...fields });
}
