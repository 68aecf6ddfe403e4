import type { Edit } from "../../../../corpus/marks.ts";

/** A line without its end, and where it begins. */
export interface TextLine {
  readonly line: string;
  readonly start: number;
}

const LINE = /[^\r\n]*(?:\r\n|\r|\n|$)/y;

/** Goes through the lines of a text. */
export function* linesFrom(text: string, from: number): Generator<TextLine> {
  for (let start = from; start < text.length; ) {
    LINE.lastIndex = start;
    const whole = LINE.exec(text)![0];
    yield { line: whole.replace(/[\r\n]+$/, ""), start };
    start += whole.length;
  }
}

/** Returns how far a line is indented: in columns, and in characters. A tab goes to the next fourth one. */
export function indentOf(line: string): { readonly columns: number; readonly length: number } {
  let columns = 0;
  let length = 0;
  for (; line[length] === " " || line[length] === "\t"; length++) {
    columns += line[length] === "\t" ? 4 - (columns % 4) : 1;
  }
  return { columns, length };
}

/** Returns the edit that removes columns from the indentation of a line; null if there is nothing to do. */
export function dedent(
  line: string,
  { columns, start }: { readonly columns: number; readonly start: number },
): Edit | null {
  let done = 0;
  let length = 0;
  while (done < columns && (line[length] === " " || line[length] === "\t")) {
    done += line[length] === "\t" ? 4 - (done % 4) : 1;
    length++;
  }
  if (length === 0) return null;
  return { start, end: start + length, text: " ".repeat(Math.max(done - columns, 0)) };
}
