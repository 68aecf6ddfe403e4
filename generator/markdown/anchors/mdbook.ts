import type { AnchorRequest } from "./anchor-rule.ts";
import { outsideCode } from "./code-spans.ts";
import { FreeAnchors } from "./counting.ts";

/** Follows mdBook 0.5. Ids that authors have given do not count. */
export function mdbookAnchors(headings: readonly AnchorRequest[]): string[] {
  const anchors = new FreeAnchors();
  return headings.map((heading) => heading.customId ?? anchors.take(mdbookAnchor(heading)));
}

function mdbookAnchor(heading: AnchorRequest): string {
  return outsideCode(heading, withoutDashes)
    .trim()
    .toLowerCase()
    .replace(/[^\p{Alphabetic}\p{N}_\p{White_Space}-]/gu, "")
    .replace(/\p{White_Space}/gu, "-");
}

/** Removes the hyphens that mdBook turns into dashes. */
function withoutDashes(text: string): string {
  return text.replace(/--+/g, "");
}
