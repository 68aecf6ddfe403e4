import { foldCase, toNfc } from "../../text/fold.ts";
import { findTerm, termAt, termsOfStem, termsWithPrefix } from "../vocabulary.ts";
import type { Corrector } from "./corrections.ts";
import type { PlaceIndex } from "./index/place-index.ts";
import type { Scope } from "./scope.ts";
import { BARE, bareOf, eachWord, kindAt, LAST, PAIR, PART, SPACE, wordAt } from "./text/words.ts";
import { WEIGHTS } from "./weights.ts";

/** Maximum values of a search in words; `limit` and `perDoc` must be at least 1. */
export const HIT_LIMITS = { limit: 50, perDoc: 10, queryLength: 500 } as const;

/** A word of a query, as typed but folded. */
export interface QueryWord {
  readonly word: string;
  /** The parts of an identifier; empty for a plain word. */
  readonly parts: readonly string[];
  /** True if it may be the beginning of a longer word. */
  readonly isOpen: boolean;
}

/** A parsed query. */
export interface Query {
  /** Folded and trimmed, with each run of white space as one space. */
  readonly text: string;
  /** The quoted texts, folded; each once. */
  readonly phrases: readonly string[];
  /** Each word once. */
  readonly words: readonly QueryWord[];
}

const QUOTED = /"([^"]*)"|“([^”]*)”/g;
/** Maximum number of different words of a query. */
const MAX_WORDS = 64;

/** Parses a query as typed. */
export function readQuery(typed: string): Query {
  const phrases: string[] = [];
  const rest = toNfc(typed).replace(QUOTED, (_, straight?: string, curly?: string) => {
    const phrase = foldCase(straight ?? curly ?? "");
    if (phrase !== "" && !phrases.includes(phrase)) phrases.push(phrase);
    return " ";
  });
  return { text: collapse(foldCase(typed)), phrases, words: readWords(rest) };
}

/**
 * Returns the words of a text in which quotation marks mean nothing; each once. The last one is
 * not the beginning of a longer one.
 */
export function wordsOf(text: string): readonly QueryWord[] {
  return readWords(`${toNfc(text)} `);
}

/** Trims a text and replaces each run of white space with one space. */
export function collapse(text: string): string {
  return text.trim().replace(/\s+/g, " ");
}

function readWords(text: string): QueryWord[] {
  const words = new Map<string, { word: string; parts: string[]; isOpen: boolean }>();
  let last: { word: string; parts: string[]; isOpen: boolean } | undefined;
  let runEnd = -1;
  eachWord(text, (start, end, kind) => {
    const term = wordAt(text, start, end);
    if (kind === PART) {
      if (last && !last.parts.includes(term)) last.parts.push(term);
      return;
    }
    // The last character of a run is already in the pair before it.
    if (kind === LAST && start < runEnd) return;
    if (kind === PAIR) runEnd = end;
    // A single character matches all pairs that begin with it.
    last = words.get(term) ?? { word: term, parts: [], isOpen: kind === LAST };
    if (words.size < MAX_WORDS) words.set(term, last);
  });
  if (last && kindAt(text, text.length - 1) !== SPACE) last.isOpen = true;
  return [...words.values()];
}

/** Maximum number of letters that may follow a word with diacritics if it is not open. */
const ENDING_LENGTH = 3;

/** A word to look for, with the terms that count as it. */
export interface SoughtWord {
  /** The word as typed, but folded. */
  readonly word: string;
  /** Term → weight, up to 1 for the word as typed. */
  readonly terms: ReadonlyMap<number, number>;
  /** The texts of these terms, except those that only begin with the word. */
  readonly texts: readonly string[];
  /** Maximum number of letters that may follow the word in a longer one; -1: not a beginning. */
  readonly endingLength: number;
  /** Words that are searched for instead of a mistyped one; empty for any other word. */
  readonly corrections: readonly string[];
  /** True if the place itself must have the word. */
  readonly isQuoted: boolean;
}

interface SeekOptions {
  readonly index: PlaceIndex;
  /** Default: words are not corrected. */
  readonly corrector?: Corrector;
  /** The pages that are searched. Default: all. */
  readonly scope?: Scope | undefined;
}

interface WordOptions extends SeekOptions {
  readonly isOpen: boolean;
}

