import type { Point } from "../camera/camera.ts";
import { type Scene, visiblePages } from "./scene.ts";
import { discOf } from "./strokes.ts";

/** Pixels around a page that still count as part of it; pages may be drawn very small. */
const MARGIN = 3;

/** Finds the page at a point of the screen, the nearest one where pages overlap; null for none. */
export function findPage(scene: Scene, at: Point): number | null {
  let [found, least]: [number | null, number] = [null, Infinity];
  for (const page of visiblePages(scene)) {
    const { x, y, radius } = discOf(scene, page);
    const distance = Math.hypot(x - at.x, y - at.y);
    if (distance > radius + MARGIN || distance >= least) continue;
    [found, least] = [page, distance];
  }
  return found;
}
