import { toNfc } from "../../text.ts";
import { type PlacedDoc, placesOf, textAfterHeading } from "./places.ts";
import { IN_HEADING, IN_TEXT, MAX_COUNT } from "./postings.ts";
import { describeUnit, LEAD, PAGE } from "./units.ts";
import { visibleText } from "./visible-text.ts";
import { BARE, bareOf, eachWord, LAST, PART } from "./words.ts";

/** The words of a page for the index. */
export interface PageWords {
  /** The descriptions of its units: see {@link describeUnit}. */
  readonly units: string;
  /** For each unit in turn: how many terms follow, then each term's number and value, packed. */
  readonly terms: Int32Array;
}

/** Bits of a packed term that hold its value. */
const VALUE_BITS = 6;

export function packTerm(term: number, value: number): number {
  return (term << VALUE_BITS) | value;
}

export function termIn(packed: number): number {
  return packed >>> VALUE_BITS;
}

export function valueIn(packed: number): number {
  return packed & (2 ** VALUE_BITS - 1);
}

/** Counts the words of pages, unit by unit. */
export class WordCounter {
  readonly #numberOf: (term: string) => number;
  /** Value of each term in the current unit. */
  #values = new Uint8Array(2 ** 12);
  readonly #met: number[] = [];
  readonly #packed: number[] = [];

  /** @param numberOf Returns the number of a term, which is less than 2²⁵. */
  constructor(numberOf: (term: string) => number) {
    this.#numberOf = numberOf;
  }

  count(doc: PlacedDoc): PageWords {
    this.#packed.length = 0;
    const { title, description, headings } = doc;
    this.#addHeading(title);
    let textLength = this.#addText(description ?? "");
    this.#endUnit();
    let units = describeUnit({ depth: PAGE, isAbove: true, textLength });
    for (const place of placesOf(doc)) {
      const { text = "", depth = LEAD } = headings[place] ?? {};
      this.#addHeading(text);
      textLength = this.#addText(visibleText(textAfterHeading(place, doc)));
      this.#endUnit();
      // The title counts for all places anyway.
      const isAbove = text !== title || depth === LEAD;
      units += describeUnit({ depth, isAbove, textLength });
    }
    return { units, terms: Int32Array.from(this.#packed) };
  }

  #addHeading(heading: string): void {
    this.#addWords(toNfc(heading), (value) => value | IN_HEADING);
  }

  #addText(text: string): number {
    const most = MAX_COUNT * IN_TEXT;
    return this.#addWords(toNfc(text), (value) => (value < most ? value + IN_TEXT : value));
  }

  /** @returns the number of words in the text, not counting parts of identifiers */
  #addWords(text: string, add: (value: number) => number): number {
    let length = 0;
    eachWord(text, (term, _start, _end, kind) => {
      if (kind !== PART && kind !== LAST) length++;
      this.#add(term, add);
      const bare = bareOf(term);
      if (bare !== term) this.#add(BARE + bare, add);
    });
    return length;
  }

  #add(term: string, add: (value: number) => number): void {
    const number = this.#numberOf(term);
    if (number >= this.#values.length) {
      const grown = new Uint8Array(2 * number);
      grown.set(this.#values);
      this.#values = grown;
    }
    const value = this.#values[number]!;
    if (value === 0) this.#met.push(number);
    this.#values[number] = add(value);
  }

  #endUnit(): void {
    this.#packed.push(this.#met.length);
    for (const term of this.#met) {
      this.#packed.push(packTerm(term, this.#values[term]!));
      this.#values[term] = 0;
    }
    this.#met.length = 0;
  }
}
