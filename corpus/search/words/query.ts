import { foldCase, toNfc } from "../../text/fold.ts";
import { findTerm, type TermRange, termAt, termsOfStem, termsWithPrefix } from "../vocabulary.ts";
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
  /** The pairs of a run of characters that are written without spaces; empty for any other word. */
  readonly pairs: readonly string[];
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
  const words = new Map<string, OpenWord>();
  let last: OpenWord | undefined;
  let run = { start: -1, end: -1 };
  const begin = (word: string, isOpen = false): OpenWord => {
    const begun = words.get(word) ?? { word, parts: [], pairs: [], isOpen };
    if (words.size < MAX_WORDS) words.set(word, begun);
    return begun;
  };
  const endRun = (): void => {
    if (last === undefined || run.start < 0) return;
    const { pairs } = last;
    last = begin(wordAt(text, run.start, run.end));
    if (last.pairs.length === 0) last.pairs.push(...pairs);
    run = { start: -1, end: -1 };
  };
  eachWord(text, (start, end, kind) => {
    const term = wordAt(text, start, end);
    if (kind === PART) {
      if (last && !last.parts.includes(term)) last.parts.push(term);
      return;
    }
    // The last character of a run is already in the pair before it.
    if (kind === LAST && start < run.end) return;
    if (kind === PAIR && start < run.end) {
      if (last && !last.pairs.includes(term)) last.pairs.push(term);
      run.end = end;
      return;
    }
    endRun();
    if (kind === PAIR) {
      last = { word: "", parts: [], pairs: [term], isOpen: false };
      run = { start, end };
      return;
    }
    // A single character matches all pairs that begin with it.
    last = begin(term, kind === LAST);
  });
  endRun();
  if (last && last.pairs.length === 0 && kindAt(text, text.length - 1) !== SPACE) {
    last.isOpen = true;
  }
  return [...words.values()];
}

/** A word while it is read. */
interface OpenWord extends QueryWord {
  readonly parts: string[];
  readonly pairs: string[];
  isOpen: boolean;
}

/** Maximum number of letters that may follow a word with diacritics if it is not open. */
const ENDING_LENGTH = 3;

