import { CERTAIN } from "./certain.ts";
import { confidenceOf, type Grounds } from "./confidence.ts";
import type { Departure } from "./departures.ts";
import { Evidence } from "./evidence.ts";
import { Locator } from "./locate.ts";
import { headingOf, isTitle, type Page, parentOf, subtree, wholePage } from "./outline.ts";
import { PageParts } from "./page-parts.ts";
import {
  foundPlace,
  judge,
  type Placement,
  pageAlone,
  sameAnchor,
  sameHeading,
  stayingPage,
  surest,
  unchanged,
} from "./placement.ts";
import { type Trees, WholePages } from "./whole-pages.ts";

/** An address that is gone, and where its content is now. */
export interface Relocation {
  /** Id, or id#anchor. */
  readonly from: string;
  readonly place: Placement;
}

/** A page that is known to be the right one speaks for its sections as much as this weight. */
const PAGE_WEIGHT = 6;
/** Content that points elsewhere from this confidence on outweighs a heading of the same text. */
const CLEAR = 0.5;

interface SectionQuery {
  readonly page: Page;
  readonly heading: number;
  /** Where the section around it is now; null if that is not known. */
  readonly around: Placement | null;
  /** Where its page is now; null if that is not known. */
  readonly own: Placement | null;
  /** True if that page has the same text, or certainly is the page and has the same headings. */
  readonly isSameText: boolean;
}

/** Tells whether a page is still the same, at least in its headings. */
function isUnchanged({ body, headings }: Page, { page, range, confidence }: Placement): boolean {
  if (page.body === body) return true;
  const isWhole = range.first === 0 && confidence >= CERTAIN;
  if (!isWhole || page.headings.length !== headings.length) return false;
  return page.headings.every(
    ({ depth, text }, at) => depth === headings[at]!.depth && text === headings[at]!.text,
  );
}

/** Finds where the content of departed pages and headings is now. */
export class MoveFinder {
  readonly #evidence: Evidence;
  readonly #locator: Locator;
  readonly #parts: PageParts;
  readonly #pages: WholePages;
  readonly #numbers: ReadonlyMap<Page, number>;

  constructor(departures: readonly Departure[], trees: Trees) {
    const { before, after } = trees;
    this.#evidence = new Evidence(
      departures.map(({ page }) => page),
      after,
    );
    this.#locator = new Locator(this.#evidence, new Map(before.map((page) => [page.id, page])));
    this.#parts = new PageParts(this.#evidence);
    this.#numbers = new Map(after.map((page, number) => [page, number]));
    const gone = departures.filter(({ now }) => now === null).map(({ page }) => page);
    this.#pages = new WholePages(gone, trees, (page) =>
      this.#locator.locate(page, wholePage(page)),
    );
  }

  find({ page, now, headings }: Departure): Relocation[] {
    const own = now === null ? this.#pages.placeOf(page) : stayingPage(now);
    const isSameText = own !== null && isUnchanged(page, own);
    const gone = new Set(headings);
    const found: Relocation[] = now === null && own ? [{ from: page.id, place: own }] : [];
    /** Heading → where it and what is below it is now. */
    const contexts: (Placement | null)[] = [];
    for (const [heading, { anchor }] of page.headings.entries()) {
      const parent = parentOf(page, heading);
      const around = parent < 0 ? own : contexts[parent]!;
      const place = gone.has(heading)
        ? this.#successor({ page, heading, around, own, isSameText })
        : null;
      if (place) found.push({ from: `${page.id}#${anchor}`, place });
      const isSure = place !== null && place.confidence >= CERTAIN && place.range.first > 0;
      const stays = place === null && now !== null ? sameAnchor(page, { heading, now }) : null;
      contexts.push(stays ?? (isSure ? place : around));
    }
    return found;
  }

  /**
   * Finds the successor of a heading's anchor: first where the section around it is now, then on
   * the rest of its page, then anywhere.
   */
  #successor(sought: SectionQuery): Placement | null {
    const { page, heading, around, own, isSameText } = sought;
    if (isTitle(page, heading)) return own;
    if (own !== null && isSameText) return unchanged(sought, own);
    const near = around && this.#nearby(sought, around);
    if (near && near.confidence >= CERTAIN) return near;
    const onPage = own && own !== around ? this.#nearby(sought, own) : null;
    const far = onPage && onPage.confidence >= CERTAIN ? null : this.#anywhere(sought);
    const best = surest([near, onPage, far]);
    if (own === null || (best && best.confidence >= CLEAR)) return best;
    return (
      (around && sameHeading(sought, around)) ??
      sameHeading(sought, own) ??
      best ??
      pageAlone(page, own)
    );
  }

  /** Finds a heading's section in the part of a page where it is expected. */
  #nearby({ page, heading }: SectionQuery, expected: Placement): Placement | null {
    const sought = subtree(page, heading);
    const shingles = this.#evidence.shinglesOf(page, sought);
    const part = this.#parts.narrow(shingles, {
      page: this.#numbers.get(expected.page)!,
      within: expected.range,
      heading: headingOf(page, sought),
    });
    if (part.weight === 0) return null;
    const total = this.#evidence.weightOf(shingles);
    const kept =
      expected.page.id === page.id
        ? this.#evidence.weightElsewhere(shingles, { page, part: sought })
        : 0;
    const grounds: Grounds = {
      share: part.weight / total,
      arrived: Math.max(0, part.weight - kept) / total,
      weight: Math.max(0, part.weight - kept) + PAGE_WEIGHT,
      rival: {
        fit: part.rival.weight / part.weight,
        name: `${expected.page.id}#${part.rival.anchor}`,
      },
    };
    const place = { page: expected.page, range: part.range };
    const confidence = expected.confidence * confidenceOf(grounds);
    return { ...place, ...judge({ ...place, ...grounds }), confidence };
  }

  /** Finds a heading's section on any other page; how much its own page had before is known above. */
  #anywhere({ page, heading }: SectionQuery): Placement | null {
    const found = this.#locator.locate(page, subtree(page, heading));
    return found === null || found.page.id === page.id ? null : foundPlace(found);
  }
}
