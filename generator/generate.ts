import type { CorpusContent, DocGraph } from "../corpus/schema.ts";
import { partContent, replaceCorpus } from "../corpus/write/write.ts";
import type { Config } from "./config/config.ts";
import { type JudgedProblem, judge } from "./config/judge.ts";
import { buildSearchIndex } from "./index/search-index.ts";
import { encodeBase, type Linked, linkFiles } from "./link/link.ts";
import { type ReadTreeOptions, readTree, type Sources } from "./read/read-tree.ts";
import { createMemory, type Memory, type MemoryOptions, type Run } from "./rebuild/known-files.ts";
import { frameOf, relinkChanged } from "./rebuild/rebuild.ts";

export interface GenerateOptions extends ReadTreeOptions, MemoryOptions {
  /** What an earlier run under the same configuration has read. The result does not depend on it. */
  readonly memory?: Memory | undefined;
}

/** What a tree gives. */
export interface Generated {
  /** The corpus, with every page that could be read. */
  readonly content: CorpusContent;
  /** All problems of all files, sorted. Where one is an error the corpus must not be published. */
  readonly problems: readonly JudgedProblem[];
  /** What might be configured better, as sentences: no problems. */
  readonly hints: readonly string[];
  /** How many docs came from the cache. */
  readonly cached: number;
}

/** What is known of a tree once it is linked: all but the corpus, whose size is counted. */
export interface Report extends Omit<Generated, "content"> {
  readonly docs: number;
  readonly sections: number;
  readonly links: number;
}

/**
 * Checks a Markdown tree: collect → read → link. Nothing is written, not even to the cache.
 *
 * @throws the file system's error if the root cannot be read
 */
export async function checkTree(options: GenerateOptions): Promise<Report> {
  return (await linkTree(options, linkAll)).report;
}

/**
 * Turns a Markdown tree into a corpus: collect → read → link → index. Nothing is written but the
 * cache.
 *
 * A file's parsed form depends on that file and the configuration only; all that depends on other
 * files happens after.
 *
 * @throws the file system's error if the root cannot be read
 *
 * @example
 * import { generate, parseConfig, replaceFile, serializeCorpus } from "docgate/generator";
 *
 * const { content, problems } = await generate({ root: "docs", config: parseConfig({}) });
 * for (const { file, line, message } of problems) console.warn(`${file}:${line} ${message}`);
 * if (!problems.some(({ severity }) => severity === "error")) {
 *   await replaceFile("dist/corpus.json", serializeCorpus(content));
 * }
 */
export async function generate(options: GenerateOptions): Promise<Generated> {
  const { run, linked, report } = await linkTree(options, linkAll);
  run.save();
  const { problems, hints, cached } = report;
  return { content: linked.content(), problems, hints, cached };
}

export interface GenerateFileOptions extends GenerateOptions {
  /** The corpus file: what was written before may be there. The result does not depend on it. */
  readonly out: string;
  /** Whether any problem is as bad as an error. Default: false. */
  readonly isStrict?: boolean | undefined;
}

export interface GeneratedFile extends Report {
  /** How many bytes the corpus has; null if it was not written, because of an error. */
  readonly bytes: number | null;
}

/**
 * Turns a Markdown tree into a corpus file: collect → read → link → index → write. The bytes are
 * those of {@link serializeCorpus}. Where a corpus was written before, only what changed is linked
 * and indexed, if that is enough.
 *
 * @throws the file system's error if the root cannot be read or the file not be written; the old
 *   file is then as it was
 */
export async function generateFile(options: GenerateFileOptions): Promise<GeneratedFile> {
  const { config, out, isStrict = false } = options;
  const { run, linked, report } = await linkTree(options, (sources, context) => {
    const frame = frameOf(sources, config);
    const previous = context.run.previous(out);
    const links =
      relinkChanged(sources, { ...context, frame, previous }) ?? linkAll(sources, context);
    return { ...links, basis: { frame, keys: sources.keys, linkProblems: links.linkProblems } };
  });
  try {
    if (report.problems.some(({ severity }) => isStrict || severity === "error")) {
      return { ...report, bytes: null };
    }
    const { basis, graph, resolver } = linked;
    const parts = linked.index();
    const { sha256, length } = await replaceCorpus(out, parts);
    run.written({ sha256, basis, parts, graph, resolver });
    return { ...report, bytes: length };
  } finally {
    // What waits for the corpus need not wait for this.
    run.save();
  }
}

/** collect → read → link, in the way that is given. All problems are known then. */
async function linkTree<Links extends Omit<Linked, "docs">>(
  options: GenerateOptions,
  link: (sources: Sources, context: LinkContext) => Links,
): Promise<{ run: Run; linked: Links; report: Report }> {
  const { config, memory = createMemory({ isForOneRun: true }) } = options;
  const run = memory.begin(options);
  const sources = await readTree(options, run);
  const linked = link(sources, { config, run });
  const { linkProblems, pageProblems, graph } = linked;
  const problems = judge([...sources.problems, ...linkProblems, ...pageProblems], config);
  const { hints, cached } = sources;
  return { run, linked, report: { problems, hints, cached, ...countGraph(graph) } };
}

interface LinkContext {
  readonly config: Config;
  readonly run: Run;
}

/** Links every page; indexes every page when its content or its index is asked for. */
function linkAll(sources: Sources, { config, run }: LinkContext) {
  const { files, others } = sources;
  const linked = linkFiles(files, { ...config, others });

  function content(): CorpusContent {
    const { docs, graph } = linked;
    const termsOf = new Map(files.map(({ path, terms }) => [path, terms]));
    const indexed = docs.map(({ id, path }) => ({ id, terms: termsOf.get(path)! }));
    const { name, description, siteUrl } = config;
    const meta = { name, description, siteUrl, base: encodeBase(config.base) };
    const search = buildSearchIndex(indexed, run.vocabulary);
    return { meta, docs, graph, search };
  }

  return { ...linked, content, index: () => run.toKeep(partContent(content())) };
}

function countGraph({ nodes, edges }: DocGraph): Pick<Report, "docs" | "sections" | "links"> {
  const sections = new Set(nodes.map(({ section }) => section)).size;
  return { docs: nodes.length, sections, links: edges.length };
}
