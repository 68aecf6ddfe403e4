import { appendFile, readFile, rename, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { openCorpus } from "../../corpus/open/open-corpus.ts";
import { generateKey } from "../../corpus/signature/private-key.ts";
import { signStatement } from "../../corpus/signature/sign.ts";
import { replaceFile } from "../../corpus/write/replace-file.ts";
import { serializeCorpus } from "../../corpus/write/write.ts";
import { RUNTIMES } from "../support/command.ts";
import { contentOf, makeDocs } from "../support/corpora.ts";
import { runtimesOf } from "../support/extent.ts";
import { startServer } from "../support/server.ts";
import { shareServer } from "../support/shared-server.ts";
import { makeFolder } from "../support/tree.ts";

/** Gets the corpus file, by default as it is. */
function get(url: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> {
  return fetch(`${url}/corpus.json`, {
    method,
    headers: { "Accept-Encoding": "identity", ...headers },
  });
}

describe.each(RUNTIMES)("GET /corpus.json on %s", (runtime) => {
  const server = shareServer({ runtime });

  it("is the file, to the byte, which openCorpus opens", async () => {
    const answer = await get(server.url);

    expect(answer.status).toBe(200);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.equals(await readFile(server.corpus))).toBe(true);
    expect((await openCorpus(bytes)).search.hits("install").items).not.toEqual([]);
    const { sha256 } = JSON.parse(bytes.toString());
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "accept-ranges": "bytes",
      "access-control-allow-origin": "*",
      "cache-control": "public, max-age=0, must-revalidate",
      "content-length": String(bytes.length),
      "content-type": "application/json; charset=utf-8",
      etag: `"${sha256}"`,
      vary: "Accept-Encoding",
      "x-content-type-options": "nosniff",
    });
  });

  it.each([
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
  ])("is the same file in %s, with another strong entity tag", async (encoding, decompress) => {
    const file = await readFile(server.corpus);
    const { headers, body } = await getRaw(server.url, { "Accept-Encoding": encoding });

    expect(headers).toMatchObject({
      "content-encoding": encoding,
      "content-length": String(body.length),
      etag: `"${JSON.parse(file.toString()).sha256}-${encoding}"`,
    });
    expect(body.length).toBeLessThan(file.length / 2);
    expect(decompress(body).equals(file)).toBe(true);
  });
});

/** Gets the corpus file without decompressing it. */
function getRaw(
  url: string,
  headers: Record<string, string>,
): Promise<{ headers: NodeJS.Dict<string | string[]>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    request(`${url}/corpus.json`, { headers }, async (response) => {
      const parts = await Array.fromAsync(response as AsyncIterable<Buffer>);
      resolve({ headers: response.headers, body: Buffer.concat(parts) });
    })
      .on("error", reject)
      .end();
  });
}

describe.each(runtimesOf("node"))("requests for /corpus.json on %s", (runtime) => {
  const server = shareServer({ runtime });

  it("304 for a client that has the file", async () => {
    const etag = (await get(server.url)).headers.get("etag")!;

    const again = await get(server.url, { "If-None-Match": etag });

    expect(again.status).toBe(304);
    expect(again.headers.get("etag")).toBe(etag);
    expect(await again.text()).toBe("");
    expect((await get(server.url, { "If-None-Match": '"other"' })).status).toBe(200);
  });

  it("HEAD has the head alone, and is never a part", async () => {
    const head = await get(server.url, { Range: "bytes=0-9" }, "HEAD");

    expect(head.status).toBe(200);
    expect(head.headers.get("content-length")).toBe(String((await readFile(server.corpus)).length));
    expect(await head.text()).toBe("");
  });

  it.each([
    ["bytes=0-0", (bytes: Buffer) => [0, 0, bytes.subarray(0, 1)]],
    ["bytes=10-19", (bytes: Buffer) => [10, 19, bytes.subarray(10, 20)]],
    ["bytes=100-", (bytes: Buffer) => [100, bytes.length - 1, bytes.subarray(100)]],
    ["bytes=-7", (bytes: Buffer) => [bytes.length - 7, bytes.length - 1, bytes.subarray(-7)]],
    ["bytes=5-999999999", (bytes: Buffer) => [5, bytes.length - 1, bytes.subarray(5)]],
    ["bytes=-999999999", (bytes: Buffer) => [0, bytes.length - 1, bytes]],
  ] as const)("RFC 9110 §14: Range %s is 206 with that part", async (range, expected) => {
    const file = await readFile(server.corpus);
    const [first, last, part] = expected(file);
    const answer = await get(server.url, { Range: range });

    expect(answer.status).toBe(206);
    expect(answer.headers.get("content-range")).toBe(`bytes ${first}-${last}/${file.length}`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(part as Buffer)).toBe(true);
  });

  it.each(["bytes=999999999-", "bytes=-0"])("Range %s is 416 with the size", async (range) => {
    const answer = await get(server.url, { Range: range });

    expect(answer.status).toBe(416);
    const { length } = await readFile(server.corpus);
    expect(answer.headers.get("content-range")).toBe(`bytes */${length}`);
  });

  it.each(["bytes=0-1,4-5", "bytes=9-3", "bytes=-", "lines=0-1", "bytes=a-b"])(
    "Range %s is ignored",
    async (range) => {
      const answer = await get(server.url, { Range: range });

      expect(answer.status).toBe(200);
      expect((await answer.arrayBuffer()).byteLength).toBe((await readFile(server.corpus)).length);
    },
  );

  it("If-Range gives the part of the same file only", async () => {
    const etag = (await get(server.url)).headers.get("etag")!;

    expect((await get(server.url, { Range: "bytes=0-9", "If-Range": etag })).status).toBe(206);
    for (const other of ['"other"', `W/${etag}`, "Sun, 22 Nov 2026 18:00:00 GMT"]) {
      const answer = await get(server.url, { Range: "bytes=0-9", "If-Range": other });
      expect(answer.status, other).toBe(200);
    }
  });

  it("a part of a compressed form belongs to that form", async () => {
    const whole = await getRaw(server.url, { "Accept-Encoding": "gzip" });
    const part = await getRaw(server.url, { "Accept-Encoding": "gzip", Range: "bytes=2-11" });

    expect(part.headers.etag).toBe(whole.headers.etag);
    expect(part.body.equals(whole.body.subarray(2, 12))).toBe(true);
  });

  it("answers preflight requests, and 405 to other methods", async () => {
    const preflight = await get(server.url, {}, "OPTIONS");
    const post = await get(server.url, {}, "POST");

    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(post.status).toBe(405);
    expect(post.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    expect(await post.json()).toEqual({ message: "The method must be GET." });
  });
});

describe.each(RUNTIMES)("GET /corpus.json.sig on %s", (runtime) => {
  const server = shareServer({ runtime });

  function getSignature(headers: Record<string, string> = {}, method = "GET"): Promise<Response> {
    return fetch(`${server.url}/corpus.json.sig`, { method, headers });
  }

  /** Signs a statement about a corpus with this `sha256`. */
  async function sign(digest: string): Promise<string> {
    const statement = {
      ...{ format: 2, file: "corpus.json", sha256: "a".repeat(64), digest, sequence: 1 },
      ...{ issuedAt: "2026-11-22T12:00:00.000Z", expiresAt: null },
    };
    return JSON.stringify(await signStatement(statement, await generateKey("ci")));
  }

  it("404 without a signature; the file of the served corpus once it is signed, and no other", async () => {
    const file = `${server.corpus}.sig`;
    const { sha256 } = JSON.parse(await readFile(server.corpus, "utf8"));
    const text = await sign(sha256);

    expect((await getSignature()).status).toBe(404);
    for (const other of [await sign("b".repeat(64)), text.slice(0, -9), "x".repeat(70_000)]) {
      await replaceFile(file, Buffer.from(other));
      expect((await getSignature()).status).toBe(404);
    }
    await replaceFile(file, Buffer.from(text));
    const answer = await getSignature();
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(text);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "cache-control": "public, max-age=0, must-revalidate",
      "content-type": "application/json; charset=utf-8",
    });

    const etag = answer.headers.get("etag")!;
    expect((await getSignature({ "If-None-Match": etag })).status).toBe(304);
    const head = await getSignature({}, "HEAD");
    expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, etag, ""]);
    expect((await getSignature({}, "POST")).status).toBe(405);
    expect((await getSignature({}, "OPTIONS")).status).toBe(204);
  });
});

