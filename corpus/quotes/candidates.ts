import { findTerm } from "../search/vocabulary.ts";
import type { PlaceIndex } from "../search/words/index/place-index.ts";
import { PostingsReader } from "../search/words/index/postings.ts";
import { eachWord, LAST, PAIR, PART, wordAt } from "../search/words/text/words.ts";

/** Number of words of a quote that are looked up, the rarest first. */
const MOST_WORDS = 24;
/** Characters that a text which equals the quote when folded may write in another way, in other words. */
const FOLDED = /["'-]|\.\.\./;

/** The pages that may have a quote. */
export interface Candidates {
  /** For each page, the weight of the quote's words in its best place; a rarer word weighs more. */
  readonly scores: Float64Array;
  /** For each page, 1 if it has all words that any page with the quote has. */
  readonly isPossible: Uint8Array;
  /** The weights of the words that were looked up. */
  readonly weights: ReadonlyMap<string, number>;
}

interface QuoteWord {
  readonly term: number;
  readonly count: number;
  readonly isSure: boolean;
}

/** Looks up the words of a folded quote, one at each step. */
export function* findCandidates(
  quote: string,
  { vocabulary, units, postings }: PlaceIndex,
): Generator<undefined, Candidates> {
  const { unitCount, docCount, docOf } = units;
  const found: (QuoteWord & { readonly word: string })[] = [];
  let isMissing = false;
  for (const [word, isSure] of wordsOf(quote)) {
    const term = findTerm(vocabulary, word);
    if (term >= 0) found.push({ word, term, isSure, count: postings(term).count });
    else isMissing ||= isSure;
  }
  const rarest = found.sort((one, other) => one.count - other.count).slice(0, MOST_WORDS);
  const inUnits = new Float64Array(unitCount);
  const scores = new Float64Array(docCount);
  const held = new Uint8Array(docCount);
  const weights = new Map<string, number>();
  let sure = 0;
  for (const { word, term, count, isSure } of rarest) {
    const weight = Math.log(1 + unitCount / count);
    weights.set(word, weight);
    const { bytes, start } = postings(term);
    for (const reader = new PostingsReader(bytes, start); reader.unit < unitCount; reader.next()) {
      const doc = docOf[reader.unit]!;
      inUnits[reader.unit]! += weight;
      scores[doc] = Math.max(scores[doc]!, inUnits[reader.unit]!);
      if (isSure && held[doc] === sure) held[doc]!++;
    }
    if (isSure) sure++;
    yield;
  }
  const isPossible = held.map((count) => (!isMissing && count === sure ? 1 : 0));
  return { scores, isPossible, weights };
}

/** Returns each word of a quote, and whether every text with the quote has it as a word. */
function wordsOf(quote: string): Map<string, boolean> {
  const words = new Map<string, boolean>();
  eachWord(quote, (start, end, kind) => {
    if (kind === LAST) return;
    const word = wordAt(quote, start, end);
    words.set(
      word,
      words.get(word) || kind === PAIR || (kind !== PART && isInner(quote, start, end)),
    );
  });
  return words;
}

/** Tells whether a word has a space before and after it, with only what is not folded in between. */
function isInner(quote: string, start: number, end: number): boolean {
  const before = quote.lastIndexOf(" ", start);
  const after = quote.indexOf(" ", end);
  return before >= 0 && after >= 0 && !FOLDED.test(quote.slice(before, after));
}
