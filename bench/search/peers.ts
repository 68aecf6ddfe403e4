import { create, insertMultiple, search } from "@orama/orama";
import FlexSearch from "flexsearch";
import type MiniSearch from "minisearch";
import { medianOf, quantile, table, timeOf } from "../support/measure.ts";
import type { DrawnQuery, FoldedDoc } from "./queries.ts";
import type { Scan } from "./scan.ts";

/** A search of another kind. It returns ids, at most `limit` of them. */
interface SearchPeer {
  readonly name: string;
  /** The difference of its answers by design. */
  readonly differs: string;
  readonly indexSeconds: number | null;
  find(query: string, limit: number): readonly string[];
}

export interface SearchPeerOptions {
  readonly docs: readonly FoldedDoc[];
  /** The index loaded from the corpus. */
  readonly index: MiniSearch;
  readonly queries: readonly DrawnQuery[];
  /** Gives the exact answers. */
  readonly scan: Scan;
  readonly limit: number;
}

/** Measures searches that answer a different question, and how often they find the same docs. */
export async function benchSearchPeers(options: SearchPeerOptions): Promise<string> {
  const { docs, index } = options;
  const peers = [miniSearch(index), await orama(docs), flexSearch(docs)];
  return table(
    ["", "indexing, s", "best, median ms", "p95", "same docs, %", "how it differs"],
    peers.map((peer) => measure(peer, options)),
  );
}

function measure(peer: SearchPeer, { docs, queries, scan, limit }: SearchPeerOptions): string[] {
  const { name, differs, indexSeconds, find } = peer;
  const times = queries.map(({ query }) => timeOf(() => find(query, limit)));
  const same = queries.filter(({ query }) => {
    const exact = new Set(scan.find(query).map((position) => docs[position]!.id));
    const found = new Set(find(query, docs.length));
    return exact.size === found.size && exact.isSubsetOf(found);
  });
  return [
    name,
    indexSeconds === null ? "in the corpus" : indexSeconds.toFixed(1),
    medianOf(times).toFixed(3),
    quantile(times, 0.95).toFixed(3),
    ((100 * same.length) / queries.length).toFixed(0),
    differs,
  ];
}

function miniSearch(index: MiniSearch): SearchPeer {
  return {
    name: "MiniSearch",
    differs: "beginnings of all words, in any order",
    indexSeconds: null,
    find: (query, limit) =>
      index
        .search(query, { prefix: true, combineWith: "AND" })
        .slice(0, limit)
        .map(({ id }) => id),
  };
}

async function orama(docs: readonly FoldedDoc[]): Promise<SearchPeer> {
  const start = performance.now();
  const schema = { title: "string", description: "string", body: "string" } as const;
  const database = create({ schema });
  await insertMultiple(
    database,
    docs.map(({ headings: _, ...doc }) => doc),
    500,
  );
  return {
    name: "Orama",
    differs: "beginnings of all words, in any order",
    indexSeconds: (performance.now() - start) / 1000,
    find(query, limit) {
      // Without plugins the result is synchronous, whatever its type says.
      const found = search(database, { term: query, threshold: 0, limit }) as unknown as {
        readonly hits: readonly { readonly id: string }[];
      };
      return found.hits.map(({ id }) => id);
    },
  };
}

function flexSearch(docs: readonly FoldedDoc[]): SearchPeer {
  const start = performance.now();
  const index = new FlexSearch.Document({
    document: { id: "id", index: ["title", "description", "body"] },
    tokenize: "full",
  });
  for (const { id, title, description, body } of docs) index.add({ id, title, description, body });
  return {
    name: "FlexSearch, full",
    differs: "pieces of all words, in any order; no punctuation",
    indexSeconds: (performance.now() - start) / 1000,
    find: (query, limit) =>
      index
        .search(query, { limit, merge: true })
        .slice(0, limit)
        .map(({ id }) => String(id)),
  };
}
