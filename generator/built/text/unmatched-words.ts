import type { TextWord } from "./text-words.ts";

/** A text with this part of its words among those that the other side has elsewhere was moved. */
const MOVED_SHARE = 0.6;

/** The words of a page and of its HTML that were not matched: what moved is in both. */
export class UnmatchedWords {
  readonly sourceCount: number;
  readonly #source: PairCounts;
  readonly #html: PairCounts;

  /** @param source runs of words, as the others */
  constructor(source: readonly (readonly TextWord[])[], html: readonly (readonly TextWord[])[]) {
    this.sourceCount = source.reduce((count, run) => count + run.length, 0);
    this.#source = pairsOf(source);
    this.#html = pairsOf(html);
  }

  /** Tells whether a text of the HTML is elsewhere in the source. */
  isInSource(words: readonly TextWord[]): boolean {
    return isMoved(words, { own: this.#html, other: this.#source });
  }

  /** Tells whether a text of the source is elsewhere in the HTML. */
  isInHtml(words: readonly TextWord[]): boolean {
    return isMoved(words, { own: this.#source, other: this.#html });
  }
}

/** How often two words follow each other; of a run of a single word, that word. */
type PairCounts = ReadonlyMap<string, number>;

interface Sides {
  readonly own: PairCounts;
  readonly other: PairCounts;
}

function isMoved(words: readonly TextWord[], { own, other }: Sides): boolean {
  const pairs = [...pairsOf([words]).keys()];
  const countOf = (counts: PairCounts, pair: string) => counts.get(pair) ?? 0;
  const moved = pairs.filter(
    (pair) => other.has(pair) && countOf(other, pair) >= countOf(own, pair),
  ).length;
  return moved > 0 && moved >= pairs.length * MOVED_SHARE;
}

function pairsOf(runs: readonly (readonly TextWord[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (pair: string) => counts.set(pair, (counts.get(pair) ?? 0) + 1);
  for (const run of runs) {
    if (run.length === 1) add(run[0]!.key);
    for (let at = 1; at < run.length; at++) add(`${run[at - 1]!.key} ${run[at]!.key}`);
  }
  return counts;
}
