import GithubSlugger, { slug as githubAnchor } from "github-slugger";

/** The way in which a heading's text becomes an anchor. */
export const ANCHOR_STYLES = ["document", "github"] as const;
export type AnchorStyle = (typeof ANCHOR_STYLES)[number];

export function otherStyle(style: AnchorStyle): AnchorStyle {
  return style === "document" ? "github" : "document";
}

/** A heading that needs an anchor: of depth 1 to 6, with the id given by its author, if any. */
export interface AnchorRequest {
  readonly depth: number;
  readonly text: string;
  readonly customId: string | null;
}

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

/**
 * Assigns each heading of one page its anchor, unique on the page.
 *
 * Ids given by the author are claimed first, so that no automatic anchor takes one away. Repeats
 * are counted as github-slugger counts them (`-1`, `-2`, …), in document order. In the `document`
 * style, the outline (depth 1 to 4) is counted before deeper headings; GitHub counts them all
 * alike.
 *
 * @returns the anchors, in the order of the headings
 */
export function assignAnchors(headings: readonly AnchorRequest[], style: AnchorStyle): string[] {
  const slugger = new GithubSlugger();
  const anchors = headings.map(({ customId }) =>
    customId === null ? null : claim(slugger, customId),
  );
  for (const index of countingOrder(headings, style)) {
    anchors[index] ??= claim(slugger, automaticAnchor(headings[index]!.text, style));
  }
  return anchors as string[];
}

/** Returns the anchor of a text by itself, before repeats are counted. */
export function automaticAnchor(text: string, style: AnchorStyle): string {
  return style === "github" ? githubAnchor(text) : documentAnchor(text);
}

function countingOrder(headings: readonly AnchorRequest[], style: AnchorStyle): number[] {
  const all = headings.map((_, index) => index);
  if (style === "github") return all;
  const deep = (index: number): number => Number(headings[index]!.depth > 4);
  return all.sort((left, right) => deep(left) - deep(right));
}

/**
 * Counts an anchor with github-slugger, which applies GitHub's own rule to what it counts. ASCII
 * letters, digits and `-` pass that rule unchanged; everything else is encoded with them and `_`.
 */
function claim(slugger: GithubSlugger, anchor: string): string {
  const encoded = anchor.replace(/[^a-z0-9-]/gu, (character) => `_${character.codePointAt(0)}_`);
  return slugger
    .slug(encoded, true)
    .replace(/_(\d+)_/g, (_, point) => String.fromCodePoint(Number(point)));
}
