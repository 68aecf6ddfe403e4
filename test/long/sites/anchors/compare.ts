import { ANCHOR_STYLES, type AnchorStyle } from "../../../../generator/config/anchor-styles.ts";
import { assignAnchors } from "../../../../generator/markdown/anchors/anchors.ts";
import { type FoundHeading, findHeadings } from "../../../../generator/markdown/headings.ts";
import { loadParser } from "../../../../generator/markdown/markdown.ts";
import { allNodes } from "../../../../generator/markdown/markdown-nodes.ts";
import type { Ids } from "./originals.ts";

const parse = await loadParser("auto");

export function headingsOf(page: string): FoundHeading[] {
  return findHeadings(allNodes(parse(page)), page);
}

/** A heading whose anchor differs from what the original gives it. */
export interface Difference {
  readonly style: AnchorStyle;
  readonly page: number;
  readonly raw: string;
  readonly anchor: string;
  readonly original: string;
}

/** The comparison of one rule with its original. */
export interface Comparison {
  readonly style: AnchorStyle;
  readonly equal: number;
  readonly differences: readonly Difference[];
  /** Pages that the original refuses, or in which it sees other headings. */
  readonly skipped: readonly number[];
}

export function compare(pages: readonly string[], ids: Ids): Comparison[] {
  const found = pages.map(headingsOf);
  return ANCHOR_STYLES.flatMap((style) => {
    const originals = ids[style];
    if (originals === undefined) return [];
    let equal = 0;
    const differences: Difference[] = [];
    const skipped: number[] = [];
    for (const [page, headings] of found.entries()) {
      const expected = originals[page];
      if (expected?.length !== headings.length) {
        skipped.push(page);
        continue;
      }
      for (const [at, anchor] of assignAnchors(headings, style).entries()) {
        const original = expected[at];
        // Mintlify gives none to deep headings.
        if (original == null) continue;
        // It is unique here, whatever the original does.
        const isRepeat = expected.indexOf(original) < at;
        if (isRepeat ? anchor.startsWith(`${original}-`) : anchor === original) equal++;
        else differences.push({ style, page, raw: headings[at]!.raw, anchor, original });
      }
    }
    return [{ style, equal, differences, skipped }];
  });
}
