/**
 * A text of which each character is one byte of its CESU-8 (Unicode Technical Report 26), in which
 * every UTF-16 unit by itself is one to three bytes. One contains another exactly if the texts that
 * they stand for do, half a character too; and it takes a byte a character in memory, where a
 * string with a dash or a quotation mark in it takes two.
 */
export type ByteText = string;

/** A half of what UTF-8 writes in four bytes; there alone it differs from CESU-8. */
const SURROGATE = /([\ud800-\udfff])/;
const MAX_BYTES_OF_UNIT = 3;
/** Long strings are kept beside the heap, where nothing moves them. */
export const BLOCK_BYTES = 2 ** 22;

export function toByteText(text: string): ByteText {
  const buffer = Buffer.allocUnsafe(MAX_BYTES_OF_UNIT * text.length);
  return buffer.toString("latin1", 0, write(text, buffer, 0));
}

/** @returns where what was written ends */
function write(text: string, buffer: Buffer, start: number): number {
  let at = start;
  // Every other part is a surrogate.
  for (const [place, part] of text.split(SURROGATE).entries()) {
    if (place % 2 === 0) at += buffer.write(part, at);
    else {
      const code = part.charCodeAt(0);
      buffer[at++] = 0xe0 | (code >> 12);
      buffer[at++] = 0x80 | ((code >> 6) & 0x3f);
      buffer[at++] = 0x80 | (code & 0x3f);
    }
  }
  return at;
}

interface ByteTextsOptions<Item> {
  textOf(item: Item): string;
  /** The byte text of an item, if it was made before. */
  knownOf(item: Item): ByteText | undefined;
  /** To write them in; nothing of it is kept. */
  readonly scratch?: Buffer;
}

/**
 * Makes byte texts of many, which are parts of a few long strings. Known ones are copied: one that
 * is kept keeps the whole long string that it is a part of.
 */
export function toByteTexts<Item>(
  items: readonly Item[],
  { textOf, knownOf, scratch = Buffer.allocUnsafeSlow(BLOCK_BYTES) }: ByteTextsOptions<Item>,
): ByteText[] {
  const made: ByteText[] = [];
  let block = scratch;
  let ends: number[] = [];

  function finishBlock(): void {
    const whole = block.toString("latin1", 0, ends.at(-1) ?? 0);
    for (const [place, end] of ends.entries()) made.push(whole.slice(ends[place - 1] ?? 0, end));
    ends = [];
  }

  for (const item of items) {
    const known = knownOf(item);
    const text = known ?? textOf(item);
    const most = known === undefined ? MAX_BYTES_OF_UNIT * text.length : text.length;
    if ((ends.at(-1) ?? 0) + most > block.length) {
      finishBlock();
      if (most > block.length) block = Buffer.allocUnsafeSlow(most);
    }
    const start = ends.at(-1) ?? 0;
    ends.push(
      known === undefined ? write(text, block, start) : start + block.write(text, start, "latin1"),
    );
  }
  finishBlock();
  return made;
}
