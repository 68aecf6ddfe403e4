import { lowerBound } from "../../../corpus/text/order.ts";
import type { HtmlBox, HtmlHeading, HtmlPage, HtmlSide, TextRange } from "../html/html-page.ts";
import type { BuiltPage } from "../site/built-site.ts";
import { TextIndex } from "./text-index.ts";

/** The content of a page, without navigation, header and foot. */
export interface PageContent {
  /** The text that readers see, in order: blocks are separate lines, code keeps its lines. */
  readonly text: string;
  /** Its headings, with the ranges of their texts in `text`. */
  readonly headings: readonly HtmlHeading[];
  /** Its blocks of code, in order. */
  readonly code: readonly TextRange[];
}

/** A page with what is known of its source. */
export interface ContentRequest {
  readonly page: BuiltPage;
  /** The text of its source. */
  readonly source: string;
  /** For each heading of the source its place in the HTML headings; -1 if it has none. */
  readonly places: readonly number[];
}

/** A box with this part of what a page has of its source has its content. */
const NEARLY_ALL = 0.9;
/** A page with less of its source does not show which box has the content. */
const LEAST_SHINGLES = 20;
/** Elements in each other with the content: no theme has as many. */
const MAX_NESTED = 64;
/** A navigation or foot with this part of its text from the source is part of the content. */
const OWN_SHARE = 0.5;

/**
 * Finds the content of pages: on each the smallest element that has nearly all of its source's text
 * and headings. Elements of a site that have it on most pages, by id or class, also have it where a
 * page alone does not show it.
 */
export function findContents(requests: readonly ContentRequest[]): PageContent[] {
  const pages = requests.map(({ page: { html }, source, places }): PageEvidence => {
    const index = new TextIndex(source, html.text);
    const headings = places.flatMap((place) => html.headings[place] ?? []);
    return { html, index, size: index.size, headings };
  });
  const own = pages.map(smallestBox);
  const votes = new Map<string, number>();
  for (const [at, { size }] of pages.entries()) {
    if (size < LEAST_SHINGLES) continue;
    for (const name of namesOf(own[at]!)) votes.set(name, (votes.get(name) ?? 0) + 1);
  }
  const ranked = [...votes].sort(([, left], [, right]) => right - left).map(([name]) => name);
  return pages.map((page, at) => {
    const usual = usualBox(page.html, ranked) ?? mainOf(page.html);
    const isUsual = usual !== null && (page.size < LEAST_SHINGLES || hasContent(usual, page));
    return contentOf(page, isUsual ? usual : own[at]!);
  });
}

/** A page with what it has of its source. */
interface PageEvidence {
  readonly html: HtmlPage;
  readonly index: TextIndex;
  /** The number of distinct shingles of its source. */
  readonly size: number;
  /** The headings of its source. */
  readonly headings: readonly HtmlHeading[];
}

/** Returns the innermost box that has the content of a page. */
function smallestBox(page: PageEvidence): HtmlBox {
  const { boxes } = page.html;
  let best = boxes.at(-1)!;
  let depth = 0;
  // Outer boxes come last.
  for (let at = boxes.length - 2; at >= 0 && depth < MAX_NESTED; at--) {
    const box = boxes[at]!;
    if (!isInside(box, best) || !hasContent(box, page)) continue;
    best = box;
    depth++;
  }
  return best;
}

function hasContent(box: HtmlBox, { headings, index, size }: PageEvidence): boolean {
  if (!index.has(box, Math.max(1, Math.ceil(size * NEARLY_ALL)))) return false;
  const sections = headings.filter(({ depth }) => depth > 1);
  const inside = sections.filter((heading) => isInside(heading, box));
  return inside.length >= sections.length * NEARLY_ALL;
}

/** Returns the box with the most usual name that only one box of the page has. */
function usualBox({ boxes }: HtmlPage, ranked: readonly string[]): HtmlBox | null {
  const byName = new Map<string, HtmlBox | null>();
  for (const box of boxes) {
    for (const name of namesOf(box)) byName.set(name, byName.has(name) ? null : box);
  }
  for (const name of ranked) {
    const box = byName.get(name);
    if (box) return box;
  }
  return null;
}

/** Returns the element that the page itself calls its main one; null if there is none. */
function mainOf({ boxes }: HtmlPage): HtmlBox | null {
  return boxes.find(({ selector }) => /^main(?:[#.]|$)/.test(selector)) ?? null;
}

/** Returns the names by which a box is known on other pages: with its id, and with each class. */
function namesOf({ selector }: HtmlBox): string[] {
  const [name = "", ...classes] = selector.split(".");
  return classes.length === 0 ? [name] : classes.map((one) => `${name}.${one}`);
}

/** Takes the content out of a page: the headings and text of a box, without the sides in it. */
function contentOf({ html, index, headings }: PageEvidence, box: HtmlBox): PageContent {
  const isOwn = (side: HtmlSide): boolean => {
    const next = lowerBound(
      { from: 0, to: headings.length },
      (at) => headings[at]!.start < side.start,
    );
    const hasHeading = next < headings.length && headings[next]!.start < side.end;
    return hasHeading || index.shareOf(side) >= OWN_SHARE;
  };
  const gaps = html.sides
    .filter((side) => side.kind !== "aside" && isInside(side, box) && !isOwn(side))
    .sort((left, right) => left.start - right.start || right.end - left.end);
  const parts: TextRange[] = [];
  let start = box.start;
  for (const gap of gaps) {
    if (gap.start > start) parts.push({ start, end: gap.start });
    start = Math.max(start, gap.end);
  }
  if (box.end > start) parts.push({ start, end: box.end });
  return join(html, parts);
}

/** Joins parts of a page's text, which are in order. */
function join(html: HtmlPage, parts: readonly TextRange[]): PageContent {
  const headings: HtmlHeading[] = [];
  const code: TextRange[] = [];
  let text = "";
  let next = 0;
  let nextCode = 0;
  for (const { start, end } of parts) {
    const raw = html.text.slice(start, end);
    const part = raw.trim();
    if (text !== "" && part !== "") text += "\n";
    const shift = text.length - start - raw.indexOf(part);
    for (; next < html.headings.length && html.headings[next]!.start < end; next++) {
      const heading = html.headings[next]!;
      if (heading.start < start) continue;
      headings.push({ ...heading, start: heading.start + shift, end: heading.end + shift });
    }
    for (; nextCode < html.code.length && html.code[nextCode]!.start < end; nextCode++) {
      const block = html.code[nextCode]!;
      if (block.end <= start) continue;
      const from = Math.max(block.start + shift, text.length);
      code.push({ start: from, end: Math.min(block.end + shift, text.length + part.length) });
    }
    text += part;
  }
  return { text, headings, code };
}

function isInside(inner: TextRange, outer: TextRange): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}
