import type { CorpusContent } from "../corpus/schema.ts";
import type { Config } from "./config.ts";
import { type Linked, linkFiles } from "./link.ts";
import type { ParserName } from "./markdown.ts";
import { createMemory, type Memory } from "./memory.ts";
import type { Problem } from "./problem.ts";
import { buildSearchIndex } from "./search-index.ts";
import { judge, readSources, type Sources } from "./sources.ts";
import type { Vocabulary } from "./vocabulary.ts";

export interface GenerateOptions {
  /** The docs root: a folder. */
  readonly root: string;
  readonly config: Config;
  /** Threads to read with; 1 unless told. The result does not depend on it. */
  readonly jobs?: number;
  /** The folder of the cache of parsed files; none unless told. The result does not depend on it. */
  readonly cacheDir?: string | null;
  /**
   * Whether the cache is used wherever its folder was made, for example when it was restored from an
   * archive. Whoever can write to the folder decides then what the corpus says. Default: false, it is
   * used only in the place where it was made.
   */
  readonly trustCache?: boolean;
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
  /** What might be configured better, as sentences: no problems. */
  readonly hints: readonly string[];
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
  const { config, memory = createMemory() } = options;
  const sources = await readSources({ ...options, memory });
  memory.save();
  const linked = linkFiles(sources.files, { ...config, others: sources.others });
  return {
    content: toContent(sources, { linked, config, vocabulary: memory.vocabulary }),
    problems: judge([...sources.problems, ...linked.linkProblems, ...linked.pageProblems], config),
    hints: sources.hints,
    cached: sources.cached,
  };
}

interface ContentOptions {
  readonly linked: Linked;
  readonly config: Config;
  readonly vocabulary: Vocabulary;
}

/** The corpus of linked files, with its search index. */
export function toContent(
  { files }: Sources,
  { linked, config, vocabulary }: ContentOptions,
): CorpusContent {
  const { docs, graph } = linked;
  const termsOf = new Map(files.map(({ path, terms }) => [path, terms]));
  const indexed = docs.map(({ id, path }) => ({ id, terms: termsOf.get(path)! }));
  const { name, description } = config;
  return {
    meta: { name, description },
    docs,
    graph,
    search: buildSearchIndex(indexed, vocabulary),
  };
}
