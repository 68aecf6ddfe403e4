import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DocgateError } from "../../../corpus/error.ts";
import { FORMAT_VERSION } from "../../../corpus/layout.ts";
import type { Corpus } from "../../../corpus/open/corpus.ts";
import { verifyCorpus } from "../../../corpus/open/verify.ts";
import type { OpenedFile } from "../../../corpus/read/open-written.ts";
import { loadCorpus, loadCorpusFile, openFile } from "../../../corpus/read/read.ts";
import { loadDocs } from "../../../corpus/read/read-docs.ts";
import type { Marks } from "../../../corpus/schema.ts";
import { serializeCorpus } from "../../../corpus/write/write.ts";
import {
  contentOf,
  dataOf,
  makeDoc,
  openBytes,
  plainContent,
  reseal,
  seal,
} from "../../support/corpora.ts";
import { RUNS } from "../../support/extent.ts";
import { makeFolder } from "../../support/tree.ts";

const FILE = "folder/corpus.json";
const MARKS: Marks["description"] = { hidden: [0, 1], links: [[0, 1, "/a"]] };
const DOCS = [
  makeDoc("guide/first", {
    title: "Erste Schritte – 第一步 😀",
    description: "How to begin.",
    headings: [{ depth: 1, text: "First", anchor: "first", start: 0 }],
    body: "# First\n\nBegin here.\n",
    wordCount: 4,
    links: ["guide/second"],
  }),
  makeDoc("guide/second", {
    marks: { text: [0, 1], hidden: [0, 1], links: [[0, 1, "#a"]], titleEnd: 0, description: MARKS },
  }),
];
const BYTES = serializeCorpus(contentOf(DOCS));

/** Returns a fresh copy of the file as plain data, to be changed. */
// biome-ignore lint/suspicious/noExplicitAny: tests make it invalid
function plain(): any {
  return JSON.parse(BYTES.toString());
}

function errorOf(bytes: Buffer | string): DocgateError {
  try {
    verifyCorpus(Buffer.from(bytes as string), FILE);
  } catch (error) {
    if (error instanceof DocgateError) return error;
    throw error;
  }
  throw new Error("The bytes were accepted");
}

async function corpusFile(bytes: Buffer | string): Promise<string> {
  const file = join(await makeFolder(), "corpus.json");
  await writeFile(file, bytes);
  return file;
}

// biome-ignore lint/suspicious/noExplicitAny: as above
const spoilers: [string, string, (file: any) => void][] = [
  ["an unknown key", "unknown", (file) => (file.unknown = 1)],
  ["no docs", "docs", (file) => delete file.docs],
  ["docs that are not a list", "docs", (file) => (file.docs = {})],
  ["no index of words", "words", (file) => delete file.words],
  ["no graph", "graph", (file) => delete file.graph],
  ["a doc without body", "docs[0].body", (file) => delete file.docs[0].body],
  ["a doc with an empty id", "docs[1].id", (file) => (file.docs[1].id = "")],
  [
    "a description that is a number",
    "docs[0].description",
    (file) => (file.docs[0].description = 1),
  ],
  [
    "a heading of depth 5",
    "docs[0].headings[0].depth",
    (file) => (file.docs[0].headings[0].depth = 5),
  ],
  ["a negative word count", "docs[0].wordCount", (file) => (file.docs[0].wordCount = -1)],
  ["an edge without target", "graph.edges[0].to", (file) => delete file.graph.edges[0].to],
  ["a foreign schema", "$schema", (file) => (file.$schema = "https://elsewhere.example/")],
];

