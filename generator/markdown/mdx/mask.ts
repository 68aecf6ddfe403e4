/** The line that opens a block of code, after the marks of quotes and lists. */
const FENCE =
  "^(?:[ \\t>]|(?:[-*+]|\\d{1,9}[.)])(?=[ \\t]))*(?:(?<ticks>`{3,})(?![^\\r\\n]*`)|(?<waves>~{3,}))";
const SPAN = "(?<!`)(?<marks>`+)(?!`)(?:(?!\\r?\\n[ \\t>]*\\r?\\n)[\\s\\S])*?(?<!`)\\k<marks>(?!`)";
const HEADING_ID =
  "(?<=^[ \\t>*+\\-\\d.)]*#{1,6}[ \\t][^\\r\\n]*)\\{#[^\\s{}]+\\}(?=[ \\t]*#*[ \\t]*$)";
const COMMENT = "<!--(?!-?>)[\\s\\S]*?-->";
const SOUGHT = `${FENCE}|${SPAN}|(?<id>${HEADING_ID})|(?<comment>${COMMENT})`;
const MAY_NEED_MASK = /\{#|<!--/;

/**
 * Writes what Docusaurus reads besides MDX as expressions of the same length, so that all offsets
 * stay: the `{#id}` of a heading, which it escapes before it parses, and comments of HTML. Code
 * keeps what it has.
 */
export function maskMdx(source: string): string {
  if (!MAY_NEED_MASK.test(source)) return source;
  const sought = new RegExp(SOUGHT, "gm");
  const pieces: string[] = [];
  let done = 0;
  for (let match = sought.exec(source); match !== null; match = sought.exec(source)) {
    const { 0: found, index, groups } = match;
    const fence = groups!.ticks ?? groups!.waves;
    if (fence !== undefined)
      sought.lastIndex = endOfFence(source, { fence, from: sought.lastIndex });
    const mask = groups!.id ? maskId(found) : groups!.comment ? maskComment(found) : null;
    if (mask === null) continue;
    pieces.push(source.slice(done, index), mask);
    done = index + found.length;
  }
  return [...pieces, source.slice(done)].join("");
}

/** Returns where a block of code ends. */
export function endOfFence(
  source: string,
  { fence, from }: { readonly fence: string; readonly from: number },
): number {
  const close = new RegExp(`^[ \\t>]*${fence[0]}{${fence.length},}[ \\t]*$`, "gm");
  close.lastIndex = from;
  return close.test(source) ? close.lastIndex : source.length;
}

function maskId(marker: string): string {
  return `{${"1".repeat(marker.length - "{}".length)}}`;
}

function maskComment(comment: string): string {
  const inner = comment.slice("<!--".length, -"-->".length);
  return `{/**${inner.replaceAll("*/", "*-")}*/}`;
}
