import { readFile } from "node:fs/promises";
import { join } from "node:path";
import MiniSearch, { type AsPlainObject, type Options, type SearchOptions } from "minisearch";
import { describe, expect, it } from "vitest";
import { loadCorpus } from "../../../corpus/read/read.ts";
import type { CorpusContent } from "../../../corpus/schema.ts";
import { parseConfig } from "../../../generator/config/config.ts";
import { generate, generateFile } from "../../../generator/generate.ts";
import { createKnownFiles } from "../../../generator/rebuild/known-files.ts";
import { ROOT } from "../../support/command.ts";
import { createRandom } from "../../support/random.ts";
import { makeFolder, makeTree, writeTree } from "../../support/tree.ts";

interface SerializedIndex extends AsPlainObject {
  readonly options: Options;
}

/** Pages in several languages, with letters that fold and combine. */
const LANGUAGES = {
  "index.md": "---\ntitle: Install\ndescription: How to INSTALL it.\n---\n# Install\n\nInstall it.",
  "greek.md": "# Η Οδός\n\nΟΔΟΣ, οδός και Οδος. The the THE.",
  "german.md": "# Straße\n\nSTRASSE, Straße, Ärger; a\u0308rgerlich.",
  "chinese.md": "# 安装\n\n安装，快速开始。Install – 安装",
  "code.md":
    "# Code\n\n`npm install --save-dev` and [a link](index.md#install). __proto__ constructor",
  "empty.md": "",
};

/** Pages of a few words that occur in many of them. */
function manyPages(): Record<string, string> {
  const random = createRandom(3);
  const word = () => `word${Math.floor(60 ** random())}`;
  const words = (count: number) => Array.from({ length: count }, word).join(" ");
  return Object.fromEntries(
    Array.from({ length: 80 }, (_, page) => [
      `part-${page % 5}/page-${page}.md`,
      `---\ndescription: ${words(5)}\n---\n# ${words(2)}\n\n${words(40)}\n\n## ${words(3)}\n\n${words(30)}\n`,
    ]),
  );
}

const QUERIES = [
  "install",
  "INSTALL the",
  "οδος",
  "ΟΔΟΣ",
  "straße",
  "安装",
  "word1 word2",
  "npm",
  "constructor",
  "",
];
const OPTIONS: readonly SearchOptions[] = [
  {},
  { prefix: true },
  { fuzzy: 0.2 },
  { combineWith: "AND", fields: ["title", "body"] },
  { boost: { title: 3 }, prefix: (term) => term.length > 3 },
];

function parseIndex({ search }: Pick<CorpusContent, "search">): SerializedIndex {
  return JSON.parse(Buffer.from(search!).toString());
}

/** Builds an index of the same pages with MiniSearch alone. */
function ownIndex({ docs }: CorpusContent, options: Options): MiniSearch {
  const index = new MiniSearch(options);
  index.addAll(
    docs.map(({ id, title, headings, description, body }) => ({
      id,
      title,
      headings: headings.map(({ text }) => text).join("\n"),
      description: description ?? "",
      body,
    })),
  );
  return index;
}

/** Returns what a search finds, without what depends on the order of additions. */
function found(index: MiniSearch, query: string, options: SearchOptions): string[] {
  return index
    .search(query, options)
    .map(({ id, score, terms }) => `${id} ${score.toPrecision(10)} ${terms.toSorted().join()}`)
    .sort();
}

describe("the index of MiniSearch in a corpus", () => {
  it.each([
    ["content/", async () => join(ROOT, "content")],
    ["pages in several languages", () => makeTree(LANGUAGES)],
    ["many pages", () => makeTree(manyPages())],
  ])("loads with its own options and finds what MiniSearch would: %s", async (_, root) => {
    const { content } = await generate({ root: await root(), config: parseConfig({}) });
    const written = parseIndex(content);
    const loaded = MiniSearch.loadJSON(JSON.stringify(written), written.options);
    const own = ownIndex(content, written.options);

    expect(loaded.documentCount).toBe(content.docs.length);
    for (const query of QUERIES) {
      for (const options of OPTIONS) {
        expect(found(loaded, query, options)).toEqual(found(own, query, options));
      }
    }
    expect(loaded.search("install word1").length).toBeGreaterThan(0);
  });

  it("search.minisearch: false leaves it out, and a page that changes does not bring it back", async () => {
    const root = await makeTree(LANGUAGES);
    const out = join(await makeFolder(), "corpus.json");
    const config = parseConfig({ search: { minisearch: false } });
    const knownFiles = createKnownFiles();
    const run = () => generateFile({ root, config, out, knownFiles });
    const fresh = async () => (await generate({ root, config })).content;
    await run();
    const first = await readFile(out, "utf8");
    await writeTree(root, { "index.md": "# Install\n\nAnother text.\n" });
    await run();
    const second = await readFile(out, "utf8");

    expect((await fresh()).search).toBeNull();
    for (const text of [first, second]) expect(JSON.parse(text).search).toBeUndefined();
    const { search } = await loadCorpus(out);
    expect(search.ranked("another TEXT").map(({ id }) => id)).toEqual(["index"]);
    expect(search.hits("another text").items.map(({ id }) => id)).toContain("index");
  });

  it("comes back, and goes again, with the configuration", async () => {
    const root = await makeTree(LANGUAGES);
    const out = join(await makeFolder(), "corpus.json");
    const cacheDir = await makeFolder();
    const bytesWith = async (minisearch: boolean) => {
      const config = parseConfig({ search: { minisearch } });
      await generateFile({ root, config, out, cacheDir });
      return readFile(out, "utf8");
    };
    const [withIndex, without] = [await bytesWith(true), await bytesWith(false)];

    expect(without).not.toContain('"documentCount"');
    expect(await bytesWith(true)).toBe(withIndex);
    expect(await bytesWith(false)).toBe(without);
  });
});
