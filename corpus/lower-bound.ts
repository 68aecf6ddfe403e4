interface Bounds {
  readonly from: number;
  readonly to: number;
}

/**
 * Finds by bisection where the numbers of a range that come before a place end.
 *
 * @param isBefore True for the first of them, up to one from which on it is false.
 * @returns the first number for which it is false; `to` if there is none
 */
export function lowerBound({ from, to }: Bounds, isBefore: (number: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
