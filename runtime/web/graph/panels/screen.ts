/** Whether the screen has no room for things beside the graph; `graph.css` has the same limit. */
export function isNarrowScreen(): boolean {
  return window.matchMedia("(max-width: 48rem)").matches;
}
