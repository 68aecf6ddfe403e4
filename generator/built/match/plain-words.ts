import { foldCase } from "../../../corpus/text/fold.ts";

const OTHERS = /[^\p{L}\p{M}\p{N}]+/gu;

/**
 * Returns the letters and digits of a text: the form in which a heading of Markdown is compared with
 * that of its HTML, where quotes are curly and marks are added. A text without any is compared as it
 * is.
 */
export function lettersOf(text: string): string {
  const folded = foldCase(text);
  return folded.replace(OTHERS, "") || folded.replace(/\s+/g, "");
}

/** Returns the words of a text, in the same form. */
export function wordsOf(text: string): string[] {
  return foldCase(text).split(OTHERS).filter(Boolean);
}
