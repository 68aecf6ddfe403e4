/**
 * White space as GNU `wc` defines it in a UTF-8 locale: no-break spaces and the word joiner
 * separate words too, the line and paragraph separators U+2028 and U+2029 do not.
 */
const SPACE = "\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u2060\\u3000";

/**
 * Characters that are not printed: alone they do not make a word, and inside a word they do not
 * divide it.
 */
const UNPRINTED = "\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029";

const WORD = new RegExp(`[^${SPACE}${UNPRINTED}][^${SPACE}]*`, "g");

/** Counts the words of a text as `wc -w` does (DOC-A9). */
export function countWords(text: string): number {
  let count = 0;
  WORD.lastIndex = 0;
  while (WORD.test(text)) count++;
  return count;
}
