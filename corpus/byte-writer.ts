const MAX_BYTES_OF_UNIT = 3;
const ZERO = 0x30;
const TEN = 10;

/** Joins texts as UTF-8 without ever holding them as one string. */
export interface ByteWriter {
  /** Number of bytes written so far. */
  readonly length: number;
  text(text: string): void;
  /** Writes each character of a text as one byte. */
  latin1(text: string): void;
  byte(value: number): void;
  /** Writes a whole number, 0 or more. */
  number(value: number): void;
  /** @returns everything written so far; valid until the next write */
  finish(): Buffer;
  /** Starts over in the same memory. */
  clear(): void;
}

/** @param capacity Expected number of bytes. If all fit, none are copied. */
export function createByteWriter(capacity: number): ByteWriter {
  let buffer = Buffer.allocUnsafeSlow(capacity);
  let length = 0;

  function makeRoom(count: number): void {
    if (length + count <= buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(length + count, buffer.length * 2));
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  }

  return {
    get length() {
      return length;
    },
    text(text) {
      const most = text.length * MAX_BYTES_OF_UNIT;
      makeRoom(length + most <= buffer.length ? most : Buffer.byteLength(text));
      length += buffer.write(text, length);
    },
    latin1(text) {
      makeRoom(text.length);
      length += buffer.write(text, length, "latin1");
    },
    byte(value) {
      makeRoom(1);
      buffer[length++] = value;
    },
    number(value) {
      let digits = 1;
      for (let rest = value; rest >= TEN; rest = Math.floor(rest / TEN)) digits++;
      makeRoom(digits);
      let rest = value;
      for (let at = length + digits - 1; at >= length; at--) {
        buffer[at] = ZERO + (rest % TEN);
        rest = Math.floor(rest / TEN);
      }
      length += digits;
    },
    finish: () => buffer.subarray(0, length),
    clear() {
      length = 0;
    },
  };
}
