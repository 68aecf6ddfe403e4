import type { AnchorRequest } from "./anchor-rule.ts";
import { countLikeGithub } from "./github.ts";

/** The characters kept in a `document` anchor: letters with their marks, and numbers. */
const ALPHANUMERIC = /(?:\p{Alphabetic}\p{M}*|\p{N})+/gu;

/**
 * Applies the Documentation Query API's rule (section 2, Heading; DOC-A7) literally: lowercase,
 * then every run of non-alphanumeric characters becomes one `-`. Nothing is trimmed.
 *
 * @example
 * documentAnchor("What's new?") // "what-s-new-"
 */
export function documentAnchor(text: string): string {
  const lower = text.toLowerCase();
  let anchor = "";
  let end = 0;
  for (const run of lower.matchAll(ALPHANUMERIC)) {
    anchor += (run.index > end ? "-" : "") + run[0];
    end = run.index + run[0].length;
  }
  return end < lower.length ? `${anchor}-` : anchor;
}

/** Counts the outline (depth 1 to 4) before deeper headings. */
export function documentAnchors(headings: readonly AnchorRequest[]): string[] {
  const deep = (index: number): number => Number(headings[index]!.depth > 4);
  const order = [...headings.keys()].sort((left, right) => deep(left) - deep(right));
  return countLikeGithub(headings, { anchorOf: documentAnchor, order });
}
