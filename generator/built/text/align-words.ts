/** Two words that are the same, as places in two lists. */
export type WordPair = readonly [left: number, right: number];

/** Lists with fewer pairs of words are compared in full, larger ones only by runs that occur once. */
const MAX_CELLS = 16_384;
/** How often parts between unique runs are searched for unique runs in them. */
const MAX_DEPTH = 24;
/** The lengths of the runs that parts are aligned by, the surest first. */
const RUN_LENGTHS = [4, 2, 1];

/** Parts of both lists that are compared with each other. */
interface Part {
  readonly left: number;
  readonly leftEnd: number;
  readonly right: number;
  readonly rightEnd: number;
  readonly depth: number;
}

/**
 * Aligns two lists of words: finds words that both have in the same order. Runs of words that occur
 * once in both parts are found first (as in the patience diff of Bram Cohen), then what is between
 * them. The time is nearly proportional to the number of words, whatever they are.
 *
 * @returns the pairs, ascending in both lists
 */
export function alignWords(left: readonly string[], right: readonly string[]): WordPair[] {
  const numbers = new Map<string, number>();
  const numberOf = (word: string): number => {
    const known = numbers.get(word);
    if (known !== undefined) return known;
    numbers.set(word, numbers.size);
    return numbers.size - 1;
  };
  return new Aligner(left.map(numberOf), right.map(numberOf)).run();
}

class Aligner {
  readonly #left: readonly number[];
  readonly #right: readonly number[];
  readonly #pairs: WordPair[] = [];

  constructor(left: readonly number[], right: readonly number[]) {
    this.#left = left;
    this.#right = right;
  }

  run(): WordPair[] {
    const whole = { left: 0, leftEnd: this.#left.length, right: 0, rightEnd: this.#right.length };
    const parts: Part[] = [{ ...whole, depth: 0 }];
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
      for (const next of this.#align(this.#trim(part))) parts.push(next);
    }
    return this.#pairs.sort(([one], [other]) => one - other);
  }

  /** Pairs the words that both parts begin and end with. */
  #trim({ left, leftEnd, right, rightEnd, depth }: Part): Part {
    const most = Math.min(leftEnd - left, rightEnd - right);
    const [one, other] = [this.#left, this.#right];
    let begin = 0;
    for (; begin < most && one[left + begin] === other[right + begin]; begin++) {
      this.#pairs.push([left + begin, right + begin]);
    }
    let end = 0;
    for (; end < most - begin; end++) {
      const pair = [leftEnd - 1 - end, rightEnd - 1 - end] as const;
      if (one[pair[0]] !== other[pair[1]]) break;
      this.#pairs.push(pair);
    }
    return {
      left: left + begin,
      leftEnd: leftEnd - end,
      right: right + begin,
      rightEnd: rightEnd - end,
      depth,
    };
  }

  /** @returns the parts that are left to align */
  #align(part: Part): Part[] {
    const cells = (part.leftEnd - part.left) * (part.rightEnd - part.right);
    if (cells === 0) return [];
    if (cells <= MAX_CELLS) {
      this.#alignInFull(part);
      return [];
    }
    if (part.depth === MAX_DEPTH) return [];
    for (const length of RUN_LENGTHS) {
      const anchors = this.#uniqueRuns(part, length);
      if (anchors.length > 0) return this.#between(part, anchors);
    }
    return [];
  }

  /** Pairs anchors, and returns the parts between them. */
  #between(part: Part, anchors: readonly WordPair[]): Part[] {
    const depth = part.depth + 1;
    const parts: Part[] = [];
    let { left, right } = part;
    for (const [one, other] of [...anchors, [part.leftEnd, part.rightEnd] as const]) {
      parts.push({ left, leftEnd: one, right, rightEnd: other, depth });
      if (one < part.leftEnd) this.#pairs.push([one, other]);
      [left, right] = [one + 1, other + 1];
    }
    return parts;
  }

  /** Finds where runs of words begin that occur once in both parts, as far as they are in order. */
  #uniqueRuns(part: Part, length: number): WordPair[] {
    const right = uniqueRuns(this.#right, { start: part.right, end: part.rightEnd, length });
    const pairs: WordPair[] = [];
    for (const [key, one] of uniqueRuns(this.#left, {
      start: part.left,
      end: part.leftEnd,
      length,
    })) {
      const other = right.get(key) ?? -1;
      if (one >= 0 && other >= 0) pairs.push([one, other]);
    }
    return longestAscending(pairs);
  }

  /** Finds the longest list of words that both parts have in the same order. */
  #alignInFull({ left, leftEnd, right, rightEnd }: Part): void {
    const width = rightEnd - right + 1;
    const lengths = new Uint16Array((leftEnd - left + 1) * width);
    for (let one = leftEnd - 1; one >= left; one--) {
      for (let other = rightEnd - 1; other >= right; other--) {
        const cell = (one - left) * width + other - right;
        lengths[cell] =
          this.#left[one] === this.#right[other]
            ? lengths[cell + width + 1]! + 1
            : Math.max(lengths[cell + width]!, lengths[cell + 1]!);
      }
    }
    for (let one = left, other = right; one < leftEnd && other < rightEnd; ) {
      const cell = (one - left) * width + other - right;
      if (this.#left[one] === this.#right[other]) this.#pairs.push([one++, other++]);
      else if (lengths[cell + width]! >= lengths[cell + 1]!) one++;
      else other++;
    }
  }
}

interface RunRange {
  readonly start: number;
  readonly end: number;
  readonly length: number;
}

/** Returns where each run of words begins; -1 if it occurs more than once. */
function uniqueRuns(
  words: readonly number[],
  { start, end, length }: RunRange,
): Map<string | number, number> {
  const places = new Map<string | number, number>();
  for (let at = start; at + length <= end; at++) {
    const key = length === 1 ? words[at]! : words.slice(at, at + length).join();
    places.set(key, places.has(key) ? -1 : at);
  }
  return places;
}

/** Returns the most pairs that ascend in both lists; they ascend in the first (patience sorting). */
function longestAscending(pairs: readonly WordPair[]): WordPair[] {
  /** The pair with the least end of an ascending list of each length. */
  const ends: number[] = [];
  const before = new Int32Array(pairs.length);
  for (const [at, [, right]] of pairs.entries()) {
    let [from, to] = [0, ends.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (pairs[ends[middle]!]![1] < right) from = middle + 1;
      else to = middle;
    }
    before[at] = from === 0 ? -1 : ends[from - 1]!;
    ends[from] = at;
  }
  const ascending: WordPair[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) ascending.push(pairs[at]!);
  return ascending.reverse();
}
