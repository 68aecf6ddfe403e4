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

interface QueueOptions {
  /** Scores by position; the highest is the best. */
  readonly scores: Float64Array;
}

/**
 * Sorts only as many positions as are taken: by score, then by position (a heap: Williams, 1964).
 *
 * @param positions Positions of docs or places, each once.
 * @returns a function that takes the best position left; there must be one
 */
export function bestFirst(positions: ArrayLike<number>, { scores }: QueueOptions): () => number {
  const heap = new Int32Array(positions);
  let size = heap.length;
  for (let at = (size >>> 1) - 1; at >= 0; at--) sink(heap[at]!, at);

  function isBetter(one: number, other: number): boolean {
    const difference = scores[one]! - scores[other]!;
    return difference > 0 || (difference === 0 && one < other);
  }

  /** Puts a position in a node of the heap, or below those that are better. */
  function sink(position: number, node: number): void {
    let at = node;
    for (let child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && isBetter(heap[child + 1]!, heap[child]!)) child++;
      if (!isBetter(heap[child]!, position)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = position;
  }

  return () => {
    const best = heap[0]!;
    size--;
    if (size > 0) sink(heap[size]!, 0);
    return best;
  };
}
