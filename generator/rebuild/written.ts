import type { DocGraph } from "../../corpus/schema.ts";
import type { CorpusParts } from "../../corpus/write/write.ts";
import type { Problem } from "../config/problem.ts";
import type { Resolver } from "../link/resolve.ts";

/** A corpus file that was written, as the next process will know it. */
export interface Written {
  readonly sha256: string;
  readonly basis: Basis;
}

/** A corpus file that was written, and all of which a next one can be made. */
export interface Built extends Written {
  /** In pieces that can be needed again. */
  readonly parts: CorpusParts;
  readonly graph: DocGraph;
  /** That of its links, if it was needed. */
  readonly resolver: Resolver | null;
}

/** What a corpus was built of, so that the next one can take over what is the same. */
export interface Basis {
  /** Names all that decides to which page a link leads: see `frameOf`. */
  readonly frame: string;
  /** What each page was made of, in the order of the docs. */
  readonly keys: readonly string[];
  readonly linkProblems: readonly Problem[];
}
