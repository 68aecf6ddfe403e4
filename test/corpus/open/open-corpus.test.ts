import { describe, expect, it } from "vitest";
import type { Corpus } from "../../../corpus/open/corpus.ts";
import { type CorpusData, openCorpus } from "../../../corpus/open/open-corpus.ts";
import { serializeCorpus } from "../../../corpus/write/write.ts";
import { contentOf, corpusFrom, dataOf, makeDoc, seal } from "../../support/corpora.ts";

const DOCS = [
  makeDoc("guide/first", {
    title: "Erste Schritte – 第一步 😀",
    headings: [{ depth: 1, text: "First", anchor: "first", start: 0 }],
    body: "# First\n\nBegin here.\n",
    links: ["guide/second"],
  }),
  makeDoc("guide/second", { body: "\u2028 Half a surrogate: \ud83d" }),
];
const BYTES = serializeCorpus(contentOf(DOCS));
const TEXT = BYTES.toString();
const QUERIES = ["begin", "第一步", "surrogate", '"here."', "bgein", ""];

const SOURCES: [string, (bytes: Buffer) => CorpusData][] = [
  ["bytes", (bytes) => new Uint8Array(bytes)],
  ["a buffer", (bytes) => new Uint8Array(bytes).buffer],
  ["text", (bytes) => bytes.toString()],
];

function answersOf({ search, ...parts }: Corpus): unknown {
  return [
    dataOf(parts),
    QUERIES.map((query) => [search.matches(query), search.ranked(query), search.hits(query)]),
  ];
}

describe("openCorpus", () => {
  it.each([...SOURCES, ["an object", (bytes: Buffer) => JSON.parse(bytes.toString())]] as const)(
    "gives for %s the corpus that loadCorpus gives for the file",
    async (_, from) => {
      expect(answersOf(await openCorpus(from(BYTES)))).toEqual(answersOf(corpusFrom(DOCS)));
    },
  );

  it("opens a corpus without pages", async () => {
    const empty = serializeCorpus(contentOf([]));

    expect((await openCorpus(JSON.parse(empty.toString()))).docs).toEqual([]);
  });

  it("leaves an object as it was, and does not follow its changes", async () => {
    const file = JSON.parse(TEXT);

    const corpus = await openCorpus(file);
    file.docs[0].title = "Changed";

    expect(corpus.docs[0]!.title).toBe(DOCS[0]!.title);
    expect(Object.isFrozen(corpus.docs[0])).toBe(true);
  });

  it.each(SOURCES)(
    "accepts %s that another tool hashed as the schema describes",
    async (_, from) => {
      const corpus = await openCorpus(from(seal(JSON.parse(TEXT))));

      expect(corpus.docs).toEqual(DOCS);
    },
  );

  const changed = { ...JSON.parse(TEXT), meta: { ...JSON.parse(TEXT).meta, name: "Changed" } };

  it.each([
    ["a changed object", "corpus-hash", changed],
    ["an object with another key", "corpus-hash", { ...JSON.parse(TEXT), extra: 1 }],
    ["a changed text", "corpus-hash", TEXT.replace("Begin", "Began")],
    ["changed bytes", "corpus-hash", Buffer.from(TEXT.replace("Begin", "Began"))],
    ["half a text", "corpus-not-json", TEXT.slice(0, 500)],
    ["nothing", "corpus-not-json", new ArrayBuffer(0)],
    ["another object", "corpus-foreign", { docs: [] }],
    ["a list", "corpus-foreign", []],
    ["a page of a missing file", "corpus-not-json", "<!doctype html>"],
    ["another format version", "corpus-version", { ...JSON.parse(TEXT), formatVersion: 1 }],
    ["another shape", "corpus-shape", seal({ ...JSON.parse(TEXT), docs: [{}] })],
  ])("refuses %s: %s, in one line with the name", async (_, code, source) => {
    await expect(openCorpus(source, { name: "/docs.json" })).rejects.toMatchObject({
      name: "DocgateError",
      code,
      message: expect.stringMatching(/^[^\n]*"\/docs\.json"[^\n]+\.$/),
    });
  });
});
