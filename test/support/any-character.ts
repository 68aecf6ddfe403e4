import fc from "fast-check";

/** Halves of characters, which only occur in pairs and are left out. */
const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * Any Unicode character, for texts: `fc.string({ unit: ANY_CHARACTER })`. The same characters as in
 * the unit "binary", for which fast-check first builds a list, taking a second in each process.
 */
export const ANY_CHARACTER = fc
  .integer({ min: 0, max: 0x10_ffff - SURROGATES.count })
  .map((place) =>
    String.fromCodePoint(place < SURROGATES.first ? place : place + SURROGATES.count),
  );
