import type { Code, InlineCode, Root } from "mdast";
import { nodesIn } from "./markdown-nodes.ts";

/**
 * Replaces what is inside code by letters. Lines and lengths stay, and so do the first line of a
 * block and the ends of a span.
 */
export function withoutCode(source: string, tree: Root): string {
  let text = "";
  let end = 0;
  for (const code of nodesIn(tree, ["code", "inlineCode"])) {
    const [first, last] = insideOf(code, source);
    text += source.slice(end, first) + source.slice(first, last).replace(/[^\r\n]/g, "x");
    end = last;
  }
  return text + source.slice(end);
}

function insideOf({ type, position }: Code | InlineCode, source: string): [number, number] {
  const [start, end] = [position!.start.offset!, position!.end.offset!];
  if (type === "inlineCode") return [start + 1, end - 1];
  const feed = source.indexOf("\n", start);
  return [feed < 0 ? end : Math.min(feed, end), end];
}
