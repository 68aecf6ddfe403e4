import { createHash } from "node:crypto";
import type { Doc, DocGraph } from "../corpus/schema.ts";
import { type CorpusParts, partContent, replaceCorpus } from "../corpus/write.ts";
import type { Config } from "./config.ts";
import { type GenerateOptions, type JudgedProblem, toContent } from "./generate.ts";
import { linkFiles, relinkFiles } from "./link.ts";
import type { Memory } from "./memory.ts";
import { patchSearchIndex, splitIndex } from "./patch-index.ts";
import type { Problem } from "./problem.ts";
import { judge, readSources, type Sources } from "./sources.ts";
import { createTermCounter } from "./terms.ts";

/** A corpus file that was written, and what it was built of. */
export interface Built {
  readonly parts: CorpusParts;
  readonly sha256: string;
  readonly basis: Basis;
}

/** What a corpus was built of, so that the next one can take over what is the same. */
export interface Basis {
  /** Names all that decides to which page a link leads: see `frameOf`. */
  readonly frame: string;
  /** What each page was made of, in the order of the docs. */
  readonly keys: readonly string[];
  readonly linkProblems: readonly Problem[];
}

export interface BuildOptions extends GenerateOptions {
  readonly memory: Memory;
  /** The corpus file: what was built before may be there. The result does not depend on it. */
  readonly out: string;
}

/** What a tree gives, as {@link generate} tells it, with a corpus that can be written. */
export interface Build {
  readonly problems: readonly JudgedProblem[];
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
  const sources = await readSources(options);
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
  readonly basis: Basis;
}

async function write(parts: CorpusParts, { memory, out, basis }: WriteOptions): Promise<number> {
  const { sha256, length } = await replaceCorpus(out, parts);
  memory.written({ parts, sha256, basis });
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

interface BuildAnewOptions extends Omit<WriteOptions, "basis"> {
  readonly config: Config;
  readonly frame: string;
}

function buildAnew(sources: Sources, { config, memory, out, frame }: BuildAnewOptions): Build {
  const linked = linkFiles(sources.files, { ...config, others: sources.others });
  const { linkProblems, pageProblems } = linked;
  const { keys } = sources;
  return {
    problems: judge([...sources.problems, ...linkProblems, ...pageProblems], config),
    cached: sources.cached,
    ...countGraph(linked.graph),
    write() {
      const { vocabulary } = memory;
      const content = toContent(sources, { linked, config, vocabulary });
      const parts = partContent(content);
      const search = parts.search.flatMap(splitIndex);
      return write({ ...parts, search }, { memory, out, basis: { frame, keys, linkProblems } });
    },
  };
}

interface RebuildOptions extends Omit<WriteOptions, "basis"> {
  readonly config: Config;
  readonly previous: Built;
  /** The places of the pages that have another content. */
  readonly changed: readonly number[];
}

/** The pages are those of the previous corpus, in the same order; some have another content. */
function rebuild(sources: Sources, options: RebuildOptions): Build {
  const { config, memory, out, previous, changed } = options;
  const { files, keys, others } = sources;
  const { basis, parts } = previous;
  const graph: DocGraph = JSON.parse(parts.graph.toString());
  const ids = graph.nodes.map(({ id }) => id);
  const isConcerned = whichAreConcerned(
    changed.map((place) => ids[place]!),
    graph,
  );
  const places = new Map(files.map(({ path }, place) => [path, place]));
  const isWanted = (path: string): boolean => isConcerned.has(ids[places.get(path)!]!);
  const { docs, ...found } = relinkFiles(files, { ...config, others, isWanted });
  const linkProblems = [
    ...basis.linkProblems.filter(({ file }) => !isWanted(file)),
    ...found.linkProblems,
  ];
  const newGraph = withLinksOf(docs, graph);
  return {
    problems: judge([...sources.problems, ...linkProblems, ...found.pageProblems], config),
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
        const place = places.get(doc.path)!;
        lines[place] = lineOf(doc, { isLast: place === lines.length - 1 });
      }
      const patched: CorpusParts = {
        meta: parts.meta,
        docs: lines,
        graph: newGraph === graph ? parts.graph : Buffer.from(JSON.stringify(newGraph)),
        search: patchSearchIndex(parts.search, { edits, vocabulary: memory.vocabulary }),
      };
      return write(patched, { memory, out, basis: { frame: basis.frame, keys, linkProblems } });
    },
  };
}

/** The pages that changed and those that link to one: its anchors may be others. */
function whichAreConcerned(changed: readonly string[], { edges }: DocGraph): Set<string> {
  const isChanged = new Set(changed);
  const sources = edges.filter(({ to }) => isChanged.has(to)).map(({ from }) => from);
  return new Set([...changed, ...sources]);
}

/** @param line a doc's in a corpus */
function docIn(line: Buffer): Doc {
  return JSON.parse(line.toString().replace(/,?\n$/, ""));
}

function lineOf(doc: Doc, { isLast }: { isLast: boolean }): Buffer {
  return Buffer.from(`${JSON.stringify(doc)}${isLast ? "" : ","}\n`);
}

/** @returns the same graph if the docs have the links that they had */
function withLinksOf(docs: readonly Doc[], graph: DocGraph): DocGraph {
  const before = Map.groupBy(graph.edges, ({ from }) => from);
  const changed = new Map(
    docs
      .filter(({ id, links }) => !isSame(links, before.get(id) ?? []))
      .map(({ id, links }) => [id, links.map((to) => ({ from: id, to }))]),
  );
  if (changed.size === 0) return graph;
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
