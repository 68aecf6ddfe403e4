/**
 * A trigram index of a run of bytes: which blocks of it have each sequence of three bytes (as in
 * Zoekt, and in Russ Cox's "Regular Expression Matching with a Trigram Index"). Pairs are in it too:
 * they tell apart what trigrams of the same hash do not, and keep short needles of punctuation from
 * being slower than a scan (bench/search.ts, the worst query).
 *
 * Of 32 blocks the bits in each posting list, then of the next 32.
 */
export type Trigrams = Uint32Array<ArrayBuffer>;

export const BLOCK_BYTES = 2 ** 10;
/** A block's trigrams include those of the beginning of the next, so that no match is lost. */
const OVERLAP_BYTES = 64;
/**
 * Trigrams share a posting list if they have the same hash, which only means that more blocks are
 * looked into. Text has about a fifth of the bits set. The lists take half a byte for each byte of
 * text.
 */
const LIST_BITS = 12;
const LISTS = 2 ** LIST_BITS;
const WORD_BITS = 32;

/** Lists the blocks of each trigram and pair. */
export function indexTrigrams(bytes: Uint8Array): Trigrams {
  const blocks = Math.ceil(bytes.length / BLOCK_BYTES);
  const trigrams = new Uint32Array(Math.ceil(blocks / WORD_BITS) * LISTS);
  for (let block = 0; block < blocks; block++) {
    const start = block * BLOCK_BYTES;
    const lists = Math.floor(block / WORD_BITS) * LISTS;
    addBlock(trigrams.subarray(lists, lists + LISTS), {
      bytes: bytes.subarray(start, start + BLOCK_BYTES + OVERLAP_BYTES),
      mask: 1 << block,
    });
  }
  return trigrams;
}

interface Block {
  readonly bytes: Uint8Array;
  /** The bit of the block. */
  readonly mask: number;
}

function addBlock(lists: Uint32Array, { bytes, mask }: Block): void {
  let first = bytes[0]!;
  let second = bytes[1]!;
  for (let at = 2; at < bytes.length; at++) {
    const third = bytes[at]!;
    lists[listOf(0, second, third)]! |= mask;
    lists[listOf(first, second, third)]! |= mask;
    first = second;
    second = third;
  }
}

/**
 * The blocks in which a needle may begin: those that have all its trigrams and pairs.
 *
 * @param lists Those of the needle: see {@link listsOf}.
 * @returns A bit for each block.
 */
export function blocksWith(trigrams: Trigrams, lists: Uint16Array): Uint32Array {
  const found = new Uint32Array(trigrams.length / LISTS);
  for (let at = 0; at < found.length; at++) {
    const start = at * LISTS;
    let left = -1;
    for (let i = 0; i < lists.length && left !== 0; i++) left &= trigrams[start + lists[i]!]!;
    found[at] = left;
  }
  return found;
}

/** The posting lists of all trigrams and pairs of a needle: none of less than three bytes. */
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
