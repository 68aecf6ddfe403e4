import type { ByteText } from "./byte-text.ts";

/** A text is cut into pieces of this size. */
export const PIECE_BYTES = 2 ** 11;
/** The sequences of a piece include those of the beginning of the next, so that no match is missed. */
const OVERLAP_BYTES = 64;
/** Sequences with the same hash share a set. Of all bits, those of texts are about a third. */
const HASH_BITS = 13;
const WORD_BITS = 32;
const TRIGRAM = 0xffffff;
const PAIR = 0xffff;

/** A set of pieces: a bit for each, by its number modulo 32. */
export type Pieces = number;

/**
 * Tells which of some pieces of text may contain a needle, by their sequences of two, three and five
 * bytes: a Bloom filter (Bloom, 1970) for each piece, with the bits of 32 pieces side by side.
 *
 * Trigrams alone would do. Pairs keep short needles of punctuation from being a scan, and fives tell
 * a phrase from its words, which may be in nearly every piece.
 */
export class SequenceFilter {
  readonly #sets = new Uint32Array(2 ** HASH_BITS);

  /** Adds the pieces of a text, numbered from some number on. */
  add(text: ByteText, first: number): void {
    for (let piece = 0; piece < pieceCount(text); piece++) {
      const start = piece * PIECE_BYTES;
      const count = hashSequences(text, start, start + PIECE_BYTES + OVERLAP_BYTES);
      for (let at = 0; at < count; at++) this.#sets[hashes[at]!]! |= 1 << (first + piece);
    }
  }

  /** Returns the pieces in which a needle may begin. */
  piecesWith(sequences: Uint16Array): Pieces {
    let pieces = -1;
    for (let at = 0; at < sequences.length && pieces !== 0; at++) {
      pieces &= this.#sets[sequences[at]!]!;
    }
    return pieces;
  }
}

export function pieceCount({ length }: ByteText): number {
  return Math.ceil(length / PIECE_BYTES);
}

/** Returns the sequences at the beginning of a needle, hashed; the longest first. */
export function sequencesOf(needle: ByteText): Uint16Array {
  return hashes.slice(0, hashSequences(needle, 0, OVERLAP_BYTES)).reverse();
}

/** The sequences that were hashed last. */
const hashes = new Uint16Array(3 * (PIECE_BYTES + OVERLAP_BYTES));

/** @returns the number of hashes */
function hashSequences(text: ByteText, start: number, end: number): number {
  const to = Math.min(text.length, end);
  let count = 0;
  // The last trigram, and those that ended one and two bytes before it.
  let [trigram, last, first] = [0, 0, 0];
  for (let at = start; at < to; at++) {
    first = last;
    last = trigram;
    trigram = ((trigram << 8) | text.charCodeAt(at)) & TRIGRAM;
    if (at >= start + 1) hashes[count++] = hashOf(trigram & PAIR);
    if (at >= start + 2) hashes[count++] = hashOf(trigram);
    if (at >= start + 4) hashes[count++] = hashOf(Math.imul(first, 0x85ebca6b) ^ trigram);
  }
  return count;
}

/** Multiplicative hashing (Knuth, The Art of Computer Programming, 6.4). */
function hashOf(sequence: number): number {
  return Math.imul(sequence, 0x9e3779b1) >>> (WORD_BITS - HASH_BITS);
}