describe("verifyCorpus", () => {
  it("returns the content of an intact file", () => {
    const { meta, redirects, docs, words, graph, search } = verifyCorpus(BYTES, FILE);

    expect({ meta, redirects, docs, words, graph, search }).toEqual(plainContent(contentOf(DOCS)));
  });

  it("accepts a file that another tool hashed as the schema describes", () => {
    expect(verifyCorpus(seal(plain()), FILE).docs).toEqual(DOCS);
  });

  const half = BYTES.length >> 1;

  it.each([
    ["empty", "corpus-not-json", ""],
    ["cut off in the middle", "corpus-not-json", BYTES.subarray(0, half)],
    ["cut off before its last brace", "corpus-not-json", BYTES.subarray(0, -2)],
    ["cut off before its last line end", "corpus-hash", BYTES.subarray(0, -1)],
    ["made longer", "corpus-hash", Buffer.concat([BYTES, Buffer.from("\n")])],
    ["followed by another", "corpus-not-json", Buffer.concat([BYTES, BYTES])],
    ["begun with a BOM", "corpus-not-json", Buffer.concat([Buffer.from("\u{feff}"), BYTES])],
    ["Markdown", "corpus-not-json", "# Welcome\n"],
    ["a JSON string", "corpus-foreign", '"corpus"'],
    ["null", "corpus-foreign", "null"],
    ["a JSON list", "corpus-foreign", "[]"],
    ["another program's JSON", "corpus-foreign", '{ "name": "docgate", "version": "0.1.0" }'],
    ["without a hash", "corpus-foreign", '{ "formatVersion": 1 }'],
    ["with a hash that is not a string", "corpus-foreign", '{ "formatVersion": 1, "sha256": 1 }'],
    [
      "of the next format version",
      "corpus-version",
      seal({ ...plain(), formatVersion: FORMAT_VERSION + 1 }),
    ],
    [
      "of the previous format version",
      "corpus-version",
      seal({ ...plain(), formatVersion: FORMAT_VERSION - 1 }),
    ],
    ["of format version 0", "corpus-version", seal({ ...plain(), formatVersion: 0 })],
    ["with a changed title", "corpus-hash", BYTES.toString().replace("Erste", "Letzte")],
    [
      "with a changed name",
      "corpus-hash",
      BYTES.toString().replace('"name":"Test"', '"name":"Toast"'),
    ],
    ["with a changed edge", "corpus-hash", BYTES.toString().replace('"to":"guide', '"to":"house')],
    ["with different white space", "corpus-hash", BYTES.toString().replace(",\n", ",\r\n")],
    ["with another hash", "corpus-hash", BYTES.toString().replace(/[0-9a-f]{64}/, "0".repeat(64))],
    ["with a hash in capitals", "corpus-hash", BYTES.toString().replace(/[0-9a-f]{64}/, upperCase)],
    ["with an empty hash", "corpus-hash", BYTES.toString().replace(/[0-9a-f]{64}/, "")],
    ["with a byte that is not UTF-8", "corpus-hash", withByte(BYTES.indexOf("Erste"), 0xff)],
  ])("refuses a file that is %s: %s, in one line with its name", (_, code, bytes) => {
    const error = errorOf(bytes);

    expect(error.code).toBe(code);
    expect(error.message).toContain(`"${FILE}"`);
    expect(error.message).toMatch(/^[^\n]+\.$/);
  });

  it("refuses a file with any single byte changed", () => {
    fc.assert(
      fc.property(fc.nat(BYTES.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const { code, message } = errorOf(withByte(at, BYTES[at]! ^ change));

        expect(["corpus-not-json", "corpus-foreign", "corpus-version", "corpus-hash"]).toContain(
          code,
        );
        expect(message).not.toContain("\n");
      }),
    );
  });

  it("refuses a file with any part missing", () => {
    fc.assert(
      fc.property(fc.nat(BYTES.length - 1), (length) => {
        expect(["corpus-not-json", "corpus-hash"]).toContain(
          errorOf(BYTES.subarray(0, length)).code,
        );
      }),
    );
  });

  it.each(spoilers)("refuses a sealed file with %s: shape, naming %s", (_, place, spoil) => {
    const file = plain();
    spoil(file);
    const error = errorOf(seal(file));

    expect(error.code).toBe("corpus-shape");
    expect(error.message).toContain(place);
    expect(error.message).toMatch(/^[^\n]+\.$/);
  });
});

