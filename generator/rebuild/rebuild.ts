import { createHash } from "node:crypto";
import type { Doc, DocGraph } from "../../corpus/schema.ts";
import { type CorpusParts, lineOf, partContent, replaceCorpus } from "../../corpus/write/write.ts";
import type { Config } from "../config/config.ts";
import { type JudgedProblem, judge } from "../config/judge.ts";
import { toContent } from "../content.ts";
import { createTermCounter } from "../index/terms.ts";
import { linkFiles, relinkFiles, resolverOf } from "../link/link.ts";
import type { ParsedFile } from "../markdown/parse.ts";
import { type ReadTreeOptions, readTree, type Sources } from "../read/read-tree.ts";
import { cutLines } from "./corpus-parts.ts";
import type { Memory, MemoryOptions } from "./known-files.ts";
import { patchSearchIndex, splitIndex } from "./patch-index.ts";
import type { Basis, Built, LastingParts } from "./written.ts";

export interface BuildOptions extends ReadTreeOptions, MemoryOptions {
  readonly memory: Memory;
  /** The corpus file: what was built before may be there. The result does not depend on it. */
  readonly out: string;
}

/** What a tree gives, as {@link generate} tells it, with a corpus that can be written. */
export interface Build {
  readonly problems: readonly JudgedProblem[];
  readonly hints: readonly string[];
  readonly cached: number;
  readonly docs: number;
  readonly sections: number;
  readonly links: number;
  /**
   * Replaces the corpus file and remembers what it was built of; the bytes are those of
   * {@link serializeCorpus}.
   *
   * @returns how many these are
   * @throws the file system's error; the old file is then as it was
   */
  write(): Promise<number>;
}

/**
 * Builds a corpus, as {@link generate} does it. Where no page came, went, moved or has another
 * title than in the previous one, only what changed is linked and indexed anew.
 *
 * @throws the file system's error if the root cannot be read
 */
export async function build(options: BuildOptions): Promise<Build> {
  const { config, memory, out } = options;
  memory.begin(options);
  const sources = await readTree(options, memory);
  const previous = memory.previous(out);
  const frame = frameOf(sources, config);
  const changed = previous?.basis.frame === frame ? changedSince(previous, sources) : null;
  return changed !== null && sources.files.length > 0 && changed.length <= MAX_CHANGED
    ? rebuild(sources, { config, memory, out, previous: previous!, changed })
    : buildAnew(sources, { config, memory, out, frame });
}

interface WriteOptions {
  readonly memory: Memory;
  readonly out: string;
}

async function write(built: Omit<Built, "sha256">, { memory, out }: WriteOptions): Promise<number> {
  const { sha256, length } = await replaceCorpus(out, built.parts);
  memory.written({ ...built, sha256 });
  return length;
}

/** As {@link write}, with no more of the corpus in memory at a time than is needed. */
async function writeOnce(
  parts: CorpusParts,
  { basis, memory, out }: WriteOptions & { readonly basis: Basis },
): Promise<number> {
  const { sha256, length } = await replaceCorpus(out, parts);
  memory.written({ sha256, basis });
  return length;
}

/** Where so many pages changed, it takes no longer to build anew. */
const MAX_CHANGED = 256;

/** The places of the pages that have another content. */
function changedSince({ basis }: Built, { keys }: Sources): number[] {
  return [...keys.keys()].filter((place) => keys[place] !== basis.keys[place]);
}

/** Hashes the paths and titles of all pages, the paths of other files, and the configuration. */
function frameOf({ files, others }: Sources, config: Config): string {
  const { name, description, base, siteUrl, anchors } = config;
  const pages = files.map(({ path, title }) => [path, title]);
  return createHash("sha256")
    .update(JSON.stringify([name, description, base, siteUrl, anchors, pages, [...others].sort()]))
    .digest("hex");
}

interface BuildAnewOptions extends WriteOptions {
  readonly config: Config;
  readonly frame: string;
}

