/**
 * A trigram index of a run of bytes: which blocks contain each sequence of three bytes (as in
 * Zoekt, and in Russ Cox's "Regular Expression Matching with a Trigram Index"). Sequences of two and
 * of five bytes are indexed too. Pairs tell apart trigrams with the same hash, and keep short needles
 * of punctuation from being slower than a scan (bench/search/search.ts, the worst query). Fives tell a phrase
 * from its words, which may be in nearly every block (bench/requests/requests.ts, Q4).
 *
 * Holds the posting lists one after another, each with one bit for each block.
 */
export type Trigrams = Uint32Array<ArrayBuffer>;

export const BLOCK_BYTES = 2 ** 10;
/**
 * A block's sequences include those of the beginning of the next block, so that no match is missed.
 */
const OVERLAP_BYTES = 64;
/**
 * Sequences with the same hash share a posting list, which only means that more blocks are checked.
 * Text sets about a third of the bits. The lists take half a byte for each byte of text.
 */
const LIST_BITS = 12;
const LISTS = 2 ** LIST_BITS;
const WORD_BITS = 32;
/** The bytes of a trigram, and its last two. */
const TRIGRAM = 0xffffff;
const PAIR = 0xffff;

/** Lists the blocks of each sequence. */
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
  let trigram = (bytes[0]! << 8) | bytes[1]!;
  // The trigrams one and two bytes earlier. Before there are any, wrong ones set two bits too many.
  let [last, first] = [0, 0];
  for (let at = 2; at < bytes.length; at++) {
    [first, last, trigram] = [last, trigram, ((trigram << 8) | bytes[at]!) & TRIGRAM];
    bits[listOf(trigram & PAIR)]! |= mask;
    bits[listOf(trigram)]! |= mask;
    bits[listOfFive(first, trigram)]! |= mask;
  }
}

/**
 * Returns the blocks in which a needle may begin: those that have all its sequences.
 *
 * @param lists of the needle: see {@link listsOf}
 * @returns one bit for each block
 */
export function blocksWith(trigrams: Trigrams, lists: Uint16Array): Uint32Array {
  const words = trigrams.length / LISTS;
  const found = new Uint32Array(words);
  for (let word = 0; word < words; word++) {
    let blocks = -1;
    for (let at = 0; at < lists.length && blocks !== 0; at++) {
      blocks &= trigrams[lists[at]! * words + word]!;
    }
    found[word] = blocks;
  }
  return found;
}

/**
 * Returns the posting lists of all sequences of a needle: none below three bytes.
 *
 * @returns the longest sequences first, since they rule out the most blocks
 */
export function listsOf(needle: Uint8Array): Uint16Array {
  const trigrams = trigramsOf(needle.subarray(0, OVERLAP_BYTES));
  return Uint16Array.of(
    ...trigrams.slice(2).map((trigram, at) => listOfFive(trigrams[at]!, trigram)),
    ...trigrams.map(listOf),
    ...trigrams.map((trigram) => listOf(trigram & PAIR)),
  );
}

function trigramsOf(bytes: Uint8Array): number[] {
  const trigrams: number[] = [];
  for (let at = 2; at < bytes.length; at++) {
    trigrams.push((bytes[at - 2]! << 16) | (bytes[at - 1]! << 8) | bytes[at]!);
  }
  return trigrams;
}

/** Multiplicative hashing (Knuth, The Art of Computer Programming, 6.4). */
function listOf(sequence: number): number {
  return Math.imul(sequence, 0x9e3779b1) >>> (WORD_BITS - LIST_BITS);
}

/** @param first The trigram of the first three of five bytes. */
function listOfFive(first: number, last: number): number {
  return listOf(Math.imul(first, 0x85ebca6b) ^ last);
}
