import type { Range } from "../../../corpus/marks.ts";
import { foldCase } from "../../../corpus/text/fold.ts";

/** A word of a text, and the form in which it is compared. */
export interface TextWord extends Range {
  readonly key: string;
}

/** Scripts without spaces between words: each character is one. */
const IDEOGRAM = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;
/** Characters that are not drawn: soft hyphens, and places where a line may break or not. */
export const NOT_DRAWN = /[\u00ad\u200b\u2060\ufeff]/g;
const START = String.raw`[[\p{L}\p{N}]--[${IDEOGRAM}]]`;
const NEXT = String.raw`[[\p{L}\p{M}\p{N}\u00ad\u200b-\u200d\u2060]--[${IDEOGRAM}]]`;
const WORD = new RegExp(String.raw`${START}${NEXT}*|[[\p{L}\p{N}]&&[${IDEOGRAM}]]\p{M}*`, "gv");

/** Finds the words of a part of a text: letters and digits. */
export function wordsIn(text: string, { start, end }: Range): TextWord[] {
  return Array.from(text.slice(start, end).matchAll(WORD), ({ 0: word, index }) => ({
    key: foldCase(word.replace(NOT_DRAWN, "")),
    start: start + index,
    end: start + index + word.length,
  }));
}
