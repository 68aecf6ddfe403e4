/** Bounds of a number, both included. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Parses a whole number that is written in digits alone.
 *
 * @returns null for any other text, and for a number outside the range
 */
export function parseWholeNumber(text: string, { from, to }: NumberRange): number | null {
  const number = /^[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return number >= from && number <= to ? number : null;
}