function buildAnew(sources: Sources, { config, memory, out, frame }: BuildAnewOptions): Build {
  const linked = linkFiles(sources.files, { ...config, others: sources.others });
  const { graph, linkProblems, pageProblems, resolver } = linked;
  const basis = { frame, keys: sources.keys, linkProblems };
  return {
    problems: judge([...sources.problems, ...linkProblems, ...pageProblems], config),
    hints: sources.hints,
    cached: sources.cached,
    ...countGraph(graph),
    write() {
      const { vocabulary } = memory;
      const passing = partContent(toContent(sources, { linked, config, vocabulary }));
      if (memory.isForOneRun) return writeOnce(passing, { basis, memory, out });
      const search = passing.search.flatMap(splitIndex);
      const docs = cutLines(Buffer.concat([...passing.docs]));
      const parts = { ...passing, docs, search };
      return write({ parts, basis, graph, resolver }, { memory, out });
    },
  };
}

interface RebuildOptions extends WriteOptions {
  readonly config: Config;
  readonly previous: Built;
  /** The places of the pages that have another content. */
  readonly changed: readonly number[];
}

/** The pages are those of the previous corpus, in the same order; some have another content. */
function rebuild(sources: Sources, options: RebuildOptions): Build {
  const { config, memory, out, previous, changed } = options;
  const { files, keys, others } = sources;
  const { basis, parts, graph } = previous;
  const resolver = previous.resolver ?? resolverOf(files, { ...config, others });
  const places = new Map(graph.nodes.map(({ id }, place) => [id, place]));
  const wanted = whichAreConcerned(changed, { graph, places }).map((place) => files[place]!);
  const fileOf = (id: string): ParsedFile => files[places.get(id)!]!;
  const { docs, ...found } = relinkFiles(files, { ...config, resolver, fileOf, wanted });
  const paths = new Set(wanted.map(({ path }) => path));
  const linkProblems = [
    ...basis.linkProblems.filter(({ file }) => !paths.has(file)),
    ...found.linkProblems,
  ];
  const newGraph = withLinksOf(docs, graph);
  return {
    problems: judge([...sources.problems, ...linkProblems, ...found.pageProblems], config),
    hints: sources.hints,
    cached: sources.cached,
    ...countGraph(newGraph),
    write() {
      const countTerms = createTermCounter(memory.vocabulary);
      const edits = changed.map((place) => ({
        place,
        before: countTerms(docIn(parts.docs[place]!)),
        after: files[place]!.terms,
      }));
      const lines = [...parts.docs];
      for (const doc of docs) {
        const place = places.get(doc.id)!;
        lines[place] = lineOf(doc, { isLast: place === lines.length - 1 });
      }
      const patched: LastingParts = {
        meta: parts.meta,
        docs: lines,
        graph: newGraph === graph ? parts.graph : Buffer.from(JSON.stringify(newGraph)),
        search: patchSearchIndex(parts.search, { edits, vocabulary: memory.vocabulary }),
      };
      const newBasis = { frame: basis.frame, keys, linkProblems };
      return write({ parts: patched, basis: newBasis, graph: newGraph, resolver }, { memory, out });
    },
  };
}

/** The places of the pages that changed and of those that link to one: its anchors may be others. */
function whichAreConcerned(
  changed: readonly number[],
  { graph, places }: { graph: DocGraph; places: ReadonlyMap<string, number> },
): number[] {
  const isChanged = new Set(changed.map((place) => graph.nodes[place]!.id));
  const sources = graph.edges.filter(({ to }) => isChanged.has(to));
  return [...new Set([...changed, ...sources.map(({ from }) => places.get(from)!)])];
}

/** @param line a doc's in a corpus */
function docIn(line: Buffer): Doc {
  return JSON.parse(line.toString().replace(/,?\n$/, ""));
}

/** @returns the same graph if the docs have the links that they had */
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

function countGraph({ nodes, edges }: DocGraph): Pick<Build, "docs" | "sections" | "links"> {
  const sections = new Set(nodes.map(({ section }) => section)).size;
  return { docs: nodes.length, sections, links: edges.length };
}
