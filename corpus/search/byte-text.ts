import { type ByteWriter, createByteWriter } from "../byte-writer.ts";
import { encodeUtf8 } from "../bytes.ts";

/**
 * A text in which each character is one byte of its CESU-8 form (Unicode Technical Report 26),
 * which encodes every UTF-16 unit by itself in one to three bytes. One byte text contains another
 * exactly if the original texts do, even for half a character.
 *
 * Saves memory: one byte per character, where a string with a single dash or quotation mark takes
 * two.
 */
export type ByteText = string;

/** Separates texts that must not be searched as one. It never occurs in a byte text. */
export const SEPARATOR = 0xff;

/** Half of a character that UTF-8 writes in four bytes; only there does it differ from CESU-8. */
const SURROGATE = /[\ud800-\udfff]/;
const SURROGATES = new RegExp(`(${SURROGATE.source})`);
const MAX_BYTES_OF_UNIT = 3;

/** Returns the bytes of a text's byte text: the codes of its characters. */
export function bytesOf(text: string): Uint8Array {
  if (!SURROGATE.test(text)) return encodeUtf8(text);
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
