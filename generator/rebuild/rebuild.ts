import { createHash } from "node:crypto";
import type { CorpusContent, Doc, DocGraph } from "../../corpus/schema.ts";
import { WordCounter } from "../../corpus/search/words/index/page-words.ts";
import { idOf } from "../../corpus/text/slug.ts";
import { type CorpusParts, lineOf } from "../../corpus/write/write.ts";
import type { Config } from "../config/config.ts";
import type { Problem } from "../config/problem.ts";
import { createTermCounter } from "../index/terms.ts";
import { type Linked, relinkFiles, resolverOf } from "../link/link.ts";
import type { Moves } from "../link/link-repair.ts";
import type { ParsedFile } from "../markdown/parse.ts";
import type { Sources } from "../read/read-tree.ts";
import type { Run } from "./known-files.ts";
import { patchSearchIndex } from "./patch-index.ts";
import { patchWords } from "./patch-words.ts";
import type { Basis, Built } from "./written.ts";

interface RelinkOptions {
  readonly config: Config;
  readonly run: Run;
  /** The frame of the tree: see {@link frameOf}. */
  readonly frame: string;
  readonly previous: Built | null;
  readonly redirects: CorpusContent["redirects"];
  readonly moves: Moves;
}

/** A tree in which only the changed pages were linked. */
interface Relinked extends Omit<Linked, "docs"> {
  /** Returns the parts of its corpus: those of the previous one, with the changes. */
  index(): CorpusParts;
}

/**
 * Links the pages whose content differs from the previous corpus, and those that link to one.
 *
 * @returns null if that is not enough: a page came, went, moved or has another title, the
 *   configuration changed, or so much changed that linking everything takes no longer
 */
export function relinkChanged(sources: Sources, options: RelinkOptions): Relinked | null {
  const { config, run, frame, previous, moves } = options;
  if (previous?.basis.frame !== frame || sources.files.length === 0) return null;
  const changed = changedSince(previous, sources);
  if (changed.length > MAX_CHANGED) return null;
  const { files, otherPaths } = sources;
  const { basis, parts, graph } = previous;
  const resolver = previous.resolver ?? resolverOf(files, { ...config, otherPaths, moves });
  const places = new Map(graph.nodes.map(({ id }, place) => [id, place]));
  const { linkProblems } = basis;
  const wanted = findAffected(changed, { graph, places, linkProblems }).map(
    (place) => files[place]!,
  );
  const fileOf = (id: string): ParsedFile => files[places.get(id)!]!;
  const { docs, ...found } = relinkFiles(files, { ...config, moves, resolver, fileOf, wanted });
  const paths = new Set(wanted.map(({ path }) => path));
  const kept = basis.linkProblems.filter(({ file }) => !paths.has(file));
  const newGraph = withLinksOf(docs, graph);
  return {
    graph: newGraph,
    linkProblems: [...kept, ...found.linkProblems],
    pageProblems: found.pageProblems,
    resolver,
    index() {
      const { vocabulary } = run;
      const countTerms = createTermCounter(vocabulary);
      const wordCounter = new WordCounter(vocabulary.numberOf);
      const lines = [...parts.docs];
      const before = changed.map((place) => docIn(lines[place]!));
      const edits = changed.map((place, at) => ({
        place,
        before: countTerms(before[at]!),
        after: files[place]!.terms,
      }));
      const wordsEdits = changed.map((place, at) => ({
        place,
        before: wordCounter.count(before[at]!),
        after: files[place]!.words,
      }));
      for (const doc of docs) {
        const place = places.get(doc.id)!;
        lines[place] = lineOf(doc, { isLast: place === lines.length - 1 });
      }
      return {
        meta: parts.meta,
        redirects: options.redirects,
        docs: lines,
        words: patchWords(parts.words, { edits: wordsEdits, vocabulary }),
        graph: newGraph === graph ? parts.graph : Buffer.from(JSON.stringify(newGraph)),
        search: patchSearchIndex(parts.search, { edits, vocabulary }),
      };
    },
  };
}

/** With more changed pages, linking and indexing everything takes no longer. */
const MAX_CHANGED = 256;

/** Returns the positions of the pages whose content differs. */
function changedSince({ basis }: Built, { keys }: Sources): number[] {
  return [...keys.keys()].filter((place) => keys[place] !== basis.keys[place]);
}

/**
 * Hashes the paths and titles of all pages, the paths of other files, what the ledger moved, and the
 * configuration.
 */
export function frameOf(
  { files, otherPaths }: Sources,
  { config, moves }: { readonly config: Config; readonly moves: Moves },
): string {
  const { name, description, base, siteUrl, anchors } = config;
  const pages = files.map(({ path, title }) => [path, title]);
  return createHash("sha256")
    .update(
      JSON.stringify([
        name,
        description,
        base,
        siteUrl,
        anchors,
        pages,
        [...otherPaths].sort(),
        [...moves],
      ]),
    )
    .digest("hex");
}

interface AffectedOptions extends Pick<Basis, "linkProblems"> {
  readonly graph: DocGraph;
  readonly places: ReadonlyMap<string, number>;
}

/**
 * Returns the positions of the pages that changed and of those that link to one, or should: its
 * anchors may differ.
 */
function findAffected(
  changed: readonly number[],
  { graph, places, linkProblems }: AffectedOptions,
): number[] {
  if (changed.length === 0) return [];
  const isChanged = new Set(changed.map((place) => graph.nodes[place]!.id));
  const sources = graph.edges.filter(({ to }) => isChanged.has(to)).map(({ from }) => from);
  const suggested = linkProblems.filter(suggestsFragment).map(({ file }) => idOf(file));
  return [...new Set([...changed, ...[...sources, ...suggested].map((id) => places.get(id)!)])];
}

/** Tells whether a broken link has a suggestion that may depend on the anchors of its page. */
function suggestsFragment({ rule, suggestion }: Problem): boolean {
  return rule === "broken-link" && suggestion !== null && suggestion.includes("#");
}

/** @param line of a doc in a corpus */
function docIn(line: Buffer): Doc {
  return JSON.parse(line.toString().replace(/,?\n$/, ""));
}

/** @returns the same graph if the links of the docs are unchanged */
function withLinksOf(docs: readonly Doc[], graph: DocGraph): DocGraph {
  const ids = new Set(docs.map(({ id }) => id));
  const known = Map.groupBy(
    graph.edges.filter(({ from }) => ids.has(from)),
    ({ from }) => from,
  );
  const changed = new Map(
    docs
      .filter(({ id, links }) => !isSame(links, known.get(id) ?? []))
      .map(({ id, links }) => [id, links.map((to) => ({ from: id, to }))]),
  );
  if (changed.size === 0) return graph;
  const before = Map.groupBy(graph.edges, ({ from }) => from);
  const edges = graph.nodes.flatMap(({ id }) => changed.get(id) ?? before.get(id) ?? []);
  return { nodes: graph.nodes, edges };
}

function isSame(links: readonly string[], edges: DocGraph["edges"]): boolean {
  return links.length === edges.length && links.every((id, place) => edges[place]!.to === id);
}
