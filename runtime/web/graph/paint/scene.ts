import type { Camera, Size } from "../camera/camera.ts";
import type { Plot } from "../layout/plot.ts";

/** Everything that determines the picture of the whole graph, except its colours. */
export interface Scene {
  readonly plot: Plot;
  /** x and y of each page in turn. */
  readonly positions: Float32Array<ArrayBuffer>;
  readonly camera: Camera;
  readonly size: Size;
  /** Factor of the radii at this scale. */
  readonly growth: number;
  /** Indices of the hidden sections. */
  readonly hidden: ReadonlySet<number>;
}

/** Radii grow more slowly than distances, so that zooming in separates the pages. */
const GROWTH = { least: 0.6, most: 6 };

/** Returns the factor of the radii at a scale. */
export function growthAt(scale: number, scaleOfAll: number): number {
  return Math.min(GROWTH.most, Math.max(GROWTH.least, Math.sqrt(scale / scaleOfAll)));
}

/** Returns the indices of the pages in sight. */
export function visiblePages({ plot, positions, camera, size, growth, hidden }: Scene): number[] {
  const pages: number[] = [];
  const across = size.width / 2 / camera.scale;
  const down = size.height / 2 / camera.scale;
  for (let page = 0; page < plot.radii.length; page++) {
    const margin = (plot.radii[page]! * growth) / camera.scale;
    if (Math.abs(positions[2 * page]! - camera.x) > across + margin) continue;
    if (Math.abs(positions[2 * page + 1]! - camera.y) > down + margin) continue;
    if (!hidden.has(plot.sections[page]!)) pages.push(page);
  }
  return pages;
}

/** Returns the indices of the links that may be in sight and are longer than a pixel. */
export function visibleLinks({ plot, positions, camera, size, hidden }: Scene): number[] {
  const { sections, links } = plot;
  const found: number[] = [];
  const across = size.width / 2 / camera.scale;
  const down = size.height / 2 / camera.scale;
  const pixel = 1 / camera.scale;
  for (let link = 0; 2 * link < links.length; link++) {
    const from = links[2 * link]!;
    const to = links[2 * link + 1]!;
    const x1 = positions[2 * from]! - camera.x;
    const y1 = positions[2 * from + 1]! - camera.y;
    const x2 = positions[2 * to]! - camera.x;
    const y2 = positions[2 * to + 1]! - camera.y;
    if ((x1 < -across && x2 < -across) || (x1 > across && x2 > across)) continue;
    if ((y1 < -down && y2 < -down) || (y1 > down && y2 > down)) continue;
    if (Math.abs(x1 - x2) < pixel && Math.abs(y1 - y2) < pixel) continue;
    if (!hidden.has(sections[from]!) && !hidden.has(sections[to]!)) found.push(link);
  }
  return found;
}
