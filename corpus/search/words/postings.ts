/** Maximum count of a word in the text of a unit: with it, a value is one digit. */
export const MAX_COUNT = 27;
/** Bit for a word in the unit's heading. The count is in the bits above. */
export const IN_HEADING = 1;
/** Added for each occurrence in the unit's text. */
export const IN_TEXT = 2;
/** Value of a word that occurs once, in the text alone; it is not written. */
export const ONCE = IN_TEXT;

/**
 * Numbers are written as digits, the highest first, that need no escape in JSON: `]` to `~` for all
 * but the last, and `#` to `[` for the last, so that a number ends by itself.
 */
export const LAST_DIGIT = 0x23;
export const FIRST_DIGIT = 0x5d;
/** Number of different last digits, and of others. */
export const LAST_DIGITS = 57;
export const FIRST_DIGITS = 34;
/** Ends the postings of a term. */
export const POSTINGS_END = 0x20;

/**
 * Writes postings as printable ASCII characters. For each unit: its distance from the previous one
 * times two, plus 1 if the value follows because it is not {@link ONCE}.
 */
export class PostingsWriter {
  #bytes = new Uint8Array(2 ** 16);
  #length = 0;

  write(distance: number, value: number): void {
    this.#number(distance * 2 + (value === ONCE ? 0 : 1));
    if (value !== ONCE) this.#number(value);
  }

  endTerm(): void {
    this.#byte(POSTINGS_END);
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #number(number: number): void {
    const digits: number[] = [LAST_DIGIT + (number % LAST_DIGITS)];
    // The numbers with one digit more begin where those with fewer digits end.
    for (let rest = Math.floor(number / LAST_DIGITS); rest > 0; ) {
      digits.push(FIRST_DIGIT + ((rest - 1) % FIRST_DIGITS));
      rest = Math.floor((rest - 1) / FIRST_DIGITS);
    }
    for (let at = digits.length - 1; at >= 0; at--) this.#byte(digits[at]!);
  }

  #byte(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const grown = new Uint8Array(2 * this.#length);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes[this.#length++] = byte;
  }
}
