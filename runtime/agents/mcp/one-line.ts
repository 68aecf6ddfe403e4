/** Returns a text from the docs as a part of a line: without line breaks, cut at a length. */
export function inOneLine(text: string, maxLength: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1).trimEnd()}…`;
}
