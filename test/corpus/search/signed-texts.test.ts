import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSignedTexts } from "../../../corpus/search/signed-texts.ts";

const LETTERS = [..."ab1é文", " ", ".", "\n", "*"];
const text = fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 300 });
/** Longer than what has one signature. */
const longText = fc
  .tuple(text, fc.integer({ min: 1, max: 60 }))
  .map(([one, times]) => one.repeat(times));
const texts = fc.array(fc.oneof(text, longText), { minLength: 1, maxLength: 30 });
const piece = fc.record({ of: fc.nat(), at: fc.nat(), length: fc.integer({ min: 1, max: 90 }) });

/** Texts that are signed, and how many of them have been read. */
async function signAll(all: readonly string[]) {
  const read = new Set<number>();
  const signed = createSignedTexts({
    count: all.length,
    textOf: (doc) => {
      read.add(doc);
      return all[doc]!;
    },
  });
  // Some are signed in each turn.
  while (!signed.lookFor(" .")!.isKnown(all.length - 1)) await setImmediate();
  read.clear();
  return { signed, read };
}

/** Which of them are true. */
function numbersOf(all: readonly boolean[]): number[] {
  return all.flatMap((one, number) => (one ? [number] : []));
}

describe("createSignedTexts", () => {
  it("B1: finds the texts that contain a needle", async () => {
    await fc.assert(
      fc.asyncProperty(texts, piece, async (all, { of, at, length }) => {
        const whole = all[of % all.length]!;
        const start = at % (whole.length || 1);
        const needle = whole.slice(start, start + length);
        const expected = all.map((one) => one.includes(needle));
        const sought = (await signAll(all)).signed.lookFor(needle);
        fc.pre(sought !== null);

        expect(all.map((_, doc) => sought.isIn(doc))).toEqual(expected);
        expect(sought.textsFrom(0)).toEqual(expect.arrayContaining(numbersOf(expected)));
      }),
    );
  });

  it("B1: finds a needle where two signatures meet", async () => {
    const filler = "filler ".repeat(1000);
    for (let at = 4000; at < 4200; at++) {
      const { signed } = await signAll([`${filler.slice(0, at)}, [red] green ${filler}`]);

      expect(signed.lookFor(", [red] green")!.isIn(0)).toBe(true);
    }
  });

  it("B1: finds the same as before while texts are signed", async () => {
    const all = Array.from({ length: 300 }, (_, doc) => `word ${doc % 7}, word`);
    const signed = createSignedTexts({ count: all.length, textOf: (doc) => all[doc]! });
    const expected = all.map((one) => one.includes(" 3, w"));

    for (let times = 0; times < 40; times++) {
      const sought = signed.lookFor(" 3, w")!;
      expect(all.map((_, doc) => sought.isIn(doc))).toEqual(expected);
      expect(sought.textsFrom(0)).toEqual(expect.arrayContaining(numbersOf(expected)));
      await setImmediate();
    }
  });

  it("tells where the parts begin that may have a needle, each once", async () => {
    const filler = "filler ".repeat(1000);
    const { signed } = await signAll(["none", `${filler}[red] green${filler}${filler}[red] green`]);
    const sought = signed.lookFor("[red] green")!;

    expect(sought.partFrom(0, 0)).toBe(-1);
    expect(sought.partFrom(1, 0)).toBe(4096);
    expect(sought.partFrom(1, 4097)).toBe(5 * 4096);
    expect(sought.partFrom(1, 5 * 4096 + 1)).toBe(-1);
    expect(sought.textsFrom(1)).toEqual([0]);
  });

  it("does not read texts that have the words of a needle, but not next to each other", async () => {
    const { signed, read } = await signAll([
      "red green",
      "red. Green",
      "green red",
      "red blue green",
    ]);
    const sought = signed.lookFor("red green")!;

    expect(sought.textsFrom(0)).toEqual([0]);
    expect([0, 1, 2, 3].map(sought.isIn)).toEqual([true, false, false, false]);
    expect([...read]).toEqual([0]);
  });
});
