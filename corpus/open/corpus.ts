import type { CorpusFile, Doc, DocGraph } from "../schema.ts";
import type { Search } from "../search/search.ts";
import { createWordSearch, type WordSearch } from "../search/words/hits.ts";
import type { WrittenWords } from "../search/words/index/place-index.ts";
import { freezeDoc, freezeGraph } from "./freeze.ts";

/** A verified, frozen corpus, ready to answer. */
export interface Corpus {
  /** SHA-256 of the file, as written in it. Two corpora with the same hash are the same. */
  readonly sha256: string;
  readonly meta: Readonly<CorpusFile["meta"]>;
  /** Every page, in code-point order of `path`. */
  readonly docs: readonly Doc[];
  readonly graph: DocGraph;
  readonly search: CorpusSearch;
}

/** Both searches over a corpus: for an exact text, and in words. */
export interface CorpusSearch extends Search, WordSearch<Doc> {}

interface CorpusParts extends Omit<Corpus, "graph" | "search"> {
  /** Called the first time that the graph is read. */
  readonly graph: () => DocGraph;
  readonly search: Search;
  readonly words: WrittenWords;
}

/**
 * Freezes a corpus built from its parts.
 *
 * @throws {DocgateError} `corpus-layout` if its words are not an index of its docs
 */
export function freezeCorpus({ sha256, meta, docs, graph, search, words }: CorpusParts): Corpus {
  let known: DocGraph | undefined;
  const { hits } = createWordSearch(docs, words);
  docs.forEach(freezeDoc);
  return Object.freeze({
    sha256,
    meta: Object.freeze(meta),
    docs: Object.freeze(docs),
    get graph() {
      known ??= freezeGraph(graph());
      return known;
    },
    search: Object.freeze({ ...search, hits }),
  });
}
