import { nextClear, nextSet } from "./bits.ts";
import { type ByteText, bytesOf } from "./byte-text.ts";
import { type Field, layOutTexts, type SearchedDoc, type Texts } from "./texts.ts";
import { BLOCK_BYTES, createTrigramIndex } from "./trigram-index.ts";

/** Finds the docs that contain a text. */
export interface SubstringIndex {
  readonly texts: Texts;
  /** @param query Folded. */
  lookFor(query: string): Sought;
}

/** Where one text may be, until the next is looked for. */
export interface Sought {
  /** The positions of the docs that may have it in a field, ascending: no other has it there. */
  candidates(field: Field): number[];
  /** Whether a doc has it in a field. */
  isIn(doc: number, field: Field): boolean;
}

/** Of the fields, in the order of `FIELDS`. */
const NUMBERS: Readonly<Record<Field, number>> = { title: 0, headings: 1, description: 2, body: 3 };

/** @param before One of other docs: the texts of docs that it has are taken over. */
export function createSubstringIndex(
  docs: readonly SearchedDoc[],
  before?: SubstringIndex,
): SubstringIndex {
  const docCount = docs.length;
  const trigrams = createTrigramIndex();
  const laidOut = layOutTexts(docs, {
    before: before?.texts,
    pieceBytes: BLOCK_BYTES,
    onBytes: trigrams.add,
  });
  const { texts, starts } = laidOut;
  const firstTexts = firstTextsOf(starts);
  const everyDoc = docs.map((_, doc) => doc);

  /** The docs of which a field is, in part at least, in one of these blocks. */
  function docsIn(blocks: Uint32Array, field: number): number[] {
    const found: number[] = [];
    const first = field * docCount;
    const end = first + docCount;
    const endBlock = blockAfter(starts[end]!);
    let text = first;
    for (let block = nextSet(blocks, blockOf(starts[first]!), endBlock); block < endBlock; ) {
      text = Math.max(text, firstTexts[block]!);
      while (text < end && starts[text]! < (block + 1) * BLOCK_BYTES) found.push(text++ - first);
      block = nextSet(blocks, block + 1, endBlock);
    }
    return found;
  }

  /** Whether a long text has a needle, which only begins in these blocks. */
  function isInBlocks(text: number, { needle, blocks }: Needle): boolean {
    const whole = texts[text]!;
    const start = starts[text]!;
    const endBlock = blockAfter(start + whole.length);
    for (let block = nextSet(blocks, blockOf(start), endBlock); block < endBlock; ) {
      const next = nextClear(blocks, block, endBlock);
      const end = next * BLOCK_BYTES - start + needle.length - 1;
      if (whole.slice(Math.max(0, block * BLOCK_BYTES - start), end).includes(needle)) return true;
      block = nextSet(blocks, next, endBlock);
    }
    return false;
  }

  return {
    texts: laidOut,
    lookFor(query) {
      const bytes = bytesOf(query);
      const needle = bytes.toString("latin1");
      const blocks = trigrams.lookFor(bytes);
      return {
        candidates: (field) => (blocks ? docsIn(blocks, NUMBERS[field]) : everyDoc.slice()),
        isIn(doc, field) {
          const text = NUMBERS[field] * docCount + doc;
          const whole = texts[text]!;
          if (!blocks || whole.length <= BLOCK_BYTES) return whole.includes(needle);
          return isInBlocks(text, { needle, blocks });
        },
      };
    },
  };
}

interface Needle {
  readonly needle: ByteText;
  readonly blocks: Uint32Array;
}

function blockOf(byte: number): number {
  return Math.floor(byte / BLOCK_BYTES);
}

/** The first block that has nothing of what is before a byte. */
function blockAfter(byte: number): number {
  return Math.ceil(byte / BLOCK_BYTES);
}

/** Of each block, the first text that has a byte in it. */
function firstTextsOf(starts: Float64Array): Int32Array {
  const firsts = new Int32Array(blockAfter(starts.at(-1)!));
  for (let text = 0, block = 0; block < firsts.length; block++) {
    while (starts[text + 1]! <= block * BLOCK_BYTES) text++;
    firsts[block] = text;
  }
  return firsts;
}