/** A word to look for, with the terms that count as it. */
export interface SoughtWord {
  /** The word as typed, but folded. */
  readonly word: string;
  /** The word of the query that it is, or is a part or a pair of. */
  readonly typed: string;
  /** Its role in that word: the word itself, a part of an identifier, a pair of a run. */
  readonly role: "word" | "part" | "pair";
  /** Share of its rarity that counts. */
  readonly share: number;
  /** Term → weight, up to 1 for the word as typed. */
  readonly terms: ReadonlyMap<number, number>;
  /** Those of the terms that are the word itself or begin with it; the others have its stem. */
  readonly known: readonly number[];
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
 * Looks up the terms of a query's words, one word at each step. An identifier is sought as a whole and
 * by its parts, and a run of characters without spaces by its pairs, which weigh as one word.
 */
export function* seek(
  words: readonly QueryWord[],
  options: SeekOptions,
): Generator<undefined, SoughtWord[]> {
  const { index, scope } = options;
  const all = words.flatMap(({ word, parts, pairs }) => [word, ...parts, ...pairs]);
  // At once, since they may have to be loaded.
  scope?.needPostings(
    all.flatMap((word) => [
      ...ownTerms(word, index).keys(),
      ...termsOfStem(index.vocabulary, word),
    ]),
  );
  const sought = new Map<string, SoughtWord>();
  for (const word of words) {
    for (const each of seekWord(word, options)) {
      if (sought.size < MAX_WORDS && !sought.has(each.word)) sought.set(each.word, each);
    }
    yield;
  }
  return [...sought.values()];
}

function seekWord({ word, parts, pairs, isOpen }: QueryWord, options: SeekOptions): SoughtWord[] {
  if (pairs.length > 0) {
    const share = 1 / pairs.length;
    return pairs.map((pair) => ({
      ...asTyped(pair, { ...options, isOpen: false }),
      typed: word,
      role: "pair",
      share,
    }));
  }
  const whole = asTyped(word, { ...options, isOpen });
  if (parts.length === 0) return [orCorrected(whole, options)];
  const seekParts = (texts: readonly string[], share: number): SoughtWord[] =>
    texts.map((part, at) => ({
      ...asTyped(part, { ...options, isOpen: isOpen && at === texts.length - 1 }),
      typed: word,
      role: "part",
      share,
    }));
  if (isKnown(whole, options))
    return [{ ...whole, share: WEIGHTS.whole }, ...seekParts(parts, shareOf(parts))];
  const own = seekParts(parts, 1);
  if (own.every((part) => isKnown(part, options))) return own;
  const corrected = orCorrected(whole, options);
  const [correction] = corrected.corrections;
  if (correction === undefined) return own.map((part) => orCorrected(part, options));
  const corrections = partsOf(correction);
  return [{ ...corrected, share: WEIGHTS.whole }, ...seekParts(corrections, shareOf(corrections))];
}

/** Returns what each part of an identifier counts that the docs have as a whole. */
function shareOf(parts: readonly string[]): number {
  return parts.length === 1 ? WEIGHTS.withoutSigns : WEIGHTS.part;
}

function partsOf(identifier: string): readonly string[] {
  return readWords(`${identifier} `).flatMap(({ parts }) => parts);
}

/** Tells whether the searched pages have one of some terms. */
function occurs(terms: readonly number[], { scope }: SeekOptions): boolean {
  return scope ? scope.hasAny(terms) : terms.length > 0;
}

/**
 * Tells whether the searched pages have a word itself, or as a beginning. Another word with its stem
 * may not be what a mistyped word stands for.
 */
function isKnown({ known }: SoughtWord, options: SeekOptions): boolean {
  return occurs(known, options);
}

/** Adds the corrections of a word that the searched pages do not have. */
function orCorrected(sought: SoughtWord, options: SeekOptions): SoughtWord {
  if (isKnown(sought, options)) return sought;
  const { corrector, index, scope } = options;
  const corrected = corrector?.correct(sought.word, scope) ?? [];
  if (corrected.length === 0) return sought;
  const corrections = corrected.map((term) => termAt(index.vocabulary, term));
  const terms = new Map(sought.terms);
  for (const term of corrected) raise(terms, { term, weight: WEIGHTS.ways.corrected });
  const texts = [...sought.texts, ...corrections];
  return { ...sought, terms, texts, endingLength: -1, corrections };
}

/** Looks up a word without corrections: itself, its other forms, and words that begin with it. */
function asTyped(word: string, options: WordOptions): SoughtWord {
  const { index, isOpen } = options;
  const { vocabulary } = index;
  const { beginning } = WEIGHTS.ways;
  const terms = ownTerms(word, index);
  const stems = termsOfStem(vocabulary, word);
  const bare = bareOf(word);
  let endingLength = -1;
  if (isOpen || !occurs([...terms.keys(), ...stems], options)) {
    endingLength = Number.POSITIVE_INFINITY;
  } else if (bare !== word) endingLength = ENDING_LENGTH;
  const texts = Array.from(terms.keys(), (term) => termAt(vocabulary, term));
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
  const known = terms.size > 0 ? [...terms.keys()] : termsIn(termsWithPrefix(vocabulary, word));
  for (const term of stems) {
    raise(terms, { term, weight: WEIGHTS.ways.stem });
    texts.push(termAt(vocabulary, term));
  }
  const whole = { word, typed: word, role: "word" as const, share: 1, isQuoted: false };
  return { ...whole, terms, known, texts, endingLength, corrections: [] };
}

function termsIn({ from, to }: TermRange): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}

/** Returns the terms that are a word, with or without its diacritics, with their weights. */
function ownTerms(word: string, { vocabulary }: PlaceIndex): Map<number, number> {
  const { ways } = WEIGHTS;
  const terms = new Map<number, number>();
  const bare = bareOf(word);
  raise(terms, { term: findTerm(vocabulary, word), weight: 1 });
  raise(terms, { term: findTerm(vocabulary, bare), weight: ways.bare });
  raise(terms, { term: findTerm(vocabulary, BARE + bare), weight: ways.bare });
  return terms;
}

/** Raises the weight of a term to at least some weight; -1 is not a term. */
function raise(
  terms: Map<number, number>,
  { term, weight }: { readonly term: number; readonly weight: number },
): void {
  if (term >= 0 && weight > (terms.get(term) ?? 0)) terms.set(term, weight);
}
