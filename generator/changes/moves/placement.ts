import { confidenceOf, describeGrounds, type Grounds } from "./confidence.ts";
import type { Match } from "./locate.ts";
import { headingOf, type Page, type Range, subtree, wholePage } from "./outline.ts";

/** Where something is now, and how sure that is. */
export interface Placement {
  readonly page: Page;
  readonly range: Range;
  readonly confidence: number;
  readonly reason: string;
}

/** How sure a heading of the same text is in the right part of a page, where its text proves nothing. */
const SAME_HEADING = 0.9;
/** How sure the page is for a section that was not found on it. */
const PAGE_ALONE = 0.3;
/** How sure a page is where its folder went, whatever its text. */
const IN_RENAMED_FOLDER = 0.95;

/** Returns the place of a page at one with the same bytes. */
export function samePage(page: Page): Placement {
  const reason = "The page has the same text there.";
  return { page, range: wholePage(page), confidence: 1, reason };
}

/** Returns the place of a page where its neighbours are, under the name that it had. */
export function renamedFolder(page: Page): Placement {
  const reason = "The pages next to it went to the same folder.";
  return { page, range: wholePage(page), confidence: IN_RENAMED_FOLDER, reason };
}

/** Returns the place where something was found by its text. */
export function foundPlace(found: Match): Placement {
  return { ...found, ...judge(found), confidence: confidenceOf(found) };
}

/** Returns the place of a page whose address has not changed. */
export function stayingPage(page: Page): Placement {
  const reason = "It was the title of the page, which stays.";
  return { page, range: wholePage(page), confidence: 1, reason };
}

/** Returns the heading with the same anchor and text on a page that stays. */
export function sameAnchor(
  { headings }: Page,
  { heading, now }: { heading: number; now: Page },
): Placement | null {
  const { anchor, text } = headings[heading]!;
  const place = now.headings.findIndex((one) => one.anchor === anchor && one.text === text);
  return place < 0 ? null : { ...stayingPage(now), range: subtree(now, place) };
}

/** Describes why a place was found. */
export function judge(found: Grounds & Pick<Match, "page" | "range">): { reason: string } {
  return { reason: describeGrounds(found, { inSection: headingOf(found.page, found.range) }) };
}

/** Returns the place of a heading on a page with the same text, or at least the same headings. */
export function unchanged(
  { page: old, heading }: { readonly page: Page; readonly heading: number },
  { page, confidence }: Placement,
): Placement {
  const what = old.body === page.body ? "text" : "headings";
  const reason = `Its page has the same ${what} there.`;
  return { page, range: subtree(page, heading), confidence, reason };
}

/** Finds the only heading with the same text in the part of a page where it is expected. */
export function sameHeading(
  { page, heading }: { readonly page: Page; readonly heading: number },
  expected: Placement,
): Placement | null {
  const { text } = page.headings[heading]!;
  const { first, end } = expected.range;
  const alike = [...expected.page.headings.keys()].filter(
    (at) => at + 1 >= first && at + 1 < end && expected.page.headings[at]!.text === text,
  );
  if (alike.length !== 1) return null;
  return {
    page: expected.page,
    range: subtree(expected.page, alike[0]!),
    confidence: expected.confidence * SAME_HEADING,
    reason: "Its page is there, and has one heading with this text.",
  };
}

/** Returns the place of the page, for a section that is not on it. */
export function pageAlone(page: Page, own: Placement): Placement | null {
  if (own.page.id === page.id) return null;
  const reason = "Its page is there, but the section was not found.";
  return { ...own, confidence: own.confidence * PAGE_ALONE, reason };
}

/** Returns the placement with the most confidence; null if there is none. */
export function surest(placements: readonly (Placement | null)[]): Placement | null {
  return placements.reduce(
    (best, one) => (one && one.confidence > (best?.confidence ?? 0) ? one : best),
    null,
  );
}
