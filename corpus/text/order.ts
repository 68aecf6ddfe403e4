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

/** Number of positions in a block. */
const BLOCK = 32;

/**
 * Sorts only as many positions as are taken: by score, then by position. The best of each block of
 * positions is in a heap (Williams, 1964), which then has a fraction of the positions: to find the
 * best in a block is quicker than to keep order in a heap of them all.
 *
 * @param positions Positions of docs or places, each once.
 * @returns a function that takes the best position left; there must be one
 */
export function bestFirst(positions: ArrayLike<number>, { scores }: QueueOptions): () => number {
  const left = new Int32Array(positions);
  const blockCount = Math.ceil(left.length / BLOCK);
  const ends = new Int32Array(blockCount);
  const heap = new Int32Array(blockCount);
  let size = blockCount;
  for (let block = 0; block < blockCount; block++) {
    ends[block] = Math.min(left.length, (block + 1) * BLOCK);
    raiseBest(block);
  }
  for (let at = size - 1; at >= 0; at--) sink(at, at);

  function isBetter(one: number, other: number): boolean {
    const difference = scores[one]! - scores[other]!;
    return difference > 0 || (difference === 0 && one < other);
  }

  /** Puts the best position of a block first. */
  function raiseBest(block: number): void {
    const start = block * BLOCK;
    let best = left[start]!;
    let bestAt = start;
    let bestScore = scores[best]!;
    for (let at = start + 1; at < ends[block]!; at++) {
      const position = left[at]!;
      const score = scores[position]!;
      if (score < bestScore || (score === bestScore && position > best)) continue;
      best = position;
      bestAt = at;
      bestScore = score;
    }
    left[bestAt] = left[start]!;
    left[start] = best;
  }

  /** Puts a block in a node of the heap, or below those with better positions. */
  function sink(block: number, node: number): void {
    const position = left[block * BLOCK]!;
    let at = node;
    for (let child = 2 * at + 1; child < size; child = 2 * at + 1) {
      const isNextBetter =
        child + 1 < size && isBetter(left[heap[child + 1]! * BLOCK]!, left[heap[child]! * BLOCK]!);
      if (isNextBetter) child++;
      if (!isBetter(left[heap[child]! * BLOCK]!, position)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = block;
  }

  return () => {
    const block = heap[0]!;
    const start = block * BLOCK;
    const best = left[start]!;
    const end = --ends[block]!;
    left[start] = left[end]!;
    if (end > start) {
      raiseBest(block);
      sink(block, 0);
    } else if (--size > 0) {
      sink(heap[size]!, 0);
    }
    return best;
  };
}