const SOON = { timeout: 20_000 };

describe.each(runtimesOf("node"))("/corpus.json while its file changes, on %s", (runtime) => {
  const first = serializeCorpus(
    contentOf(makeDocs(2000, { body: "First. ".repeat(500) }), "First"),
  );
  const second = serializeCorpus(contentOf(makeDocs(3, { body: "Second." }), "Second"));

  async function serveFile(args: readonly string[] = []) {
    const corpus = join(await makeFolder(), "corpus.json");
    await replaceFile(corpus, first);
    const server = await startServer({ runtime, corpus, args });
    return { server, corpus };
  }

  const nameOf = async (url: string): Promise<string> => {
    const answer = await fetch(`${url}/graphql?query={meta{name}}`);
    return ((await answer.json()) as { data: { meta: { name: string } } }).data.meta.name;
  };

  it("finishes the file that a client has begun to read, then sends the new one", async () => {
    const { server, corpus } = await serveFile();
    const answer = await get(server.url);
    const reader = answer.body!.getReader();
    const parts = [(await reader.read()).value!];

    await replaceFile(corpus, second);
    await vi.waitFor(async () => expect(await nameOf(server.url)).toBe("Second"), SOON);

    const after = Buffer.from(await (await get(server.url)).arrayBuffer());
    for (let { value } = await reader.read(); value; { value } = await reader.read())
      parts.push(value);
    await server.stop();
    expect(after.equals(second)).toBe(true);
    expect(Buffer.concat(parts).equals(first)).toBe(true);
  });

  it("sends the corpus that is answered from, when that is not reloaded", async () => {
    const { server, corpus } = await serveFile(["--no-reload"]);
    await replaceFile(corpus, second);

    const bytes = Buffer.from(await (await get(server.url)).arrayBuffer());
    const name = await nameOf(server.url);
    await rm(corpus);
    const again = Buffer.from(await (await get(server.url)).arrayBuffer());
    await server.stop();

    expect(name).toBe("First");
    expect(bytes.equals(first)).toBe(true);
    expect(again.equals(first)).toBe(true);
  });

  it("sends no bytes that were written into the file after it was loaded: 503", async () => {
    const { server, corpus } = await serveFile();
    await appendFile(corpus, "x");
    await vi.waitFor(() => expect(server.log()).toContain("The loaded one is kept."), SOON);

    const answer = await get(server.url);
    const compressed = await get(server.url, { "Accept-Encoding": "br" });
    const name = await nameOf(server.url);
    await writeFile(`${corpus}.new`, second);
    await rename(`${corpus}.new`, corpus);
    await vi.waitFor(async () => expect((await get(server.url)).status).toBe(200), SOON);
    await server.stop();

    expect(name).toBe("First");
    for (const { status, headers } of [answer, compressed]) {
      expect(status).toBe(503);
      expect(headers.get("retry-after")).toBe("1");
    }
    expect(await answer.json()).toEqual({
      message: "The file of this corpus was changed or removed after it was loaded.",
    });
  });
});
