/** Whether the screen has no room for a panel beside the editors; `explorer.css` has the same limit. */
export function isNarrowScreen(): boolean {
  return window.matchMedia("(max-width: 60rem)").matches;
}
