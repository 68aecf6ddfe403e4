import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { createDocs } from "../../../../runtime/docs/execute/queries.ts";
import { exchange, type Sent, serveBothWays, textOf } from "../../../support/both-ways.ts";
import { corpusFrom, makeDocs } from "../../../support/corpora.ts";

const MEBIBYTE = 2 ** 20;
const META = '{"query":"{ meta { name docCount } }"}';
const GET_META = `/graphql?query=${encodeURIComponent("{ meta { name docCount } }")}`;
const GET_ALL = "/graphql?query={docs{id,title,body,path}}";
const ALL = '{"query":"{ docs { id title body path } }"}';
const JSON_BODY = { "Content-Type": "application/json" };

/** Requests, and true for those that the direct handler takes. */
const CASES: readonly (readonly [name: string, isTaken: boolean, sent: Sent])[] = [
  ["a query", true, { headers: JSON_BODY, body: META }],
  ["a long answer", true, { headers: JSON_BODY, body: ALL }],
  ["brotli", true, { headers: { ...JSON_BODY, "Accept-Encoding": "gzip, br" }, body: ALL }],
  ["gzip", true, { headers: { ...JSON_BODY, "Accept-Encoding": "gzip" }, body: ALL }],
  [
    "the response type",
    true,
    {
      headers: { ...JSON_BODY, Accept: "application/graphql-response+json" },
      body: '{"query":"{"}',
    },
  ],
  ["a text that is not JSON", true, { headers: JSON_BODY, body: "query" }],
  ["a list", true, { headers: JSON_BODY, body: `[${META}]` }],
  ["an empty body", true, { headers: JSON_BODY, body: "" }],
  ["a byte order mark", true, { headers: JSON_BODY, body: `\uFEFF${META}` }],
  [
    "bytes that are not UTF-8",
    true,
    { headers: JSON_BODY, body: Buffer.from('{"query":"{ x\xff\xc3 }"}', "latin1") },
  ],
  [
    "characters of several bytes",
    true,
    { headers: JSON_BODY, body: '{"query":"{ docs(search: \\"日本😀\\") { id } }"}' },
  ],
  [
    "variables nested too deeply",
    true,
    {
      headers: JSON_BODY,
      body: `{"query":"{ meta { name } }","variables":{"a":${"[".repeat(2e5)}${"]".repeat(2e5)}}}`,
    },
  ],
  ["a mutation", true, { headers: JSON_BODY, body: '{"query":"mutation { a }"}' }],
  [
    "an unknown operation name",
    true,
    { headers: JSON_BODY, body: '{"query":"{ meta { name } }","operationName":""}' },
  ],
  ["a body of 1 MiB", true, { headers: JSON_BODY, body: META.padEnd(MEBIBYTE) }],
  ["a body above 1 MiB", false, { headers: JSON_BODY, body: META.padEnd(MEBIBYTE + 1) }],
  ["a body in chunks", false, { headers: JSON_BODY, body: META, chunked: true }],
  [
    "a body that waits for 100",
    true,
    { headers: { ...JSON_BODY, Expect: "100-continue" }, body: META },
  ],
  ["another type", false, { headers: { "Content-Type": "text/plain" }, body: META }],
  ["no type", false, { body: META }],
  [
    "a type in another charset",
    false,
    { headers: { "Content-Type": "application/json; charset=latin1" }, body: META },
  ],
  [
    "a type in capitals",
    true,
    { headers: { "Content-Type": 'APPLICATION/JSON; charset="UTF-8"' }, body: META },
  ],
  [
    "two types",
    false,
    { headers: { "Content-Type": ["application/json", "text/plain"] }, body: META },
  ],
  [
    "the same type twice",
    false,
    { headers: { "Content-Type": ["application/json", "application/json"] }, body: META },
  ],
  [
    "two Accept headers",
    false,
    { headers: { ...JSON_BODY, Accept: ["text/html", "application/json"] }, body: META },
  ],
  [
    "an Accept without a supported type",
    false,
    { headers: { ...JSON_BODY, Accept: "image/png" }, body: META },
  ],
  ["a strange Host", false, { headers: { ...JSON_BODY, Host: "local_host:0080" }, body: META }],
  [
    "a Host with a path",
    false,
    { headers: { ...JSON_BODY, Host: "localhost/graphql" }, body: META },
  ],
  ["an empty Host", false, { headers: { ...JSON_BODY, Host: "" }, body: META }],
  ["a body for another path", false, { target: "/graphql/", headers: JSON_BODY, body: META }],
  [
    "a body for a path with a query",
    false,
    { target: "/graphql?a=b", headers: JSON_BODY, body: META },
  ],
  [
    "a body for another spelling of the path",
    false,
    { target: "/%67raphql", headers: JSON_BODY, body: META },
  ],
  [
    "a body for an absolute URL",
    false,
    { target: "http://localhost/graphql", headers: JSON_BODY, body: META },
  ],
  ["GET of a query", true, { method: "GET", target: GET_META }],
  ["GET of a query in plain letters", true, { method: "GET", target: GET_ALL }],
  [
    "GET compressed",
    true,
    { method: "GET", target: GET_ALL, headers: { "Accept-Encoding": "br" } },
  ],
  [
    "GET with If-None-Match: *",
    true,
    { method: "GET", target: GET_META, headers: { "If-None-Match": "*" } },
  ],
  [
    "GET with another known tag",
    true,
    { method: "GET", target: GET_META, headers: { "If-None-Match": '"a", W/"b"' } },
  ],
  [
    "GET with two known tags",
    false,
    { method: "GET", target: GET_META, headers: { "If-None-Match": ['"a"', "*"] } },
  ],
  ["GET without a query", true, { method: "GET", target: "/graphql" }],
  ["GET of an empty query", true, { method: "GET", target: "/graphql?" }],
  [
    "GET with variables that are not JSON",
    true,
    { method: "GET", target: "/graphql?query=a&variables={" },
  ],
  [
    "GET with characters that a URL encodes",
    true,
    { method: "GET", target: `/graphql?query={docs(search:"<'>"){id}}` },
  ],
  ["GET of a mutation", true, { method: "GET", target: "/graphql?query=mutation{a}" }],
  ["GET with a fragment", false, { method: "GET", target: `${GET_META}#a` }],
  ["GET of a longer path", false, { method: "GET", target: "/graphqls?query={meta{name}}" }],
  [
    "GET that accepts no supported type",
    false,
    { method: "GET", target: GET_META, headers: { Accept: "image/png" } },
  ],
  ["HEAD", false, { method: "HEAD", target: GET_META }],
  ["PUT", false, { method: "PUT", headers: JSON_BODY, body: META }],
  ["OPTIONS", false, { method: "OPTIONS" }],
];

