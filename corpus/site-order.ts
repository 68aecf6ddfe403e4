import type { CorpusFile, Doc } from "./schema.ts";

/** The part of a corpus that its order depends on. */
export interface OrderedCorpus {
  readonly meta: Pick<CorpusFile["meta"], "nav">;
  readonly docs: readonly Doc[];
}

/**
 * Returns the listed docs in the order of the site: those of its navigation first, then the others in
 * order of path.
 */
export function inSiteOrder(corpus: OrderedCorpus): readonly Doc[] {
  const ordered = known.get(corpus.docs) ?? order(corpus);
  known.set(corpus.docs, ordered);
  return ordered;
}

const known = new WeakMap<readonly Doc[], readonly Doc[]>();

function order({ meta, docs }: OrderedCorpus): readonly Doc[] {
  const byId = new Map(docs.map((doc) => [doc.id, doc]));
  const inNav = meta.nav.flatMap(({ id }) => (id === null ? [] : (byId.get(id) ?? [])));
  return [...new Set([...inNav, ...docs])].filter(({ unlisted }) => !unlisted);
}
