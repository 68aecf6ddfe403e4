/** Ends each term in the vocabulary. No term contains it, because it separates words. */
export const TERM_END = " ";

/** All terms in one string. */
export interface Vocabulary {
  readonly termCount: number;
  /**
   * Every term in the order of UTF-16 code units, with {@link TERM_END} before, between and after.
   */
  readonly vocabulary: string;
  /** Where each term begins in the vocabulary; the last entry is where one more would begin. */
  readonly termStarts: Int32Array;
}

export function layOutTerms(terms: readonly string[]): Vocabulary {
  const termStarts = new Int32Array(terms.length + 1);
  let offset = TERM_END.length;
  for (let term = 0; term < terms.length; term++) {
    termStarts[term] = offset;
    offset += terms[term]!.length + TERM_END.length;
  }
  termStarts[terms.length] = offset;
  return { termCount: terms.length, vocabulary: joinTerms(terms), termStarts };
}

/** Returns the text of a vocabulary. */
export function joinTerms(terms: readonly string[]): string {
  return TERM_END + (terms.length > 0 ? terms.join(TERM_END) + TERM_END : "");
}

/** Finds the terms in the text of a vocabulary. */
export function readVocabulary(vocabulary: string): Vocabulary {
  const starts: number[] = [];
  for (let at = vocabulary.indexOf(TERM_END); at >= 0; at = vocabulary.indexOf(TERM_END, at + 1)) {
    starts.push(at + TERM_END.length);
  }
  return { termCount: starts.length - 1, vocabulary, termStarts: Int32Array.from(starts) };
}

export function termAt({ vocabulary, termStarts }: Vocabulary, term: number): string {
  return vocabulary.slice(termStarts[term], termStarts[term + 1]! - TERM_END.length);
}
