import { toNfc } from "../../../text/fold.ts";
import { type PlacedDoc, placeReader, placesOf } from "../places.ts";
import { BARE, bareOf, eachWord, LAST, PART, wordAt } from "../text/words.ts";
import { toValue } from "./postings.ts";
import { describeUnit, LEAD, PAGE } from "./units.ts";

/** The words of a page for the index. */
export interface PageWords {
  /** The descriptions of its units: see {@link describeUnit}. */
  readonly units: string;
  /** For each unit in turn: how many terms follow, then the terms: see {@link termIn}. */
  readonly terms: Int32Array;
}

/** A term in a unit takes one number: a bit for the heading, the count in the text, the term. */
const IN_HEADING = 1;
const IN_TEXT = 2;
const MAX_COUNT = 31;
const VALUE_BITS = 6;

export function termIn(packed: number): number {
  return packed >>> VALUE_BITS;
}

function withTerm(packed: number, term: number): number {
  return (packed & (2 ** VALUE_BITS - 1)) | (term << VALUE_BITS);
}

/** Returns the value of the term's posting. */
export function valueIn(packed: number): number {
  return toValue((packed >>> 1) & MAX_COUNT, (packed & IN_HEADING) !== 0);
}

/** Visits the terms of pages whose units are numbered one after another. */
export function eachPackedTerm(
  pages: readonly PageWords[],
  visit: (packed: number, unit: number) => void,
): void {
  let unit = 0;
  for (const { terms } of pages) {
    for (let at = 0; at < terms.length; unit++) {
      const end = at + terms[at]! + 1;
      for (at++; at < end; at++) visit(terms[at]!, unit);
    }
  }
}

/** Replaces the numbers of terms with those of another vocabulary. */
export function renumberWords({ terms }: PageWords, numberOf: (term: number) => number): void {
  for (let at = 0; at < terms.length; ) {
    const end = at + terms[at]! + 1;
    for (at++; at < end; at++) terms[at] = withTerm(terms[at]!, numberOf(termIn(terms[at]!)));
  }
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

  /** Counts the words of a page; one that no list has is found by none. */
  count(doc: PlacedDoc): PageWords {
    this.#packed.length = 0;
    const { title, description, headings, unlisted = false } = doc;
    let headingLength = this.#addHeading(title);
    let textLength = this.#addText(description ?? "");
    this.#endUnit(unlisted);
    let units = describeUnit({ depth: PAGE, isAbove: true, headingLength, textLength });
    const textOf = placeReader(doc);
    for (const heading of placesOf(doc)) {
      const { text = "", depth = LEAD } = headings[heading] ?? {};
      headingLength = this.#addHeading(text);
      textLength = this.#addText(textOf(heading));
      this.#endUnit(unlisted);
      // The title counts for all places anyway.
      const isAbove = text !== title || depth === LEAD;
      units += describeUnit({ depth, isAbove, headingLength, textLength });
    }
    return { units, terms: Int32Array.from(this.#packed) };
  }

  /** @returns the number of different words in the heading, not counting parts of identifiers */
  #addHeading(heading: string): number {
    const words = new Set<string>();
    const text = toNfc(heading);
    eachWord(text, (start, end, kind) => {
      const term = wordAt(text, start, end);
      if (kind !== PART && kind !== LAST) words.add(term);
      this.#addTerm(term, (value) => value | IN_HEADING);
    });
    return words.size;
  }

  /** @returns the number of words in the text, not counting parts of identifiers */
  #addText(visible: string): number {
    const text = toNfc(visible);
    const most = MAX_COUNT * IN_TEXT;
    let length = 0;
    eachWord(text, (start, end, kind) => {
      if (kind !== PART && kind !== LAST) length++;
      this.#addTerm(wordAt(text, start, end), (value) => (value < most ? value + IN_TEXT : value));
    });
    return length;
  }

  /** Adds a term, and its form without diacritics. */
  #addTerm(term: string, add: (value: number) => number): void {
    this.#add(term, add);
    const bare = bareOf(term);
    if (bare !== term) this.#add(BARE + bare, add);
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

  #endUnit(isEmpty: boolean): void {
    this.#packed.push(isEmpty ? 0 : this.#met.length);
    for (const term of this.#met) {
      if (!isEmpty) this.#packed.push(withTerm(this.#values[term]!, term));
      this.#values[term] = 0;
    }
    this.#met.length = 0;
  }
}
