import { decodeLatin1, encodeUtf8 } from "../bytes.ts";

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
export const SEPARATOR = "\xff";

/** Half of a character that UTF-8 writes in four bytes; only there does it differ from CESU-8. */
const SURROGATE = /[\ud800-\udfff]/;
const SURROGATES = new RegExp(`(${SURROGATE.source})`);

export function toByteText(text: string): ByteText {
  if (!SURROGATE.test(text)) return toUtf8(text);
  // Every other part is a surrogate.
  const parts = text.split(SURROGATES);
  return parts.map((part, place) => (place % 2 === 0 ? toUtf8(part) : threeBytes(part))).join("");
}

function toUtf8(text: string): ByteText {
  return decodeLatin1(encodeUtf8(text));
}

function threeBytes(surrogate: string): ByteText {
  const code = surrogate.charCodeAt(0);
  return String.fromCharCode(
    0xe0 | (code >> 12),
    0x80 | ((code >> 6) & 0x3f),
    0x80 | (code & 0x3f),
  );
}
