/** Characters that take two columns of a terminal (UAX #11, wide). */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u;
/** Characters that take none: they are drawn over the one before. */
const COMBINING = /[\p{Mn}\p{Me}\u200d]/u;

/** Where a word that is longer than a line may end: after a part of a path, or else of a name. */
const BREAKS = [/(?<=[/#?&=])/, new RegExp(`(?<=[-_.]|${WIDE.source})`, "u")];

/** Returns the number of columns that a text takes on a terminal. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (WIDE.test(character)) width += 2;
    else if (!COMBINING.test(character)) width += 1;
  }
  return width;
}

/**
 * Breaks a text into lines of at most `width` columns, between words. Only a word that is longer
 * than a line is broken, where it has a separator; if it has none, its line is longer.
 */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const part of partsOf(text, width)) {
    if (line !== "" && displayWidth((line + part).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += part;
  }
  return [...lines, line.trimEnd()];
}

/** Splits a text where a line may end. Spaces stay with the word before them. */
function partsOf(text: string, width: number): string[] {
  let parts = text.split(/(?<= )/);
  for (const separator of BREAKS) {
    parts = parts.flatMap((part) =>
      displayWidth(part.trimEnd()) > width ? part.split(separator) : [part],
    );
  }
  return parts;
}
