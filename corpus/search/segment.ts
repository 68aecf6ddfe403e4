import { nextClear, nextSet } from "./bits.ts";
import type { ByteText } from "./byte-text.ts";
import type { Field, SearchedDoc, Texts } from "./texts.ts";
import { BLOCK_BYTES, indexTrigrams, type Trigrams } from "./trigrams.ts";

/**
 * A run of consecutive docs with its own index: their folded texts, the first field of each doc,
 * then the next field of each, and the trigrams of the blocks of these texts.
 */
export interface Segment extends Omit<Texts, "bytes"> {
  readonly docs: readonly SearchedDoc[];
  /** The first text with a byte in each block. */
  readonly firstTexts: Int32Array;
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

/** @param trigrams The trigrams of the texts. Default: they are computed. */
export function createSegment(
  docs: readonly SearchedDoc[],
  { whole, starts, bytes }: Texts,
  trigrams = indexTrigrams(bytes),
): Segment {
  return { docs, whole, starts, firstTexts: firstTextsOf(starts), trigrams };
}

function firstTextsOf(starts: Int32Array): Int32Array {
  const firsts = new Int32Array(blockAfter(starts.at(-1)!));
  for (let text = 0, block = 0; block < firsts.length; block++) {
    while (starts[text + 1]! <= block * BLOCK_BYTES) text++;
    firsts[block] = text;
  }
  return firsts;
}

interface FindOptions {
  readonly needle: Needle;
  readonly field: Field;
  /** The position of the first doc of the segment. */
  readonly first: number;
}

/** Adds the positions of the docs that may have a needle in a field, in ascending order. */
export function addCandidates(
  found: number[],
  { docs, starts, firstTexts }: Segment,
  { needle: { blocks }, field, first }: FindOptions,
): void {
  if (!blocks) {
    for (let doc = 0; doc < docs.length; doc++) found.push(first + doc);
    return;
  }
  const firstText = NUMBERS[field] * docs.length;
  const end = firstText + docs.length;
  let text = firstText;
  someRun(blocks, { from: starts[text]!, to: starts[end]! }, (start, stop) => {
    text = Math.max(text, firstTexts[blockOf(start)]!);
    while (text < end && starts[text]! < stop) found.push(first + text++ - firstText);
    return false;
  });
}

/** Adds the positions of the docs that have a needle in a field, in ascending order. */
export function addDocsWith(
  found: number[],
  { docs, whole, starts, firstTexts }: Segment,
  { needle: { text: sought, blocks }, field, first }: FindOptions,
): void {
  const firstText = NUMBERS[field] * docs.length;
  const to = starts[firstText + docs.length]!;
  let text = firstText;
  /** Where the next match may begin. */
  let next = starts[text]!;
  someRun(blocks, { from: next, to }, (start, stop) => {
    const from = Math.max(start, next);
    const run = whole.slice(from, Math.min(to, stop + sought.length - 1));
    for (let at = run.indexOf(sought); at >= 0; at = run.indexOf(sought, next - from)) {
      next = from + at + 1;
      text = Math.max(text, firstTexts[blockOf(from + at)]!);
      while (starts[text + 1]! < next) text++;
      // A match that ends in another text than it begins in does not count.
      if (from + at + sought.length > starts[text + 1]!) continue;
      found.push(first + text - firstText);
      next = starts[text + 1]!;
    }
    return false;
  });
}

/** Tells whether a doc of a segment has a needle in a field. */
export function isIn(
  { docs, whole, starts }: Segment,
  { needle: { text, blocks }, field, doc }: IsInOptions,
): boolean {
  const number = NUMBERS[field] * docs.length + doc;
  const [from, to] = [starts[number]!, starts[number + 1]!];
  return someRun(blocks, { from, to }, (start, stop) =>
    whole.slice(start, Math.min(to, stop + text.length - 1)).includes(text),
  );
}

interface IsInOptions {
  readonly needle: Needle;
  readonly field: Field;
  /** The doc's number in the segment. */
  readonly doc: number;
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Tells whether any run of bytes where a needle may begin, within a range, passes a test.
 *
 * @param blocks Null for all blocks.
 */
function someRun(
  blocks: Uint32Array | null,
  { from, to }: Range,
  test: (start: number, stop: number) => boolean,
): boolean {
  if (!blocks) return test(from, to);
  const endBlock = blockAfter(to);
  for (let block = nextSet(blocks, blockOf(from), endBlock); block < endBlock; ) {
    const next = nextClear(blocks, block, endBlock);
    if (test(Math.max(from, block * BLOCK_BYTES), Math.min(to, next * BLOCK_BYTES))) return true;
    block = nextSet(blocks, next, endBlock);
  }
  return false;
}

function blockOf(byte: number): number {
  return Math.floor(byte / BLOCK_BYTES);
}

/** Returns the first block that starts at or after a byte. */
function blockAfter(byte: number): number {
  return Math.ceil(byte / BLOCK_BYTES);
}
