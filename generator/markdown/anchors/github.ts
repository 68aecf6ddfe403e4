import GithubSlugger, { slug } from "github-slugger";
import type { AnchorRequest } from "./anchor-rule.ts";

/**
 * Follows GitHub as github-slugger does, which Docusaurus, Starlight and Fumadocs use too.
 * Headings of all depths are counted alike.
 */
export function githubAnchors(headings: readonly AnchorRequest[]): string[] {
  return countLikeGithub(headings, { anchorOf: slug, order: [...headings.keys()] });
}

interface CountingOptions {
  readonly anchorOf: (text: string) => string;
  /** The indices of the headings, in the order in which they are counted. */
  readonly order: readonly number[];
}

/**
 * Makes anchors unique. Ids given by the author are claimed first, so that no automatic anchor takes
 * one away. Repeats are counted as github-slugger counts them (`-1`, `-2`, …).
 */
export function countLikeGithub(
  headings: readonly AnchorRequest[],
  { anchorOf, order }: CountingOptions,
): string[] {
  const slugger = new GithubSlugger();
  const anchors = headings.map(({ customId }) =>
    customId === null ? null : claim(slugger, customId),
  );
  for (const index of order) anchors[index] ??= claim(slugger, anchorOf(headings[index]!.text));
  return anchors as string[];
}

/**
 * Counts an anchor with github-slugger, which applies GitHub's own rule to what it counts. ASCII
 * letters, digits and `-` pass that rule unchanged; everything else is encoded with them and `_`.
 */
function claim(slugger: GithubSlugger, anchor: string): string {
  if (/^[a-z0-9-]*$/.test(anchor)) return slugger.slug(anchor, true);
  const encoded = anchor.replace(/[^a-z0-9-]/gu, (character) => `_${character.codePointAt(0)}_`);
  return slugger
    .slug(encoded, true)
    .replace(/_(\d+)_/g, (_, point) => String.fromCodePoint(Number(point)));
}
