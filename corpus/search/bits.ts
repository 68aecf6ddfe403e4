/** The first number from one on that has its bit set, but before another; or that other. */
export function nextSet(bits: Uint32Array, from: number, to: number): number {
  let at = from;
  while (at < to) {
    const word = bits[at >>> 5]! >>> at;
    // The lowest bit alone.
    if (word !== 0) return Math.min(to, at + 31 - Math.clz32(word & -word));
    at = (at | 31) + 1;
  }
  return to;
}

/** The first number from one on that has its bit not set, but before another; or that other. */
export function nextClear(bits: Uint32Array, from: number, to: number): number {
  let at = from;
  while (at < to && ((bits[at >>> 5]! >>> at) & 1) === 1) at++;
  return at;
}
