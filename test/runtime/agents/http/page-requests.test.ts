import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { Doc } from "../../../../corpus/schema.ts";
import { createDocs } from "../../../../runtime/docs/execute/queries.ts";
import { corpusFrom, makeDoc } from "../../../support/corpora.ts";
import { exchange, type RawRequest, serveRequests, textOf } from "../../../support/raw-requests.ts";
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

/** Requests, the statuses of their answers, and whether these are Markdown. */
const CASES: readonly (readonly [
  name: string,
  status: number,
  isMarkdown: boolean,
  request: RawRequest,
])[] = [
  ["a page", 200, true, { target: "/docs/page.md" }],
  ["a page for browsers", 200, true, { target: "/docs/page.md", headers: { Accept: BROWSER } }],
  [
    "a page in brotli",
    200,
    true,
    { target: "/docs/page.md", headers: { "Accept-Encoding": "br" } },
  ],
  [
    "a page in gzip",
    200,
    true,
    { target: "/docs/page.md", headers: { "Accept-Encoding": "gzip" } },
  ],
  ["a long page", 200, true, { target: "/docs/long.md" }],
  [
    "a long page in brotli",
    200,
    true,
    { target: "/docs/long.md", headers: { "Accept-Encoding": "br" } },
  ],
  ["a page without .md", 200, true, { target: "/docs/page", headers: MARKDOWN }],
  [
    "a page without .md, for browsers",
    503,
    false,
    { target: "/docs/page", headers: { Accept: BROWSER } },
  ],
  ["a page without .md, for any type", 503, false, { target: "/docs/page" }],
  ["a section", 200, true, { target: "/docs/page.md?section=next" }],
  ["a section that is missing", 404, true, { target: "/docs/page.md?section=none" }],
  ["another parameter", 200, true, { target: "/docs/page.md?a=b" }],
  ["an encoded path", 200, true, { target: "/docs/%C3%BC%20b.md" }],
  ["another spelling of the path", 200, true, { target: "/docs/%70age.md" }],
  ["dots in the path", 200, true, { target: "/docs/x/../page.md" }],
  ["an absolute URL", 200, true, { target: "http://other.example/docs/page.md" }],
  ["a page with the name of a route", 200, true, { target: "/graph.md" }],
  ["a route with the name of a page", 503, false, { target: "/graph", headers: MARKDOWN }],
  ["a page behind a route", 404, false, { target: "/assets/logo.md" }],
  ["a missing page", 404, true, { target: "/docs/none.md" }],
  [
    "two Accept headers",
    200,
    true,
    { target: "/docs/page.md", headers: { Accept: ["a/b", "c/d"] } },
  ],
  ["a strange Host", 200, true, { target: "/docs/page.md", headers: { Host: "local_host:0080" } }],
  ["HEAD", 200, true, { method: "HEAD", target: "/docs/page.md" }],
  ["POST", 404, false, { method: "POST", target: "/docs/page.md", body: "" }],
];

describe("requests of pages over a connection", () => {
  const docs = createDocs(corpusFrom(PAGES, { base: "" }));
  const { server, send } = serveRequests(() => docs);

  it.each(CASES)(
    "%s: status %i, Markdown %s, the same each time",
    async (_, status, isMarkdown, request) => {
      const first = await send({ method: "GET", ...request });

      expect(first.status).toBe(status);
      expect(/^text\/markdown/.test(first.headers["content-type"] ?? "")).toBe(isMarkdown);
      for (const _time of [2, 3]) expect(await send({ method: "GET", ...request })).toEqual(first);
    },
  );

  it.each([
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ])("may have compressed answers, in %s", async (encoding, decompress) => {
    const request: RawRequest = { method: "GET", target: "/docs/page.md" };
    const plain = await send(request);

    const { headers, body } = await send({ ...request, headers: { "Accept-Encoding": encoding } });

    expect(headers).toMatchObject({ "content-encoding": encoding, vary: "Accept-Encoding" });
    expect(headers.etag).not.toBe(plain.headers.etag);
    expect(decompress(Buffer.from(body, "latin1")).toString("latin1")).toBe(plain.body);
  });

  it("are answered 304 to a client that has the page", async () => {
    const request: RawRequest = { method: "GET", target: "/docs/page.md" };
    const { etag } = (await send(request)).headers;

    const answer = await send({ ...request, headers: { "If-None-Match": etag! } });

    expect(answer).toMatchObject({ status: 304, headers: { etag }, body: "" });
  });

  it("by HEAD have the head of a GET", async () => {
    const { "content-length": _, ...head } = (
      await send({ method: "GET", target: "/docs/page.md" })
    ).headers;

    const answers = await exchange(server, textOf({ method: "HEAD", target: "/docs/page.md" }));

    expect(answers).toMatchObject([{ status: 200, headers: head, body: "" }]);
  });
});

describe("requests of pages after a change of the docs", () => {
  let docs = createDocs(corpusFrom([makeDoc("page", { body: "before" })]));
  const { send } = serveRequests(() => docs);

  it("are answered from the docs in use", async () => {
    const request: RawRequest = { method: "GET", target: "/docs/page.md" };
    for (const _time of [1, 2]) expect((await send(request)).body).toContain("before");

    docs = createDocs(corpusFrom([makeDoc("page", { body: "after" })]));
    expect((await send(request)).body).toContain("after");

    docs = createDocs(corpusFrom([makeDoc("other")]));
    expect((await send(request)).status).toBe(404);
  });
});

/** A page of docs without a base. */
function pageAt(id: string, fields: Partial<Doc> = {}): Doc {
  return makeDoc(id, { slug: `/${encodeURI(id)}`, ...fields });
}
