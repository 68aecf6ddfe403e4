import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { createDocs, type Docs } from "../../../../runtime/docs/execute/queries.ts";
import { createService } from "../../../../runtime/serve/app.ts";
import { createAssets } from "../../../../runtime/serve/assets.ts";
import { DEFAULTS } from "../../../../runtime/serve/settings.ts";
import { openApp } from "../../../support/app.ts";
import { corpusFrom, makeDocs } from "../../../support/corpora.ts";

const PLENTY = "{ docs { id title body path slug section } }";

function docsOf(count: number): Docs {
  return createDocs(corpusFrom(makeDocs(count)));
}

function dependenciesOf(docs: () => Docs) {
  return { docs, assets: createAssets({ directory: "/nowhere" }), onError() {} };
}

/** An app that gets its docs from the function at each request. */
function open(docs: () => Docs, app = openApp(dependenciesOf(docs))) {
  async function post(request: object | string, headers: Record<string, string> = {}) {
    const body = typeof request === "string" ? request : JSON.stringify(request);
    const init = { method: "POST", headers: { "Content-Type": "application/json", ...headers } };
    return app.request("/graphql", { ...init, body });
  }

  async function get(query: string, headers: Record<string, string> = {}) {
    return app.request(`/graphql?query=${encodeURIComponent(query)}`, { headers });
  }

  return { post, get };
}

function openOver(docs: Docs) {
  return open(() => docs);
}

describe("cached answers", () => {
  it("are executed at most twice for each text of a request", async () => {
    const docs = docsOf(3);
    const searchInSteps = vi.fn(docs.searchInSteps);
    const { post } = openOver({ ...docs, searchInSteps });
    const query = "query Find($a: String!, $b: Int) { search(query: $a, limit: $b) { id } }";
    const body = JSON.stringify({ query, variables: { a: "page", b: 2 } });

    const answers: string[] = [];
    for (const _ of [1, 2, 3, 4]) answers.push(await (await post(body)).text());

    expect(new Set(answers)).toEqual(
      new Set(['{"data":{"search":[{"id":"part/page-000"},{"id":"part/page-001"}]}}']),
    );
    expect(searchInSteps).toHaveBeenCalledTimes(2);
  });

  it("belong to the variables as sent: a number that JSON cannot represent is not null", async () => {
    const { post } = openOver(docsOf(3));
    const query = "query ($section: String, $n: Int) { docs(section: $section, limit: $n) { id } }";
    const bodyOf = (variables: string) =>
      `{"query":${JSON.stringify(query)},"variables":${variables}}`;
    for (const wrong of ['{"section":null,"n":1e400}', '{"n":1e400,"section":null}']) {
      for (const _ of [1, 2, 3])
        expect(await (await post(bodyOf(wrong))).json()).not.toHaveProperty("data");
    }

    for (const right of ['{"section":null,"n":null}', '{"n":null,"section":null}']) {
      expect(await (await post(bodyOf(right))).json()).toHaveProperty("data.docs.length", 3);
    }
  });

  it("do not exist without memory for them", async () => {
    const docs = docsOf(3);
    const meta = vi.fn(docs.meta);
    const dependencies = dependenciesOf(() => ({ ...docs, meta }));
    const { app } = createService(dependencies, { ...DEFAULTS, answerCacheMib: 0 });
    const { post } = open(dependencies.docs, app);

    for (const _ of [1, 2, 3, 4]) await post({ query: "{ meta { docCount } }" });

    expect(meta).toHaveBeenCalledTimes(4);
  });

  it("belong to the named operation, even if its name is empty", async () => {
    const { post } = openOver(docsOf(3));
    const query = "{ meta { docCount } }";
    const ask = async (request: object) => (await post({ query, ...request })).json();

    for (const _ of [1, 2, 3]) {
      expect(await ask({})).toEqual({ data: { meta: { docCount: 3 } } });
      expect(await ask({ operationName: "" })).toHaveProperty("errors");
    }
  });

  it("are used for very deeply nested variables", async () => {
    const { post } = openOver(docsOf(3));
    const deep = "[".repeat(2e5) + "]".repeat(2e5);
    const response = await post(`{"query":"{ meta { docCount } }","variables":{"a":${deep}}}`);

    expect(await response.json()).toEqual({ data: { meta: { docCount: 3 } } });
  });

  it("distinguish requests that differ in text, variables, operation, method or type", async () => {
    const { post, get } = openOver(docsOf(3));
    const query = "query A($n: Int) { docs(limit: $n) { id } } query B { meta { docCount } }";
    const ask = async (request: object) => (await post({ query, ...request })).json();

    expect(await ask({ operationName: "A", variables: { n: 0 } })).toEqual({ data: { docs: [] } });
    expect(await ask({ operationName: "A", variables: { n: 1 } })).toEqual({
      data: { docs: [{ id: "part/page-000" }] },
    });
    expect(await ask({ operationName: "B" })).toEqual({ data: { meta: { docCount: 3 } } });
    expect(await ask({})).toHaveProperty("errors");
    const mutation = "mutation { anything }";
    expect((await post({ query: mutation })).status).toBe(200);
    expect((await get(mutation)).status).toBe(405);
    const typed = { Accept: "application/graphql-response+json" };
    expect((await post({ query: mutation }, typed)).status).toBe(400);
  });

  it("are dropped when the corpus is replaced", async () => {
    let docs = docsOf(1);
    const { post, get } = open(() => docs);
    const query = "{ meta { docCount } }";
    const first = (await get(query)).headers.get("etag");
    await post({ query });
    await post({ query });
    expect(await (await post({ query })).json()).toEqual({ data: { meta: { docCount: 1 } } });

    docs = docsOf(2);

    expect(await (await post({ query })).json()).toEqual({ data: { meta: { docCount: 2 } } });
    expect((await get(query)).headers.get("etag")).not.toBe(first);
    expect((await get(query, { "If-None-Match": first! })).status).toBe(200);
  });

  it("do not include faults", async () => {
    const good = docsOf(1);
    let isBroken = true;
    const graph = () => {
      if (isBroken) throw new Error("for now");
      return good.graph();
    };
    const { post } = openOver({ ...good, graph });
    const query = "{ graph { edges { from } } }";
    expect(await (await post({ query })).json()).toHaveProperty("errors");

    isBroken = false;

    expect(await (await post({ query })).json()).toEqual({ data: { graph: { edges: [] } } });
  });
});

