import type { Focus } from "../camera/focus.ts";
import type { Scene } from "./scene.ts";

/** Thickness in pixels of the links that stand out. */
export const FOCUS_WIDTH = 2;
/** How much is seen of all that does not stand out. */
export const FADED = 0.18;

/** The pages that stand out and are not hidden. */
export function shownPages({ plot, hidden }: Scene, { pages }: Focus): number[] {
  return pages.filter((page) => !hidden.has(plot.sections[page]!));
}

/** The links that stand out between pages that are not hidden. */
export function shownLinks({ plot: { links, sections }, hidden }: Scene, focus: Focus): number[] {
  const isShown = (page: number): boolean => !hidden.has(sections[page]!);
  return focus.links.filter((link) => isShown(links[2 * link]!) && isShown(links[2 * link + 1]!));
}
