import type { DocGraph } from "../../corpus/schema.ts";
import type { CorpusParts, FileDigest } from "../../corpus/write/write.ts";
import type { Counts } from "../config/generation.ts";
import type { LinkProblem } from "../config/problem.ts";
import type { Resolver } from "../link/resolve.ts";
import type { FileStamp } from "../read/file-stamp.ts";

/** A corpus file that was written, as the next process will know it. */
export interface WrittenCorpus {
  readonly sha256: string;
  /** The stamp of the file; null if it is gone. */
  readonly stamp: FileStamp | null;
  readonly basis: Basis;
}

/** A corpus file that was written, with everything needed to make the next one. */
export interface ReusableCorpus extends WrittenCorpus, FileDigest {
  /** In pieces that can be reused. */
  readonly parts: CorpusParts;
  readonly graph: () => DocGraph;
  /** The resolver of its links, if one was needed. */
  readonly resolver: Resolver | null;
}

/** The inputs of a corpus, so that the next one can reuse the unchanged parts. */
export interface Basis {
  /** Identifies everything that decides to which page a link leads: see `frameOf`. */
  readonly frame: string;
  /** The content key of each page, in the order of the docs. */
  readonly keys: readonly string[];
  readonly linkProblems: readonly LinkProblem[];
  readonly counts: Counts;
}
