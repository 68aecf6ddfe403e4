import { toNfc } from "../../text.ts";
import { layOutTerms, type Vocabulary } from "../vocabulary.ts";
import { headingsAbove, type Place, textAfterHeading, type WordsDoc } from "./places.ts";
import { ABOVE, IN_HEADING, MAX_COUNT, PostingsWriter } from "./postings.ts";
import { visibleText } from "./visible-text.ts";
import { BARE, bareOf, eachWord, LAST, PART, type WordVisitor } from "./words.ts";

/**
 * Inverted index of words. Units are numbered page by page: first the page itself, whose heading is
 * its title and whose text is its description, then its places.
 */
export interface PlaceIndex {
  readonly vocabulary: Vocabulary;
  /** Postings of all terms, in the order of the vocabulary: see `postings.ts`. */
  readonly postings: Uint8Array;
  /** Start of each term's postings, followed by the end of the last term's. */
  readonly postingStarts: Uint32Array;
  /** Number of words in each unit's text, and in its heading. */
  readonly textLengths: Uint16Array;
  readonly headingLengths: Uint8Array;
}

/** Builds the index of pages that are cut into places. */
export function indexPlaces(docs: readonly WordsDoc[], places: readonly Place[]): PlaceIndex {
  const units = new UnitCounter(docs.length + places.length);
  let next = 0;
  for (const [at, doc] of docs.entries()) {
    units.countHeading(doc.title);
    units.countText(doc.description ?? "");
    units.end();
    for (; places[next]?.doc === at; next++) {
      const place = places[next]!;
      for (const { text } of headingsAbove(place, doc))
        if (text !== doc.title) units.countAbove(text);
      units.countHeading(doc.headings[place.heading]?.text ?? "");
      units.countText(visibleText(textAfterHeading(place, doc.body)));
      units.end();
    }
  }
  return units.finish();
}

/** Counts the words of the units, one unit after another. */
class UnitCounter {
  readonly #ids = new Map<string, number>();
  /** Value of each term in the current unit. */
  #values = new Uint8Array(2 ** 12);
  readonly #met: number[] = [];
  /** Terms of all units so far, and their values. */
  readonly #terms = new Numbers();
  readonly #counts = new Numbers();
  readonly #ends: number[] = [];
  readonly #textLengths: Uint16Array;
  readonly #headingLengths: Uint8Array;

  constructor(unitCount: number) {
    this.#textLengths = new Uint16Array(unitCount);
    this.#headingLengths = new Uint8Array(unitCount);
  }

  countText(text: string): void {
    const length = this.#count(toNfc(text), (value) =>
      Math.min(value + 4, MAX_COUNT * 4 + (value & 3)),
    );
    this.#textLengths[this.#ends.length] = Math.min(length, 2 ** 16 - 1);
  }

  countHeading(heading: string): void {
    const length = this.#count(toNfc(heading), (value) => value | IN_HEADING);
    this.#headingLengths[this.#ends.length] = Math.min(length, 2 ** 8 - 1);
  }

  countAbove(heading: string): void {
    this.#count(toNfc(heading), (value) => value | ABOVE);
  }

  /** @returns the number of words in the text, not counting parts of identifiers */
  #count(text: string, add: (value: number) => number): number {
    let length = 0;
    const visit: WordVisitor = (term, _start, _end, kind) => {
      if (kind !== PART && kind !== LAST) length++;
      this.#add(term, add);
      const bare = bareOf(term);
      if (bare !== term) this.#add(BARE + bare, add);
    };
    eachWord(text, visit);
    return length;
  }

  #add(term: string, add: (value: number) => number): void {
    let id = this.#ids.get(term);
    if (id === undefined) {
      id = this.#ids.size;
      this.#ids.set(term, id);
      if (id === this.#values.length) {
        const grown = new Uint8Array(2 * id);
        grown.set(this.#values);
        this.#values = grown;
      }
    }
    const value = this.#values[id]!;
    if (value === 0) this.#met.push(id);
    this.#values[id] = add(value);
  }

  end(): void {
    for (const id of this.#met) {
      this.#terms.push(id);
      this.#counts.push(this.#values[id]!);
      this.#values[id] = 0;
    }
    this.#met.length = 0;
    this.#ends.push(this.#terms.length);
  }

  finish(): PlaceIndex {
    const terms = [...this.#ids.keys()].sort();
    const { units, values, starts } = this.#byTerm();
    const writer = new PostingsWriter();
    const postingStarts = new Uint32Array(terms.length + 1);
    for (const [at, term] of terms.entries()) {
      const id = this.#ids.get(term)!;
      let last = 0;
      for (let posting = starts[id]!; posting < starts[id + 1]!; posting++) {
        writer.write(units[posting]! - last, values[posting]!);
        last = units[posting]!;
      }
      postingStarts[at + 1] = writer.length;
    }
    return {
      vocabulary: layOutTerms(terms),
      postings: writer.finish(),
      postingStarts,
      textLengths: this.#textLengths,
      headingLengths: this.#headingLengths,
    };
  }

  /** Sorts what was counted by term; the units of each stay in order. */
  #byTerm(): { units: Int32Array; values: Uint8Array; starts: Int32Array } {
    const starts = new Int32Array(this.#ids.size + 1);
    const { length } = this.#terms;
    for (let at = 0; at < length; at++) starts[this.#terms.at(at) + 1]!++;
    for (let id = 0; id < this.#ids.size; id++) starts[id + 1]! += starts[id]!;
    const next = starts.slice();
    const units = new Int32Array(length);
    const values = new Uint8Array(length);
    let unit = 0;
    for (let at = 0; at < length; at++) {
      while (this.#ends[unit]! <= at) unit++;
      const place = next[this.#terms.at(at)]!++;
      units[place] = unit;
      values[place] = this.#counts.at(at);
    }
    return { units, values, starts };
  }
}

/** A growing list of integers that takes less memory than an array. */
class Numbers {
  #items = new Int32Array(2 ** 16);
  length = 0;

  push(number: number): void {
    if (this.length === this.#items.length) {
      const grown = new Int32Array(2 * this.length);
      grown.set(this.#items);
      this.#items = grown;
    }
    this.#items[this.length++] = number;
  }

  at(place: number): number {
    return this.#items[place]!;
  }
}
