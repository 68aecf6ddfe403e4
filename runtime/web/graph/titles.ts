import type { Focus } from "./focus.ts";
import { type Scene, visiblePages } from "./scene.ts";
import { discOf } from "./strokes.ts";

/** A title in the picture. */
export interface Title {
  readonly page: number;
  /** Where the text starts, in CSS pixels, and its baseline. */
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** What titles look like, in CSS pixels. */
export const TITLE = { size: 13, gap: 5, family: "system-ui, sans-serif" };

/** Titles shown at most; more would not be read while the picture moves. */
const MAX_TITLES = 60;
/** Pixels of the picture for each title, so that there is room between them. */
const ROOM = 14_000;
/** Radius in pixels below which a page is named only when there are few in sight. */
const LEAST_RADIUS = 4;
const FEW_PAGES = 60;
/** Titles shown however small the pages are, so that there is a way into a large graph. */
const LEAST_TITLES = 8;
/** Titles of neighbours shown when a page is looked at; more would cover one another. */
const MAX_NEIGHBOURS = 24;
/** Width of a letter as a share of the text's size; a little more than the usual. */
const LETTER = 0.56;

interface Texts {
  readonly titles: readonly string[];
  /** Places of all pages, the most important first. */
  readonly ranked: readonly number[];
}

/** Chooses the titles that are shown and places them: the most linked pages first, none over another. */
export function chooseTitles(
  scene: Scene,
  focus: Focus | null,
  { titles, ranked }: Texts,
): Title[] {
  const placed: { title: Title; width: number }[] = [];
  const seen = new Set(visiblePages(scene));
  const candidates = focus ? focusedTitles(focus) : ranked;
  const most = Math.min(MAX_TITLES, (scene.size.width * scene.size.height) / ROOM);
  for (const page of candidates) {
    if (placed.length >= most) break;
    if (!seen.has(page)) continue;
    const { x, y, radius } = discOf(scene, page);
    const isSmall = radius < LEAST_RADIUS && seen.size > FEW_PAGES;
    if (!focus && isSmall && placed.length >= LEAST_TITLES) break;
    const text = titles[page]!;
    const width = text.length * TITLE.size * LETTER;
    const title = { page, text, x: x + radius + TITLE.gap, y: y + TITLE.size / 3 };
    if (placed.every((other) => isApart(other, { title, width }))) placed.push({ title, width });
  }
  return placed.map(({ title }) => title);

  function focusedTitles({ center, pages }: Focus): number[] {
    const chosen = new Set(pages);
    if (center !== null) chosen.delete(center);
    if (center !== null && chosen.size > MAX_NEIGHBOURS) return [];
    return ranked.filter((page) => chosen.has(page));
  }
}

interface Placed {
  readonly title: Title;
  readonly width: number;
}

function isApart(a: Placed, b: Placed): boolean {
  const height = TITLE.size + 2;
  return (
    Math.abs(a.title.y - b.title.y) >= height ||
    a.title.x > b.title.x + b.width + TITLE.gap ||
    b.title.x > a.title.x + a.width + TITLE.gap
  );
}
