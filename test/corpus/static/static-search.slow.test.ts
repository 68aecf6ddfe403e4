import { beforeAll, describe, expect, it } from "vitest";
import type { Doc } from "../../../corpus/schema.ts";
import { createWordSearch, type WordSearch } from "../../../corpus/search/words/hits.ts";
import { HASHES, MANIFEST } from "../../../corpus/static/layout.ts";
import { createStaticSearch, type StaticSearch } from "../../../corpus/static/static-search.ts";
import { staticFiles } from "../../../corpus/static/write-static.ts";
import { RUNS } from "../../support/extent.ts";
import { createRandom } from "../../support/random.ts";
import { corpusOf } from "../../support/tree.ts";

const BASE = "https://docs.example/search";

/** The form of docgate's own documentation, the requests for its files, and the whole corpus. */
async function exportContent() {
  const corpus = await corpusOf("content");
  const files = new Map(Array.from(staticFiles(corpus), ({ name, bytes }) => [name, bytes]));
  const requests: string[] = [];
  const get: typeof fetch = async (address) => {
    const name = new URL(String(address)).href.slice(BASE.length + 1);
    requests.push(name);
    const bytes = files.get(name);
    return bytes ? new Response(Buffer.from(bytes)) : new Response("Not found", { status: 404 });
  };
  return { corpus, files, requests, get };
}

/** Words, phrases, beginnings, mistakes and other languages, from the pages themselves. */
function drawQueries(docs: readonly Doc[], count: number): string[] {
  const random = createRandom(16);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const queries: string[] = ["", "  ", '"', "日本", "ÜBER", "a", "the", "docgate serve", "--port"];
  while (queries.length < count) {
    const { title, headings, body } = pick(docs);
    const words = body.split(/\s+/).filter(Boolean);
    const start = Math.floor(random() * words.length);
    const some = words.slice(start, start + 1 + Math.floor(random() * 4)).join(" ");
    const word = pick(words);
    const cut = Math.floor(random() * word.length);
    const forms = [
      some,
      some.toUpperCase(),
      `"${some.replaceAll('"', "")}"`,
      word.slice(0, cut + 1),
      word.slice(0, cut) + word.slice(cut + 1),
      title,
      pick(headings)?.text ?? title,
      `${word} ${pick(words)}`,
    ];
    queries.push(pick(forms).slice(0, 500));
  }
  return queries;
}

describe("the static form", () => {
  let form: Awaited<ReturnType<typeof exportContent>>;
  let whole: WordSearch<Doc>;
  let search: StaticSearch;

  beforeAll(async () => {
    form = await exportContent();
    whole = createWordSearch(form.corpus.docs, form.corpus.words);
    search = createStaticSearch(BASE, { fetch: form.get });
  });

  it("answers queries as the whole corpus does", async () => {
    const { docs, meta } = form.corpus;
    expect(meta.base).toBe("/docs");
    const sections = [undefined, ...new Set(docs.map(({ section }) => section))];
    for (const [at, query] of drawQueries(docs, RUNS.usual).entries()) {
      const options = { section: sections[at % sections.length], limit: 1 + (at % 20), perDoc: 3 };
      expect(await search.hits(query, options), query).toEqual(whole.hits(query, options));
    }
  });

  it("loads for a query only the packs that it needs, each once", async () => {
    const fresh = createStaticSearch(BASE, { fetch: form.get });
    form.requests.length = 0;
    await fresh.hits("sequence");
    const first = form.requests.length;
    await fresh.hits("sequence");

    expect(first).toBeLessThan(form.files.size / 4);
    expect(form.requests).toHaveLength(first);
    expect(new Set(form.requests).size).toBe(first);
    expect(form.requests[0]).toBe(MANIFEST);
  });

  it("is the same files for the same corpus, the manifest last, and each with its hash", () => {
    const again = Array.from(staticFiles(form.corpus));
    const names = again.map(({ name }) => name);
    const listed = new TextDecoder().decode(form.files.get(HASHES)).trimEnd().split("\n");

    expect(new Map(again.map(({ name, bytes }) => [name, bytes]))).toEqual(form.files);
    expect(names.at(-1)).toBe(MANIFEST);
    expect(listed.map((line) => line.slice(66))).toEqual(names.slice(0, -2));
  });

  it("has the limits of the search on a server", async () => {
    await expect(search.hits("x".repeat(501))).rejects.toMatchObject({ code: "invalid-argument" });
    await expect(search.hits("x", { limit: 51 })).rejects.toMatchObject({
      code: "invalid-argument",
    });
  });

  it("says which file the host does not have, and works once it has it", async () => {
    let isBroken = true;
    const get: typeof fetch = (address) =>
      isBroken && String(address).includes("/postings/")
        ? Promise.resolve(new Response("", { status: 404 }))
        : form.get(address);
    const fresh = createStaticSearch(`${BASE}/`, { fetch: get });

    await expect(fresh.hits("sequence")).rejects.toThrow(
      /\/postings\/\d+\.txt": the host answered 404/,
    );
    isBroken = false;
    expect((await fresh.hits("sequence")).total).toBeGreaterThan(0);
  });

  it("ends with its signal", async () => {
    const reason = new Error("typed on");
    await expect(
      search.hits("zebra crossing sequence", { signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
  });
});
