import { byId } from "../dom.ts";

/** The two ways to show the graph. */
export type View = "picture" | "list";

const views: View[] = ["picture", "list"];

/**
 * Lets the buttons of the header switch between the views.
 *
 * @param fillList Called before the list is shown for the first time; a long one takes a moment.
 */
export function setUpViews(fillList: () => void): void {
  const group = byId("views");
  for (const [index, button] of buttons().entries()) button.onclick = () => showView(views[index]!);
  byId("list").addEventListener("show", fillList, { once: true });
  group.hidden = false;
}

/** Shows one view and hides the other. */
export function showView(view: View): void {
  for (const [index, button] of buttons().entries()) {
    button.ariaPressed = String(views[index] === view);
    byId(views[index]!).hidden = views[index] !== view;
  }
  byId(view).dispatchEvent(new Event("show"));
}

/** Shows the list alone, with the reason why there is no picture. */
export function showListOnly(reason: string): void {
  showView("list");
  byId("views").hidden = true;
  byId("no-picture").textContent = `${reason} This list has the same pages and links.`;
  byId("no-picture").hidden = false;
}

function buttons(): HTMLButtonElement[] {
  return Array.from(byId("views").querySelectorAll("button"));
}
