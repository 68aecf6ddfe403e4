import {
  BEFORE_DOCS,
  BEFORE_GRAPH,
  BEFORE_META,
  BEFORE_REDIRECTS,
  BEFORE_SEARCH,
  BEFORE_WORDS,
  END,
} from "../../corpus/layout.ts";
import type { CorpusParts } from "../../corpus/write/write.ts";
import { splitIndex } from "./patch-index.ts";

const LINE_FEED = 0x0a;

/** @param bytes of a corpus as docgate writes it; a JSON string never contains a line feed */
export function partCorpus(bytes: Buffer): CorpusParts {
  const metaAt = bytes.indexOf(BEFORE_META) + BEFORE_META.length;
  const metaEnd = bytes.indexOf(BEFORE_REDIRECTS, metaAt);
  const redirectsAt = metaEnd + BEFORE_REDIRECTS.length;
  const redirectsEnd = bytes.indexOf(BEFORE_DOCS, redirectsAt);
  const docsAt = redirectsEnd + BEFORE_DOCS.length + 1;
  // The long parts are the last lines.
  const end = bytes.length - END.length;
  const last = findLast(bytes, BEFORE_SEARCH, bytes.length - 1);
  const hasSearch = bytes.toString("latin1", last.start, last.end) === BEFORE_SEARCH;
  const graphEnd = hasSearch ? last.start : end;
  const graph = findLast(bytes, BEFORE_GRAPH, graphEnd);
  const words = findLast(bytes, BEFORE_WORDS, graph.start);
  return {
    meta: JSON.parse(bytes.toString("utf8", metaAt, metaEnd)),
    redirects: JSON.parse(bytes.toString("utf8", redirectsAt, redirectsEnd)),
    docs: cutLines(bytes.subarray(docsAt, words.start)),
    words: bytes.subarray(words.end, graph.start),
    graph: bytes.subarray(graph.end, graphEnd),
    search: hasSearch ? splitIndex(bytes.subarray(last.end, end)) : [],
  };
}

/** Finds a text that goes on after the last line feed before an offset. */
function findLast(bytes: Buffer, text: string, before: number): { start: number; end: number } {
  const start = bytes.lastIndexOf(LINE_FEED, before - 1) - text.indexOf("\n");
  return { start, end: start + text.length };
}

/** Splits the parts of a new corpus into pieces that the next one can reuse. */
export function cutParts(parts: CorpusParts): CorpusParts {
  const search = parts.search.flatMap(splitIndex);
  return { ...parts, docs: cutLines(Buffer.concat([...parts.docs])), search };
}

/** Splits one buffer after each line feed. */
function cutLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, at) + 1;
    lines.push(bytes.subarray(at, end));
    at = end;
  }
  return lines;
}
