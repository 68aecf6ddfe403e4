import { decodeLatin1 } from "../bytes.ts";
import { nextClear, nextSet } from "./bits.ts";
import type { ByteText } from "./byte-text.ts";
import { createTextFolder, type Field, type SearchedDoc, type Texts } from "./texts.ts";
import { BLOCK_BYTES, indexTrigrams, type Trigrams } from "./trigrams.ts";

/**
 * A run of consecutive docs with its own index: their folded texts, the first field of each doc,
 * then the next field of each, and the trigrams of the blocks of these texts.
 */
export interface Segment extends Omit<Texts, "bytes"> {
  readonly docs: readonly SearchedDoc[];
  readonly texts: readonly ByteText[];
  /** The first text with a byte in each block. */
  readonly firstTexts: Int32Array;
  readonly trigrams: Trigrams;
}

/** The folded texts of a segment and their index, possibly made in another thread. */
export interface IndexedTexts extends Texts {
  readonly trigrams: Trigrams;
}

/** A text to find in one segment. */
export interface Needle {
  readonly text: ByteText;
  /** One bit for each block in which the text may begin; null for all blocks. */
  readonly blocks: Uint32Array | null;
}

/** The numbers of the fields, in the order of `FIELDS`. */
const NUMBERS: Readonly<Record<Field, number>> = { title: 0, headings: 1, description: 2, body: 3 };

/** @returns a function that indexes docs, each of which it needs once */
export function createTextIndexer(): (docs: Iterable<SearchedDoc>) => IndexedTexts {
  const fold = createTextFolder();
  return (docs) => {
    const texts = fold(docs);
    return { ...texts, trigrams: indexTrigrams(texts.bytes) };
  };
}

export function createSegment(
  docs: readonly SearchedDoc[],
  { starts, bytes, trigrams }: IndexedTexts,
): Segment {
  const whole = decodeLatin1(bytes);
  const texts = Array.from(starts.subarray(1), (end, text) => whole.slice(starts[text], end));
  return { docs, texts, starts, firstTexts: firstTextsOf(starts), trigrams };
}

function firstTextsOf(starts: Int32Array): Int32Array {
  const firsts = new Int32Array(blockAfter(starts.at(-1)!));
  for (let text = 0, block = 0; block < firsts.length; block++) {
    while (starts[text + 1]! <= block * BLOCK_BYTES) text++;
    firsts[block] = text;
  }
  return firsts;
}

interface AddOptions {
  readonly needle: Needle;
  readonly field: Field;
  /** The position of the first doc of the segment. */
  readonly first: number;
}

/** Adds the positions of the docs that may have a needle in a field, in ascending order. */
export function addCandidates(
  found: number[],
  { docs, starts, firstTexts }: Segment,
  { needle: { blocks }, field, first }: AddOptions,
): void {
  if (!blocks) {
    for (let doc = 0; doc < docs.length; doc++) found.push(first + doc);
    return;
  }
  const firstText = NUMBERS[field] * docs.length;
  const end = firstText + docs.length;
  const endBlock = blockAfter(starts[end]!);
  let text = firstText;
  for (let block = nextSet(blocks, blockOf(starts[text]!), endBlock); block < endBlock; ) {
    text = Math.max(text, firstTexts[block]!);
    while (text < end && starts[text]! < (block + 1) * BLOCK_BYTES) {
      found.push(first + text++ - firstText);
    }
    block = nextSet(blocks, block + 1, endBlock);
  }
}

/** Tells whether a doc of a segment has a needle in a field. */
export function isIn(
  { docs, texts, starts }: Segment,
  { needle: { text, blocks }, field, doc }: IsInOptions,
): boolean {
  const number = NUMBERS[field] * docs.length + doc;
  const whole = texts[number]!;
  if (!blocks || whole.length <= BLOCK_BYTES) return whole.includes(text);
  const start = starts[number]!;
  const endBlock = blockAfter(start + whole.length);
  for (let block = nextSet(blocks, blockOf(start), endBlock); block < endBlock; ) {
    const next = nextClear(blocks, block, endBlock);
    const end = next * BLOCK_BYTES - start + text.length - 1;
    if (whole.slice(Math.max(0, block * BLOCK_BYTES - start), end).includes(text)) return true;
    block = nextSet(blocks, next, endBlock);
  }
  return false;
}

interface IsInOptions {
  readonly needle: Needle;
  readonly field: Field;
  /** The doc's number in the segment. */
  readonly doc: number;
}

function blockOf(byte: number): number {
  return Math.floor(byte / BLOCK_BYTES);
}

/** Returns the first block that starts at or after a byte. */
function blockAfter(byte: number): number {
  return Math.ceil(byte / BLOCK_BYTES);
}
