import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../support/command.ts";
import { type Attack, numbersIn, readAttacks } from "./attacks.ts";

/** The sections of the list of attacks, and the last number of each. */
const SECTIONS = {
  A: 15,
  B: 25,
  C: 35,
  D: 47,
  E: 62,
  F: 84,
  G: 103,
  H: 120,
  I: 126,
  J: 135,
  K: 140,
};

const attacks = readAttacks(readFileSync(join(ROOT, "test/ATTACKS.md"), "utf8"));

describe("test/ATTACKS.md", () => {
  it("has every line, in order", () => {
    let next = 1;
    const ids = Object.entries(SECTIONS).flatMap(([section, last]) => {
      const numbers = Array.from({ length: last - next + 1 }, (_, index) => next + index);
      next = last + 1;
      return numbers.map((number) => section + number);
    });
    expect(attacks.map(({ id }) => id)).toEqual(ids);
  });

  it("names a test file or says how else it is shown", () => {
    const bare = attacks.filter(({ files, sentence }) => files.length === 0 && sentence === "");
    expect(bare).toEqual([]);
  });

  it("names files that have tests with the number", () => {
    expect(attacks.flatMap(missingTests)).toEqual([]);
  });
});

describe("numbersIn", () => {
  it("finds numbers in titles, not in comments or names", () => {
    const source = 'it("A1: is dropped, B16 too", () => {}); // C26\nit(`D37 E50`); const F63 = 1;';
    expect([...numbersIn(source)]).toEqual(["A1", "B16", "D37", "E50"]);
  });
});

function missingTests({ id, files }: Attack): string[] {
  return files
    .filter((file) => !numbersIn(readFileSync(join(ROOT, `test/${file}.test.ts`), "utf8")).has(id))
    .map((file) => `${id}: nothing in test/${file}.test.ts names it`);
}