describe("loadCorpus", () => {
  it("opens a file for searching", async () => {
    const { docs, search, meta } = await loadCorpus(await corpusFile(BYTES));

    expect(docs).toEqual(DOCS);
    expect(meta.name).toBe("Test");
    expect(search.ranked("begin")).toEqual([docs[0]]);
  });

  it("has the sha256 of the file", async () => {
    const { sha256 } = await loadCorpus(await corpusFile(BYTES));

    expect(sha256).toBe(plain().sha256);
  });

  it.each([loadCorpus, loadCorpusFile, loadDocs])(
    "refuses a missing file: unreadable",
    async (load) => {
      const file = join(await makeFolder(), "nothing.json");

      await expect(load(file)).rejects.toMatchObject({
        name: "DocgateError",
        code: "corpus-unreadable",
        message: `Cannot read corpus "${file}": no such file.`,
      });
    },
  );

  it("refuses a folder: unreadable", async () => {
    const folder = join(await makeFolder(), "corpus.json");
    await mkdir(folder);

    await expect(loadCorpus(folder)).rejects.toMatchObject({ code: "corpus-unreadable" });
  });

  it.each(spoilers)(
    "refuses a file with %s, in docgate's layout: shape",
    async (_, place, spoil) => {
      const file = plain();
      spoil(file);
      const bytes = reseal(Buffer.from(layOutLines(file)));

      await expect(loadCorpus(await corpusFile(bytes))).rejects.toMatchObject({
        code: "corpus-shape",
        message: expect.stringContaining(place),
      });
    },
  );

  it("gives the same corpus for a file in any layout", async () => {
    const own = await loadCorpus(await corpusFile(BYTES));
    const other = await loadCorpus(await corpusFile(seal(plain())));

    expect(dataOf({ ...other, sha256: own.sha256, search: null })).toEqual(
      dataOf({ ...own, search: null }),
    );
    for (const query of ["begin", "here.\n", "第一步", "irs", "😀", "nothing"]) {
      expect(other.search.ranked(query)).toEqual(own.search.ranked(query));
    }
  });

  it("gives the graph in the file, whether or not it matches the docs", async () => {
    const graph = { nodes: [], edges: [] };
    const bytes = reseal(Buffer.from(layOutLines({ ...plain(), graph })));

    expect((await loadCorpus(await corpusFile(BYTES))).graph).toEqual(plain().graph);
    expect((await loadCorpus(await corpusFile(bytes))).graph).toEqual(graph);
  });

  it("replaces bytes that are not UTF-8", async () => {
    const bytes = reseal(withByte(BYTES.indexOf("Begin"), 0xff));

    const [doc] = (await loadCorpus(await corpusFile(bytes))).docs;

    expect(doc!.body).toBe("# First\n\n\ufffdegin here.\n");
  });

  it("opens a file without the index of MiniSearch, in any layout", async () => {
    const bytes = serializeCorpus({ ...contentOf(DOCS), search: null });
    const own = await openFile(await corpusFile(bytes));
    const other = await loadCorpus(await corpusFile(seal(JSON.parse(bytes.toString()))));

    expect(bytes.toString()).not.toContain('"search":');
    expect(own.read).not.toBeNull();
    for (const { search, docs } of [own.corpus, other]) {
      expect(search.ranked("begin")).toEqual([docs[0]]);
    }
  });

  const mutations: [string, (corpus: Corpus) => void][] = [
    ["its docs", ({ docs }) => void (docs as unknown[]).push(1)],
    ["a doc", ({ docs }) => void Object.assign(docs[0]!, { title: "x" })],
    ["a body", ({ docs }) => void Object.assign(docs[0]!, { body: "x" })],
    ["a heading", ({ docs }) => void Object.assign(docs[0]!.headings[0]!, { text: "x" })],
    ["links", ({ docs }) => void docs[0]!.links.push("x")],
    ["marks", ({ docs }) => void Object.assign(docs[1]!.marks, { text: [] })],
    ["a list of marks", ({ docs }) => void docs[1]!.marks.text.push(1)],
    ["the mark of a link", ({ docs }) => void docs[1]!.marks.links[0]!.pop()],
    ["marks of a description", ({ docs }) => void docs[1]!.marks.description!.hidden.push(1)],
    ["a link in it", ({ docs }) => void docs[1]!.marks.description!.links[0]!.pop()],
    ["meta", ({ meta }) => void Object.assign(meta, { name: "x" })],
    ["nodes", ({ graph }) => void graph.nodes.pop()],
    ["an edge", ({ graph }) => void Object.assign(graph.edges[0]!, { to: "x" })],
    ["the corpus", (corpus) => void Object.assign(corpus, { docs: [] })],
    ["the search", ({ search }) => void Object.assign(search, { matches: () => [] })],
    [
      "a doc that was found",
      ({ search }) => void Object.assign(search.matches("")[0]!, { id: "x" }),
    ],
  ];

  it.each(mutations)("DOC-A12 is frozen: changing %s throws", async (_, mutate) => {
    const corpus = await loadCorpus(await corpusFile(BYTES));

    expect(() => mutate(corpus)).toThrow(TypeError);
  });
});

