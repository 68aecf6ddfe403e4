import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nextSet } from "../../../corpus/search/bits.ts";
import {
  BLOCK_BYTES,
  blocksWith,
  indexTrigrams,
  listsOf,
} from "../../../corpus/search/trigrams.ts";

const text = fc.string({ unit: fc.constantFrom(..."ab .\n"), minLength: 1, maxLength: 80 });
/** Text of several blocks. */
const longText = fc.tuple(text, text, fc.nat(9 * BLOCK_BYTES)).map(([filler, needle, at]) => {
  const all = filler.repeat(Math.ceil((10 * BLOCK_BYTES) / filler.length));
  return { all: all.slice(0, at) + needle + all.slice(at), needle };
});

/** Returns the blocks in which a needle begins. */
function blocksBeginning(all: string, needle: string): number[] {
  const blocks = new Set<number>();
  for (let at = all.indexOf(needle); at >= 0; at = all.indexOf(needle, at + 1)) {
    blocks.add(Math.floor(at / BLOCK_BYTES));
  }
  return [...blocks];
}

function numbersIn(bits: Uint32Array): number[] {
  const numbers: number[] = [];
  const end = 32 * bits.length;
  for (let at = nextSet(bits, 0, end); at < end; at = nextSet(bits, at + 1, end)) numbers.push(at);
  return numbers;
}

describe("blocksWith", () => {
  it("DOC-B1: misses no block in which a needle begins, even at the boundary of two blocks", () => {
    fc.assert(
      fc.property(longText, ({ all, needle }) => {
        fc.pre(needle.length > 2);
        const found = blocksWith(indexTrigrams(Buffer.from(all)), listsOf(Buffer.from(needle)));

        expect(numbersIn(found)).toEqual(expect.arrayContaining(blocksBeginning(all, needle)));
      }),
      { numRuns: 300 },
    );
  });

  it("omits blocks that do not contain all trigrams of a needle", () => {
    const filler = "filler ".repeat(BLOCK_BYTES);
    const all = `${filler}${"filler ".repeat(20)}[red] green${filler}`;
    const trigrams = indexTrigrams(Buffer.from(all));

    expect(numbersIn(blocksWith(trigrams, listsOf(Buffer.from("[red] green"))))).toEqual([7]);
    expect(numbersIn(blocksWith(trigrams, listsOf(Buffer.from("nowhere"))))).toEqual([]);
  });

  it("omits blocks that contain all words and trigrams of a phrase, but apart", () => {
    const filler = "good gum, red or green. ";
    const all = `${filler.repeat(BLOCK_BYTES + 9)}red green${filler.repeat(BLOCK_BYTES)}`;
    const blocks = blocksWith(indexTrigrams(Buffer.from(all)), listsOf(Buffer.from("red green")));

    expect(numbersIn(blocks)).toEqual([24]);
  });
});
