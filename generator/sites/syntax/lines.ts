import { LINE_END } from "../../markdown/line-finder.ts";

/** A line of a text, without its end. */
export interface Line {
  readonly start: number;
  readonly content: string;
}

export function linesOf(text: string, from: number): Line[] {
  const lines: Line[] = [];
  let start = from;
  for (const { index, 0: end } of text.slice(from).matchAll(LINE_END)) {
    lines.push({ start, content: text.slice(start, from + index) });
    start = from + index + end.length;
  }
  lines.push({ start, content: text.slice(start) });
  return lines;
}

/** How far {@link lineBefore} and {@link lineAfter} look: a line may be as long as a page. */
const MAX_LOOK = 1000;

/** Returns what stands before an offset on its line, or the last of it. */
export function lineBefore(text: string, at: number): string {
  const part = text.slice(Math.max(0, at - MAX_LOOK), at);
  return part.slice(1 + Math.max(part.lastIndexOf("\n"), part.lastIndexOf("\r")));
}

/** Returns what follows an offset on its line, or the first of it. */
export function lineAfter(text: string, at: number): string {
  return /^[^\r\n]*/.exec(text.slice(at, at + MAX_LOOK))![0];
}

/** Returns a run of backticks that a text does not contain. */
export function fenceFor(text: string, shortest: number): string {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return "`".repeat(Math.max(shortest, longest + 1));
}