describe("loadDocs", () => {
  it.each([
    ["as docgate writes it", BYTES],
    ["in another layout", seal(plain())],
  ])("gives the metadata, redirects and docs of a file %s", async (_, bytes) => {
    const { meta, redirects, docs } = await loadDocs(await corpusFile(bytes));

    const expected = plain();
    expect(meta).toEqual(expected.meta);
    expect(redirects).toEqual(expected.redirects);
    expect(docs).toEqual(DOCS);
  });

  it("refuses a file that was changed", async () => {
    const bytes = BYTES.toString().replace("Begin", "Began");

    await expect(loadDocs(await corpusFile(bytes))).rejects.toMatchObject({ code: "corpus-hash" });
  });
});

const WORDS = ["a", "ab", "b", "É", "e\u0301", "–", "😀", "\\", '"', "\n", "\ud83d"];
const words = fc
  .array(fc.constantFrom(...WORDS), { maxLength: 5 })
  .map((units) => units.join(" ").toWellFormed());
const edition = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom("a", "b", "b-c", "c/d", "e\u0301", "Ü"),
    title: words,
    body: words,
    description: fc.option(words),
    headings: fc.array(words, { maxLength: 2 }),
  }),
  { selector: ({ id }) => id },
);

function bytesOf(pages: typeof edition extends fc.Arbitrary<infer Pages> ? Pages : never): Buffer {
  const docs = pages.map(({ id, headings, ...texts }) =>
    makeDoc(id, {
      ...texts,
      headings: headings.map((text) => ({ depth: 1, text, anchor: text, start: 0 })),
      links: pages.map((page) => page.id).filter((other) => other > id),
    }),
  );
  return serializeCorpus(contentOf(docs));
}

/** Returns the answers to everything that this test asks a corpus. */
function answersOf({ search, ...parts }: Corpus): unknown {
  const queries = ["", ...WORDS, "a b", "ab –", "b\na", "é"];
  return {
    ...dataOf(parts),
    found: queries.map((one) => [search.matches(one), search.ranked(one)]),
  };
}

