import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request as sendRequest } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { brotliDecompressSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { RUNTIMES, type Runtime } from "../support/command.ts";
import { makeDocs, writeCorpus } from "../support/corpora.ts";
import { get, post, request } from "../support/graphql-client.ts";
import { repeat } from "../support/limit-queries.ts";
import { postText } from "../support/raw-client.ts";
import { type ServerOptions, startServer, type TestServer } from "../support/server.ts";
import { shareServer } from "../support/shared-server.ts";
import { vitalsOf } from "../support/vitals.ts";

const MEBIBYTE = 2 ** 20;
const DOCS = 300;
const BODY = "A sentence of the page. ".repeat(1_000);
/** About 7 MiB. */
const ALL = `{ docs(limit: ${DOCS}) { id body } }`;
const PLAIN = { "Accept-Encoding": "identity" };
const RESPONSE_TYPE = "application/graphql-response+json";

function optionsFor(runtime: Runtime, ...args: string[]) {
  return async (folder: string): Promise<ServerOptions> => {
    const docs = makeDocs(DOCS, { body: BODY });
    return { runtime, args, corpus: await writeCorpus(join(folder, "corpus.json"), { docs }) };
  };
}

const EXPECTED = JSON.stringify({
  data: { docs: makeDocs(DOCS).map(({ id }) => ({ id, body: BODY })) },
});

describe.each(RUNTIMES)("large answers on %s", (runtime) => {
  const server = shareServer(optionsFor(runtime, "--max-answer-mib", "8"));

  it("DOC-B10 up to maxAnswerBytes are sent completely, with their length", async () => {
    for (const { status, headers, text } of [
      await post(server, { query: ALL }, PLAIN),
      await get(server, { query: ALL }, PLAIN),
    ]) {
      expect(status).toBe(200);
      expect(Number(headers.get("content-length"))).toBe(EXPECTED.length);
      expect(text === EXPECTED).toBe(true);
    }
  });

  it("DOC-B10 are sent completely to a client that the app answers", async () => {
    // Chunked bodies are left to the app.
    const body = new Blob([JSON.stringify({ query: ALL })]).stream();
    const init = { method: "POST", headers: { "Content-Type": "application/json" }, body };
    const { text } = await request(server, { ...init, duplex: "half" } as RequestInit);

    expect(text === EXPECTED).toBe(true);
  });

  it.each(["identity", "br", "gzip"])(
    "DOC-B7 have a tag for %s, which gives 304",
    async (encoding) => {
      const headers = { "Accept-Encoding": encoding };
      const first = await get(server, { query: ALL }, headers);
      const tag = first.headers.get("etag")!;
      const known = await get(server, { query: ALL }, { ...headers, "If-None-Match": tag });

      expect(first.text === EXPECTED).toBe(true);
      expect([known.status, known.text, known.headers.get("etag")]).toEqual([304, "", tag]);
      const other = await get(server, { query: `${ALL} ` }, { ...headers, "If-None-Match": tag });
      expect(other.status).toBe(200);
    },
  );

  it("DOC-B7 have their length in the answer to HEAD", async () => {
    const search = `?query=${encodeURIComponent(ALL)}`;
    const { status, headers, text } = await request(
      server,
      { method: "HEAD", headers: PLAIN },
      search,
    );

    expect([status, text]).toEqual([200, ""]);
    expect(Number(headers.get("content-length"))).toBe(EXPECTED.length);
  });

  it("DOC-B7 are compressed while they are sent", async () => {
    const body = JSON.stringify({ query: ALL });
    const headers = { "Content-Type": "application/json", "Accept-Encoding": "br" };
    const sent = sendRequest(`${server.url}/graphql`, { method: "POST", headers }).end(body);
    const [response] = await once(sent, "response");
    const bytes = Buffer.concat(await response.toArray());

    expect(response.headers["content-encoding"]).toBe("br");
    expect(bytes.length).toBeLessThan(MEBIBYTE);
    expect(brotliDecompressSync(bytes).toString() === EXPECTED).toBe(true);
  });

  it("DOC-B10 above maxAnswerBytes are refused, with a code and the limit", async () => {
    const query = `{ a: ${ALL.slice(1, -1)} b: ${ALL.slice(1, -1)} }`;
    const errors = [
      {
        message: "Answer size limit of 8388608 bytes exceeded (maxAnswerBytes).",
        extensions: { code: "GRAPHQL_VALIDATION_FAILED", limit: "maxAnswerBytes" },
      },
    ];

    expect(await post(server, { query })).toMatchObject({ status: 200, body: { errors } });
    const typed = await post(server, { query }, { Accept: RESPONSE_TYPE });
    expect([typed.status, typed.body]).toEqual([400, { errors }]);
  });
});

describe.each(RUNTIMES)("slow answers on %s", (runtime) => {
  const server = shareServer(optionsFor(runtime, "--max-time-ms", "1"));

  it("DOC-B10 are refused, and other requests are answered", async () => {
    const names = repeat(400, (index) => `t${index}: __typename`);
    const schemas = repeat(
      10,
      (index) => `a${index}: __schema { types { fields { type { ...T } } } }`,
    );
    const query = `{ ${schemas} } fragment T on __Type { fields { name ${names} } }`;
    const { status, body } = await post(server, { query });

    expect(status).toBe(200);
    expect(body).toEqual({
      errors: [
        {
          message: "Work limit of 1 ms exceeded (maxTimeMs).",
          extensions: { code: "GRAPHQL_VALIDATION_FAILED", limit: "maxTimeMs" },
        },
      ],
    });
    expect((await post(server, { query: "{ meta { docCount } }" })).body.data).toBeDefined();
  });
});

const CLIENTS = [
  ["on ten connections", 10, 1],
  ["one after the other on one connection", 1, 90],
  ["on fifty connections", 50, 2],
] as const;

describe.skipIf(process.platform !== "linux").each(RUNTIMES)("unread answers on %s", (runtime) => {
  it.each(CLIENTS)(
    "DOC-B10 %s take a limited amount of memory",
    async (_, connections, requests) => {
      const server = await openServer(runtime);
      const query = `{ ${repeat(8, (index) => `a${index}: docs(limit: ${DOCS - index}) { id body }`)} }`;
      await post(server, { query: "{ docs { id body } }" });
      const before = vitalsOf(server).residentBytes;
      const text = postText(JSON.stringify({ query })).repeat(requests);
      for (let i = 0; i < connections; i++) holdConnection(server, text);
      let most = 0;
      for (let i = 0; i < 20; i++) {
        await pause(150);
        most = Math.max(most, vitalsOf(server).residentBytes);
        expect(await healthAfter(server)).toBeLessThan(5_000);
      }

      expect(most).toBeLessThan(1.2 * before + 256 * MEBIBYTE);
    },
  );
});

async function openServer(runtime: Runtime): Promise<TestServer> {
  const folder = await mkdtemp(join(tmpdir(), "docgate-unread-"));
  const server = await startServer(await optionsFor(runtime)(folder));
  onTestFinished(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return server;
}

/** Sends requests and does not read the answers. */
function holdConnection({ url }: TestServer, text: string): void {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {});
  socket.pause();
  socket.write(text);
}

/** Time that `/healthz` takes, in milliseconds. */
async function healthAfter({ url }: TestServer): Promise<number> {
  const start = performance.now();
  const agent = new Agent();
  const [response] = await once(sendRequest(`${url}/healthz`, { agent }).end(), "response");
  await once(response.resume(), "end");
  agent.destroy();
  expect(response.statusCode).toBe(200);
  return performance.now() - start;
}
