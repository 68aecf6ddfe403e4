import { compareCodePoints } from "../../../corpus/text/order.ts";
import { CERTAIN } from "./certain.ts";
import { confidenceOf, describeGrounds, type Grounds } from "./confidence.ts";
import { Evidence } from "./evidence.ts";
import { type Found, Locator } from "./locate.ts";
import {
  headingOf,
  isTitle,
  type Page,
  parentOf,
  type Range,
  subtree,
  wholePage,
} from "./outline.ts";
import { PageParts } from "./page-parts.ts";

/** Where the content of an address that is gone is now. */
export interface Move {
  /** Id, or id#anchor. */
  readonly from: string;
  /** Id, or id#anchor. */
  readonly to: string;
  /** How likely `to` is right, from 0 to 1; from 0.8 on it is certain enough to be proposed. */
  readonly confidence: number;
  /** Why, as a sentence. */
  readonly reason: string;
}

/** Below this confidence, a move is not worth a person's time. */
const LEAST = 0.15;

/**
 * Finds where the content of addresses is now that the new tree does not have. Only content
 * decides: names and paths choose between places that fit equally.
 *
 * @returns in code-point order of `from`
 *
 * @example
 * import { readFile } from "node:fs/promises";
 * import { findMoves } from "docgate/generator";
 *
 * const before = JSON.parse(await readFile("dist/released.json", "utf8"));
 * const after = JSON.parse(await readFile("dist/corpus.json", "utf8"));
 * for (const { from, to } of findMoves(before.docs, after.docs)) console.log(`${from} → ${to}`);
 */
export function findMoves(before: readonly Page[], after: readonly Page[]): Move[] {
  const departures = findDepartures(before, after);
  if (departures.length === 0) return [];
  const finder = new MoveFinder(departures, { before, after });
  return departures
    .flatMap((departure) => finder.find(departure))
    .filter(({ confidence }) => confidence >= LEAST)
    .sort((left, right) => compareCodePoints(left.from, right.from));
}

/** An old page that is gone, or some of whose anchors are. */
interface Departure {
  readonly page: Page;
  /** The page at the same address; null if it is gone. */
  readonly now: Page | null;
  /** The places of the headings that are gone. */
  readonly headings: readonly number[];
}

function findDepartures(before: readonly Page[], after: readonly Page[]): Departure[] {
  const byId = new Map(after.map((page) => [page.id, page]));
  const bySlug = new Map(after.map((page) => [page.slug, page]));
  return before.flatMap((page): Departure[] => {
    const now = byId.get(page.id) ?? bySlug.get(page.slug) ?? null;
    const alive = new Set(now?.headings.map(({ anchor }) => anchor));
    const headings = [...page.headings.keys()].filter(
      (at) => !alive.has(page.headings[at]!.anchor),
    );
    return now === null || headings.length > 0 ? [{ page, now, headings }] : [];
  });
}

/** Where something is now, and how sure that is. */
interface Placement {
  readonly page: Page;
  readonly range: Range;
  readonly confidence: number;
  readonly reason: string;
}

/** A page that is known to be the right one speaks for its sections as much as this weight. */
const PAGE_WEIGHT = 6;
/** How sure a heading of the same text is in the right part of a page, where its text proves nothing. */
const SAME_HEADING = 0.9;
/** Content that points elsewhere from this confidence on outweighs a heading of the same text. */
const CLEAR = 0.5;
/** How sure the page is for a section that was not found on it. */
const PAGE_ALONE = 0.3;

class MoveFinder {
  readonly #evidence: Evidence;
  readonly #locator: Locator;
  readonly #parts: PageParts;
  readonly #numbers: ReadonlyMap<Page, number>;

