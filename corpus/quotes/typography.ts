import { toNfc } from "../text/fold.ts";
import { withoutInvisible } from "../text/invisible.ts";

/** Forms of quotation marks, dashes and three dots that site generators and word processors write. */
const TYPOGRAPHY =
  /[\u2018-\u201b]|[\u201c-\u201f«»]|[\u2010-\u2015]|…|(?<= )-{2,3}(?= )|(?<=[\p{L}\p{N}])-{2,3}(?=[\p{L}\p{N}])/gu;
const PLAIN: Readonly<Record<string, string>> = { "…": "...", "«": '"', "»": '"' };

/** Returns a text on one line, in NFC, without what is not drawn. */
export function onOneLine(text: string): string {
  return toNfc(withoutInvisible(text).replace(/\s+/g, " ").trim());
}

/** Returns a text in which quotation marks, dashes and ellipses are those of a keyboard. */
export function foldTypography(text: string): string {
  return text.replace(TYPOGRAPHY, plainOf);
}

/** Returns the offset in a text of an offset in its folded form. */
export function unfoldOffset(text: string, folded: number): number {
  let shift = 0;
  for (const { 0: found, index } of text.matchAll(TYPOGRAPHY)) {
    if (index - shift >= folded) break;
    shift += found.length - plainOf(found).length;
    if (folded + shift < index) return index;
  }
  return folded + shift;
}

function plainOf(found: string): string {
  const known = PLAIN[found];
  if (known !== undefined) return known;
  if (found >= "\u201c" && found <= "\u201f") return '"';
  return found >= "\u2018" && found <= "\u201b" ? "'" : "-";
}
