import "./reader.css";
import { placeAnchors } from "./anchors.ts";
import { makeBoxes } from "./boxes.ts";
import { frameCode } from "./code-blocks.ts";
import { toHtml } from "./markdown-to-html.ts";
import { toSafeFragment } from "./safe-fragment.ts";
import { makeTabs, reveal } from "./tabs.ts";
import { boxTables, makeScrollable } from "./wide-blocks.ts";
import { type Block, withBlocks } from "./with-blocks.ts";

const TEXT = document.getElementById("Text")!;

/** Puts the rendered page in the place of its source, which the server sends. */
function render(): void {
  const source = document.getElementById("Source")!;
  const blocks = JSON.parse(source.dataset.blocks!) as Block[];
  const text = toSafeFragment(toHtml(withBlocks(source.textContent, blocks)));
  placeAnchors(text);
  makeBoxes(text);
  makeTabs(text);
  frameCode(text);
  boxTables(text);
  TEXT.replaceChildren(text);
  makeScrollable(TEXT);
}

/** The place of the fragment is not there before the page is rendered, or it may be in a closed part. */
function goToFragment(): void {
  const { hash } = window.location;
  if (hash === "") return;
  const place = document.getElementById(decodeFragment(hash.slice(1)));
  if (place === null) return;
  reveal(place);
  place.scrollIntoView();
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

const isWide = (rem: number) => window.matchMedia(`(min-width: ${rem}rem)`).matches;
const outline = document.querySelector<HTMLDetailsElement>(".outline");
if (outline) outline.open = isWide(64);
const tree = document.querySelector<HTMLDetailsElement>(".tree");
if (tree) {
  tree.open = isWide(64);
  const here = tree.querySelector<HTMLElement>("[aria-current]");
  // Only the list is scrolled, not the page.
  if (tree.open && here) tree.scrollTop = here.offsetTop - tree.clientHeight / 2;
}
render();
goToFragment();
window.addEventListener("hashchange", goToFragment);
