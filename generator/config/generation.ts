import type { CorpusContent } from "../../corpus/schema.ts";
import type { Config } from "./config.ts";
import type { JudgedProblem } from "./judge.ts";

/**
 * The parser of the files. `remark` is the reference. `satteri` gives the same result many times
 * faster, where its native build can be loaded. `auto` is satteri if it is available, otherwise
 * remark.
 */
export type ParserName = "auto" | "satteri" | "remark";

/** A tree, and how it is read. The result depends only on `root`, `config` and `built`. */
export interface GenerateOptions {
  /** The docs root, a folder. */
  readonly root: string;
  readonly config: Config;
  /**
   * The folder of HTML that the site's own build has written, which must exist. Default: that of the
   * configuration, which need not exist.
   */
  readonly built?: string | undefined;
  /** Number of threads to read with. Default: 1. */
  readonly jobs?: number;
  /** The Markdown parser. Default: `auto`. */
  readonly parser?: ParserName;
  /** True to fail on a file that the reference parser reads differently. Default: false. */
  readonly verifyParser?: boolean;
  /** The folder of the cache of parsed files. Default: none. */
  readonly cacheDir?: string | null;
  /**
   * True to use the cache wherever its folder was made, for example if it was restored from an
   * archive. Whoever can write to the folder then decides what the corpus contains. Default: false;
   * it is used only in the place where it was made.
   */
  readonly acceptAnyCache?: boolean;
  /** Called from time to time while files are read. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** A tree, and the file that it becomes. */
export interface GenerateFileOptions extends GenerateOptions {
  /** The corpus file. It may hold an earlier corpus; the result does not depend on it. */
  readonly out: string;
  /** True to treat every problem like an error. Default: false. */
  readonly isStrict?: boolean | undefined;
}

/** The progress of reading, in files. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** The size of a corpus. */
export interface Counts {
  readonly docs: number;
  readonly sections: number;
  readonly links: number;
}

/** The part of a result that every run has. */
export interface Findings {
  /** All problems of all files, sorted. If one is an error, the corpus must not be published. */
  readonly problems: readonly JudgedProblem[];
  /** Sentences about the site: how it was recognised, what of its configuration cannot be read. */
  readonly notes: readonly string[];
  /** Suggestions for a better configuration, as sentences; not problems. */
  readonly hints: readonly string[];
  /** Number of drafts that were left out. */
  readonly drafts: number;
}

/** The result of checking a tree. */
export interface CheckResult extends Findings {
  /** Number of docs. */
  readonly docs: number;
}

/** The result of reading a tree. */
export interface GeneratedCorpus extends Findings {
  /** The corpus, with every page that could be read. */
  readonly content: CorpusContent;
  /** Number of docs that came from the cache. */
  readonly cached: number;
}

/** The result of writing a corpus file. */
export interface GeneratedFile extends Omit<GeneratedCorpus, "content">, Counts {
  /** The size of the corpus in bytes; null if it was not written because of an error. */
  readonly bytes: number | null;
}
