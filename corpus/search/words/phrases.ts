import { foldCase } from "../../text/fold.ts";
import { findTerm, TERM_END, termAt, termsWithPrefix, type Vocabulary } from "../vocabulary.ts";
import { placeOf, type Units } from "./index/units.ts";
import type { ListedDoc, Parts, Place } from "./places.ts";
import type { SoughtWord } from "./query.ts";
import { BARE, eachWord, LAST, PAIR, PART, wordAt } from "./text/words.ts";

/** Runs of letters, which have the same letters around them in a text or more. */
const RUNS = /(?:[\p{L}\p{M}\p{N}_]|\u200c|\u200d)+/gu;
/** If more terms contain a word, it rules out too few places to be looked up. */
const MAX_TERMS = 1000;

/**
 * Returns words of a quoted text that occur in every place that contains the text, one at each step.
 * The first may be the end of a longer word, and the last the beginning of one.
 */
export function* seekPhrase(
  phrase: string,
  vocabulary: Vocabulary,
): Generator<undefined, SoughtWord[]> {
  const sought: SoughtWord[] = [];
  for (const { word, isCut } of wordsOf(phrase)) {
    const terms = termsAround(word, { vocabulary, isCut });
    yield;
    if (terms.length > MAX_TERMS) continue;
    sought.push({
      word,
      typed: word,
      role: "word",
      share: 1,
      terms: new Map(terms.map((term) => [term, 1])),
      known: terms,
      texts: terms.map((term) => termAt(vocabulary, term)),
      endingLength: -1,
      corrections: [],
      isQuoted: true,
    });
  }
  return sought;
}

interface PhraseWord {
  readonly word: string;
  /** True on a side where a term may continue beyond the word. */
  readonly isCut: { readonly before: boolean; readonly after: boolean };
}

/**
 * Returns the words of a phrase. What surrounds those before the first space and after the last one is
 * not known, and could make other words of them, so of these only the longest run of letters counts.
 */
function wordsOf(phrase: string): PhraseWord[] {
  const words: PhraseWord[] = [];
  let pairEnd = -1;
  eachWord(phrase, (start, end, kind) => {
    if (kind === PART || (kind === LAST && end === pairEnd)) return;
    if (kind === PAIR) pairEnd = end;
    const isInner = phrase.lastIndexOf(" ", start) >= 0 && phrase.indexOf(" ", end) >= 0;
    const word = wordAt(phrase, start, end);
    const run = longest(word.match(RUNS) ?? []);
    const at = phrase.indexOf(run, start);
    // Symbols alone may be part of an identifier in the text, and the English `'s` is not a word.
    if (run === "" || (run === "s" && "'’".includes(phrase[at - 1] ?? ""))) return;
    if (isInner || kind === PAIR) words.push({ word, isCut: { before: false, after: false } });
    else {
      const isCut = { before: phrase[at - 1] !== " ", after: phrase[at + run.length] !== " " };
      words.push({ word: run, isCut });
    }
  });
  return words;
}

function longest(runs: readonly string[]): string {
  return runs.reduce((best, run) => (run.length > best.length ? run : best), "");
}

interface AroundOptions extends Pick<PhraseWord, "isCut"> {
  readonly vocabulary: Vocabulary;
}

/**
 * Returns the terms that equal a word, or contain it where `isCut` allows more letters: no more than
 * one above {@link MAX_TERMS}.
 */
function termsAround(word: string, { vocabulary, isCut }: AroundOptions): number[] {
  if (isCut.before) return termsWith(word + (isCut.after ? "" : TERM_END), vocabulary);
  if (!isCut.after) return [findTerm(vocabulary, word)].filter((term) => term >= 0);
  const { from, to } = termsWithPrefix(vocabulary, word);
  const length = Math.min(to - from, MAX_TERMS + 1);
  return Array.from({ length }, (_, at) => from + at);
}

/** Returns the terms that contain a text, which may include the end of a term. */
function termsWith(sought: string, { vocabulary, termStarts, termCount }: Vocabulary): number[] {
  const found: number[] = [];
  let term = 0;
  let at = vocabulary.indexOf(sought);
  while (at >= 0 && term < termCount && found.length <= MAX_TERMS) {
    while (termStarts[term + 1]! <= at) term++;
    // Without its diacritics, a word is not what the text has.
    if (vocabulary[termStarts[term]!] !== BARE) found.push(term);
    at = vocabulary.indexOf(sought, termStarts[++term]);
  }
  return found;
}

interface PhraseOptions {
  readonly phrases: readonly string[];
  readonly docs: readonly ListedDoc[];
  readonly parts: Parts;
  readonly units: Units;
}

/** Answers known for a place. */
const LACKS = 1;
const HAS = 2;

/**
 * Finds the places that contain all of some phrases. Each place is read once, whatever the number of
 * phrases and however often it is asked for.
 */
export class PhraseSearch {
  readonly #options: PhraseOptions;
  readonly #known: Uint8Array;

  constructor(options: PhraseOptions) {
    this.#options = options;
    this.#known = new Uint8Array(options.units.unitCount);
  }

  /** Returns those of the units that contain the phrases; reads one place at each step. */
  *select(units: Int32Array): Generator<undefined, Int32Array> {
    const { parts, docs, units: all } = this.#options;
    const left = units.filter((unit) => this.#known[unit] === 0).sort();
    parts.needHeadings(docsOf(left, all));
    parts.needTexts(placesOf(left, all));
    let page = { doc: -1, textOf: (_: Place) => "" };
    for (const place of placesOf(left, all)) {
      const { doc } = place;
      if (doc !== page.doc) page = { doc, textOf: parts.readerOf(doc) };
      const has = this.#isIn(place, { doc: docs[doc]!, textOf: page.textOf });
      this.#known[place.unit] = has ? HAS : LACKS;
      yield;
    }
    return units.filter((unit) => this.#known[unit] === HAS);
  }

  /** Tells whether a place has all phrases in its heading or its text, by the comparison of DOC-B1. */
  #isIn(
    place: Place,
    { doc, textOf }: { doc: ListedDoc; textOf: (place: Place) => string },
  ): boolean {
    const name = foldCase(doc.headings[place.heading]?.text ?? doc.title);
    const missing = this.#options.phrases.filter((phrase) => !name.includes(phrase));
    if (missing.length === 0) return true;
    const text = foldCase(textOf(place));
    return missing.every((phrase) => text.includes(phrase));
  }
}

function* placesOf(units: Int32Array, all: Units): Generator<Place> {
  for (const unit of units) yield placeOf(unit, all);
}

function* docsOf(units: Int32Array, { docOf }: Units): Generator<number> {
  for (const unit of units) yield docOf[unit]!;
}
