/** Returns the first number from `from` on whose bit is set; `to` if there is none before it. */
export function nextSet(bits: Uint32Array, from: number, to: number): number {
  let at = from;
  while (at < to) {
    const word = bits[at >>> 5]! >>> at;
    // Isolates the lowest bit.
    if (word !== 0) return Math.min(to, at + 31 - Math.clz32(word & -word));
    at = (at | 31) + 1;
  }
  return to;
}

/**
 * Returns the first number from `from` on whose bit is not set; `to` if there is none before it.
 */
export function nextClear(bits: Uint32Array, from: number, to: number): number {
  let at = from;
  while (at < to && ((bits[at >>> 5]! >>> at) & 1) === 1) at++;
  return at;
}