describe("compressed answers", () => {
  const { get, post } = openOver(docsOf(40));

  it.each([
    ["br", "br", brotliDecompressSync],
    ["gzip, deflate, br", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["br;q=0, gzip", "gzip", gunzipSync],
    ["br;q=0.5, gzip;q=0.9", "gzip", gunzipSync],
    ["*", "br", brotliDecompressSync],
  ] as const)("for Accept-Encoding: %s with %s", async (accept, encoding, decompress) => {
    const plain = await (await post({ query: PLENTY })).text();

    for (const response of [
      await post({ query: PLENTY }, { "Accept-Encoding": accept }),
      await get(PLENTY, { "Accept-Encoding": accept }),
    ]) {
      expect(response.headers.get("content-encoding")).toBe(encoding);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.length).toBeLessThan(plain.length / 2);
      expect(decompress(bytes).toString()).toBe(plain);
    }
  });

  it.each(["", "identity", "deflate", "br;q=0", "*;q=0", "identity, br;q=0.5"])(
    "not for Accept-Encoding: %j",
    async (accept) => {
      const response = await get(PLENTY, accept === "" ? {} : { "Accept-Encoding": accept });

      expect(response.headers.get("content-encoding")).toBeNull();
      expect(await response.json()).toHaveProperty("data");
    },
  );

  it("not if one packet is enough", async () => {
    const response = await post({ query: "{ meta { docCount } }" }, { "Accept-Encoding": "br" });

    expect(response.headers.get("content-encoding")).toBeNull();
  });

  it("DOC-B7 have a tag for each form, which gives 304 to clients that have this form", async () => {
    const tags = new Map<string, string>();
    for (const encoding of ["identity", "gzip", "br"]) {
      const { headers } = await get(PLENTY, { "Accept-Encoding": encoding });
      expect(headers.get("vary")).toBe("Accept, Accept-Encoding");
      tags.set(encoding, headers.get("etag")!);
    }

    expect(new Set(tags.values()).size).toBe(3);
    for (const [encoding, tag] of tags) {
      const headers = { "Accept-Encoding": encoding, "If-None-Match": tag };
      const response = await get(PLENTY, headers);
      expect([response.status, response.headers.get("etag")]).toEqual([304, tag]);
      expect(await response.text()).toBe("");
    }
    const other = { "Accept-Encoding": "br", "If-None-Match": tags.get("gzip")! };
    expect((await get(PLENTY, other)).status).toBe(200);
  });
});
