import { DocgateError } from "../../../error.ts";
import { lowerBound } from "../../../text/order.ts";
import type { Place, WordsDoc } from "../places.ts";

/** Depth of a page as a unit, and of the text before its first heading. */
export const PAGE = 0;
export const LEAD = 5;
/** Added to the depth of a heading that does not count for the places under it. */
const ALONE = LEAD;
const MAX_KIND = 4 + ALONE;

/** Number of characters that describe a unit. */
export const UNIT_LENGTH = 3;
/** Longer headings are not told apart. */
const MAX_HEADING_LENGTH = 56;

/** The first of the characters of descriptions, which JSON does not escape. */
const FIRST_CHARACTER = 0x23;

/** Lengths of texts, in words; three steps cover a factor of two. */
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
  /** Number of different words in each heading, at most {@link MAX_HEADING_LENGTH}. */
  readonly headingLengths: Uint8Array;
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
  /** Number of different words in the heading. */
  readonly headingLength: number;
  /** Number of words in the text. */
  readonly textLength: number;
}

/** Returns the printable characters in which an index describes a unit. */
export function describeUnit(shape: UnitShape): string {
  const { depth, isAbove, headingLength, textLength } = shape;
  const level = lowerBound({ from: 1, to: LENGTHS.length }, (at) => LENGTHS[at]! <= textLength) - 1;
  return String.fromCharCode(
    FIRST_CHARACTER + depth + (isAbove ? 0 : ALONE),
    FIRST_CHARACTER + Math.min(headingLength, MAX_HEADING_LENGTH),
    FIRST_CHARACTER + level,
  );
}

/** Tells whether a page has a place before its first heading. */
export function hasLead(descriptions: string): boolean {
  return descriptions.charCodeAt(UNIT_LENGTH) === FIRST_CHARACTER + LEAD;
}

/**
 * Writes the descriptions of all units: the first characters of all, then the second, then the third,
 * since similar characters next to each other compress to half the size.
 */
export function writeUnits(descriptions: string): string {
  const columns = Array.from({ length: UNIT_LENGTH }, () => "");
  for (let at = 0; at < descriptions.length; at++) columns[at % UNIT_LENGTH] += descriptions[at]!;
  return columns.join("");
}

/** Returns the unit of each page, followed by the number of units. */
export function firstUnitsIn(written: string): number[] {
  const unitCount = written.length / UNIT_LENGTH;
  const firstUnits: number[] = [];
  for (let unit = 0; unit < unitCount; unit++) {
    if (written.charCodeAt(unit) === FIRST_CHARACTER + PAGE) firstUnits.push(unit);
  }
  return [...firstUnits, unitCount];
}

/** A run of units, and the descriptions of those that replace it, one after the other. */
interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Replaces units in what {@link writeUnits} has written.
 *
 * @param replacements in the order of the units
 */
export function replaceUnits(written: string, replacements: readonly Replacement[]): string {
  const unitCount = written.length / UNIT_LENGTH;
  const pieces: string[] = [];
  for (let column = 0; column < UNIT_LENGTH; column++) {
    let from = column * unitCount;
    for (const { start, end, text } of replacements) {
      pieces.push(written.slice(from, column * unitCount + start));
      for (let at = column; at < text.length; at += UNIT_LENGTH) pieces.push(text[at]!);
      from = column * unitCount + end;
    }
    pieces.push(written.slice(from, (column + 1) * unitCount));
  }
  return pieces.join("");
}

/**
 * Reads the descriptions of all units.
 *
 * @throws {DocgateError} `corpus-layout` if they are not those of pages with places
 */
export function readUnits(described: string): Units {
  const unitCount = Math.floor(described.length / UNIT_LENGTH);
  const kinds = new Uint8Array(unitCount);
  const depths = new Uint8Array(unitCount);
  const headingLengths = new Uint8Array(unitCount);
  const lengthLevels = new Uint8Array(unitCount);
  for (let unit = 0; unit < unitCount; unit++) {
    const kind = described.charCodeAt(unit) - FIRST_CHARACTER;
    kinds[unit] = kind;
    depths[unit] = kind > LEAD ? kind - ALONE : kind;
    headingLengths[unit] = described.charCodeAt(unitCount + unit) - FIRST_CHARACTER;
    lengthLevels[unit] = described.charCodeAt(2 * unitCount + unit) - FIRST_CHARACTER;
  }
  checkUnits(described, { unitCount, kinds, depths, lengthLevels });
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
    headingLengths,
    lengthLevels,
    textLengths: LENGTHS,
  };
}

interface UnitColumns extends Pick<Units, "unitCount" | "depths" | "lengthLevels"> {
  readonly kinds: Uint8Array;
}

function checkUnits(
  described: string,
  { unitCount, kinds, depths, lengthLevels }: UnitColumns,
): void {
  let isValid = described.length === UNIT_LENGTH * unitCount && (depths[0] ?? PAGE) === PAGE;
  for (let unit = 0; unit < unitCount; unit++) {
    const isAfterPage = unit > 0 && depths[unit - 1] === PAGE;
    const isLast = unit + 1 === unitCount;
    isValid &&= kinds[unit]! <= MAX_KIND && lengthLevels[unit]! < LENGTHS.length;
    isValid &&= depths[unit] !== LEAD || isAfterPage;
    isValid &&= depths[unit] !== PAGE || !(isAfterPage || isLast);
  }
  if (!isValid) throw new DocgateError("corpus-layout", "Its units are not pages with places.");
}

export type HeadedDoc = Pick<WordsDoc, "headings">;

/** Returns true if units are those of pages with as many headings. */
export function areUnitsOf(docs: readonly HeadedDoc[], units: Units): boolean {
  const { docCount, firstUnits } = units;
  return (
    docs.length === docCount &&
    docs.every(({ headings }, doc) => {
      const last = placeOf(firstUnits[doc + 1]! - 1, units);
      return last.heading === headings.length - 1;
    })
  );
}

/** Returns the place that is a unit. */
export function placeOf(unit: number, { firstUnits, docOf, depths }: Units): Place {
  const doc = docOf[unit]!;
  const first = firstUnits[doc]! + 1;
  return { unit, doc, heading: unit - first - (depths[first] === LEAD ? 1 : 0) };
}
