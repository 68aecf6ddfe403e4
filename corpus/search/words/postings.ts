/** How often a word is in the text of a unit, at most, as far as it is counted. */
export const MAX_COUNT = 63;
/** Whether the word is in the heading, and in one above it. */
export const IN_HEADING = 2;
export const ABOVE = 1;

/** Only one in the text: nothing is written for it. */
const ONCE = 1 << 2;

/**
 * Postings as bytes: of each unit the distance from the one before, seven bits a byte, the lowest
 * says whether a byte with the value follows.
 */
export class PostingsWriter {
  #bytes = new Uint8Array(2 ** 16);
  length = 0;

  write(distance: number, value: number): void {
    if (this.length + 8 > this.#bytes.length) this.#grow();
    let rest = distance * 2 + (value === ONCE ? 0 : 1);
    for (; rest > 127; rest = Math.floor(rest / 128))
      this.#bytes[this.length++] = (rest % 128) | 128;
    this.#bytes[this.length++] = rest;
    if (value !== ONCE) this.#bytes[this.length++] = value;
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.length);
  }

  #grow(): void {
    const grown = new Uint8Array(2 * this.#bytes.length);
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}

/** Calls back for each posting between two offsets. */
export function eachPosting(
  bytes: Uint8Array,
  { from, to }: { readonly from: number; readonly to: number },
  visit: (unit: number, value: number) => void,
): void {
  let unit = 0;
  for (let at = from; at < to; ) {
    let byte = bytes[at++]!;
    let number = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[at++]!;
      number |= (byte & 127) << shift;
    }
    unit += number >>> 1;
    visit(unit, (number & 1) === 0 ? ONCE : bytes[at++]!);
  }
}
