import fc from "fast-check";

/** Halves of characters that only come in pairs, left out. */
const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * Any character of Unicode, for texts: `fc.string({ unit: ANY_CHARACTER })`. They are those of the
 * unit "binary", for which fast-check first lists all of them, in each process for a second.
 */
export const ANY_CHARACTER = fc
  .integer({ min: 0, max: 0x10_ffff - SURROGATES.count })
  .map((place) =>
    String.fromCodePoint(place < SURROGATES.first ? place : place + SURROGATES.count),
  );
