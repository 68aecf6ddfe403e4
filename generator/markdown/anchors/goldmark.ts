import { decompose } from "../../../corpus/text/fold.ts";
import type { AnchorRequest } from "./anchor-rule.ts";
import { FreeAnchors } from "./counting.ts";

/** Follows Hugo's `autoHeadingIDType: github`, its default. */
export function goldmarkAnchors(headings: readonly AnchorRequest[]): string[] {
  return count(headings, hugoAnchor);
}

/** Follows Hugo's `github-ascii`: letters lose their accents, and other scripts are left out. */
export function goldmarkAsciiAnchors(headings: readonly AnchorRequest[]): string[] {
  return count(headings, (line) =>
    hugoAnchor(decompose(line, "NFD").replace(/\p{Mn}/gu, "")).replace(/[^\w-]/g, ""),
  );
}

/** Follows Hugo's `blackfriday`: runs of other characters become one hyphen. */
export function blackfridayAnchors(headings: readonly AnchorRequest[]): string[] {
  return count(headings, (line) => {
    const runs = line.match(/[\p{L}\p{N}]+/gu) ?? [];
    return runs.map(toLower).join("-");
  });
}

function hugoAnchor(line: string): string {
  return toLower(
    line
      .trim()
      .replace(/[^\p{L}\p{Nd}_ -]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** Lowercases as Go does: each character becomes one other, wherever it stands. */
function toLower(text: string): string {
  return text.replace(/\p{L}|\p{N}/gu, (character) =>
    character === "İ" ? "i" : character.toLowerCase(),
  );
}

/**
 * Makes anchors of the last line of each heading as it is written, markup included. Anchors are
 * taken in document order; automatic ones yield to what stands before them.
 */
function count(headings: readonly AnchorRequest[], anchorOf: (line: string) => string): string[] {
  const anchors = new FreeAnchors();
  return headings.map(({ raw, customId }) => {
    if (customId !== null) return anchors.claim(customId);
    const line = raw.slice(raw.search(/[^\r\n]*$/));
    return anchors.take(anchorOf(line) || "heading");
  });
}
