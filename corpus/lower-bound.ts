interface Bounds {
  readonly from: number;
  readonly to: number;
}

/**
 * Finds by bisection the first number of a range for which a condition is false.
 *
 * @param isBefore True up to some number, and false from there on.
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
