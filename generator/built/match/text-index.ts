import { lowerBound } from "../../../corpus/text/order.ts";
import { Marks } from "../../changes/moves/marks.ts";
import { eachShingle } from "../../changes/moves/shingles.ts";
import type { TextRange } from "../html/html-page.ts";

/** Where the shingles of a source are in the text of its HTML page. */
export class TextIndex {
  /** Where each shingle of the text ends, in ascending order. */
  readonly #all: number[] = [];
  /** Shingle of the source → its number. */
  readonly #sought = new Map<number, number>();
  /** Where those of the source end, and their numbers. */
  readonly #places: number[] = [];
  readonly #numbers: number[] = [];
  readonly #seen: Marks;

  constructor(source: string, text: string) {
    eachShingle(source, {
      start: 0,
      end: source.length,
      use: (shingle) => {
        if (!this.#sought.has(shingle)) this.#sought.set(shingle, this.#sought.size);
      },
    });
    eachShingle(text, {
      start: 0,
      end: text.length,
      use: (shingle, at) => {
        this.#all.push(at);
        const number = this.#sought.get(shingle);
        if (number === undefined) return;
        this.#places.push(at);
        this.#numbers.push(number);
      },
    });
    this.#seen = new Marks(this.#sought.size);
  }

  /** The number of distinct shingles of the source that the page has. */
  get size(): number {
    return new Set(this.#numbers).size;
  }

  /** Tells whether a part of the page has a number of distinct shingles of the source. */
  has(range: TextRange, least: number): boolean {
    const { first, end } = within(this.#places, range);
    if (end - first < least) return false;
    this.#seen.clear();
    let missing = least;
    for (let at = first; at < end && missing > 0; at++) {
      if (this.#seen.add(this.#numbers[at]!)) missing--;
    }
    return missing === 0;
  }

  /** Returns the part of a text on the page that the source has too, from 0 to 1. */
  shareOf(range: TextRange): number {
    const [own, all] = [within(this.#places, range), within(this.#all, range)];
    return all.end === all.first ? 0 : (own.end - own.first) / (all.end - all.first);
  }
}

/** Returns the part of ascending offsets that are in a range. */
function within(
  offsets: readonly number[],
  { start, end }: TextRange,
): { readonly first: number; readonly end: number } {
  const firstFrom = (offset: number) =>
    lowerBound({ from: 0, to: offsets.length }, (at) => offsets[at]! < offset);
  return { first: firstFrom(start), end: firstFrom(end) };
}
