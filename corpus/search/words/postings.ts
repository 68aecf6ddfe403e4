/** Maximum count of a word in the text of a unit. */
export const MAX_COUNT = 63;
/** Bits for a word in the unit's heading, and in one above it. The count is in the bits above. */
export const IN_HEADING = 2;
export const ABOVE = 1;

/** Value of a word that occurs once, in the text alone; it is not written. */
export const ONCE = 1 << 2;

/**
 * Writes postings as bytes. For each unit: its distance from the previous one times two, plus 1 if a
 * byte with the value follows, as a number of seven bits a byte, lowest first.
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
