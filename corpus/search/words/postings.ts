/** How often a word is in the text of a unit, at most, as far as it is counted. */
export const MAX_COUNT = 63;
/** Whether the word is in the heading, and in one above it. */
export const IN_HEADING = 2;
export const ABOVE = 1;

/** One in the text and nothing else: nothing is written for it. */
export const ONCE = 1 << 2;

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
