/**
 * A trigram index of a run of bytes: which blocks contain each sequence of three bytes (as in
 * Zoekt, and in Russ Cox's "Regular Expression Matching with a Trigram Index"). Pairs are indexed
 * too: they tell apart trigrams with the same hash, and keep short needles of punctuation from being
 * slower than a scan (bench/search.ts, the worst query).
 *
 * Holds the posting lists one after another, each with one bit for each block.
 */
export type Trigrams = Uint32Array<ArrayBuffer>;

export const BLOCK_BYTES = 2 ** 10;
/**
 * A block's trigrams include those of the beginning of the next block, so that no match is missed.
 */
const OVERLAP_BYTES = 64;
/**
 * Trigrams with the same hash share a posting list, which only means that more blocks are checked.
 * Text sets about a fifth of the bits. The lists take half a byte for each byte of text.
 */
const LIST_BITS = 12;
const LISTS = 2 ** LIST_BITS;
const WORD_BITS = 32;

/** Lists the blocks of each trigram and pair. */
export function indexTrigrams(bytes: Uint8Array): Trigrams {
  const blocks = Math.ceil(bytes.length / BLOCK_BYTES);
  const words = Math.ceil(blocks / WORD_BITS);
  const trigrams = new Uint32Array(words * LISTS);
  // The bits of 32 blocks fit in the processor's nearest cache; all posting lists do not.
  const bits = new Uint32Array(LISTS);
  for (let word = 0; word < words; word++) {
    bits.fill(0);
    const end = Math.min((word + 1) * WORD_BITS, blocks);
    for (let block = word * WORD_BITS; block < end; block++) {
      const start = block * BLOCK_BYTES;
      addBlock(bits, {
        bytes: bytes.subarray(start, start + BLOCK_BYTES + OVERLAP_BYTES),
        mask: 1 << block,
      });
    }
    for (let list = 0; list < LISTS; list++) trigrams[list * words + word] = bits[list]!;
  }
  return trigrams;
}

interface Block {
  readonly bytes: Uint8Array;
  /** The bit of the block. */
  readonly mask: number;
}

function addBlock(bits: Uint32Array, { bytes, mask }: Block): void {
  let first = bytes[0]!;
  let second = bytes[1]!;
  for (let at = 2; at < bytes.length; at++) {
    const third = bytes[at]!;
    bits[listOf(0, second, third)]! |= mask;
    bits[listOf(first, second, third)]! |= mask;
    first = second;
    second = third;
  }
}

/**
 * Returns the blocks in which a needle may begin: those that have all its trigrams and pairs.
 *
 * @param lists of the needle: see {@link listsOf}
 * @returns one bit for each block
 */
export function blocksWith(trigrams: Trigrams, lists: Uint16Array): Uint32Array {
  const found = new Uint32Array(trigrams.length / LISTS).fill(-1);
  for (const list of lists) {
    const start = list * found.length;
    for (let at = 0; at < found.length; at++) found[at]! &= trigrams[start + at]!;
  }
  return found;
}

/** Returns the posting lists of all trigrams and pairs of a needle: none below three bytes. */
export function listsOf(needle: Uint8Array): Uint16Array {
  const bytes = needle.subarray(0, OVERLAP_BYTES);
  const lists: number[] = [];
  for (let at = 2; at < bytes.length; at++) {
    lists.push(listOf(0, bytes[at - 1]!, bytes[at]!));
    lists.push(listOf(bytes[at - 2]!, bytes[at - 1]!, bytes[at]!));
  }
  return Uint16Array.from(lists);
}

/** Multiplicative hashing (Knuth, The Art of Computer Programming, 6.4). */
function listOf(first: number, second: number, third: number): number {
  const trigram = (first << 16) | (second << 8) | third;
  return Math.imul(trigram, 0x9e3779b1) >>> (WORD_BITS - LIST_BITS);
}
