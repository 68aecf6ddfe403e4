import type { Root } from "mdast";
import { applyEdits } from "../../../corpus/marks.ts";
import { type FoundHeading, findHeadings } from "../headings.ts";
import { allNodes } from "../markdown-nodes.ts";
import type { HiddenPart } from "./parts.ts";
import { withoutOverlaps } from "./text-runs.ts";

interface SeenOptions {
  readonly source: string;
  readonly hidden: readonly HiddenPart[];
  /** Parses in the syntax of the page. */
  readonly parse: (source: string) => Root;
}

/** Returns headings as readers see them: marked if they are hidden, without what is hidden in them. */
export function seenHeadings(
  headings: readonly FoundHeading[],
  { source, hidden, parse }: SeenOptions,
): readonly FoundHeading[] {
  const parts = hidden.filter(({ kind }) => kind === "comment" || kind === "element");
  if (parts.length === 0) return headings;
  const edits = withoutOverlaps(parts).map(({ start, end }) => ({ start, end, text: "" }));
  return headings.map((heading) => {
    const { offset: start, end } = heading;
    const inside = edits.filter((edit) => edit.start < end && edit.end > start);
    if (inside.length === 0) return heading;
    if (inside.some((edit) => edit.start <= start && edit.end >= end)) {
      return { ...heading, isHidden: true };
    }
    const shown = applyEdits(source, inside, { start, end });
    const [again] = findHeadings(allNodes(parse(shown)), shown);
    return again === undefined ? heading : { ...heading, text: again.text };
  });
}