/**
 * Looks up the terms of a query's words, one word at each step. An identifier that the searched pages
 * do not have, and that has no correction, is sought by its parts.
 */
export function* seek(
  words: readonly QueryWord[],
  options: SeekOptions,
): Generator<undefined, SoughtWord[]> {
  const { index, scope } = options;
  const all = words.flatMap(({ word, parts }) => [word, ...parts]);
  // At once, since they may have to be loaded.
  scope?.needPostings(all.flatMap((word) => [...wholeTerms(word, index).keys()]));
  const sought = new Map<string, SoughtWord>();
  for (const word of words) {
    for (const each of seekWord(word, options)) {
      if (!sought.has(each.word)) sought.set(each.word, each);
    }
    yield;
  }
  return [...sought.values()];
}

function seekWord({ word, parts, isOpen }: QueryWord, options: SeekOptions): SoughtWord[] {
  const whole = asTypedOrCorrected(word, { ...options, isOpen });
  if (parts.length === 0 || occurs(whole.terms, options)) return [whole];
  return parts.map((part, at) =>
    asTypedOrCorrected(part, { ...options, isOpen: isOpen && at === parts.length - 1 }),
  );
}

/** Tells whether the searched pages have one of the terms. */
function occurs(terms: ReadonlyMap<number, number>, { scope }: SeekOptions): boolean {
  return scope ? scope.hasAny(terms.keys()) : terms.size > 0;
}

function asTypedOrCorrected(word: string, options: WordOptions): SoughtWord {
  const typed = asTyped(word, options);
  if (occurs(typed.terms, options)) return typed;
  const { corrector, index, scope } = options;
  const corrected = corrector?.correct(word, scope) ?? [];
  if (corrected.length === 0) return typed;
  const texts = corrected.map((term) => termAt(index.vocabulary, term));
  const terms = new Map(corrected.map((term) => [term, WEIGHTS.ways.corrected]));
  return { word, terms, texts, endingLength: -1, corrections: texts, isQuoted: false };
}

/** Looks up a word without corrections: itself, its other forms, and words that begin with it. */
function asTyped(word: string, options: WordOptions): SoughtWord {
  const { index, isOpen } = options;
  const { vocabulary } = index;
  const { beginning } = WEIGHTS.ways;
  const terms = wholeTerms(word, index);
  const texts = Array.from(terms.keys(), (term) => termAt(vocabulary, term));
  const bare = bareOf(word);
  let endingLength = -1;
  if (isOpen || !occurs(terms, options)) endingLength = Number.POSITIVE_INFINITY;
  else if (bare !== word) endingLength = ENDING_LENGTH;
  const addBeginnings = (prefix: string, weight: number): void => {
    const { from, to } = termsWithPrefix(vocabulary, prefix);
    for (let term = from; term < to; term++) {
      const rest = termAt(vocabulary, term).length - prefix.length;
      if (rest > endingLength) continue;
      raise(terms, { term, weight: (weight * word.length) / (word.length + rest) });
    }
  };
  if (endingLength > 0) addBeginnings(word, beginning);
  if (endingLength === Number.POSITIVE_INFINITY) {
    const weight = WEIGHTS.ways.bare * beginning;
    if (bare !== word) addBeginnings(bare, weight);
    addBeginnings(BARE + bare, weight);
  }
  return { word, terms, texts, endingLength, corrections: [], isQuoted: false };
}

/** Returns the terms that are a word, or another form of the whole word, with their weights. */
function wholeTerms(word: string, { vocabulary }: PlaceIndex): Map<number, number> {
  const { ways } = WEIGHTS;
  const terms = new Map<number, number>();
  const bare = bareOf(word);
  raise(terms, { term: findTerm(vocabulary, word), weight: 1 });
  raise(terms, { term: findTerm(vocabulary, bare), weight: ways.bare });
  raise(terms, { term: findTerm(vocabulary, BARE + bare), weight: ways.bare });
  for (const term of termsOfStem(vocabulary, word)) raise(terms, { term, weight: ways.stem });
  return terms;
}

/** Raises the weight of a term to at least some weight; -1 is not a term. */
function raise(
  terms: Map<number, number>,
  { term, weight }: { readonly term: number; readonly weight: number },
): void {
  if (term >= 0 && weight > (terms.get(term) ?? 0)) terms.set(term, weight);
}
