import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../support/command.ts";
import { type Attack, attacksIn, readAttacks } from "./attacks.ts";

/** The sections of the list of attacks, and the last number of each; the first where some are left out. */
const SECTIONS: Readonly<Record<string, number | readonly [first: number, last: number]>> = {
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
  L: 161,
  M: [151, 156],
  N: [161, 169],
  O: [170, 175],
  P: [176, 197],
};

const attacks = readAttacks(readFileSync(join(ROOT, "test/ATTACKS.md"), "utf8"));

describe("test/ATTACKS.md", () => {
  it("has every line, in order", () => {
    let next = 1;
    const ids = Object.entries(SECTIONS).flatMap(([section, bounds]) => {
      const [first, last] = typeof bounds === "number" ? [next, bounds] : bounds;
      const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
      next = last + 1;
      return numbers.map((number) => `ATTACK-${section}${number}`);
    });
    const inSections = attacks.filter(({ id }) => sectionOf(id) in SECTIONS);
    expect(inSections.map(({ id }) => id)).toEqual(ids);
  });

  it("has the rows of the further sections after them, in order", () => {
    const further = attacks.map(({ id }) => id).slice(-attacks.filter(isFurther).length);
    expect(further).toEqual([...new Set(further)].toSorted(compareIds));
    expect(further.filter((id) => sectionOf(id) in SECTIONS)).toEqual([]);
  });

  it("names a test file, or says how else it is shown", () => {
    const bare = attacks.filter(({ files, sentence }) => files.length === 0 && sentence === "");
    expect(bare).toEqual([]);
  });

  it("names files that have tests with the code", () => {
    expect(attacks.flatMap(missingTests)).toEqual([]);
  });
});

describe("attacksIn", () => {
  it("finds codes in titles, not in comments or names", () => {
    const source =
      'it("ATTACK-A1: is dropped, ATTACK-B16 too", () => {}); // ATTACK-C26\nit(`ATTACK-D37`);';
    expect([...attacksIn(source)]).toEqual(["ATTACK-A1", "ATTACK-B16", "ATTACK-D37"]);
  });
});

function sectionOf(id: string): string {
  return id.charAt("ATTACK-".length);
}

/** Sections in which some numbers are not attacks on this version. */
function isFurther({ id }: Attack): boolean {
  return !(sectionOf(id) in SECTIONS);
}

function compareIds(one: string, other: string): number {
  return one.localeCompare(other, "en", { numeric: true });
}

function missingTests({ id, files }: Attack): string[] {
  return files
    .filter((file) => !attacksIn(readFileSync(join(ROOT, `test/${file}.test.ts`), "utf8")).has(id))
    .map((file) => `${id}: nothing in test/${file}.test.ts names it`);
}
