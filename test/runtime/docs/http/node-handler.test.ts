import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createDocs, type Docs } from "../../../../runtime/docs/execute/queries.ts";
import { createServer } from "../../../../runtime/http/server.ts";
import { type AnsweredRequest, createRequests } from "../../../../runtime/observe/requests.ts";
import { createService } from "../../../../runtime/serve/app.ts";
import { createAssets } from "../../../../runtime/serve/assets.ts";
import { DEFAULTS } from "../../../../runtime/serve/settings.ts";
import { corpusFrom, makeDocs } from "../../../support/corpora.ts";

const MEBIBYTE = 2 ** 20;
const META = '{"query":"{ meta { name docCount } }"}';
const GET_META = `/graphql?query=${encodeURIComponent("{ meta { name docCount } }")}`;
const GET_ALL = "/graphql?query={docs{id,title,body,path}}";
const ALL = '{"query":"{ docs { id title body path } }"}';
const JSON_BODY = { "Content-Type": "application/json" };

interface Sent {
  readonly method?: string;
  readonly target?: string;
  readonly headers?: Record<string, string | string[]>;
  /** Sent with its length. Default: not `chunked`. */
  readonly body?: string | Buffer;
  readonly chunked?: boolean;
}

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
  let isBroken = false;
  const accesses: AnsweredRequest[] = [];
  const watch = createRequests({
    now: () => 0,
    newId: () => "id",
    onAnswer: [(answered) => void accesses.push(answered)],
    tracing: undefined,
  });
  /** The requests that errors were attributed to. */
  const faulty: (string | undefined)[] = [];
  const onError = vi.fn(() => void faulty.push(watch.current()?.requestId));
  const { app, handleNode } = createService(
    {
      docs: (): Docs => {
        if (isBroken) throw new Error("broken");
        return docs;
      },
      assets: createAssets({ directory: "/nowhere" }),
      onError,
      watch,
    },
    { ...DEFAULTS, answerCacheMib: 1 },
  );
  const taken: boolean[] = [];
  const fetch = (request: Request) => app.fetch(request);
  const servers = {
    short: createServer({
      fetch,
      handleNode(request, response) {
        taken.push(handleNode(request, response));
        return taken.at(-1)!;
      },
    }),
    long: createServer({ fetch }),
  };

  beforeAll(async () => {
    for (const server of Object.values(servers)) {
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
    }
  });
  afterAll(() => {
    for (const server of Object.values(servers)) server.close();
  });

  /** The answer, and what observers are told, both ways. */
  async function sendBothWays(sent: Sent) {
    const before = accesses.length;
    const short = await exchange(servers.short, textOf(sent));
    const long = await exchange(servers.long, textOf(sent));
    const [shortAccess, longAccess] = accesses.slice(before);
    return { short: [short, shortAccess], long: [long, longAccess] };
  }

  it.each(CASES)("answer %s the same way, twice", async (_, isTaken, sent) => {
    for (const _time of [1, 2]) {
      const { short, long } = await sendBothWays(sent);
      expect(short).toEqual(long);
      expect(taken.at(-1)).toBe(isTaken);
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
    const { short, long } = await sendBothWays({ method: "GET", target: GET_META, headers: known });

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

  it("report a fault to operator and client the same way", async () => {
    isBroken = true;
    const headers = { ...JSON_BODY, "X-Request-Id": "fault-1" };
    const { short, long } = await sendBothWays({ headers, body: META });
    isBroken = false;

    expect(short).toEqual(long);
    expect(short[0]).toMatchObject([{ status: 500 }]);
    expect(onError).toHaveBeenCalledTimes(2);
    expect(faulty).toEqual(["fault-1", "fault-1"]);
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
    expect(onError).not.toHaveBeenCalled();
  });
});

interface Answer {
  readonly status: number;
  /** In lower case, except for the date. */
  readonly headers: Record<string, string>;
  /** Each byte is one character. */
  readonly body: string;
}

function textOf({
  method = "POST",
  target = "/graphql",
  headers = {},
  body,
  chunked,
}: Sent): Buffer {
  const bytes = Buffer.from(body ?? "");
  const all = { Host: "localhost", Connection: "close", ...headers };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    [value].flat().map((it) => `${name}: ${it}`),
  );
  if (body !== undefined) {
    lines.push(chunked ? "Transfer-Encoding: chunked" : `Content-Length: ${bytes.length}`);
  }
  const head = `${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
  const chunk = [`${bytes.length.toString(16)}\r\n`, bytes, "\r\n0\r\n\r\n"].map((it) =>
    Buffer.from(it),
  );
  return Buffer.concat([Buffer.from(head), ...(chunked ? chunk : [bytes])]);
}

/** Sends bytes, and reads answers until the server closes. */
async function exchange(server: Server, bytes: Buffer): Promise<Answer[]> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let text = "";
  socket.setEncoding("latin1").on("data", (data) => (text += data));
  socket.write(bytes);
  await once(socket, "end");
  socket.destroy();
  return [...split(text)];
}

function* split(text: string): Generator<Answer> {
  for (let rest = text; rest !== ""; ) {
    const end = rest.indexOf("\r\n\r\n") + 4;
    const [statusLine, ...lines] = rest.slice(0, end - 4).split("\r\n");
    const headers = Object.fromEntries(
      lines.map((line) => {
        const [name, ...value] = line.split(": ");
        return [name!.toLowerCase(), value.join(": ")];
      }),
    );
    delete headers.date;
    const length = Number(headers["content-length"] ?? 0);
    yield {
      status: Number(statusLine!.split(" ")[1]),
      headers,
      body: rest.slice(end, end + length),
    };
    rest = rest.slice(end + length);
  }
}
