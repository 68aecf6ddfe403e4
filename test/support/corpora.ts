import { createHash } from "node:crypto";
import { createFileHash } from "../../corpus/digest.ts";
import type { Corpus } from "../../corpus/open/corpus.ts";
import { type OpenedFile, openWritten } from "../../corpus/read/open-written.ts";
import type { CorpusContent, Doc, Edition } from "../../corpus/schema.ts";
import { wordsToJson } from "../../corpus/search/words/index/words-json.ts";
import { indexWords } from "../../corpus/search/words/index/write-index.ts";
import { replaceFile } from "../../corpus/write/replace-file.ts";
import { serializeCorpus } from "../../corpus/write/write.ts";
import { buildSearchIndex } from "../../generator/index/search-index.ts";
import { createTermCounter } from "../../generator/index/terms.ts";
import { createVocabulary } from "../../generator/index/vocabulary.ts";
import { pageMarks } from "./marks.ts";

export type CorpusMeta = CorpusContent["meta"];

/** Creates a doc; fields not given are derived from the id. */
export function makeDoc(id: string, fields: Partial<Doc> = {}): Doc {
  const { text, hidden } = pageMarks(fields.body ?? "");
  const folders = id.split("/").slice(0, -1);
  return {
    id,
    path: `${id}.md`,
    slug: `/docs/${encodeURI(id)}`,
    title: id,
    description: null,
    section: folders[0] ?? "root",
    category: folders.slice(1).join("/") || null,
    headings: [],
    body: "",
    marks: { text, hidden, links: [], titleEnd: 0, description: null },
    edits: [],
    wordCount: 0,
    links: [],
    keywords: [],
    labels: [],
    unlisted: false,
    deadLinks: [],
    ...fields,
  };
}

/** Creates `count` docs of one section, named `page-000`, `page-001` and so on. */
export function makeDocs(count: number, fields: Partial<Doc> = {}): Doc[] {
  return Array.from({ length: count }, (_, index) =>
    makeDoc(`part/page-${String(index).padStart(3, "0")}`, fields),
  );
}

/** Returns the content that the generator would build for these docs. */
export function contentOf(docs: readonly Doc[], name = "Test", edition?: Edition): CorpusContent {
  return {
    meta: {
      name,
      description: `The corpus ${name}.`,
      siteUrl: null,
      site: "document",
      nav: [],
      base: "/docs",
      edition,
    },
    redirects: [],
    docs: [...docs],
    graph: {
      nodes: docs.map(({ id, title, section, slug }) => ({ id, title, section, slug })),
      edges: docs.flatMap((doc) => doc.links.map((to) => ({ from: doc.id, to }))),
    },
    words: wordsToJson(indexWords(docs)),
    search: searchIndexOf(docs),
  };
}

/** Returns the JSON of the search index of these docs. */
export function searchIndexOf(docs: readonly Doc[]): Buffer {
  const vocabulary = createVocabulary();
  const countTerms = createTermCounter(vocabulary);
  const indexed = docs.map((doc) => ({ id: doc.id, terms: countTerms(doc) }));
  return Buffer.from(buildSearchIndex(indexed, vocabulary));
}

/** Returns the content of a corpus file. */
export function plainContent({
  words,
  search,
  ...content
}: CorpusContent): Record<string, unknown> {
  const parse = (json: Uint8Array): unknown => JSON.parse(Buffer.from(json).toString());
  return { ...content, words: parse(words), search: parse(search!) };
}

/** Returns the properties of a corpus that are not methods, to be compared. */
export function dataOf(corpus: object): object {
  const properties = Object.entries(corpus).filter(([, value]) => typeof value !== "function");
  return Object.fromEntries(properties);
}

/** Opens a corpus of these docs, through the bytes of a file. */
export function corpusFrom(docs: readonly Doc[], meta: Partial<CorpusMeta> = {}): Corpus {
  const content = contentOf(docs);
  return openBytes(serializeCorpus({ ...content, meta: { ...content.meta, ...meta } }))!.corpus;
}

/** Opens bytes like a file in the layout that docgate writes. */
export function openBytes(bytes: Buffer, previous?: OpenedFile): OpenedFile | null {
  return openWritten(bytes, { digest: createFileHash().update(bytes).digest(), previous });
}

interface WrittenCorpus extends Pick<CorpusMeta, "edition" | "fields"> {
  readonly docs: readonly Doc[];
  readonly name?: string;
}

/** Writes a corpus of these docs to a file. @returns the file */
export async function writeCorpus(
  file: string,
  { docs, name, edition, fields }: WrittenCorpus,
): Promise<string> {
  const content = contentOf(docs, name, edition);
  await replaceFile(file, serializeCorpus({ ...content, meta: { ...content.meta, fields } }));
  return file;
}

/**
 * Turns any value into the bytes of a file with the right `sha256`, as the published schema
 * describes it: computed over the bytes with its own 64 digits replaced by zeros.
 */
export function seal(value: Record<string, unknown>): Buffer {
  const zeros = "0".repeat(64);
  const text = JSON.stringify({ ...value, sha256: zeros });
  const digits = createHash("sha256").update(text).digest("hex");
  return Buffer.from(text.replace(`"sha256":"${zeros}"`, `"sha256":"${digits}"`));
}

/** Replaces the hash in the bytes with the right one. */
export function reseal(bytes: Buffer): Buffer {
  const at = bytes.indexOf('"sha256":"') + '"sha256":"'.length;
  bytes.write("0".repeat(64), at);
  bytes.write(createHash("sha256").update(bytes).digest("hex"), at);
  return bytes;
}
