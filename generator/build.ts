import { createHash } from "node:crypto";
import { createByteWriter } from "../corpus/byte-writer.ts";
import type { Doc, DocGraph } from "../corpus/schema.ts";
import { sealCorpus, serializeCorpus } from "../corpus/write.ts";
import type { Config } from "./config.ts";
import { partCorpus, replaceParts } from "./corpus-parts.ts";
import { type GenerateOptions, type JudgedProblem, toContent } from "./generate.ts";
import { linkFiles, relinkFiles } from "./link.ts";
import type { Memory } from "./memory.ts";
import { patchSearchIndex } from "./patch-index.ts";
import type { Problem } from "./problem.ts";
import { judge, readSources, type Sources } from "./sources.ts";
import { createTermCounter } from "./terms.ts";

/** A corpus file, and what it was built of. */
export interface Built {
  readonly bytes: Buffer;
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

/** What a tree gives, as {@link generate} tells it, with the corpus as the bytes of a file. */
export interface Build {
  readonly problems: readonly JudgedProblem[];
  readonly cached: number;
  readonly docs: number;
  readonly sections: number;
  readonly links: number;
  /** Makes the corpus; its bytes are those of {@link serializeCorpus}. */
  finish(): Built;
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
    ? rebuild(sources, { config, memory, previous: previous!, changed })
    : buildAnew(sources, { config, memory, frame });
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

function buildAnew(
  sources: Sources,
  { config, memory, frame }: { config: Config; memory: Memory; frame: string },
): Build {
  const linked = linkFiles(sources.files, { ...config, others: sources.others });
  const { linkProblems, pageProblems } = linked;
  const { keys } = sources;
  return {
    problems: judge([...sources.problems, ...linkProblems, ...pageProblems], config),
    cached: sources.cached,
    ...countGraph(linked.graph),
    finish() {
      const { vocabulary } = memory;
      const bytes = serializeCorpus(toContent(sources, { linked, config, vocabulary }));
      return { bytes, basis: { frame, keys, linkProblems } };
    },
  };
}

interface RebuildOptions {
  readonly config: Config;
  readonly memory: Memory;
  readonly previous: Built;
  /** The places of the pages that have another content. */
  readonly changed: readonly number[];
}

/** The pages are those of the previous corpus, in the same order; some have another content. */
function rebuild(sources: Sources, { config, memory, previous, changed }: RebuildOptions): Build {
  const { files, keys, others } = sources;
  const { basis } = previous;
  const parts = partCorpus(previous.bytes);
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
    finish() {
      const countTerms = createTermCounter(memory.vocabulary);
      const edits = changed.map((place) => ({
        place,
        before: countTerms(JSON.parse(parts.docs[place]!.toString())),
        after: files[place]!.terms,
      }));
      const pieces = replaceParts(parts, {
        docs: new Map(docs.map((doc) => [places.get(doc.path)!, JSON.stringify(doc)])),
        graph: newGraph === graph ? null : newGraph,
        search: patchSearchIndex(parts.search, { edits, vocabulary: memory.vocabulary }),
      });
      const bytes = sealCorpus(join(pieces, previous.bytes.length));
      return { bytes, basis: { frame: basis.frame, keys, linkProblems } };
    },
  };
}

/** The pages that changed and those that link to one: its anchors may be others. */
function whichAreConcerned(changed: readonly string[], { edges }: DocGraph): Set<string> {
  const isChanged = new Set(changed);
  const sources = edges.filter(({ to }) => isChanged.has(to)).map(({ from }) => from);
  return new Set([...changed, ...sources]);
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

/** @param length about that of all pieces, in bytes */
function join(pieces: readonly (Uint8Array | string)[], length: number): Buffer {
  const writer = createByteWriter(length + ROOM);
  for (const piece of pieces) {
    if (typeof piece === "string") writer.text(piece);
    else writer.bytes(piece);
  }
  return writer.finish();
}

/** What a few edits may add, in bytes. */
const ROOM = 1 << 20;
