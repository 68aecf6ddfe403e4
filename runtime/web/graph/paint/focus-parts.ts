import type { Focus } from "../camera/focus.ts";
import type { Scene } from "./scene.ts";

/** Thickness in pixels of highlighted links. */
export const FOCUS_WIDTH = 2;
/** Opacity of everything that is not highlighted. */
export const FADED = 0.18;

/** Returns the highlighted pages that are not hidden. */
export function shownPages({ plot, hidden }: Scene, { pages }: Focus): number[] {
  return pages.filter((page) => !hidden.has(plot.sections[page]!));
}

/** Returns the highlighted links between pages that are not hidden. */
export function shownLinks({ plot: { links, sections }, hidden }: Scene, focus: Focus): number[] {
  const isShown = (page: number): boolean => !hidden.has(sections[page]!);
  return focus.links.filter((link) => isShown(links[2 * link]!) && isShown(links[2 * link + 1]!));
}
