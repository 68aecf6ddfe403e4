import type { AnchorRequest } from "./anchor-rule.ts";
import { FreeAnchors } from "./counting.ts";

/** Follows markdown-it-anchor with its own settings: the text is percent-encoded. */
export function markdownItAnchors(headings: readonly AnchorRequest[]): string[] {
  return countFree(headings, (text) =>
    encodeURIComponent(text.toWellFormed().trim().toLowerCase().replace(/\s+/g, "-")),
  );
}

/** Follows VitePress: markdown-it-anchor with the rule of `@mdit-vue/shared`. */
export function vitepressAnchors(headings: readonly AnchorRequest[]): string[] {
  return countFree(headings, vitepressAnchor);
}

const COMBINING = /[\u0300-\u036f]/g;
/** Blanks, ASCII punctuation and some quotation marks. */
const SEPARATORS = /[\s!-/:-@[-`{-~“”‘’]+/g;

function vitepressAnchor(text: string): string {
  return withoutControls(text.normalize("NFKD").replace(COMBINING, ""))
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
  anchorOf: (text: string) => string,
): string[] {
  const anchors = new FreeAnchors();
  return headings.map(({ text, customId }) =>
    customId === null ? anchors.take(anchorOf(text)) : anchors.claim(customId),
  );
}
