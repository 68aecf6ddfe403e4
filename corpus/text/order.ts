/**
 * Order by code point, never by locale (DOC-A11): the same list sorts to the same order on every
 * machine, whatever its locale.
 *
 * JavaScript's own `<` compares UTF-16 units, which puts U+10000 and above before U+E000.
 *
 * @returns a negative number, zero or a positive number, as `Array.prototype.sort` expects
 */
export function compareCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    if (left.charCodeAt(index) !== right.charCodeAt(index)) {
      return weight(left.charCodeAt(index)) - weight(right.charCodeAt(index));
    }
  }
  return left.length - right.length;
}

/** Surrogates encode the highest code points, so they weigh more than any other unit. */
function weight(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
