import { onOneLine } from "../page-markdown.ts";

/** Returns a text from the docs as a part of a line, without what is hidden, cut at a length. */
export function inOneLine(text: string, maxLength: number): string {
  const line = onOneLine(text);
  if (line.length <= maxLength) return line;
  const isHalf = /[\ud800-\udbff]/.test(line.charAt(maxLength - 2));
  return `${line.slice(0, maxLength - (isHalf ? 2 : 1)).trimEnd()}…`;
}
