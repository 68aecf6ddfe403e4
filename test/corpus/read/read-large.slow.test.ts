import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadCorpus, openFile } from "../../../corpus/read/read.ts";
import { serializeCorpus } from "../../../corpus/write/write.ts";
import { contentOf, makeDoc, openBytes, reseal, seal } from "../../support/corpora.ts";
import { makeFolder } from "../../support/tree.ts";

async function corpusFile(bytes: Buffer): Promise<string> {
  const file = join(await makeFolder(), "corpus.json");
  await writeFile(file, bytes);
  return file;
}

const QUERIES = ["ipsum – d", "begin", "第一步", "nothing", "irs"];

/** Apart from the doc that makes the file large. */
const SHORT = [
  makeDoc("guide/first", { title: "Erste Schritte – 第一步 😀", body: "# First\n\nBegin here.\n" }),
  makeDoc("guide/second", { links: ["guide/first"] }),
];

describe("loadCorpus of a large file", () => {
  const long = "Lorem ipsum – dolor. ".repeat(300_000);
  const large = serializeCorpus(contentOf([...SHORT, makeDoc("long", { body: long })]));

  function spoil(text: string, by: string): Buffer {
    const copy = Buffer.from(large);
    copy.write(by, copy.lastIndexOf(text), "latin1");
    return copy;
  }

  it("gives the same corpus as from its bytes, alone and after an earlier state", async () => {
    const expected = openBytes(Buffer.from(large))!.corpus;
    const file = await corpusFile(large);

    const first = await openFile(file);
    const second = await openFile(file, first);

    for (const { corpus } of [first, second]) {
      expect(corpus.sha256).toBe(expected.sha256);
      expect(corpus.docs.map(({ body }) => body)).toEqual(expected.docs.map(({ body }) => body));
      for (const query of QUERIES) {
        expect(corpus.search.ranked(query)).toEqual(expected.search.ranked(query));
      }
    }
  });

  it("parses a file in another layout, and gives the same corpus", async () => {
    const expected = openBytes(Buffer.from(large))!.corpus;

    const { corpus, read } = await openFile(await corpusFile(seal(JSON.parse(large.toString()))));

    expect(read).toBeNull();
    expect(corpus.docs.map(({ body }) => body)).toEqual(expected.docs.map(({ body }) => body));
    for (const query of QUERIES) {
      const ids = corpus.search.ranked(query).map(({ id }) => id);
      expect(ids).toEqual(expected.search.ranked(query).map(({ id }) => id));
    }
  });

  it.each([
    ["changed in a doc: hash", () => spoil("Lorem ipsum", "l"), "corpus-hash"],
    ["changed in the index of MiniSearch: hash", () => spoil('"1":1', '"1":2'), "corpus-hash"],
    ["cut off: not-json", () => large.subarray(0, -2), "corpus-not-json"],
    [
      "with a graph of another shape: shape",
      () => reseal(spoil('"edges":', '"egdes":')),
      "corpus-shape",
    ],
  ])("refuses one that is %s", async (_, make, code) => {
    await expect(loadCorpus(await corpusFile(make()))).rejects.toMatchObject({ code });
  });
});
