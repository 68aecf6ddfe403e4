import { toNfc } from "../../../text/fold.ts";
import { type PlacedDoc, placeReader, placesOf } from "../places.ts";
import { BARE, bareOf, eachWord, LAST, PART, wordAt } from "../text/words.ts";
import { IN_HEADING, IN_LABEL, toValue } from "./postings.ts";
import { describeUnit, hasLead, LEAD, PAGE } from "./units.ts";

/** The words of a page for the index. */
export interface PageWords {
  /** The descriptions of its units: see {@link describeUnit}. */
  readonly units: string;
  /** For each unit in turn: how many terms follow, then the terms: see {@link termIn}. */
  readonly terms: Int32Array;
}

/**
 * A term in a unit takes one number: a bit for labels and one for the heading, the count in the text,
 * the term.
 */
const IN_TEXT = 4;
const MAX_COUNT = 31;
const VALUE_BITS = 7;
const ALL_VALUES = 2 ** VALUE_BITS - 1;

export function termIn(packed: number): number {
  return packed >>> VALUE_BITS;
}

function withTerm(packed: number, term: number): number {
  return (packed & ALL_VALUES) | (term << VALUE_BITS);
}

/** Returns the value of the term's posting. */
export function valueIn(packed: number): number {
  const inHeading = packed & IN_HEADING;
  return toValue((packed >>> 2) & MAX_COUNT, inHeading || packed & IN_LABEL);
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

/** Parts of a page apart from its text: its labels and keywords, and the headings that they are for. */
export type LabelledDoc = Pick<PlacedDoc, "headings" | "labels" | "keywords" | "unlisted">;

/**
 * Returns labels by the position of their unit on the page. Those that lead to no heading, and the
 * keywords, are the page's.
 */
function labelsByUnit(
  { headings, labels = [], keywords = [] }: LabelledDoc,
  { units }: Pick<PageWords, "units">,
): Map<number, string[]> {
  const byUnit = new Map<number, string[]>(keywords.length > 0 ? [[0, [...keywords]]] : []);
  if (labels.length === 0) return byUnit;
  const first = hasLead(units) ? 2 : 1;
  const unitOf = new Map(headings.map(({ anchor }, at) => [anchor, first + at]));
  for (const [fragment, label] of labels) {
    const unit = unitOf.get(fragment) ?? 0;
    const known = byUnit.get(unit);
    if (known) known.push(label);
    else byUnit.set(unit, [label]);
  }
  return byUnit;
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
    return this.addLabels(this.#countOwn(doc), doc);
  }

  /** Adds what others call a page and its headings, and its keywords, to its own words. */
  addLabels(words: PageWords, doc: LabelledDoc): PageWords {
    const labels = doc.unlisted ? null : labelsByUnit(doc, words);
    if (labels === null || labels.size === 0) return words;
    this.#packed.length = 0;
    const { terms } = words;
    for (let at = 0, unit = 0; at < terms.length; unit++) {
      const end = at + terms[at]! + 1;
      for (at++; at < end; at++) this.#add(termIn(terms[at]!), () => terms[at]! & ALL_VALUES);
      for (const label of labels.get(unit) ?? []) this.#addLabel(label);
      this.#endUnit(false);
    }
    return { units: words.units, terms: Int32Array.from(this.#packed) };
  }

  #countOwn(doc: PlacedDoc): PageWords {
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
      // A heading that is about `CRect::Offset` is not about `CRect`.
      const where = kind === PART ? IN_LABEL : IN_HEADING;
      this.#addTerm(term, (value) => value | where);
    });
    return words.size;
  }

  #addLabel(label: string): void {
    const text = toNfc(label);
    eachWord(text, (start, end) => {
      this.#addTerm(wordAt(text, start, end), (value) => value | IN_LABEL);
    });
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
    this.#add(this.#numberOf(term), add);
    const bare = bareOf(term);
    if (bare !== term) this.#add(this.#numberOf(BARE + bare), add);
  }

  #add(number: number, add: (value: number) => number): void {
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
