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
  const vocabulary = TERM_END + (terms.length > 0 ? terms.join(TERM_END) + TERM_END : "");
  return { termCount: terms.length, vocabulary, termStarts };
}

export function termAt({ vocabulary, termStarts }: Vocabulary, term: number): string {
  return vocabulary.slice(termStarts[term], termStarts[term + 1]! - TERM_END.length);
}
