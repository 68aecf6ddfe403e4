import { compareCodePoints } from "../../../corpus/order.ts";
import { confidenceOf, describeGrounds, type Grounds } from "./confidence.ts";
import { Evidence } from "./evidence.ts";
import { type Found, Locator, marginFor } from "./locate.ts";
import { isTitle, type Page, type Range, subtree, wholePage } from "./outline.ts";
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

/** From this confidence on, a move is proposed. */
export const CERTAIN = 0.8;
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

/** Where a page is now, as far as it is known. */
interface Target {
  readonly page: Page;
  readonly range: Range;
  readonly confidence: number;
}

/** A page that is known to be the right one speaks for its sections as much as this weight. */
const PAGE_WEIGHT = 6;
/** How sure a heading of the same text is on the right page, where its own text proves nothing. */
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
    const found = now === null ? this.#locator.locate(page, wholePage(page)) : null;
    const confidence = found ? confidenceOf(found) : 1;
    const own = found && toMove(page.id, found, confidence);
    const target = now === null ? found && { ...found, confidence } : wholeTarget(now);
    const moves = headings.flatMap((heading) =>
      isTitle(page, heading)
        ? (moveOfTitle(page, { own, now }) ?? [])
        : (this.#successor({ page, heading, target }) ?? []),
    );
    return own ? [own, ...moves] : moves;
  }

  /** Finds the successor of a heading's anchor: first where its page is now, then anywhere. */
  #successor(sought: SoughtHeading): Move | null {
    const { page, heading, target } = sought;
    const from = `${page.id}#${page.headings[heading]!.anchor}`;
    if (target?.page.body === page.body) return unchanged(from, { heading, target });
    const near = target && this.#nearby(from, { ...sought, target });
    if (near && near.confidence >= CERTAIN) return near;
    const far = this.#anywhere(from, sought);
    const best = far && far.confidence > (near?.confidence ?? 0) ? far : near;
    if (target === null || (best && best.confidence >= CLEAR)) return best;
    return sameHeading(from, { ...sought, target }) ?? best ?? pageAlone(from, sought);
  }

  #nearby(
    from: string,
    { page, heading, target }: SoughtHeading & { target: Target },
  ): Move | null {
    const sought = subtree(page, heading);
    const shingles = this.#evidence.shinglesOf(page, sought);
    const part = this.#parts.narrow(shingles, {
      page: this.#numbers.get(target.page)!,
      within: target.range,
      margin: marginFor(sought),
    });
    if (part.weight === 0) return null;
    const total = this.#evidence.weightOf(shingles);
    const kept = target.page.id === page.id ? this.#keptWeight(shingles, { page, sought }) : 0;
    const grounds: Grounds = {
      share: part.weight / total,
      arrived: Math.max(0, part.weight - kept) / total,
      weight: Math.max(0, part.weight - kept) + PAGE_WEIGHT,
      rival: {
        fit: part.rival.weight / part.weight,
        name: `${target.page.id}#${part.rival.anchor}`,
      },
    };
    const place = { page: target.page, range: part.range };
    return toMove(from, { ...place, ...grounds }, target.confidence * confidenceOf(grounds));
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

  #anywhere(from: string, { page, heading }: SoughtHeading): Move | null {
    const found = this.#locator.locate(page, subtree(page, heading));
    // How much the page itself had before is known to `#nearby` only.
    if (found === null || found.page.id === page.id) return null;
    return toMove(from, found, confidenceOf(found));
  }
}

interface SoughtHeading {
  readonly page: Page;
  readonly heading: number;
  readonly target: Target | null;
}

/** The title of a page is where the page is. */
function moveOfTitle(
  page: Page,
  { own, now }: { own: Move | null; now: Page | null },
): Move | null {
  const from = `${page.id}#${page.headings[0]!.anchor}`;
  if (now === null) return own && { ...own, from };
  return { from, to: now.id, confidence: 1, reason: "It was the title of the page, which stays." };
}

function wholeTarget(page: Page): Target {
  return { page, range: wholePage(page), confidence: 1 };
}

function toMove(from: string, found: Found, confidence: number): Move {
  const { first } = found.range;
  const inSection = first === 0 ? null : found.page.headings[first - 1]!.text;
  return move(from, found, { confidence, reason: describeGrounds(found, { inSection }) });
}

function unchanged(from: string, { heading, target }: { heading: number; target: Target }): Move {
  const { end } = subtree(target.page, heading);
  const place = { page: target.page, range: { first: heading + 1, end } };
  const { confidence } = target;
  return move(from, place, { confidence, reason: "Its page has the same text there." });
}

/** Finds the only heading with the same text where the page is now. */
function sameHeading(
  from: string,
  { page, heading, target }: SoughtHeading & { target: Target },
): Move | null {
  const { text } = page.headings[heading]!;
  const { first, end } = target.range;
  const alike = [...target.page.headings.keys()].filter(
    (at) => at + 1 >= first && at + 1 < end && target.page.headings[at]!.text === text,
  );
  if (alike.length !== 1) return null;
  const range = subtree(target.page, alike[0]!);
  const reason = "Its page is there, and has one heading with this text.";
  return move(
    from,
    { page: target.page, range },
    { confidence: target.confidence * SAME_HEADING, reason },
  );
}

/** Returns the place of the page, for a section that is not on it. */
function pageAlone(from: string, { page, target }: SoughtHeading): Move | null {
  if (target === null || target.page.id === page.id) return null;
  const reason = "Its page is there, but the section was not found.";
  return move(from, target, { confidence: target.confidence * PAGE_ALONE, reason });
}

function move(
  from: string,
  { page, range }: { page: Page; range: Range },
  { confidence, reason }: { confidence: number; reason: string },
): Move {
  const anchor = range.first === 0 ? "" : `#${page.headings[range.first - 1]!.anchor}`;
  return { from, to: page.id + anchor, confidence: Math.round(confidence * 100) / 100, reason };
}
