import type { ByteWriter } from "../byte-writer.ts";
import { createByteWriter } from "../byte-writer.ts";

/**
 * A text of which each character is one byte of its CESU-8 (Unicode Technical Report 26), in which
 * every UTF-16 unit by itself is one to three bytes. One contains another exactly if the texts that
 * they stand for do, half a character too.
 *
 * Buys memory: a byte a character, where a string with one dash or quotation mark takes two.
 */
export type ByteText = string;

/** Stands between texts that must not be searched as one: no byte text has it. */
export const SEPARATOR = 0xff;

/** A half of what UTF-8 writes in four bytes; there alone it differs from CESU-8. */
const SURROGATE = /[\ud800-\udfff]/;
const SURROGATES = new RegExp(`(${SURROGATE.source})`);
const MAX_BYTES_OF_UNIT = 3;

/** The bytes of a text's byte text: each is the code of a character of it. */
export function bytesOf(text: string): Buffer {
  if (!SURROGATE.test(text)) return Buffer.from(text);
  const writer = createByteWriter(MAX_BYTES_OF_UNIT * text.length);
  writeBytes(writer, text);
  return writer.finish();
}

/** Writes the bytes of a text's byte text. */
export function writeBytes(writer: ByteWriter, text: string): void {
  if (SURROGATE.test(text)) writeSurrogates(writer, text);
  else writer.text(text);
}

function writeSurrogates(writer: ByteWriter, text: string): void {
  // Every other part is a surrogate.
  for (const [place, part] of text.split(SURROGATES).entries()) {
    if (place % 2 === 0) writer.text(part);
    else {
      const code = part.charCodeAt(0);
      writer.byte(0xe0 | (code >> 12));
      writer.byte(0x80 | ((code >> 6) & 0x3f));
      writer.byte(0x80 | (code & 0x3f));
    }
  }
}
