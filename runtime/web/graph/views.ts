import { byId } from "./dom.ts";

/** The two ways to show the graph. */
export type View = "picture" | "list";

const views: View[] = ["picture", "list"];

/** Lets the buttons of the header change between the views. */
export function setUpViews(): void {
  const group = byId("views");
  for (const [index, button] of buttons().entries()) button.onclick = () => showView(views[index]!);
  group.hidden = false;
}

/** Shows one view and hides the other. */
export function showView(view: View): void {
  for (const [index, button] of buttons().entries()) {
    button.ariaPressed = String(views[index] === view);
    byId(views[index]!).hidden = views[index] !== view;
  }
}

/** Shows the list alone, and why there is no picture. */
export function showListOnly(reason: string): void {
  showView("list");
  byId("views").hidden = true;
  byId("no-picture").textContent = `${reason} This list has the same pages and links.`;
  byId("no-picture").hidden = false;
}

function buttons(): HTMLButtonElement[] {
  return Array.from(byId("views").querySelectorAll("button"));
}
