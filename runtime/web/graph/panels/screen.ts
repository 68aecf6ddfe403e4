/**
 * Returns whether the screen is too narrow for a panel next to the graph; `graph.css` has the same
 * limit.
 */
export function isNarrowScreen(): boolean {
  return window.matchMedia("(max-width: 48rem)").matches;
}
