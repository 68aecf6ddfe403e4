import type { Range } from "../../../corpus/marks.ts";
import { lineAfter, lineBefore } from "./lines.ts";

/** The text before a tag in a destination, with the beginning of the destination. */
const BEFORE = /(?:\]\(\s*<?|^ {0,3}\[[^\]]+\]:[ \t]*<?|(?:href|src)\s*=\s*["'])([^\s"'()<>]*)$/;

/**
 * Returns the whole destination of a link, in Markdown or in HTML, that a range is a part of, up to
 * the next tag; null if it is not in one.
 */
export function destinationAt(text: string, { start, end }: Range): Range | null {
  const before = BEFORE.exec(lineBefore(text, start));
  if (before === null) return null;
  const after = /^[^\s"'()<>{}]*/.exec(lineAfter(text, end))![0];
  return { start: start - before[1]!.length, end: end + after.length };
}
