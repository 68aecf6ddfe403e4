import type { Nodes } from "mdast";
import type { Range } from "../destination.ts";
import { type HiddenPart, rangeOf } from "../marks/parts.ts";
import { isJsx, type JsxElements } from "./jsx-tags.ts";

interface IndentOptions {
  readonly source: string;
  readonly elements: JsxElements;
}

/**
 * Finds the indentation of blocks in elements: it means nothing in MDX, but code in Markdown. Lines of
 * a block lose as much as its first one has more than the element around all others.
 */
export function indentIn(
  nodes: readonly Nodes[],
  { source, elements }: IndentOptions,
): HiddenPart[] {
  const found: HiddenPart[] = [];
  /** Elements in others, and the width of what is before the outermost one in its line. */
  const widths = new Map<Nodes, number>();
  const add = (range: Range | null): void => {
    if (range !== null) found.push({ kind: "syntax", ...range });
  };
  for (const node of nodes) {
    if (node.type !== "mdxJsxFlowElement") continue;
    const { start } = rangeOf(node);
    const width = widths.get(node) ?? start - lineStart(source, start);
    for (const child of node.children as readonly Nodes[]) {
      const { start: from, end } = rangeOf(child);
      const indent = indentBefore(source, { at: from, width });
      if (!isJsx(child)) {
        if (indent === null) continue;
        const most = indent.end - indent.start;
        for (const range of [indent, ...indentAfter(source, { from, end, width, most })])
          add(range);
        continue;
      }
      widths.set(child, width);
      add(indent);
      const { closing } = elements.get(child)!;
      if (closing !== null) add(indentBefore(source, { at: closing.start, width }));
    }
  }
  return found;
}

function lineStart(source: string, at: number): number {
  return source.lastIndexOf("\n", at - 1) + 1;
}

interface LinePlace {
  readonly at: number;
  readonly width: number;
}

/** Returns the blanks of a line from a width to a place, if nothing else is there. */
function indentBefore(source: string, { at, width }: LinePlace): Range | null {
  const start = lineStart(source, at) + width;
  return start < at && /^[ \t]*$/.test(source.slice(start, at)) ? { start, end: at } : null;
}

interface LinesOptions {
  readonly from: number;
  readonly end: number;
  readonly width: number;
  /** The number of blanks that a line may lose. */
  readonly most: number;
}

/** Returns the blanks that the further lines of a block lose. */
function indentAfter(source: string, { from, end, width, most }: LinesOptions): Range[] {
  const lines = source.slice(from, end).matchAll(/(?<=\r\n|\n|\r(?!\n))[^\r\n]+/g);
  return Array.from(lines).flatMap(({ 0: line, index }) => {
    const start = from + index + width;
    const blanks = /^[ \t]*/.exec(line.slice(width, width + most))![0].length;
    const isInside = /^[ \t>]*$/.test(line.slice(0, width));
    return blanks > 0 && isInside ? [{ start, end: start + blanks }] : [];
  });
}
