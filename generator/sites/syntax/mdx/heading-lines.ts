import { isInCode } from "../code-ranges.ts";
import type { SyntaxContext } from "../syntax.ts";

/** A line that is a heading, in quotes and lists too. */
export interface HeadingLine {
  readonly start: number;
  readonly end: number;
  /** Where its content begins, and ends before a closing run of `#`. */
  readonly contentStart: number;
  readonly contentEnd: number;
}

const LINE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*#{1,6}[ \t][^\r\n]*$/gm;
const OPENING = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*#{1,6}[ \t]+/;

/** Finds the lines of headings outside of code. */
export function headingLines(
  text: string,
  { bodyStart, code }: Pick<SyntaxContext, "bodyStart" | "code">,
): HeadingLine[] {
  const lines: HeadingLine[] = [];
  for (const { index, 0: line } of text.matchAll(LINE)) {
    if (index < bodyStart || isInCode(code, index)) continue;
    const opening = OPENING.exec(line)![0].length;
    const content = withoutClosing(line.slice(opening));
    const contentStart = index + opening;
    const contentEnd = contentStart + content.length;
    lines.push({ start: index, end: index + line.length, contentStart, contentEnd });
  }
  return lines;
}

/** Cuts off a closing run of `#`, and blanks. */
function withoutClosing(content: string): string {
  const text = content.trimEnd();
  let end = text.length;
  while (text[end - 1] === "#") end--;
  const isClosing = end < text.length && (end === 0 || /[ \t]/.test(text[end - 1]!));
  return isClosing ? text.slice(0, end).trimEnd() : text;
}
