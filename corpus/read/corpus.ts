import type { Doc, DocGraph } from "../schema.ts";
import type { Search } from "../search/search.ts";
import { freezeDoc, freezeGraph } from "./freeze.ts";

/** A verified, frozen corpus, ready to answer. */
export interface Corpus {
  /** SHA-256 of the file, as written in it. Two corpora with the same hash are the same. */
  readonly sha256: string;
  readonly meta: { readonly name: string; readonly description: string };
  /** Every page, in code-point order of `path`. */
  readonly docs: readonly Doc[];
  readonly graph: DocGraph;
  readonly search: Search;
}

interface CorpusParts extends Omit<Corpus, "graph"> {
  /** Called the first time that the graph is read. */
  readonly graph: () => DocGraph;
}

/** Freezes a corpus built from its parts. */
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
