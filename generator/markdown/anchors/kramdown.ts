import type { AnchorRequest } from "./anchor-rule.ts";
import { outsideCode } from "./code-spans.ts";
import { KindCounter } from "./counting.ts";

/** Follows kramdown: ASCII letters and digits of the heading as it is written. */
export function kramdownAnchors(headings: readonly AnchorRequest[]): string[] {
  return count(headings, ({ raw }) => {
    const kept = raw
      .replace(/^[^a-zA-Z]+/gm, "")
      .replace(/[^a-zA-Z0-9 -]/g, "")
      .replaceAll(" ", "-");
    return kept.toLowerCase() || "section";
  });
}

/** Follows kramdown's parser for GitHub's Markdown, which Jekyll uses. */
export function kramdownGfmAnchors(headings: readonly AnchorRequest[]): string[] {
  return count(headings, (heading) =>
    outsideCode(heading, withoutDashes)
      // In Ruby, the one at the end of a word is like any other.
      .replaceAll("Σ", "σ")
      .toLowerCase()
      .replace(/[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc} \t-]/gu, "")
      .replace(/[ \t]/g, "-"),
  );
}

/** Removes the hyphens that kramdown turns into dashes. */
function withoutDashes(text: string): string {
  return text.replace(/---?/g, "");
}

/** Counts automatic anchors only, whatever ids authors have given. */
function count(
  headings: readonly AnchorRequest[],
  anchorOf: (heading: AnchorRequest) => string,
): string[] {
  const counter = new KindCounter();
  return headings.map((heading) => heading.customId ?? counter.count(anchorOf(heading)));
}
