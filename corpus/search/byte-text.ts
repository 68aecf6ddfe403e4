/**
 * A text of which each character is one byte of its CESU-8 (Unicode Technical Report 26), in which
 * every UTF-16 unit by itself is one to three bytes. One contains another exactly if the texts that
 * they stand for do, half a character too; and it takes a byte a character in memory, where a
 * string with a dash or a quotation mark in it takes two.
 */
export type ByteText = string;

/** A part of every character that UTF-8 writes in four bytes; there it differs from CESU-8. */
const SURROGATE = /([\ud800-\udfff])/;
/** Large enough for strings that are kept beside the heap, where nothing moves them. */
const BLOCK_BYTES = 2 ** 22;
const MAX_BYTES_OF_UNIT = 3;

export function toByteText(text: string): ByteText {
  // Every other part is a surrogate.
  const parts = text
    .split(SURROGATE)
    .map((part, place) => (place % 2 === 0 ? utf8(part) : threeBytes(part)));
  return parts.join("");
}

function utf8(text: string): ByteText {
  return Buffer.from(text).toString("latin1");
}

function threeBytes(unit: string): ByteText {
  const code = unit.charCodeAt(0);
  return String.fromCharCode(
    0xe0 | (code >> 12),
    0x80 | ((code >> 6) & 0x3f),
    0x80 | (code & 0x3f),
  );
}

/** Makes byte texts of many, which are parts of a few long strings. */
export function toByteTexts<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
): ByteText[] {
  const packed: ByteText[] = [];
  const block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  let ends: number[] = [];
  let length = 0;

  function finishBlock(): void {
    const whole = block.toString("latin1", 0, length);
    let start = 0;
    for (const end of ends) {
      packed.push(whole.slice(start, end));
      start = end;
    }
    ends = [];
    length = 0;
  }

  for (const item of items) {
    const text = textOf(item);
    if (text.length * MAX_BYTES_OF_UNIT > BLOCK_BYTES - length) finishBlock();
    if (text.length * MAX_BYTES_OF_UNIT > BLOCK_BYTES) packed.push(toByteText(text));
    else {
      length += SURROGATE.test(text)
        ? block.write(toByteText(text), length, "latin1")
        : block.write(text, length);
      ends.push(length);
    }
  }
  finishBlock();
  return packed;
}
