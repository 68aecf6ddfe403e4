import type { AnyFields } from "../fields/filter.ts";
import { createFindDocs, type FindDocs } from "../fields/find-docs.ts";
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

/**
 * A verified, frozen corpus, ready to answer.
 *
 * @typeParam Fields The fields of its docs, as `docgate types` writes them.
 */
export interface Corpus<Fields = AnyFields> {
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

interface CorpusParts extends Omit<Corpus, "graph" | "findDocs"> {
  /** Called the first time that the graph is read. */
  readonly graph: () => DocGraph;
}

/**
 * Freezes a corpus built from its parts.
 *
 * @throws {DocgateError} `corpus-layout` if the fields of its docs do not have their types
 */
export function freezeCorpus({
  sha256,
  meta,
  redirects,
  docs,
  graph,
  search,
}: CorpusParts): Corpus {
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
    search,
    findDocs,
  });
}
