import type { Code, Nodes } from "mdast";
import type { CodeBlock } from "../../../corpus/schema.ts";
import type { Range } from "../destination.ts";
import { type HiddenPart, rangeOf } from "./parts.ts";
import { withoutOverlaps } from "./text-runs.ts";

const OPENING_LINE = /(?:`{3,}|~{3,})[^\r\n]*(?:\r\n|\r|\n|$)/y;

/** Returns where a block of code is, after the line that opens its fence if it has one. */
export function insideOf(code: Code, source: string): Range {
  const { start, end } = rangeOf(code);
  OPENING_LINE.lastIndex = start;
  return { start: OPENING_LINE.test(source) ? OPENING_LINE.lastIndex : start, end };
}

interface CodeOptions {
  readonly source: string;
  /** Offset of the body in the source. */
  readonly bodyStart: number;
  readonly hidden: readonly HiddenPart[];
}

/**
 * Finds the blocks of code that readers see, with offsets in the body. A block has a text if the body
 * does not have it in one piece: marks of quotes, or indentation, stand before its lines.
 *
 * @param nodes all nodes of the page's tree
 */
export function findCodeBlocks(
  nodes: readonly Nodes[],
  { source, bodyStart, hidden }: CodeOptions,
): CodeBlock[] {
  const unseen = withoutOverlaps(
    hidden.filter(({ kind }) => kind === "comment" || kind === "element"),
  );
  let next = 0;
  return nodes.flatMap((node): CodeBlock[] => {
    if (node.type !== "code") return [];
    const { start, end } = insideOf(node, source);
    while (next < unseen.length && unseen[next]!.end < end) next++;
    if (next < unseen.length && unseen[next]!.start <= start) return [];
    const { lang, meta, value } = node;
    const at = source.slice(start, end).indexOf(value);
    const from = start - bodyStart;
    return [
      {
        ...(lang && { lang }),
        ...(meta && { meta }),
        ...(at < 0
          ? { start: from, end: end - bodyStart, text: value }
          : { start: from + at, end: from + at + value.length }),
      },
    ];
  });
}
