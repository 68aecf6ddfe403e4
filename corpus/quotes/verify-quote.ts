import { DocgateError } from "../error.ts";
import { runSteps } from "../run-steps.ts";
import type { Doc } from "../schema.ts";
import type { PlaceIndex } from "../search/words/index/place-index.ts";
import { breadcrumbsOf, slugOf } from "../search/words/places.ts";
import { eachWord, isInWord, wordAt } from "../search/words/text/words.ts";
import { sectionHashesOf } from "../sections/section-hashes.ts";
import { bestFirst } from "../text/order.ts";
import { align } from "./align.ts";
import { type Candidates, findCandidates } from "./candidates.ts";
import { differencesOf, type QuoteDifference } from "./differences.ts";
import { PageText } from "./page-text.ts";
import { foldTypography, onOneLine } from "./typography.ts";

/** Lengths of quotes, in UTF-16 units on one line. */
export const QUOTE_LENGTH = { min: 20, max: 1000 } as const;
/** Share of the characters of a passage, and of the quote, that the other has in order. */
const LEAST_SHARE = 0.8;
/** Number of the best pages in which the nearest passage is sought. */
const ALIGNED = 12;

/** Where a quote begins. */
export interface QuotePlace {
  /** Id of the page. */
  readonly id: string;
  /** Title of the page. */
  readonly title: string;
  /** Text of the heading; null before the first heading of a page. */
  readonly heading: string | null;
  /** The page's slug, with `#` and the anchor of the heading. */
  readonly slug: string;
  /** The page's title and the headings above the place, outermost first. */
  readonly breadcrumbs: readonly string[];
}

/** The answer to whether a text is in the docs, and where. */
export interface QuoteCheck {
  /** SHA-256 of the corpus. */
  readonly sha256: string;
  /** `exact`: it is; `close`: a passage is like it; `absent`: neither. */
  readonly result: "exact" | "close" | "absent";
  /** Null if it is absent, as are `hash` and `passage`. */
  readonly place: QuotePlace | null;
  /** SHA-256 of the section in which the passage begins. */
  readonly hash: string | null;
  /** The text of the docs there, as readers see it. */
  readonly passage: string | null;
  /** Where the quote differs from the passage; none if it is exact. */
  readonly differences: readonly QuoteDifference[];
}

export interface QuoteOptions {
  /** Id or slug of the page that is searched. Default: all pages. */
  readonly doc?: string | undefined;
}

/** Compares quotes with the docs. */
export interface QuoteVerifier {
  /**
   * Finds out whether a text is in the docs: compared with what readers see, where white space and the
   * forms of quotation marks, dashes and ellipses do not matter.
   *
   * @param text 20 to 1000 characters.
   * @throws {DocgateError} `invalid-argument` if the text is shorter or longer, or there is no such page
   *
   * @example
   * const { result, place } = corpus.verifyQuote("The same tree gives the same bytes.");
   */
  verifyQuote(text: string, options?: QuoteOptions): QuoteCheck;
  /**
   * Finds out the same in short steps, so that a program can do other work in between.
   *
   * @throws {DocgateError} as `verifyQuote`
   */
  verifyQuoteInSteps(text: string, options?: QuoteOptions): Generator<undefined, QuoteCheck>;
}

interface VerifierOptions {
  readonly sha256: string;
  readonly docs: readonly Doc[];
  readonly index: PlaceIndex;
}

/** The text that is nearest to a quote on one page. */
interface Nearest {
  readonly doc: Doc;
  readonly page: PageText;
  readonly start: number;
  readonly end: number;
  readonly distance: number;
}

/**
 * Creates a verifier of quotes from these pages.
 *
 * @internal
 */
export function createQuoteVerifier({ sha256, docs, index }: VerifierOptions): QuoteVerifier {
  function* verifyQuoteInSteps(
    text: string,
    { doc }: QuoteOptions = {},
  ): Generator<undefined, QuoteCheck> {
    const quote = checkQuote(text);
    const only = doc === undefined ? null : findDoc(docs, doc);
    const folded = foldTypography(quote);
    const candidates = yield* findCandidates(folded, index);
    const { isPossible, scores } = candidates;
    // An unlisted page is in no search, but can be named.
    const pagesThat = (has: (at: number) => boolean): number[] =>
      only === null ? [...docs.keys()].filter((at) => has(at) && !docs[at]!.unlisted) : [only];
    const exact = yield* findExact(folded, {
      docs,
      pages: pagesThat((at) => isPossible[at] === 1),
      candidates,
    });
    const found =
      exact ??
      (yield* findClose(folded, { docs, pages: pagesThat((at) => scores[at]! > 0), candidates }));
    return found === null ? absent(sha256) : describe(found, { sha256, quote });
  }
  return Object.freeze({
    verifyQuote: (text: string, options?: QuoteOptions) =>
      runSteps(verifyQuoteInSteps(text, options)),
    verifyQuoteInSteps,
  });
}

