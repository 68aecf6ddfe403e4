import GithubSlugger from "github-slugger";
import type { AnchorRequest } from "./anchor-rule.ts";

/**
 * Follows `remark-headings` of Nextra: github-slugger over texts and authors' ids alike, in the order of
 * the page. Headings of depth 1 have no anchor there; they are counted last.
 */
export function nextraAnchors(headings: readonly AnchorRequest[]): string[] {
  const slugger = new GithubSlugger();
  const isTitle = ({ depth }: AnchorRequest): number => Number(depth === 1);
  const order = [...headings.keys()].sort(
    (left, right) => isTitle(headings[left]!) - isTitle(headings[right]!),
  );
  const anchors: string[] = [];
  for (const index of order) {
    const { text, customId } = headings[index]!;
    anchors[index] = slugger.slug(customId ?? text);
  }
  return anchors;
}
