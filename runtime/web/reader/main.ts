import "./reader.css";
import { placeAnchors } from "./anchors.ts";
import { LinkTargets } from "./link-targets.ts";
import { toHtml } from "./markdown-to-html.ts";
import { toSafeFragment } from "./safe-fragment.ts";
import { boxTables, makeScrollable } from "./wide-blocks.ts";
import { linkWikiLinks } from "./wiki-links.ts";

const TEXT = document.getElementById("Text")!;

/** Puts the rendered page in the place of its source, which the server sends. */
function render(): void {
  const source = document.getElementById("Source")!;
  const targets = LinkTargets.ofPage(source.dataset as { path: string; base: string });
  const text = toSafeFragment(toHtml(source.textContent));
  placeAnchors(text);
  for (const link of text.querySelectorAll("a")) targets.lead(link);
  linkWikiLinks(text, targets);
  boxTables(text);
  TEXT.replaceChildren(text);
  makeScrollable(TEXT);
}

/** The place of the fragment is not there before the page is rendered. */
function goToFragment(): void {
  const { hash } = window.location;
  if (hash === "") return;
  document.getElementById(decodeFragment(hash.slice(1)))?.scrollIntoView();
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

const outline = document.querySelector<HTMLDetailsElement>(".outline");
if (outline) outline.open = window.matchMedia("(min-width: 64rem)").matches;
render();
goToFragment();
