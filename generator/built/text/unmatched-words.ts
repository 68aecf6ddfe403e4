import type { TextWord } from "./text-words.ts";

/** A text with this part of its words among those that the other side has elsewhere was moved. */
const MOVED_SHARE = 0.6;

/** The words of a page and of its HTML that were not matched: what moved is in both. */
export class UnmatchedWords {
  readonly sourceCount: number;
  readonly #source: ReadonlySet<string>;
  readonly #html: ReadonlySet<string>;

  /** @param source runs of words, as the others */
  constructor(source: readonly (readonly TextWord[])[], html: readonly (readonly TextWord[])[]) {
    this.sourceCount = source.reduce((count, run) => count + run.length, 0);
    this.#source = pairsOf(source);
    this.#html = pairsOf(html);
  }

  /** Tells whether a text of the HTML is elsewhere in the source. */
  isInSource(words: readonly TextWord[]): boolean {
    return isIn(this.#source, words);
  }

  /** Tells whether a text of the source is elsewhere in the HTML. */
  isInHtml(words: readonly TextWord[]): boolean {
    return isIn(this.#html, words);
  }
}

function isIn(pairs: ReadonlySet<string>, words: readonly TextWord[]): boolean {
  const own = pairsOf([words]);
  const moved = [...own].filter((pair) => pairs.has(pair)).length;
  return moved > 0 && moved >= own.size * MOVED_SHARE;
}

/** Returns the pairs of words that follow each other; of a single word itself. */
function pairsOf(runs: readonly (readonly TextWord[])[]): Set<string> {
  const pairs = new Set<string>();
  for (const run of runs) {
    if (run.length === 1) pairs.add(run[0]!.key);
    for (let at = 1; at < run.length; at++) pairs.add(`${run[at - 1]!.key} ${run[at]!.key}`);
  }
  return pairs;
}
