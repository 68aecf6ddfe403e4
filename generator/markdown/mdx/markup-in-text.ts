import type { Heading, Nodes, Paragraph, TableCell } from "mdast";
import type { Range } from "../destination.ts";
import { nodesIn } from "../markdown-nodes.ts";

/** Returns where the tags and expressions of MDX are in a text. */
export function markupInText(text: Heading | Paragraph | TableCell): Range[] {
  return nodesIn(text, ["mdxJsxTextElement", "mdxTextExpression"]).flatMap((node) => {
    const [start, end] = [node.position!.start.offset!, node.position!.end.offset!];
    const children: readonly Nodes[] = "children" in node ? node.children : [];
    const [first, last] = [children[0]?.position, children.at(-1)?.position];
    if (first === undefined || last === undefined) return [{ start, end }];
    return [
      { start, end: first.start.offset! },
      { start: last.end.offset!, end },
    ];
  });
}

/** Tells whether an address is written in braces, like an expression. */
export function isBraced(url: string): boolean {
  return url.startsWith("{") && url.endsWith("}");
}
