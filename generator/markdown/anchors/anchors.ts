import type { AnchorStyle } from "../../config/anchor-styles.ts";
import type { AnchorRequest, AnchorRule } from "./anchor-rule.ts";
import { documentAnchors } from "./document.ts";
import { githubAnchors } from "./github.ts";
import { blackfridayAnchors, goldmarkAnchors, goldmarkAsciiAnchors } from "./goldmark.ts";
import { kramdownAnchors, kramdownGfmAnchors } from "./kramdown.ts";
import { markdownItAnchors, vitepressAnchors } from "./markdown-it.ts";
import { mdbookAnchors } from "./mdbook.ts";
import { mintlifyAnchors } from "./mintlify.ts";
import { nextraAnchors } from "./nextra.ts";
import { nuxtAnchors } from "./nuxt.ts";
import { pymdownxAnchors, pythonAnchors, pythonUnicodeAnchors } from "./python-markdown.ts";

const RULES: Readonly<Record<AnchorStyle, AnchorRule>> = {
  document: documentAnchors,
  github: githubAnchors,
  vitepress: vitepressAnchors,
  "markdown-it-anchor": markdownItAnchors,
  "python-markdown": pythonAnchors,
  "python-markdown-unicode": pythonUnicodeAnchors,
  pymdownx: pymdownxAnchors,
  goldmark: goldmarkAnchors,
  "goldmark-ascii": goldmarkAsciiAnchors,
  blackfriday: blackfridayAnchors,
  kramdown: kramdownAnchors,
  "kramdown-gfm": kramdownGfmAnchors,
  mdbook: mdbookAnchors,
  nuxt: nuxtAnchors,
  mintlify: mintlifyAnchors,
  nextra: nextraAnchors,
};

/**
 * Assigns each heading of one page its anchor, unique on the page.
 *
 * @returns the anchors, in the order of the headings
 */
export function assignAnchors(headings: readonly AnchorRequest[], style: AnchorStyle): string[] {
  const parts = Map.groupBy(headings.keys(), (at) => headings[at]!.part);
  if (parts.size <= 1) return countRepeats(RULES[style](headings));
  const anchors: string[] = [];
  for (const places of parts.values()) {
    const own = RULES[style](places.map((at) => headings[at]!));
    for (const [index, at] of places.entries()) anchors[at] = own[index]!;
  }
  return countRepeats(anchors);
}

/** Returns the anchor of a text by itself, before repeats are counted. */
export function automaticAnchor(text: string, style: AnchorStyle): string {
  const [anchor] = RULES[style]([{ depth: 1, text, raw: text, customId: null }]);
  return anchor!;
}

/**
 * Appends `-1`, `-2`, … to each anchor that a rule has given twice: links with the anchor itself
 * lead to the first.
 */
function countRepeats(anchors: readonly string[]): string[] {
  const taken = new Set(anchors);
  if (taken.size === anchors.length) return [...anchors];
  const counts = new Map<string, number>();
  return anchors.map((anchor) => {
    let count = counts.get(anchor);
    if (count === undefined) {
      counts.set(anchor, 0);
      return anchor;
    }
    do count++;
    while (taken.has(`${anchor}-${count}`));
    counts.set(anchor, count);
    return `${anchor}-${count}`;
  });
}
