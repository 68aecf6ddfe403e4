import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { createDocs } from "../../../../runtime/docs/execute/queries.ts";
import { corpusFrom, makeDocs } from "../../../support/corpora.ts";
import {
  exchange,
  type RawAnswer,
  type RawRequest,
  serveRequests,
  textOf,
} from "../../../support/raw-requests.ts";

const MEBIBYTE = 2 ** 20;
const META = '{"query":"{ meta { name docCount } }"}';
const GET_META = `/graphql?query=${encodeURIComponent("{ meta { name docCount } }")}`;
const GET_ALL = "/graphql?query={docs{id,title,body,path}}";
const ALL = '{"query":"{ docs { id title body path } }"}';
const JSON_BODY = { "Content-Type": "application/json" };

/** Requests, and the statuses of their answers. */
const CASES: readonly (readonly [name: string, status: number, request: RawRequest])[] = [
  ["a query", 200, { headers: JSON_BODY, body: META }],
  ["a long answer", 200, { headers: JSON_BODY, body: ALL }],
  ["brotli", 200, { headers: { ...JSON_BODY, "Accept-Encoding": "gzip, br" }, body: ALL }],
  ["gzip", 200, { headers: { ...JSON_BODY, "Accept-Encoding": "gzip" }, body: ALL }],
  [
    "the response type",
    400,
    {
      headers: { ...JSON_BODY, Accept: "application/graphql-response+json" },
      body: '{"query":"{"}',
    },
  ],
  ["a text that is not JSON", 400, { headers: JSON_BODY, body: "query" }],
  ["a list", 400, { headers: JSON_BODY, body: `[${META}]` }],
  ["an empty body", 400, { headers: JSON_BODY, body: "" }],
  ["a byte order mark", 200, { headers: JSON_BODY, body: `\uFEFF${META}` }],
  [
    "bytes that are not UTF-8",
    200,
    { headers: JSON_BODY, body: Buffer.from('{"query":"{ x\xff\xc3 }"}', "latin1") },
  ],
  [
    "characters of several bytes",
    200,
    { headers: JSON_BODY, body: '{"query":"{ docs(search: \\"日本😀\\") { id } }"}' },
  ],
  [
    "variables nested too deeply",
    200,
    {
      headers: JSON_BODY,
      body: `{"query":"{ meta { name } }","variables":{"a":${"[".repeat(2e5)}${"]".repeat(2e5)}}}`,
    },
  ],
  ["a mutation", 200, { headers: JSON_BODY, body: '{"query":"mutation { a }"}' }],
  [
    "an unknown operation name",
    200,
    { headers: JSON_BODY, body: '{"query":"{ meta { name } }","operationName":""}' },
  ],
  ["a body of 1 MiB", 200, { headers: JSON_BODY, body: META.padEnd(MEBIBYTE) }],
  ["a body above 1 MiB", 413, { headers: JSON_BODY, body: META.padEnd(MEBIBYTE + 1) }],
  ["a body in chunks", 200, { headers: JSON_BODY, body: META, chunked: true }],
  [
    "a body that waits for 100",
    200,
    { headers: { ...JSON_BODY, Expect: "100-continue" }, body: META },
  ],
  ["another type", 415, { headers: { "Content-Type": "text/plain" }, body: META }],
  ["no type", 415, { body: META }],
  [
    "a type in another charset",
    415,
    { headers: { "Content-Type": "application/json; charset=latin1" }, body: META },
  ],
  [
    "a type in capitals",
    200,
    { headers: { "Content-Type": 'APPLICATION/JSON; charset="UTF-8"' }, body: META },
  ],
  [
    "two types",
    415,
    { headers: { "Content-Type": ["application/json", "text/plain"] }, body: META },
  ],
  [
    "the same type twice",
    415,
    { headers: { "Content-Type": ["application/json", "application/json"] }, body: META },
  ],
  [
    "two Accept headers",
    200,
    { headers: { ...JSON_BODY, Accept: ["text/html", "application/json"] }, body: META },
  ],
  [
    "an Accept without a supported type",
    406,
    { headers: { ...JSON_BODY, Accept: "image/png" }, body: META },
  ],
  ["a strange Host", 200, { headers: { ...JSON_BODY, Host: "local_host:0080" }, body: META }],
  ["a Host with a path", 400, { headers: { ...JSON_BODY, Host: "localhost/graphql" }, body: META }],
  ["an empty Host", 400, { headers: { ...JSON_BODY, Host: "" }, body: META }],
  ["a body for another path", 404, { target: "/graphql/", headers: JSON_BODY, body: META }],
  [
    "a body for a path with a query",
    200,
    { target: "/graphql?a=b", headers: JSON_BODY, body: META },
  ],
  [
    "a body for another spelling of the path",
    200,
    { target: "/%67raphql", headers: JSON_BODY, body: META },
  ],
  [
    "a body for an absolute URL",
    200,
    { target: "http://localhost/graphql", headers: JSON_BODY, body: META },
  ],
  ["GET of a query", 200, { method: "GET", target: GET_META }],
  ["GET of a query in plain letters", 200, { method: "GET", target: GET_ALL }],
  ["GET compressed", 200, { method: "GET", target: GET_ALL, headers: { "Accept-Encoding": "br" } }],
  [
    "GET with If-None-Match: *",
    304,
    { method: "GET", target: GET_META, headers: { "If-None-Match": "*" } },
  ],
  [
    "GET with another known tag",
    200,
    { method: "GET", target: GET_META, headers: { "If-None-Match": '"a", W/"b"' } },
  ],
  [
    "GET with two known tags",
    200,
    { method: "GET", target: GET_META, headers: { "If-None-Match": ['"a"', "*"] } },
  ],
  ["GET without a query", 400, { method: "GET", target: "/graphql" }],
  ["GET of an empty query", 400, { method: "GET", target: "/graphql?" }],
  [
    "GET with variables that are not JSON",
    400,
    { method: "GET", target: "/graphql?query=a&variables={" },
  ],
  [
    "GET with characters that a URL encodes",
    200,
    { method: "GET", target: `/graphql?query={docs(search:"<'>"){id}}` },
  ],
  ["GET of a mutation", 405, { method: "GET", target: "/graphql?query=mutation{a}" }],
  ["GET with a fragment", 200, { method: "GET", target: `${GET_META}#a` }],
  ["GET of a longer path", 404, { method: "GET", target: "/graphqls?query={meta{name}}" }],
  [
    "GET that accepts no supported type",
    406,
    { method: "GET", target: GET_META, headers: { Accept: "image/png" } },
  ],
  ["HEAD", 200, { method: "HEAD", target: GET_META }],
  ["PUT", 405, { method: "PUT", headers: JSON_BODY, body: META }],
  ["OPTIONS", 204, { method: "OPTIONS" }],
];