describe("openWritten given an earlier state of the file", () => {
  it("gives the same corpus as without it, edition after edition", () => {
    fc.assert(
      fc.property(fc.array(edition, { minLength: 2, maxLength: 4 }), (editions) => {
        let previous: OpenedFile | undefined;
        for (const pages of editions) {
          const alone = openBytes(bytesOf(pages))!;
          const opened: OpenedFile = openBytes(bytesOf(pages), previous)!;

          expect(answersOf(opened.corpus)).toEqual(answersOf(alone.corpus));
          previous = opened;
        }
      }),
      { numRuns: RUNS.costly },
    );
  });

  it("reuses unchanged docs wherever they are, and leaves the earlier corpus unchanged", () => {
    const [first, second] = [makeDoc("a", { body: "One." }), makeDoc("b", { body: "Two." })];
    const previous = openBytes(serializeCorpus(contentOf([first, second])))!;
    const before = previous.corpus;
    const expected = JSON.stringify(before.docs);

    const edited = [makeDoc("0"), { ...first, body: "Now." }, second];
    const after = openBytes(serializeCorpus(contentOf(edited)), previous)!.corpus;

    expect(after.docs[2]).toBe(before.docs[1]);
    expect(after.docs[1]!.body).toBe("Now.");
    expect(JSON.stringify(before.docs)).toBe(expected);
    expect(before.search.ranked("one")).toEqual([before.docs[0]]);
  });

  it("gives the same corpus for many docs when some are changed, added and removed", () => {
    const many = Array.from({ length: 700 }, (_, i) =>
      makeDoc(`p${1000 + i}`, { body: `Page ${i}.` }),
    );
    const edited = many.flatMap((doc, i) => {
      if (i === 3 || i === 650) return [{ ...doc, body: "Other – text." }];
      return i === 300 ? [] : i === 500 ? [doc, makeDoc(`${doc.id}-b`, { body: "New." })] : [doc];
    });
    let previous: OpenedFile | undefined;
    for (const docs of [many, edited, many, many.slice(1), edited]) {
      const bytes = serializeCorpus(contentOf(docs));

      const opened: OpenedFile = openBytes(bytes, previous)!;

      const alone = openBytes(bytes)!.corpus;
      expect(answersOf(opened.corpus)).toEqual(answersOf(alone));
      for (const query of ["other – t", "page 69", "new."]) {
        expect(opened.corpus.search.ranked(query)).toEqual(alone.search.ranked(query));
      }
      previous = opened;
    }
  });

  it("gives the right bodies after a file that was refused when its docs had been read", () => {
    const pages = (lengths: readonly number[]) =>
      lengths.map((length, i) =>
        makeDoc(`p${i}`, { body: `${i}`.repeat(length), links: i === 0 ? ["p1"] : [] }),
      );
    const previous = openBytes(serializeCorpus(contentOf(pages([1, 2, 3]))))!;
    const otherGraph = serializeCorpus(contentOf(pages([5, 2, 3]))).toString();
    const refused = reseal(Buffer.from(otherGraph.replace('"to":"p1"', '"to":"p2"')));

    expect(openBytes(refused, previous)).toBeNull();
    expect(previous.corpus.docs.map(({ body }) => body)).toEqual(["0", "11", "222"]);

    const next = openBytes(serializeCorpus(contentOf(pages([9, 2, 3]))), previous)!;
    expect(next.corpus.docs.map(({ body }) => body)).toEqual(["0".repeat(9), "11", "222"]);
  });

  it("refuses the same files as without it, and the earlier corpus still answers", () => {
    const previous = openBytes(Buffer.from(BYTES))!;
    const spoilt = withByte(BYTES.indexOf("Begin"), 0x62);

    expect(openBytes(spoilt, previous)).toBeNull();
    expect(previous.corpus.docs).toEqual(DOCS);
    expect(previous.corpus.search.ranked("begin")).toEqual([previous.corpus.docs[0]]);
  });
});

/** Lays out a file in the lines that docgate writes, whatever it contains. */
// biome-ignore lint/suspicious/noExplicitAny: tests make it invalid
function layOutLines({ docs, ...file }: any): string {
  const rest = Object.entries(file).map(
    ([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`,
  );
  const [start, end] = [rest.slice(0, 4), rest.slice(4)];
  const list = Array.isArray(docs) ? docs.map((doc) => JSON.stringify(doc)).join(",\n") : null;
  const all =
    docs === undefined
      ? []
      : [list === null ? `"docs":${JSON.stringify(docs)}` : `"docs":[\n${list}\n]`];
  return `{${[...start, ...all, ...end].join(",\n")}}\n`;
}

function withByte(at: number, value: number): Buffer {
  const copy = Buffer.from(BYTES);
  copy[at] = value;
  return copy;
}

function upperCase(text: string): string {
  return text.toUpperCase();
}
