import type { CorpusFile, Doc, DocGraph } from "../schema.ts";
import type { Search } from "../search/search.ts";
import { freezeDoc, freezeGraph } from "./freeze.ts";

/** A verified, frozen corpus, ready to answer. */
export interface Corpus {
  /** SHA-256 of the file, as it tells itself: two corpora with the same one are the same. */
  readonly sha256: string;
  readonly meta: Readonly<CorpusFile["meta"]>;
  /** Every page, in code-point order of `path`. */
  readonly docs: readonly Doc[];
  readonly graph: DocGraph;
  readonly search: Search;
}

interface CorpusParts extends Omit<Corpus, "graph"> {
  /** Called the first time that the graph is asked for. */
  readonly graph: () => DocGraph;
}

/** Freezes a corpus made of its parts. */
export function freezeCorpus({ sha256, meta, docs, graph, search }: CorpusParts): Corpus {
  let known: DocGraph | undefined;
  docs.forEach(freezeDoc);
  return Object.freeze({
    sha256,
    meta: Object.freeze(meta),
    docs: Object.freeze(docs),
    get graph() {
      known ??= freezeGraph(graph());
      return known;
    },
    search,
  });
}
