import type { Edit } from "../../../../corpus/marks.ts";
import type { SyntaxContext } from "../syntax.ts";
import { readComponents } from "./blocks.ts";
import { readInlineMdc } from "./inline.ts";

/** Reads MDC, the Markdown of Nuxt Content. */
export function readMdc(text: string, context: SyntaxContext): Edit[] {
  const blocks = readComponents(text, context);
  let next = 0;
  const inline = readInlineMdc(text, context).filter(({ start }) => {
    while (next < blocks.length && blocks[next]!.end <= start) next++;
    return next === blocks.length || blocks[next]!.start > start;
  });
  return [...blocks, ...inline].sort((left, right) => left.start - right.start);
}
