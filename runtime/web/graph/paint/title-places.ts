import type { Disc } from "./strokes.ts";

/** A title in the picture. */
export interface Title {
  readonly text: string;
  /** Start of the text, or its end if it is left of its page, and its baseline; in CSS pixels. */
  readonly x: number;
  readonly y: number;
  readonly isLeft: boolean;
  /** Estimated width of the text. */
  readonly width: number;
}

/** Appearance of titles, in CSS pixels. */
export const TITLE = { size: 13, gap: 5, family: "system-ui, sans-serif" };

/** Width of a letter relative to the font size; a little more than usual. */
const LETTER = 0.56;
const LINE = TITLE.size + 2;

interface Surroundings {
  /** The page that is named. */
  readonly disc: Disc;
  readonly placed: readonly Title[];
  /** Pages that the title should not cover. */
  readonly discs: readonly Disc[];
  /** Width of the picture. */
  readonly room: number;
}

/**
 * Places a title right of its page, or left of it if it would leave the picture or cover a page.
 *
 * @returns Null if it would cover another title or leave the picture on either side.
 */
export function placeTitle(text: string, around: Surroundings): Title | null {
  const width = text.length * TITLE.size * LETTER;
  const sides = [false, true].map((isLeft) => titleAt(around.disc, { text, width, isLeft }));
  const free = sides.filter((title) => around.placed.every((other) => isApart(title, other)));
  const inside = free.filter((title) => leftOf(title) >= 0 && leftOf(title) + width <= around.room);
  const clear = inside.find((title) => around.discs.every((disc) => !covers(title, disc)));
  return clear ?? inside[0] ?? null;
}

function titleAt(
  { x, y, radius }: Disc,
  { text, width, isLeft }: Pick<Title, "text" | "width" | "isLeft">,
): Title {
  const away = radius + TITLE.gap;
  return { text, width, isLeft, x: isLeft ? x - away : x + away, y: y + TITLE.size / 3 };
}

function leftOf({ x, width, isLeft }: Title): number {
  return isLeft ? x - width : x;
}

function isApart(a: Title, b: Title): boolean {
  return (
    Math.abs(a.y - b.y) >= LINE ||
    leftOf(a) > leftOf(b) + b.width + TITLE.gap ||
    leftOf(b) > leftOf(a) + a.width + TITLE.gap
  );
}

function covers(title: Title, { x, y, radius }: Disc): boolean {
  const left = leftOf(title);
  const middle = title.y - TITLE.size / 3;
  const nearest = Math.max(left, Math.min(x, left + title.width));
  return Math.abs(nearest - x) < radius && Math.abs(middle - y) < radius + TITLE.size / 3;
}