describe("requests over a connection", () => {
  const docs = createDocs(corpusFrom(makeDocs(40)));
  const { server, accesses, faulty, onError, state, send } = serveRequests(() => docs);

  it.each(CASES)("%s: status %i, from the cache as before", async (_, status, request) => {
    const first = await send(request);

    expect(first.status).toBe(status);
    for (const _time of [2, 3]) expect(await send(request)).toEqual(first);
  });

  it("are answered with JSON that any page may read, and no browser takes for another type", async () => {
    const { headers, body } = await send({ headers: JSON_BODY, body: META });

    expect(headers).toMatchObject({
      "content-type": "application/json; charset=utf-8",
      "x-content-type-options": "nosniff",
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "ETag",
      "content-length": String(body.length),
    });
    expect(JSON.parse(body)).toMatchObject({ data: { meta: { docCount: 40 } } });
  });

  it.each([
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ])("may have compressed answers, in %s", async (encoding, decompress) => {
    const plain = await send({ headers: JSON_BODY, body: ALL });
    for (const _time of [1, 2, 3]) {
      const headers = { ...JSON_BODY, "Accept-Encoding": encoding };
      const { headers: head, body } = await send({ headers, body: ALL });
      expect(head["content-encoding"]).toBe(encoding);
      expect(decompress(Buffer.from(body, "latin1")).toString("latin1")).toBe(plain.body);
    }
  });

  it.each(["br;q=0, gzip;q=0", "identity", "zstd", ""])(
    "have answers as they are with Accept-Encoding %j",
    async (accepted) => {
      const headers = { ...JSON_BODY, "Accept-Encoding": accepted };

      const answer = await send({ headers, body: ALL });

      expect(answer.headers).not.toHaveProperty("content-encoding");
      expect(answer).toEqual(await send({ headers: JSON_BODY, body: ALL }));
    },
  );

  it("by GET have an entity tag for each form, and 304 for a client that has it", async () => {
    const plain = await send({ method: "GET", target: GET_ALL });
    const inBrotli = { "Accept-Encoding": "br" };
    const compressed = await send({ method: "GET", target: GET_ALL, headers: inBrotli });

    expect(plain.headers).toMatchObject({
      "cache-control": "public, max-age=0, must-revalidate",
      vary: "Accept, Accept-Encoding",
    });
    expect(compressed.headers.etag).not.toBe(plain.headers.etag);
    for (const [tag, accepted, status] of [
      [plain.headers.etag!, {}, 304],
      [compressed.headers.etag!, inBrotli, 304],
      [`"a", W/${plain.headers.etag}`, {}, 304],
      [plain.headers.etag!, inBrotli, 200],
    ] as const) {
      const headers = { ...accepted, "If-None-Match": tag };
      const answer = await send({ method: "GET", target: GET_ALL, headers });
      expect(answer.status).toBe(status);
      if (status === 304)
        expect(answer).toMatchObject({ headers: { etag: expect.anything() }, body: "" });
    }
  });

  it("by HEAD have the head of a GET", async () => {
    const { status, headers } = await send({ method: "GET", target: GET_META });
    const text = textOf({ method: "HEAD", target: GET_META });

    const [answer, ...others] = await exchange(server, text);

    expect(others).toEqual([]);
    const { "content-length": _, ...head } = headers;
    expect(answer).toMatchObject({ status, headers: head, body: "" });
  });

  it("before a call from another site are allowed", async () => {
    const headers = { Origin: "https://a.example", "Access-Control-Request-Method": "POST" };

    expect((await send({ method: "OPTIONS", headers })).headers).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "GET,POST",
    });
  });

  it("with another method are told the right ones", async () => {
    const { headers } = await send({ method: "PUT", headers: JSON_BODY, body: META });

    expect(headers.allow).toBe("GET, HEAD, POST, OPTIONS");
  });

  it("that arrive faster than they are answered are answered in turn", async () => {
    const requestsWith = (Connection: string): RawRequest[] => {
      const json = { ...JSON_BODY, Connection };
      return [
        {
          headers: { ...json, "Accept-Encoding": "br" },
          body: '{"query":"{ docs { slug body id } }"}',
        },
        { headers: json, body: META, chunked: true },
        { headers: json, body: '{"query":"{ meta { name } }"}' },
        { method: "GET", target: GET_META },
      ];
    };
    const alone = await Promise.all(requestsWith("close").map(send));

    const answers = await exchange(server, Buffer.concat(requestsWith("keep-alive").map(textOf)));

    const contentOf = ({ status, body }: RawAnswer) => ({ status, body });
    expect(answers.map(contentOf)).toEqual(alone.map(contentOf));
  });

  it("before the end of the client's side, or before bytes that are not a request, are answered", async () => {
    const alive = { Connection: "keep-alive" };
    const json = { ...JSON_BODY, ...alive };
    const requests: RawRequest[] = [
      { method: "GET", target: GET_META, headers: alive },
      { method: "GET", target: GET_META, headers: { ...alive, "If-None-Match": "*" } },
      { headers: json, body: META },
      { headers: { ...json, "Accept-Encoding": "br" }, body: ALL },
      { headers: json, body: META, chunked: true },
      // The server reads up to this many bytes at once, and then the end.
      { headers: json, body: META.padEnd(2 ** 16 - 122) },
      { method: "PUT", headers: json, body: META },
    ];
    expect(textOf(requests[5]!)).toHaveLength(2 ** 16);
    const statuses = [200, 304, 200, 200, 200, 200, 405];
    const ends = [
      { end: "", last: [] },
      { end: "GARBAGE\r\n\r\n", last: [400] },
      { end: "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n", last: [] },
    ];
    for (let length = 1; length <= 3; length++) {
      for (let first = 0; first < requests.length; first++) {
        for (const { end, last } of ends) {
          const some = Array.from({ length }, (_, at) => (first + at * 3) % 7);
          const bytes = [...some.map((at) => textOf(requests[at]!)), Buffer.from(end)];
          const answers = await exchange(server, Buffer.concat(bytes), { isEnded: end === "" });
          const expected = [...some.map((at) => statuses[at]), ...last];
          expect(answers.map(({ status }) => status)).toEqual(expected);
        }
      }
    }
  });

  it("that fail are reported to the operator with their id, and to the client", async () => {
    state.isBroken = true;
    const headers = { ...JSON_BODY, "X-Request-Id": "fault-1" };
    const answer = await send({ headers, body: META });
    state.isBroken = false;

    expect(answer.status).toBe(500);
    expect(JSON.parse(answer.body)).toMatchObject({
      errors: [{ message: "Internal server error." }],
    });
    expect(onError).toHaveBeenCalledTimes(1);
    expect(faulty).toEqual(["fault-1"]);
    onError.mockClear();
  });

  it("of a client that hangs up are logged, and not reported", async () => {
    const before = accesses.length;
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, "127.0.0.1");
    const text = textOf({ headers: JSON_BODY, body: META });
    socket.write(text.subarray(0, -5));
    await once(server, "request");
    socket.destroy();
    await once(socket, "close");

    await vi.waitFor(() => expect(accesses.length).toBe(before + 1), { timeout: 10_000 });
    expect(accesses.at(-1)).toMatchObject({
      method: "POST",
      path: "/graphql",
      route: "/graphql",
      status: 400,
    });
    expect(onError).not.toHaveBeenCalled();
  });
});
