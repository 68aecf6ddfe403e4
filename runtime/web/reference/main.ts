import "./reference.css";
import { addCopyButtons } from "./copy-buttons.ts";
import { markPlace } from "./current-place.ts";
import { setUpFilter } from "./filter.ts";
import { setUpForms } from "./try-it.ts";

document.documentElement.classList.add("scripted");
const side = document.querySelector<HTMLDetailsElement>(".side")!;
const isWide = window.matchMedia("(min-width: 64rem)");
/** Next to the operations, the list is always open; above them, it is closed at first. */
function fitSide(): void {
  side.open = isWide.matches;
}
fitSide();
isWide.addEventListener("change", fitSide);
side.addEventListener("click", ({ target }) => {
  if (!isWide.matches && (target as Element).closest("nav a") !== null) side.open = false;
});
setUpFilter();
addCopyButtons();
setUpForms();
markPlace(isWide);
