/**
 * A trigram index: for every sequence of three bytes, which blocks of a long run of bytes have it
 * (as in Zoekt, and in Russ Cox's "Regular Expression Matching with a Trigram Index"). Sequences of
 * two bytes are in it too, for what is short.
 */
export interface TrigramIndex {
  /** Adds bytes behind those that are in it: whole blocks. */
  add(bytes: Uint8Array): void;
  /**
   * The blocks in which some bytes may begin: those that have all sequences of two and three bytes
   * that are in them.
   *
   * @returns A bit for each block; null for less than two bytes.
   */
  lookFor(needle: Uint8Array): Uint32Array | null;
}

export const BLOCK_BYTES = 2 ** 10;
/** A block's sequences include those of the beginning of the next, so that no match is lost. */
const OVERLAP_BYTES = 64;
/**
 * Sequences share a posting list if they have the same hash, which only means that more blocks are
 * looked into. Text has about a fifth of the bits set. The lists take half a byte for each byte of
 * text.
 */
const LIST_BITS = 12;
const LISTS = 2 ** LIST_BITS;
const WORD_BITS = 32;

export function createTrigramIndex(): TrigramIndex {
  /** Of 32 blocks the bits in each list, then of the next 32. */
  const lists: Uint32Array[] = [];
  let blocks = 0;

  return {
    add(bytes) {
      for (let start = 0; start < bytes.length; start += BLOCK_BYTES, blocks++) {
        if (blocks % WORD_BITS === 0) lists.push(new Uint32Array(LISTS));
        addBlock(lists.at(-1)!, { bytes, start, mask: 1 << blocks });
      }
    },
    lookFor(needle) {
      if (needle.length < 2) return null;
      const asked = listsOf(needle.subarray(0, OVERLAP_BYTES));
      const found = new Uint32Array(lists.length);
      for (let at = 0; at < lists.length; at++) found[at] = meet(lists[at]!, asked);
      return found;
    },
  };
}

/** The bits that are set in all of some lists. */
function meet(bits: Uint32Array, lists: readonly number[]): number {
  let left = -1;
  for (let at = 0; at < lists.length && left !== 0; at++) left &= bits[lists[at]!]!;
  return left;
}

interface Block {
  readonly bytes: Uint8Array;
  readonly start: number;
  /** The bit of the block. */
  readonly mask: number;
}

function addBlock(bits: Uint32Array, { bytes, start, mask }: Block): void {
  const end = Math.min(bytes.length, start + BLOCK_BYTES + OVERLAP_BYTES);
  // As if a byte were before: one sequence more that the block does not have.
  let first = 0;
  let second = bytes[start]!;
  for (let at = start + 1; at < end; at++) {
    const third = bytes[at]!;
    bits[pairList(second, third)]! |= mask;
    bits[trigramList(first, second, third)]! |= mask;
    first = second;
    second = third;
  }
}

/** The lists of all sequences in some bytes. */
function listsOf(bytes: Uint8Array): number[] {
  const lists: number[] = [];
  for (let at = 1; at < bytes.length; at++) {
    lists.push(pairList(bytes[at - 1]!, bytes[at]!));
    if (at > 1) lists.push(trigramList(bytes[at - 2]!, bytes[at - 1]!, bytes[at]!));
  }
  return lists;
}

function pairList(first: number, second: number): number {
  return hash((1 << 24) | (first << 8) | second);
}

function trigramList(first: number, second: number, third: number): number {
  return hash((first << 16) | (second << 8) | third);
}

/** Multiplicative hashing (Knuth, The Art of Computer Programming, 6.4). */
function hash(sequence: number): number {
  return Math.imul(sequence, 0x9e3779b1) >>> (WORD_BITS - LIST_BITS);
}