function checkQuote(text: string): string {
  const quote = onOneLine(text);
  const { min, max } = QUOTE_LENGTH;
  if (quote.length >= min && quote.length <= max) return quote;
  const message = `Argument "text" must be a quote of ${min} to ${max} characters, but it has ${quote.length}.`;
  throw new DocgateError("invalid-argument", message);
}

function findDoc(docs: readonly Doc[], name: string): number {
  const at = docs.findIndex(({ id, slug }) => id === name || slug === name);
  if (at >= 0) return at;
  const message = `Argument "doc" must be the id or the slug of a page, but there is no page ${JSON.stringify(name)}.`;
  throw new DocgateError("invalid-argument", message);
}

interface FindOptions {
  readonly docs: readonly Doc[];
  /** Positions of the pages that are searched. */
  readonly pages: readonly number[];
  readonly candidates: Candidates;
}

/** Looks for the quote in all pages, those with more of its words in one place first. */
function* findExact(
  quote: string,
  { docs, pages, candidates: { scores } }: FindOptions,
): Generator<undefined, Nearest | null> {
  const next = bestFirst(pages, { scores });
  for (let left = pages.length; left > 0; left--) {
    const doc = docs[next()]!;
    const page = new PageText(doc);
    const start = page.folded.indexOf(quote);
    if (start >= 0) return { doc, page, start, end: start + quote.length, distance: 0 };
    yield;
  }
  return null;
}

/** Looks for the nearest passage in the best pages. */
function* findClose(
  quote: string,
  { docs, pages, candidates: { scores, weights } }: FindOptions,
): Generator<undefined, Nearest | null> {
  const next = bestFirst(pages, { scores });
  let best: Nearest | null = null;
  for (let left = Math.min(ALIGNED, pages.length); left > 0; left--) {
    const doc = docs[next()]!;
    const page = new PageText(doc);
    yield;
    const from = densestPart(page.folded, { length: quote.length, weights });
    const { start, end, common, distance } = align(
      page.folded.slice(from, from + 2 * quote.length),
      quote,
    );
    const isClose = common >= LEAST_SHARE * Math.max(end - start, quote.length);
    if (isClose && distance < (best?.distance ?? Infinity)) {
      best = { doc, page, ...wholeWords(page.folded, from + start, from + end), distance };
    }
    yield;
  }
  return best;
}

/** Longer words stay cut. */
const MAX_WORD = 40;

/** Extends a part of a text to the ends of its first and last word. */
function wholeWords(text: string, from: number, to: number): { start: number; end: number } {
  let [start, end] = [from, to];
  while (from - start < MAX_WORD && isInWord(text, start) && isInWord(text, start - 1)) start--;
  while (end - to < MAX_WORD && isInWord(text, end - 1) && isInWord(text, end)) end++;
  return { start, end };
}

interface PartOptions {
  readonly length: number;
  readonly weights: ReadonlyMap<string, number>;
}

/** Returns the start of a part of a text, twice as long as a quote, around most of the quote's words. */
function densestPart(text: string, { length, weights }: PartOptions): number {
  const met: { readonly word: string; readonly start: number }[] = [];
  eachWord(text, (start, end) => {
    const word = wordAt(text, start, end);
    if (weights.has(word)) met.push({ word, start });
  });
  const counts = new Map<string, number>();
  let best = { start: 0, end: 0, value: 0 };
  let [value, first] = [0, 0];
  for (const { word, start } of met) {
    const count = counts.get(word) ?? 0;
    if (count === 0) value += weights.get(word)!;
    counts.set(word, count + 1);
    for (; met[first]!.start < start - length; first++) {
      const { word: left } = met[first]!;
      counts.set(left, counts.get(left)! - 1);
      if (counts.get(left) === 0) value -= weights.get(left)!;
    }
    if (value > best.value) best = { start: met[first]!.start, end: start, value };
  }
  return Math.max(0, Math.floor((best.start + best.end) / 2) - length);
}

function absent(sha256: string): QuoteCheck {
  return { sha256, result: "absent", place: null, hash: null, passage: null, differences: [] };
}

function describe(
  { doc, page, start, end, distance }: Nearest,
  { sha256, quote }: { readonly sha256: string; readonly quote: string },
): QuoteCheck {
  const { text, heading } = page.passage(start, end);
  const { id, title } = doc;
  const place = { heading };
  const name = doc.headings[heading]?.text ?? null;
  return {
    sha256,
    result: distance === 0 ? "exact" : "close",
    place: {
      id,
      title,
      heading: name,
      slug: slugOf(place, doc),
      breadcrumbs: breadcrumbsOf(place, doc),
    },
    hash: sectionHashesOf(doc).get(heading)!,
    passage: text,
    differences: distance === 0 ? [] : differencesOf(quote, text, foldTypography),
  };
}
