import type { CorpusContent } from "../corpus/schema.ts";
import { openCache } from "./cache.ts";
import { collect } from "./collect.ts";
import { type Config, severityOf } from "./config.ts";
import { checkFrontmatter } from "./frontmatter-schema.ts";
import { linkFiles } from "./link.ts";
import type { ParserName } from "./markdown.ts";
import { createMemory, type Memory } from "./memory.ts";
import type { ParsedFile } from "./parse.ts";
import { readAll } from "./pool.ts";
import { compareProblems, type Problem } from "./problem.ts";
import { buildSearchIndex } from "./search-index.ts";

export interface GenerateOptions {
  /** The docs root: a folder. */
  readonly root: string;
  readonly config: Config;
  /** Threads to read with; 1 unless told. The result does not depend on it. */
  readonly jobs?: number;
  /** The folder of the cache of parsed files; none unless told. The result does not depend on it. */
  readonly cacheDir?: string | null;
  /** What reads the Markdown; `auto` unless told. The result does not depend on it. */
  readonly parser?: ParserName;
  /** Whether a file that the reference would read in another way is an error; off unless told. */
  readonly verifyParser?: boolean;
  /** What an earlier run under the same configuration has read. The result does not depend on it. */
  readonly memory?: Memory | undefined;
  /**
   * When this run began, in milliseconds since 1970: so files that were not changed for some time
   * need not be read to be known. Unless told, all are read. The result does not depend on it.
   */
  readonly startedAtMs?: number;
  /** Told now and then while files are read. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** How far reading has come, in files. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** A problem with the weight that the configuration gives it. */
export interface JudgedProblem extends Problem {
  readonly severity: "error" | "warn";
}

/** What a tree gives. */
export interface Generated {
  /** The corpus, with every page that could be read. */
  readonly content: CorpusContent;
  /** All problems of all files, sorted. Where one is an error the corpus must not be published. */
  readonly problems: readonly JudgedProblem[];
  /** How many docs came from the cache. */
  readonly cached: number;
}

/**
 * Turns a Markdown tree into a corpus: collect → parse → link → index. Nothing is written.
 *
 * A file's parsed form depends on that file and the configuration only; all that depends on other
 * files happens after.
 *
 * @throws the file system's error if the root cannot be read
 */
export async function generate(options: GenerateOptions): Promise<Generated> {
  const { root, config, jobs = 1, cacheDir = null, startedAtMs = 0, onProgress } = options;
  const { parser = "auto", verifyParser = false, memory = createMemory() } = options;
  const { anchors } = config;
  const tree = await collect(root, config);
  const total = tree.files.length;
  const isCached = cacheDir !== null && !verifyParser;
  memory.begin({
    cache: isCached ? openCache(cacheDir, { root, anchors, parser }) : null,
    startedAtMs,
  });
  const read = await readAll(tree.files, {
    jobs,
    parser,
    verifyParser,
    anchors,
    memory,
    onProgress: (done) => onProgress?.({ done, total }),
  });
  const { files, problems } = separate(read.map(({ result }) => result));
  const linked = linkFiles(files, { ...config, others: tree.others });
  const found = [
    ...tree.problems,
    ...problems,
    ...files.flatMap((file) => file.problems),
    ...linked.problems,
    ...(config.frontmatter === null
      ? []
      : await checkFrontmatter(files.filter(hasReadableFrontmatter), config.frontmatter)),
    ...(total === 0 ? [emptyTree()] : []),
  ];
  const { name, description } = config;
  const { docs, graph } = linked;
  const termsOf = new Map(files.map(({ path, terms }) => [path, terms]));
  const indexed = docs.map(({ id, path }) => ({ id, terms: termsOf.get(path)! }));
  const search = buildSearchIndex(indexed, memory.vocabulary);
  const content = { meta: { name, description }, docs, graph, search };
  const cached = read.filter(({ fromCache }) => fromCache).length;
  return { content, problems: judge(found, config), cached };
}

function separate(results: readonly (ParsedFile | Problem)[]) {
  const files: ParsedFile[] = [];
  const problems: Problem[] = [];
  for (const result of results) {
    if ("rule" in result) problems.push(result);
    else files.push(result);
  }
  return { files, problems };
}

/** What is no YAML has already been reported as that. */
function hasReadableFrontmatter({ problems }: ParsedFile): boolean {
  return !problems.some(({ rule }) => rule === "frontmatter-syntax");
}

function emptyTree(): Problem {
  const message = "There is no Markdown file below the docs root";
  return { file: ".", line: 1, column: 1, rule: "empty-tree", message, suggestion: null };
}

/** Gives each problem its severity, leaves out what is switched off, and sorts. */
function judge(problems: readonly Problem[], config: Config): JudgedProblem[] {
  return problems
    .flatMap((problem) => {
      const severity = severityOf(problem.rule, config);
      return severity === "off" ? [] : [{ ...problem, severity }];
    })
    .sort(compareProblems);
}
