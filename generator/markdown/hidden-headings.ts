import { applyEdits, editsOf } from "../../corpus/markdown/edits.ts";
import type { Hidden } from "../../corpus/markdown/find-markup.ts";
import { type FoundHeading, findHeadings } from "./headings.ts";
import type { ParseMarkdown } from "./markdown.ts";
import { allNodes } from "./markdown-nodes.ts";

interface SeenOptions {
  readonly source: string;
  /** Offset of the body in the source. */
  readonly bodyStart: number;
  /** Hidden parts of the body. */
  readonly hidden: readonly Hidden[];
  readonly parse: ParseMarkdown;
}

/** Returns headings as readers see them: marked if they are hidden, without what is hidden in them. */
export function seenHeadings(
  headings: readonly FoundHeading[],
  { source, bodyStart, hidden, parse }: SeenOptions,
): readonly FoundHeading[] {
  const parts = hidden.filter(({ kind }) => kind === "comment" || kind === "element");
  if (parts.length === 0) return headings;
  const body = source.slice(bodyStart);
  const edits = editsOf(body, { hidden: parts });
  return headings.map((heading) => {
    const [start, end] = [heading.offset - bodyStart, heading.end - bodyStart];
    const inside = edits.filter((edit) => edit.start < end && edit.end > start);
    if (inside.length === 0) return heading;
    if (inside.some((edit) => edit.start <= start && edit.end >= end)) {
      return { ...heading, isHidden: true };
    }
    const shown = applyEdits(body, inside, { start, end });
    const [again] = findHeadings(allNodes(parse(shown)), shown);
    return again === undefined ? heading : { ...heading, text: again.text };
  });
}
