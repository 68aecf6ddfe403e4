/** A line that begins like a row or an item, or with a link, and contains a link. */
const LINK_LINE = /^[ \t>]*(?:[|*+-]|\d+[.)]|\[)[^\n]*?\]\([^\n]*/gm;

/**
 * Returns a test of whether a place in a Markdown text is on a line of links: a row or an item that
 * leads elsewhere. The places must be given in ascending order.
 */
export function linkLines(text: string): (at: number) => boolean {
  const lines = text.includes("](") ? [...text.matchAll(LINK_LINE)] : [];
  let next = 0;
  return (at) => {
    while (next < lines.length && lines[next]!.index + lines[next]![0].length < at) next++;
    return next < lines.length && lines[next]!.index <= at;
  };
}
