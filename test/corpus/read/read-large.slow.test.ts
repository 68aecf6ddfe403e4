import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { loadCorpus, MIN_BYTES_FOR_THREAD, openFile } from "../../../corpus/read/read.ts";
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
  const long = "Lorem ipsum – dolor. ".repeat(800_000);
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

  it("reads it with the help of a thread, without parsing it as a whole", async () => {
    const file = await corpusFile(large);

    const opened = await openFile(file);

    expect(large.length).toBeGreaterThanOrEqual(MIN_BYTES_FOR_THREAD);
    expect(opened.kept).not.toBeNull();
    expect((await openFile(file, opened)).corpus.docs[0]).toBe(opened.corpus.docs[0]);
  });

  it("starts one thread, but none for a small file", async () => {
    const started: Worker[] = [];
    const note = (worker: Worker) => started.push(worker);
    process.on("worker", note);
    try {
      await openFile(await corpusFile(serializeCorpus(contentOf(SHORT))));
      expect(started).toHaveLength(0);
      const first = await openFile(await corpusFile(large));
      expect(started).toHaveLength(1);
      await openFile(await corpusFile(large), first);
      expect(started).toHaveLength(2);
    } finally {
      process.off("worker", note);
    }
  });

  it("parses a file in another layout, and gives the same corpus", async () => {
    const expected = openBytes(Buffer.from(large))!.corpus;

    const { corpus, kept } = await openFile(await corpusFile(seal(JSON.parse(large.toString()))));

    expect(kept).toBeNull();
    expect(corpus.docs.map(({ body }) => body)).toEqual(expected.docs.map(({ body }) => body));
    for (const query of QUERIES) {
      const ids = corpus.search.ranked(query).map(({ id }) => id);
      expect(ids).toEqual(expected.search.ranked(query).map(({ id }) => id));
    }
  });

  it.each([
    ["changed in a doc: hash", () => spoil("Lorem ipsum", "l"), "corpus-hash"],
    ["changed in its index: hash", () => spoil('"1":1', '"1":2'), "corpus-hash"],
    ["cut off: not-json", () => large.subarray(0, -2), "corpus-not-json"],
    [
      "with a graph of another shape: shape",
      () => reseal(spoil('"edges":', '"egdes":')),
      "corpus-shape",
    ],
    [
      "with another index: shape",
      () => reseal(spoil('"serializationVersion":2', '"serializationVersion":3')),
      "corpus-shape",
    ],
  ])("refuses one that is %s", async (_, make, code) => {
    await expect(loadCorpus(await corpusFile(make()))).rejects.toMatchObject({ code });
  });
});
