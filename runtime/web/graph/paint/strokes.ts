import type { Scene } from "./scene.ts";

/** A link on the screen, in CSS pixels. */
export interface Stroke {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** A page on the screen, in CSS pixels. */
export interface Disc {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/**
 * Style of the links: the same for all, so that few are clear and many do not merge into a blot.
 */
export interface LinkStyle {
  readonly width: number;
  readonly opacity: number;
  readonly hasArrows: boolean;
}

/** Links in sight above which they are drawn thin and without arrows. */
const MANY_LINKS = 3000;

/** Returns the style for a number of links in sight. */
export function linkStyle(count: number): LinkStyle {
  if (count <= MANY_LINKS) return { width: 1.3, opacity: 1, hasArrows: true };
  const opacity = Math.max(0.25, Math.sqrt(MANY_LINKS / count));
  return { width: 1, opacity, hasArrows: false };
}

/** Returns where a page is drawn. */
export function discOf({ plot, positions, camera, size, growth }: Scene, page: number): Disc {
  return {
    x: (positions[2 * page]! - camera.x) * camera.scale + size.width / 2,
    y: (positions[2 * page + 1]! - camera.y) * camera.scale + size.height / 2,
    radius: plot.radii[page]! * growth,
  };
}

/**
 * Returns where a link is drawn: it ends at the edge of its target, so that the arrow is visible.
 */
export function strokeOf(scene: Scene, link: number): Stroke {
  const { links } = scene.plot;
  const from = discOf(scene, links[2 * link]!);
  const to = discOf(scene, links[2 * link + 1]!);
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const kept = length > to.radius ? (length - to.radius) / length : 0;
  return {
    x1: from.x,
    y1: from.y,
    x2: from.x + (to.x - from.x) * kept,
    y2: from.y + (to.y - from.y) * kept,
  };
}

/**
 * Returns the corners of the arrow at the end of a link, the tip first.
 *
 * @returns x and y in turn, or null if the link is too short for an arrow
 */
export function arrowOf({ x1, y1, x2, y2 }: Stroke, width: number): readonly number[] | null {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const head = 4 * width;
  if (length < head) return null;
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [x, y] = [x2 - dx * head, y2 - dy * head];
  const side = 1.5 * width;
  return [x2, y2, x - dy * side, y + dx * side, x + dy * side, y - dx * side];
}
