import type { DocGraph } from "../corpus/schema.ts";

/** The bytes of a corpus, part by part, as `serializeCorpus` lays them out. */
export interface CorpusParts {
  /** Up to the first doc. */
  readonly start: Buffer;
  /** The JSON of each doc. */
  readonly docs: readonly Buffer[];
  readonly graph: Buffer;
  readonly search: Buffer;
}

const LINE_FEED = 0x0a;
const BEFORE_DOCS = '\n"docs":[\n';
const BEFORE_GRAPH = '\n],\n"graph":';
const BEFORE_SEARCH = ',\n"search":';
const END = "}\n";

/** @param bytes of a corpus of one doc or more; no line feed is inside a string of JSON */
export function partCorpus(bytes: Buffer): CorpusParts {
  const docsAt = bytes.indexOf(BEFORE_DOCS) + BEFORE_DOCS.length;
  const docsEnd = bytes.indexOf(BEFORE_GRAPH, docsAt);
  const graphEnd = bytes.indexOf(BEFORE_SEARCH, docsEnd);
  const docs: Buffer[] = [];
  for (let at = docsAt; at < docsEnd; ) {
    const end = bytes.indexOf(LINE_FEED, at);
    docs.push(bytes.subarray(at, end < docsEnd ? end - 1 : end));
    at = end + 1;
  }
  return {
    start: bytes.subarray(0, docsAt),
    docs,
    graph: bytes.subarray(docsEnd + BEFORE_GRAPH.length, graphEnd),
    search: bytes.subarray(graphEnd + BEFORE_SEARCH.length, -END.length),
  };
}

export interface Replacement {
  /** The JSON of docs by their places. */
  readonly docs: ReadonlyMap<number, string>;
  readonly graph: DocGraph | null;
  readonly search: readonly (Uint8Array | string)[];
}

/** @returns the pieces of a corpus whose parts are others here and there; its hash is the old one */
export function replaceParts(
  parts: CorpusParts,
  { docs, graph, search }: Replacement,
): (Uint8Array | string)[] {
  return [
    parts.start,
    ...parts.docs.flatMap((doc, place) => [place === 0 ? "" : ",\n", docs.get(place) ?? doc]),
    BEFORE_GRAPH,
    graph === null ? parts.graph : JSON.stringify(graph),
    BEFORE_SEARCH,
    ...search,
    END,
  ];
}
