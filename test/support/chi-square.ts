export const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * Values of the chi-square statistic, by degrees of freedom, that a fair source exceeds once in a
 * billion tests. Taking bytes modulo 62 gives hundreds already for a few thousand characters.
 */
export const NEVER: Readonly<Record<number, number>> = { 9: 60.7, 33: 106.9, 61: 152.1 };

/** Measures how far the characters of a text are from being equally frequent (Pearson). */
export function chiSquare(text: string, alphabet: string): number {
  const counts = new Map(Array.from(alphabet, (character) => [character, 0]));
  for (const character of text) counts.set(character, counts.get(character)! + 1);
  const expected = text.length / alphabet.length;
  return Array.from(counts.values()).reduce(
    (sum, count) => sum + (count - expected) ** 2 / expected,
    0,
  );
}
