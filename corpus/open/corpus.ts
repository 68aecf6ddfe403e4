import type { AnyFields } from "../fields/filter.ts";
import { createFindDocs, type FindDocs } from "../fields/find-docs.ts";
import { createQuoteVerifier, type QuoteVerifier } from "../quotes/verify-quote.ts";
import {
  type CorpusFile,
  type Doc,
  type DocGraph,
  docShape,
  graphShape,
  metaShape,
  type Redirect,
  redirectsShape,
} from "../schema.ts";
import { type CorpusSearch, createSearch } from "../search/search.ts";
import { openWords } from "../search/words/hits.ts";
import type { WrittenWords } from "../search/words/index/place-index.ts";

/**
 * A verified, frozen corpus, ready to answer.
 *
 * @typeParam Fields The fields of its docs, as `docgate types` writes them.
 */
export interface Corpus<Fields = AnyFields> extends QuoteVerifier {
  /** SHA-256 of the file, as written in it. Two corpora with the same hash are the same. */
  readonly sha256: string;
  readonly meta: Readonly<CorpusFile["meta"]>;
  /** The ledger of redirects: see {@link redirectOf}. */
  readonly redirects: readonly Readonly<Redirect>[];
  /** Every page, in code-point order of `path`. */
  readonly docs: readonly Doc[];
  readonly graph: DocGraph;
  readonly search: CorpusSearch;
  /**
   * Finds docs by the fields of their frontmatter that the configuration names.
   *
   * @throws {DocgateError} `invalid-argument` for a field, an operator or a value that does not exist
   */
  readonly findDocs: FindDocs<Fields>;
}

interface CorpusParts extends Omit<Corpus, "graph" | "search" | "findDocs" | keyof QuoteVerifier> {
  /** The index of words of these docs. */
  readonly words: WrittenWords;
  /** Called the first time that the graph is read. */
  readonly graph: () => DocGraph;
}

/**
 * Opens the index of a corpus and freezes its parts.
 *
 * @throws {DocgateError} `corpus-layout` if it is not an index of these docs, or the fields of its docs
 *   do not have their types
 */
export function freezeCorpus({ sha256, meta, redirects, docs, graph, words }: CorpusParts): Corpus {
  const opened = openWords(docs, words);
  const findDocs = createFindDocs(docs, meta.fields);
  let known: DocGraph | undefined;
  metaShape.freeze(meta);
  redirectsShape.freeze(redirects);
  // Docs of an earlier state of the file are frozen already.
  for (const doc of docs) if (!Object.isFrozen(doc)) docShape.freeze(doc);
  return Object.freeze({
    sha256,
    meta,
    redirects,
    docs: Object.freeze(docs),
    get graph() {
      if (known === undefined) {
        known = graph();
        graphShape.freeze(known);
      }
      return known;
    },
    search: createSearch(opened),
    findDocs,
    ...createQuoteVerifier({ sha256, docs, index: opened.index }),
  });
}
