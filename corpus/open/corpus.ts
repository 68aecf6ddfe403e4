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
import type { CorpusSearch } from "../search/search.ts";

/** A verified, frozen corpus, ready to answer. */
export interface Corpus {
  /** SHA-256 of the file, as written in it. Two corpora with the same hash are the same. */
  readonly sha256: string;
  readonly meta: Readonly<CorpusFile["meta"]>;
  /** The ledger of redirects: see {@link redirectOf}. */
  readonly redirects: readonly Readonly<Redirect>[];
  /** Every page, in code-point order of `path`. */
  readonly docs: readonly Doc[];
  readonly graph: DocGraph;
  readonly search: CorpusSearch;
}

interface CorpusParts extends Omit<Corpus, "graph"> {
  /** Called the first time that the graph is read. */
  readonly graph: () => DocGraph;
}

/** Freezes a corpus built from its parts. */
export function freezeCorpus({
  sha256,
  meta,
  redirects,
  docs,
  graph,
  search,
}: CorpusParts): Corpus {
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
    search,
  });
}