describe("the Node handler and the Hono app", () => {
  const docs = createDocs(corpusFrom(makeDocs(40)));
  const both = serveBothWays(() => docs);
  const { app, servers, accesses } = both;

  it.each(CASES)("answer %s the same way, twice", async (_, isTaken, sent) => {
    for (const _time of [1, 2]) {
      const { short, long } = await both.send(sent);
      expect(short).toEqual(long);
      expect(both.taken.at(-1)).toBe(isTaken);
    }
  });

  it.each(CASES.filter(([, isTaken]) => isTaken))("answer %s like fetch", async (_, __, sent) => {
    const { method = "POST", target = "/graphql", headers = {}, body } = sent;
    const response = await app.fetch(
      new Request(`http://localhost${target}`, {
        method,
        headers: headers as Record<string, string>,
        body: body === undefined ? null : Buffer.from(body),
      }),
    );
    const answer = (await exchange(servers.short, textOf(sent))).at(-1)!;

    expect(answer.status).toBe(response.status);
    expect(answer.headers).toMatchObject(Object.fromEntries(response.headers));
    expect(answer.body).toBe(Buffer.from(await response.arrayBuffer()).toString("latin1"));
  });

  it("answer a client that already has the answer the same way: 304", async () => {
    const [answer] = await exchange(servers.short, textOf({ method: "GET", target: GET_META }));
    const known = { "If-None-Match": answer!.headers.etag! };
    const { short, long } = await both.send({ method: "GET", target: GET_META, headers: known });

    expect(short).toEqual(long);
    expect(short[0]).toMatchObject([{ status: 304, body: "" }]);
  });

  it("answer requests that arrive faster than they are answered, in turn", async () => {
    const slow = { ...JSON_BODY, "Accept-Encoding": "br", Connection: "keep-alive" };
    const text = [
      textOf({ headers: slow, body: '{"query":"{ docs { slug body id } }"}' }),
      textOf({ headers: { ...JSON_BODY, Connection: "keep-alive" }, body: META, chunked: true }),
      textOf({
        headers: { ...JSON_BODY, Connection: "keep-alive" },
        body: '{"query":"{ meta { name } }"}',
      }),
      textOf({ method: "GET", target: GET_META }),
    ];
    const short = await exchange(servers.short, Buffer.concat(text));

    expect(short).toEqual(await exchange(servers.long, Buffer.concat(text)));
    expect(short).toHaveLength(4);
  });

  it("answer the requests that a client sends before it ends its side, or sends what is none", async () => {
    const alive = { Connection: "keep-alive" };
    const json = { ...JSON_BODY, ...alive };
    const requests = [
      textOf({ method: "GET", target: GET_META, headers: alive }),
      textOf({ method: "GET", target: GET_META, headers: { ...alive, "If-None-Match": "*" } }),
      textOf({ headers: json, body: META }),
      textOf({ headers: { ...json, "Accept-Encoding": "br" }, body: ALL }),
      textOf({ headers: json, body: META, chunked: true }),
      // The server reads up to this many bytes at once, and then the end.
      textOf({ headers: json, body: META.padEnd(2 ** 16 - 122) }),
      textOf({ method: "PUT", headers: json, body: META }),
    ];
    expect(requests[5]).toHaveLength(2 ** 16);
    const ends = ["", "GARBAGE\r\n\r\n", "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n"];
    for (let length = 1; length <= 3; length++) {
      for (let first = 0; first < requests.length; first++) {
        for (const end of ends) {
          const some = Array.from({ length }, (_, at) => requests[(first + at * 3) % 7]!);
          const bytes = Buffer.concat([...some, Buffer.from(end)]);
          const short = await exchange(servers.short, bytes, { isEnded: end === "" });
          expect(short).toHaveLength(length + (end.startsWith("GARBAGE") ? 1 : 0));
          expect(short).toEqual(await exchange(servers.long, bytes, { isEnded: end === "" }));
        }
      }
    }
  });

  it("report a fault to operator and client the same way", async () => {
    both.state.isBroken = true;
    const headers = { ...JSON_BODY, "X-Request-Id": "fault-1" };
    const { short, long } = await both.send({ headers, body: META });
    both.state.isBroken = false;

    expect(short).toEqual(long);
    expect(short[0]).toMatchObject([{ status: 500 }]);
    expect(both.onError).toHaveBeenCalledTimes(2);
    expect(both.faulty).toEqual(["fault-1", "fault-1"]);
  });

  it.each(["short", "long"] as const)("log a client that hangs up, the %s one", async (way) => {
    const before = accesses.length;
    const { port } = servers[way].address() as AddressInfo;
    const socket = connect(port, "127.0.0.1");
    const text = textOf({ headers: JSON_BODY, body: META });
    socket.write(text.subarray(0, -5));
    await once(servers[way], "request");
    socket.destroy();
    await once(socket, "close");

    await vi.waitFor(() => expect(accesses.length).toBe(before + 1), { timeout: 10_000 });
    expect(accesses.at(-1)).toMatchObject({ method: "POST", path: "/graphql", status: 400 });
    expect(both.onError).not.toHaveBeenCalled();
  });
});
