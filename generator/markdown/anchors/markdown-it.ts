import { decompose } from "../../../corpus/text/fold.ts";
import type { AnchorRequest } from "./anchor-rule.ts";
import { FreeAnchors } from "./counting.ts";
import { withReferences } from "./references.ts";

/** Follows markdown-it-anchor with its own settings: the text is percent-encoded. */
export function markdownItAnchors(headings: readonly AnchorRequest[]): string[] {
  return countFree(headings, ({ text }) =>
    encodeURIComponent(text.toWellFormed().trim().toLowerCase().replace(/\s+/g, "-")),
  );
}

/**
 * Follows VitePress: markdown-it-anchor with the rule of `@mdit-vue/shared`. It keeps character
 * references as they are written, for Vue.
 */
export function vitepressAnchors(headings: readonly AnchorRequest[]): string[] {
  return countFree(headings, (heading) => vitepressAnchor(withReferences(heading)));
}

const COMBINING = /[\u0300-\u036f]/g;
/** Blanks, ASCII punctuation and some quotation marks. */
const SEPARATORS = /[\s!-/:-@[-`{-~“”‘’]+/g;

function vitepressAnchor(text: string): string {
  return withoutControls(decompose(text, "NFKD").replace(COMBINING, ""))
    .replace(SEPARATORS, "-")
    .replace(/^-|-$/g, "")
    .replace(/^\d/, "_$&")
    .toLowerCase();
}

function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, (control) => (control < " " ? "" : control));
}

/** Anchors are taken in document order; automatic ones yield to what stands before them. */
function countFree(
  headings: readonly AnchorRequest[],
  anchorOf: (heading: AnchorRequest) => string,
): string[] {
  const anchors = new FreeAnchors();
  return headings.map((heading) =>
    heading.customId === null ? anchors.take(anchorOf(heading)) : anchors.claim(heading.customId),
  );
}
