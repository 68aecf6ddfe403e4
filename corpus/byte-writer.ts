import { allocateBytes, utf8Length, writeUtf8 } from "./bytes.ts";

const MAX_BYTES_OF_UNIT = 3;
const ZERO = 0x30;
const TEN = 10;

/** Joins texts as UTF-8 without ever holding them as one string. */
export interface ByteWriter {
  /** Number of bytes written so far. */
  readonly length: number;
  text(text: string): void;
  byte(value: number): void;
  /** Writes a whole number, 0 or more. */
  number(value: number): void;
  /** @returns everything written so far; valid until the next write */
  finish(): Uint8Array<ArrayBuffer>;
}

/** @param capacity Expected number of bytes. If all fit, none are copied. */
export function createByteWriter(capacity: number): ByteWriter {
  let bytes = allocateBytes(capacity);
  let length = 0;

  function makeRoom(count: number): void {
    if (length + count <= bytes.length) return;
    const larger = allocateBytes(Math.max(length + count, bytes.length * 2));
    larger.set(bytes.subarray(0, length));
    bytes = larger;
  }

  return {
    get length() {
      return length;
    },
    text(text) {
      const most = text.length * MAX_BYTES_OF_UNIT;
      makeRoom(length + most <= bytes.length ? most : utf8Length(text));
      length += writeUtf8(text, { bytes, at: length });
    },
    byte(value) {
      makeRoom(1);
      bytes[length++] = value;
    },
    number(value) {
      let digits = 1;
      for (let rest = value; rest >= TEN; rest = Math.floor(rest / TEN)) digits++;
      makeRoom(digits);
      let rest = value;
      for (let at = length + digits - 1; at >= length; at--) {
        bytes[at] = ZERO + (rest % TEN);
        rest = Math.floor(rest / TEN);
      }
      length += digits;
    },
    finish: () => bytes.subarray(0, length),
  };
}
