/** Where a quote differs from the docs; one side may be empty. */
export interface QuoteDifference {
  readonly quote: string;
  readonly passage: string;
}

/** Words, and each other character by itself: also those of scripts that are written without spaces. */
const TOKENS =
  /(?:(?![\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}])[\p{L}\p{M}\p{N}_])+|\S/gu;

/**
 * Compares a quote with a passage, word by word (longest common subsequence), as their folded forms
 * have the words.
 *
 * @returns the differences, in order
 */
export function differencesOf(
  quote: string,
  passage: string,
  fold: (text: string) => string,
): QuoteDifference[] {
  const left = new Tokens(quote, fold);
  const right = new Tokens(passage, fold);
  const width = right.count + 1;
  /** For each pair of ends of both, the number of words that they have in order. */
  const common = new Uint16Array((left.count + 1) * width);
  for (let at = left.count - 1; at >= 0; at--) {
    for (let other = right.count - 1; other >= 0; other--) {
      const here = at * width + other;
      common[here] =
        left.words[at] === right.words[other]
          ? common[here + width + 1]! + 1
          : Math.max(common[here + width]!, common[here + 1]!);
    }
  }
  const differences: QuoteDifference[] = [];
  let [from, otherFrom, at, other] = [0, 0, 0, 0];
  const close = () => {
    if (at > from || other > otherFrom) {
      differences.push({ quote: left.slice(from, at), passage: right.slice(otherFrom, other) });
    }
  };
  while (at < left.count && other < right.count) {
    const here = at * width + other;
    if (left.words[at] === right.words[other]) {
      close();
      [from, otherFrom] = [++at, ++other];
    } else if (common[here + width]! >= common[here + 1]!) at++;
    else other++;
  }
  [at, other] = [left.count, right.count];
  close();
  return differences;
}

class Tokens {
  readonly words: readonly string[];
  readonly #text: string;
  readonly #found: readonly RegExpExecArray[];

  constructor(text: string, fold: (text: string) => string) {
    this.#text = text;
    this.#found = [...text.matchAll(TOKENS)];
    this.words = this.#found.map(([word]) => fold(word));
  }

  get count(): number {
    return this.words.length;
  }

  slice(from: number, to: number): string {
    if (from === to) return "";
    const last = this.#found[to - 1]!;
    return this.#text.slice(this.#found[from]!.index, last.index + last[0].length);
  }
}
