import { expect, it } from "vitest";
import { invisibleRuns, withoutInvisible } from "../../../corpus/text/invisible.ts";

/** An invisible character, so that a text is searched in any case. */
const JOINER = "\u2060";
const FIRST_OF_PLANES = [0, 0x1_0000, 0x1_1000, 0x1_b000, 0x1_d000, 0x1_f000, 0xe_0000];

it("invisible characters are found, whatever else a text has", () => {
  const different = FIRST_OF_PLANES.flatMap((first) => {
    const length = first === 0 ? 0x3400 : 0x1000;
    return Array.from({ length }, (_, at) => String.fromCodePoint(first + at)).filter(
      (each) => withoutInvisible(`a${each}b`) !== withoutInvisible(`a${each}b${JOINER}`),
    );
  });

  expect(different).toEqual([]);
  expect(invisibleRuns("a\u200bb\u{e0041}\u{e0042} – “c” 🎉")).toEqual([
    { start: 1, end: 2 },
    { start: 3, end: 7 },
  ]);
});
