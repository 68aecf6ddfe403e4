import type { CorpusContent } from "../corpus/schema.ts";
import { type JudgedProblem, judge } from "./config/judge.ts";
import { toContent } from "./content.ts";
import { linkFiles } from "./link/link.ts";
import { type ReadTreeOptions, readTree } from "./read/read-tree.ts";
import { createMemory, type Memory, type MemoryOptions } from "./rebuild/known-files.ts";

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
  memory.begin(options);
  const sources = await readTree(options, memory);
  memory.save();
  const linked = linkFiles(sources.files, { ...config, others: sources.others });
  return {
    content: toContent(sources, { linked, config, vocabulary: memory.vocabulary }),
    problems: judge([...sources.problems, ...linked.linkProblems, ...linked.pageProblems], config),
    hints: sources.hints,
    cached: sources.cached,
  };
}
