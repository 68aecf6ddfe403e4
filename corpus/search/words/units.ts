import { DocgateError } from "../../error.ts";
import { lowerBound } from "../../lower-bound.ts";
import type { Place } from "./places.ts";
import { LAST_DIGIT } from "./postings.ts";

/** Depth of a page as a unit, and of the text before its first heading. */
export const PAGE = 0;
export const LEAD = 5;
/** Added to the depth of a heading that does not count for the places under it. */
const ALONE = LEAD;
const MAX_KIND = 4 + ALONE;

/** Lengths of texts, in words, of which three cover a factor of two. */
const LENGTHS: readonly number[] = [
  0,
  ...new Set(Array.from({ length: 49 }, (_, at) => Math.round(2 ** (at / 3)))),
];

/**
 * Pages and places, numbered together: each page is followed by its places. The heading of a page is
 * its title, and its text is its description.
 */
export interface Units {
  readonly unitCount: number;
  readonly docCount: number;
  /** The unit of each page, followed by `unitCount`. */
  readonly firstUnits: Int32Array;
  /** The page of each unit. */
  readonly docOf: Int32Array;
  /** {@link PAGE}, the depth of the heading, or {@link LEAD}. */
  readonly depths: Uint8Array;
  /** The end of the units after each one for which its heading counts too. */
  readonly ends: Int32Array;
  /** Number of words in each text: a position in {@link textLengths}. */
  readonly lengthLevels: Uint8Array;
  /** The lengths of texts that are told apart. */
  readonly textLengths: readonly number[];
}

/** A unit as it is written. */
export interface UnitShape {
  readonly depth: number;
  /** True if the heading counts for the places under it. */
  readonly isAbove: boolean;
  /** Number of words in the text. */
  readonly textLength: number;
}

/** Returns the two printable characters in which an index describes a unit. */
export function describeUnit({ depth, isAbove, textLength }: UnitShape): string {
  const level = lowerBound({ from: 1, to: LENGTHS.length }, (at) => LENGTHS[at]! <= textLength) - 1;
  return String.fromCharCode(LAST_DIGIT + depth + (isAbove ? 0 : ALONE), LAST_DIGIT + level);
}

/**
 * Reads the descriptions of all units.
 *
 * @throws {DocgateError} `corpus-layout` if they are not those of pages with places
 */
export function readUnits(described: string): Units {
  const unitCount = described.length / 2;
  const kinds = Uint8Array.from({ length: unitCount }, (_, at) => digitAt(described, 2 * at));
  const depths = kinds.map((kind) => (kind > LEAD ? kind - ALONE : kind));
  const lengthLevels = Uint8Array.from({ length: unitCount }, (_, at) =>
    digitAt(described, 2 * at + 1),
  );
  checkUnits({ unitCount, kinds, depths, lengthLevels });
  const firstUnits: number[] = [];
  const docOf = new Int32Array(unitCount);
  const ends = new Int32Array(unitCount);
  const above: number[] = [];
  for (let unit = 0; unit <= unitCount; unit++) {
    // A unit ends the ones before it that it is not under.
    while (above.length > 0 && (depths[unit] ?? PAGE) <= depths[above.at(-1)!]!) {
      const ended = above.pop()!;
      ends[ended] = kinds[ended]! > LEAD ? ended + 1 : unit;
    }
    above.push(unit);
    if ((depths[unit] ?? PAGE) === PAGE) firstUnits.push(unit);
    docOf[unit] = firstUnits.length - 1;
  }
  return {
    unitCount,
    docCount: firstUnits.length - 1,
    firstUnits: Int32Array.from(firstUnits),
    docOf,
    depths,
    ends,
    lengthLevels,
    textLengths: LENGTHS,
  };
}

interface Described extends Pick<Units, "unitCount" | "depths" | "lengthLevels"> {
  readonly kinds: Uint8Array;
}

function checkUnits({ unitCount, kinds, depths, lengthLevels }: Described): void {
  let isValid = Number.isInteger(unitCount) && (depths[0] ?? PAGE) === PAGE;
  for (let unit = 0; unit < unitCount; unit++) {
    const isAfterPage = unit > 0 && depths[unit - 1] === PAGE;
    const isLast = unit + 1 === unitCount;
    isValid &&= kinds[unit]! <= MAX_KIND && lengthLevels[unit]! < LENGTHS.length;
    isValid &&= depths[unit] !== LEAD || isAfterPage;
    isValid &&= depths[unit] !== PAGE || !(isAfterPage || isLast);
  }
  if (!isValid) throw new DocgateError("corpus-layout", "Its units are not pages with places.");
}

function digitAt(described: string, at: number): number {
  return described.charCodeAt(at) - LAST_DIGIT;
}

/** Returns the place that is a unit. */
export function placeOf(unit: number, { firstUnits, docOf, depths }: Units): Place {
  const doc = docOf[unit]!;
  const first = firstUnits[doc]! + 1;
  return { doc, heading: unit - first - (depths[first] === LEAD ? 1 : 0) };
}
