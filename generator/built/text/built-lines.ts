import { lowerBound } from "../../../corpus/text/order.ts";
import type { HtmlHeading, TextRange } from "../html/html-page.ts";
import type { PageContent } from "../match/main-content.ts";

/** A line of what the built page shows, or a block of code with all its lines. */
export interface BuiltLine extends TextRange {
  readonly kind: "text" | "code" | "heading";
  /** The heading, if it is one. */
  readonly heading: HtmlHeading | null;
}

/** Cuts a page's content into its lines, in order. */
export function linesOf({ text, headings, code }: PageContent): BuiltLine[] {
  const lines: BuiltLine[] = [];
  let at = 0;
  let next = 0;
  const addUntil = (end: number) => {
    while (at < end) {
      const feed = text.indexOf("\n", at);
      const lineEnd = feed < 0 || feed > end ? end : feed;
      while (next < headings.length && headings[next]!.start < at) next++;
      const found = headings[next];
      const heading = found?.start === at && found.end === lineEnd ? found : null;
      lines.push({ start: at, end: lineEnd, kind: heading ? "heading" : "text", heading });
      at = lineEnd + 1;
    }
  };
  for (const { start, end } of code) {
    addUntil(start);
    if (text[Math.max(at, start)] === "\n") at = Math.max(at, start) + 1;
    else at = Math.max(at, start);
    if (end > at) lines.push({ start: at, end, kind: "code", heading: null });
    at = Math.max(at, text[end] === "\n" ? end + 1 : end);
  }
  addUntil(text.length);
  return lines;
}

/** Returns the lines that begin or end in a range or hold it, in order. */
export function linesIn(lines: readonly BuiltLine[], { start, end }: TextRange): BuiltLine[] {
  const first = lowerBound({ from: 0, to: lines.length }, (at) => lines[at]!.end < start);
  const found: BuiltLine[] = [];
  for (let at = first; at < lines.length && lines[at]!.start <= end; at++) found.push(lines[at]!);
  return found;
}
