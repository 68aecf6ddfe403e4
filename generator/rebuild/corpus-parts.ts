import {
  BEFORE_DOCS,
  BEFORE_GRAPH,
  BEFORE_META,
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
  const metaEnd = bytes.indexOf(BEFORE_DOCS, metaAt);
  const docsAt = metaEnd + BEFORE_DOCS.length + 1;
  const docsEnd = bytes.indexOf(`\n${BEFORE_WORDS}`, docsAt - 1) + 1;
  const wordsAt = docsEnd + BEFORE_WORDS.length;
  const wordsEnd = bytes.indexOf(BEFORE_GRAPH, wordsAt);
  const graphAt = wordsEnd + BEFORE_GRAPH.length;
  const graphEnd = bytes.indexOf(BEFORE_SEARCH, graphAt);
  return {
    meta: JSON.parse(bytes.toString("utf8", metaAt, metaEnd)),
    docs: cutLines(bytes.subarray(docsAt, docsEnd)),
    words: bytes.subarray(wordsAt, wordsEnd),
    graph: bytes.subarray(graphAt, graphEnd),
    search: splitIndex(bytes.subarray(graphEnd + BEFORE_SEARCH.length, -END.length)),
  };
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