  constructor(
    departures: readonly Departure[],
    { before, after }: { before: readonly Page[]; after: readonly Page[] },
  ) {
    this.#evidence = new Evidence(
      departures.map(({ page }) => page),
      after,
    );
    this.#locator = new Locator(this.#evidence, new Map(before.map((page) => [page.id, page])));
    this.#parts = new PageParts(this.#evidence);
    this.#numbers = new Map(after.map((page, number) => [page, number]));
  }

  find({ page, now, headings }: Departure): Move[] {
    const own = now === null ? this.#place(page, wholePage(page)) : stayingPage(now);
    const gone = new Set(headings);
    const moves = now === null && own ? [toMove(page.id, own)] : [];
    /** Heading → where it and what is below it is now. */
    const contexts: (Placement | null)[] = [];
    for (const [heading, { anchor }] of page.headings.entries()) {
      const parent = parentOf(page, heading);
      const around = parent < 0 ? own : contexts[parent]!;
      const found = gone.has(heading) ? this.#successor({ page, heading, around, own }) : null;
      if (found) moves.push(toMove(`${page.id}#${anchor}`, found));
      const isSure = found !== null && found.confidence >= CERTAIN && found.range.first > 0;
      const stays = found === null && now !== null ? sameAnchor(page, { heading, now }) : null;
      contexts.push(stays ?? (isSure ? found : around));
    }
    return moves;
  }

  #place(page: Page, range: Range): Placement | null {
    const found = this.#locator.locate(page, range);
    return found && { ...found, ...judge(found), confidence: confidenceOf(found) };
  }

  /**
   * Finds the successor of a heading's anchor: first where the section around it is now, then on
   * the rest of its page, then anywhere.
   */
  #successor(sought: Sought): Placement | null {
    const { page, heading, around, own } = sought;
    if (isTitle(page, heading)) return own;
    if (own?.page.body === page.body) return unchanged(heading, own);
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
  #nearby({ page, heading }: Sought, expected: Placement): Placement | null {
    const sought = subtree(page, heading);
    const shingles = this.#evidence.shinglesOf(page, sought);
    const part = this.#parts.narrow(shingles, {
      page: this.#numbers.get(expected.page)!,
      within: expected.range,
      heading: headingOf(page, sought),
    });
    if (part.weight === 0) return null;
    const total = this.#evidence.weightOf(shingles);
    const kept = expected.page.id === page.id ? this.#keptWeight(shingles, { page, sought }) : 0;
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

  /** Returns the weight of the shingles that other sections of the page had before. */
  #keptWeight(
    shingles: readonly number[],
    { page, sought }: { page: Page; sought: Range },
  ): number {
    const before = { first: 0, end: sought.first };
    const after = { first: sought.end, end: wholePage(page).end };
    const others = new Set(
      [before, after].flatMap((part) => this.#evidence.shinglesOf(page, part)),
    );
    return this.#evidence.weightOf(shingles.filter((shingle) => others.has(shingle)));
  }

  /** Finds a heading's section on any other page; how much its own page had before is known above. */
  #anywhere({ page, heading }: Sought): Placement | null {
    const found = this.#place(page, subtree(page, heading));
    return found === null || found.page.id === page.id ? null : found;
  }
}

interface Sought {
  readonly page: Page;
  readonly heading: number;
  /** Where the section around it is now; null if that is not known. */
  readonly around: Placement | null;
  /** Where its page is now; null if that is not known. */
  readonly own: Placement | null;
}

function stayingPage(page: Page): Placement {
  const reason = "It was the title of the page, which stays.";
  return { page, range: wholePage(page), confidence: 1, reason };
}

/** Returns the heading with the same anchor and text on a page that stays. */
function sameAnchor(
  { headings }: Page,
  { heading, now }: { heading: number; now: Page },
): Placement | null {
  const { anchor, text } = headings[heading]!;
  const place = now.headings.findIndex((one) => one.anchor === anchor && one.text === text);
  return place < 0 ? null : { ...stayingPage(now), range: subtree(now, place) };
}

/** Describes why a place was found. */
function judge(found: Grounds & Pick<Found, "page" | "range">): { reason: string } {
  return { reason: describeGrounds(found, { inSection: headingOf(found.page, found.range) }) };
}

function unchanged(heading: number, { page, confidence }: Placement): Placement {
  const reason = "Its page has the same text there.";
  return { page, range: subtree(page, heading), confidence, reason };
}

/** Finds the only heading with the same text in the part of a page where it is expected. */
function sameHeading({ page, heading }: Sought, expected: Placement): Placement | null {
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
function pageAlone(page: Page, own: Placement): Placement | null {
  if (own.page.id === page.id) return null;
  const reason = "Its page is there, but the section was not found.";
  return { ...own, confidence: own.confidence * PAGE_ALONE, reason };
}

function surest(placements: readonly (Placement | null)[]): Placement | null {
  return placements.reduce(
    (best, one) => (one && one.confidence > (best?.confidence ?? 0) ? one : best),
    null,
  );
}

function toMove(from: string, { page, range, confidence, reason }: Placement): Move {
  const anchor = range.first === 0 ? "" : `#${page.headings[range.first - 1]!.anchor}`;
  return { from, to: page.id + anchor, confidence: Math.round(confidence * 100) / 100, reason };
}
