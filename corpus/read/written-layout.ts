import { isUtf8 } from "node:buffer";
import { DocgateError } from "../error.ts";
import { isGraphOf } from "../graph.ts";
import {
  BEFORE_DOCS,
  BEFORE_GRAPH,
  BEFORE_HASH,
  BEFORE_META,
  BEFORE_REDIRECTS,
  BEFORE_SEARCH,
  BEFORE_WORDS,
  END,
} from "../layout.ts";
import { type CorpusFile, metaShape, redirectsShape } from "../schema.ts";
import type { WrittenWords } from "../search/words/index/place-index.ts";
import { partWords } from "../search/words/index/words-json.ts";
import { parsePart } from "../shape.ts";
import { type DocLines, readDocLines } from "./doc-lines.ts";

const LINE_FEED = 0x0a;

/** The parts of a file in the layout that `serializeCorpus` writes, located but not yet read. */
export interface WrittenParts extends Pick<CorpusFile, "sha256" | "meta" | "redirects"> {
  /** The lines of the docs: see {@link readDocLines}. */
  readonly lines: Buffer;
  readonly words: WrittenWords;
  /** The part of the file that is used for as long as the corpus is. */
  readonly kept: Buffer;
  readonly graph: Buffer;
}

/**
 * Locates the parts of a corpus file: short ones from the start, long ones from the end. Each long
 * part is on one line, and a JSON string cannot contain a line feed.
 *
 * Saves time and memory at the start (bench/requests/start.ts): the long parts never become one string,
 * and bodies never become objects.
 *
 * @param digest of the bytes
 * @throws {DocgateError} `corpus-layout` if the bytes are in any other layout or not intact
 */
export function partFile(bytes: Buffer, digest: string): WrittenParts {
  const hash = find(bytes, BEFORE_HASH, 0);
  const meta = find(bytes, BEFORE_META, hash.end);
  const redirects = find(bytes, BEFORE_REDIRECTS, meta.end);
  const docs = find(bytes, BEFORE_DOCS, redirects.end);
  const end = findLast(bytes, END, bytes.length);
  // The index of MiniSearch is for other programs.
  const afterGraph = lastWith(bytes, BEFORE_SEARCH, end.start) ?? end;
  const graph = findLast(bytes, BEFORE_GRAPH, afterGraph.start);
  const words = findLast(bytes, `\n${BEFORE_WORDS}`, graph.start);
  const sha256 = bytes.toString("latin1", hash.end, meta.start);
  if (hash.start !== 0 || end.end !== bytes.length) fail("has another frame");
  if (sha256 !== digest || !isUtf8(bytes)) fail("has another hash, or is not UTF-8");
  return {
    sha256,
    lines: bytes.subarray(docs.end, words.start),
    words: partWords(bytes.subarray(words.end, graph.start)),
    kept: bytes.subarray(0, graph.start),
    meta: readMeta(bytes.subarray(meta.end, redirects.start)),
    redirects: readRedirects(bytes.subarray(redirects.end, docs.start)),
    graph: bytes.subarray(graph.end, afterGraph.start),
  };
}

function readMeta(json: Buffer): CorpusFile["meta"] {
  const meta = parsePart(json.toString());
  return metaShape.fault(meta) === null
    ? (meta as CorpusFile["meta"])
    : fail("has unexpected metadata");
}

function readRedirects(json: Buffer): CorpusFile["redirects"] {
  const redirects = parsePart(json.toString());
  return redirectsShape.fault(redirects) === null
    ? (redirects as CorpusFile["redirects"])
    : fail("has unexpected redirects");
}

/**
 * Reads the docs and makes sure that the graph matches them.
 *
 * @param before Docs of an earlier state of the file; those that are the same are reused.
 * @throws {DocgateError} `corpus-layout` if it does not, or if they are laid out in any other way
 */
export function readDocs(
  { lines, graph }: Pick<WrittenParts, "lines" | "graph">,
  before?: DocLines | null,
): DocLines {
  const read = readDocLines(lines, before);
  return isGraphOf(read.docs, graph) ? read : fail("has a graph that does not match its docs");
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function find(bytes: Buffer, text: string, from: number): Range {
  const start = bytes.indexOf(text, from);
  return start < 0 ? fail(`has no ${text}`) : { start, end: start + text.length };
}

function findLast(bytes: Buffer, text: string, before: number): Range {
  return lastWith(bytes, text, before) ?? fail(`has no ${text}`);
}

/** @returns the text with the last line feed before a position; null if it is another one */
function lastWith(bytes: Buffer, text: string, before: number): Range | null {
  const start = bytes.lastIndexOf(LINE_FEED, before - 1) - text.lastIndexOf("\n");
  const end = start + text.length;
  return bytes.toString("latin1", start, end) === text ? { start, end } : null;
}

function fail(reason: string): never {
  throw new DocgateError("corpus-layout", `It ${reason}.`);
}
