import type { ByteText } from "./byte-text.ts";

/** A text is cut into pieces of this size. */
const PIECE_BITS = 11;
export const PIECE_BYTES = 2 ** PIECE_BITS;
/** The sequences of a piece include those of the beginning of the next, so that no match is missed. */
const OVERLAP_BYTES = 32;
/** So many fives of a needle need no trigrams and pairs with them. */
const ENOUGH_FIVES = 8;
/** Sequences with the same hash share a set. Of all bits, those of texts are about a third. */
const HASH_BITS = 13;
const WORD_BITS = 32;
const TRIGRAM = 0xffffff;
const PAIR = 0xffff;

/** A set of pieces: a bit for each. */
export type Pieces = Uint32Array;

/**
 * Tells which pieces of a text may contain a needle, by their sequences of two, three and five bytes:
 * a Bloom filter (Bloom, 1970) for each piece. For each hash, the bits of all pieces are side by side,
 * so that a needle reads a few short runs of memory.
 *
 * Trigrams alone would do. Pairs keep short needles of punctuation from being a scan, and fives tell
 * a phrase from its words, which may be in nearly every piece.
 */
export class SequenceFilter {
  /** Number of words of 32 bits that the set of a hash takes. */
  readonly #width: number;
  readonly #sets: Uint32Array;

  constructor(text: ByteText) {
    const width = Math.ceil(text.length / PIECE_BYTES / WORD_BITS);
    const sets = new Uint32Array(width << HASH_BITS);
    for (let start = 0; start < text.length; start += PIECE_BYTES) {
      const piece = start / PIECE_BYTES;
      const word = piece >>> 5;
      const count = hashSequences(text, start, start + PIECE_BYTES + OVERLAP_BYTES);
      for (let at = 0; at < count; at++) sets[hashes[at]! * width + word]! |= 1 << piece;
    }
    this.#width = width;
    this.#sets = sets;
  }

  /** Returns the pieces in which a needle may begin; null if there are none. */
  piecesWith(sequences: Uint16Array): Pieces | null {
    const [width, sets] = [this.#width, this.#sets];
    const pieces = new Uint32Array(width).fill(-1);
    for (const sequence of sequences) {
      let any = 0;
      for (let word = 0; word < width; word++) {
        any |= pieces[word]! &= sets[sequence * width + word]!;
      }
      if (any === 0) return null;
    }
    return pieces;
  }
}

/** Returns the first byte of a range that is in one of some pieces; the end if none is. */
export function nextIn(pieces: Pieces, from: number, to: number): number {
  for (let at = from; at < to; ) {
    const piece = at >>> PIECE_BITS;
    const bits = pieces[piece >>> 5]! >>> piece;
    if ((bits & 1) !== 0) return at;
    const skipped = bits === 0 ? WORD_BITS - (piece & 31) : 31 - Math.clz32(bits & -bits);
    at = (piece + skipped) << PIECE_BITS;
  }
  return to;
}

/** Returns the sequences at the beginning of a needle that tell most, hashed. */
export function sequencesOf(needle: ByteText): Uint16Array {
  const all = hashes.slice(0, hashSequences(needle, 0, OVERLAP_BYTES)).reverse();
  // From the end of the needle on, every third is a five.
  const fives = Math.min(needle.length, OVERLAP_BYTES) - 4;
  return fives < ENOUGH_FIVES ? all : all.filter((_, at) => at % 3 === 0 && at < 3 * fives);
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
