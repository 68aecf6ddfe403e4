import { foldCase } from "../../text/fold.ts";
import { TERM_END, termAt, type Vocabulary } from "../vocabulary.ts";
import { type ListedDoc, type Place, readableText } from "./places.ts";
import type { Sought } from "./sought.ts";
import { eachWord, LAST, PART, wordAt } from "./text/words.ts";

/** Symbols alone are not looked up: they may be part of an identifier in the text. */
const HAS_LETTER = /[\p{L}\p{N}_]/u;

/**
 * Returns the words of a quoted text, all of which occur in every place that contains the text. The
 * first may be the end of a longer word, and the last the beginning of one.
 */
export function seekPhrase(phrase: string, vocabulary: Vocabulary): Sought[] {
  const sought: Sought[] = [];
  eachWord(phrase, (start, end, kind) => {
    const word = wordAt(phrase, start, end);
    if (kind === PART || (kind === LAST && sought.length > 0) || !HAS_LETTER.test(word)) return;
    const isCut = { before: start === 0, after: end === phrase.length };
    const terms = termsAround(word, { vocabulary, isCut });
    sought.push({
      word,
      terms: new Map(terms.map((term) => [term, 1])),
      texts: terms.map((term) => termAt(vocabulary, term)),
      endingLength: -1,
      corrections: [],
      isQuoted: true,
    });
  });
  return sought;
}

interface AroundOptions {
  readonly vocabulary: Vocabulary;
  /** True on a side where a term may continue beyond the word. */
  readonly isCut: { readonly before: boolean; readonly after: boolean };
}

/** Returns the terms that equal a word, or contain it where `isCut` allows more letters. */
function termsAround(word: string, { vocabulary, isCut }: AroundOptions): number[] {
  const { vocabulary: text, termStarts, termCount } = vocabulary;
  const sought = (isCut.before ? "" : TERM_END) + word + (isCut.after ? "" : TERM_END);
  const found: number[] = [];
  let term = 0;
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, termStarts[term]! - 1)) {
    const inTerm = isCut.before ? at : at + 1;
    while (term < termCount && termStarts[term + 1]! <= inTerm) term++;
    found.push(term++);
    if (term >= termCount) break;
  }
  return found;
}

interface PhraseOptions {
  readonly doc: ListedDoc;
  /** Of the place. */
  readonly markdown: string;
  readonly phrases: readonly string[];
}

/**
 * Returns true if a place contains all phrases by the comparison of DOC-B1: in its heading, in its
 * Markdown or in its visible text.
 */
export function hasPhrases({ heading }: Place, { doc, markdown, phrases }: PhraseOptions): boolean {
  const written = foldCase(markdown);
  const missing = phrases.filter((phrase) => !written.includes(phrase));
  if (missing.length === 0) return true;
  const name = doc.headings[heading]?.text ?? doc.title;
  const read = [name, readableText(markdown, heading)].map(foldCase);
  return missing.every((phrase) => read.some((text) => text.includes(phrase)));
}
