import type { Focus } from "../camera/focus.ts";
import { type Scene, visiblePages } from "./scene.ts";
import { type Disc, discOf } from "./strokes.ts";
import { placeTitle, type Title } from "./title-places.ts";

/** Maximum number of titles; nobody reads more while the picture moves. */
const MAX_TITLES = 60;
/** Square pixels of the picture per title, so that there is room between them. */
const ROOM = 14_000;
/** Radius in pixels below which a page has a title only if few pages are in sight. */
const LEAST_RADIUS = 4;
const FEW_PAGES = 60;
/** Minimum number of titles however small the pages are, to give a way into a large graph. */
const LEAST_TITLES = 8;
/** Maximum number of neighbours' titles around a selected page; more would cover one another. */
const MAX_NEIGHBOURS = 24;
/** Pages in sight above which titles may cover pages, because there is no room next to them. */
const CROWD = 300;

/** Width in pixels of the buttons on the right of the picture, which would cover titles. */
const BUTTONS = 52;

interface Texts {
  readonly titles: readonly string[];
  /** Texts that titles must not cover. */
  readonly taken: readonly Title[];
  /** Indices of all pages, the most important first. */
  readonly ranked: readonly number[];
}

/** Chooses the visible titles and places them: the most linked pages first, without overlaps. */
export function chooseTitles(
  scene: Scene,
  focus: Focus | null,
  { titles, ranked, taken }: Texts,
): Title[] {
  const placed: Title[] = [...taken];
  const inSight = visiblePages(scene);
  const seen = new Set(inSight);
  const discs = inSight.length <= CROWD ? inSight.map((page) => discOf(scene, page)) : [];
  const most = taken.length + Math.min(MAX_TITLES, (scene.size.width * scene.size.height) / ROOM);
  for (const page of focus ? focusedPages(focus, ranked) : ranked) {
    if (placed.length >= most) break;
    if (!seen.has(page)) continue;
    const disc = discOf(scene, page);
    if (!focus && isMinor(disc, seen.size) && placed.length - taken.length >= LEAST_TITLES) break;
    const title = placeTitle(titles[page]!, {
      disc,
      placed,
      discs,
      room: scene.size.width - BUTTONS,
    });
    if (title) placed.push(title);
  }
  return placed.slice(taken.length);
}

function isMinor({ radius }: Disc, inSight: number): boolean {
  return radius < LEAST_RADIUS && inSight > FEW_PAGES;
}

/** Returns the highlighted pages that have a title; the centre has a separate box. */
function focusedPages({ center, pages }: Focus, ranked: readonly number[]): number[] {
  const chosen = new Set(pages);
  if (center === null) return ranked.filter((page) => chosen.has(page));
  chosen.delete(center);
  return chosen.size > MAX_NEIGHBOURS ? [] : ranked.filter((page) => chosen.has(page));
}
