/** A heading of the corpus, as a link of the outline. */
type Entry = HTMLAnchorElement;

/**
 * Gives the headings their anchors, which are those of the corpus. What the title of the page
 * repeats is left out, and its anchor leads to the title.
 */
export function placeAnchors(text: DocumentFragment): void {
  const headings = new Map<string, HTMLElement>();
  for (const heading of text.querySelectorAll<HTMLElement>("[data-start]")) {
    const start = heading.dataset.start!;
    if (!headings.has(start)) headings.set(start, heading);
  }
  for (const entry of document.querySelectorAll<Entry>("[data-heading]")) {
    const heading = headings.get(entry.dataset.heading!);
    if (heading) place(entry, heading, text);
  }
}

function place(entry: Entry, heading: HTMLElement, text: DocumentFragment): void {
  const anchor = entry.dataset.anchor!;
  for (const other of text.querySelectorAll(`[id="${CSS.escape(anchor)}"]`)) {
    other.removeAttribute("id");
  }
  if (entry.matches("h1")) {
    entry.id = anchor;
    heading.remove();
  } else {
    heading.id = anchor;
    cutMarker(heading);
    heading.append(linkTo(anchor, heading.textContent));
  }
}

/** Creates the link of a heading to itself. */
function linkTo(anchor: string, name: string): HTMLAnchorElement {
  const link = document.createElement("a");
  link.className = "permalink";
  link.href = `#${encodeURIComponent(anchor)}`;
  link.setAttribute("aria-label", `Link to “${name.trim()}”`);
  return link;
}

/** `{#id}` or `{/*id*\/}` at the end of a heading, with what Markdown made of it. */
const MARKER = /\s*\{(?:#[^\s{}]+|\/\*?\s*[^\s{}]+?\s*\*?\/)\}\s*$/;

/** Removes what a heading has at its end only to set its anchor. */
function cutMarker(heading: HTMLElement): void {
  let excess = MARKER.exec(heading.textContent)?.[0].length ?? 0;
  while (excess > 0) {
    const last = lastTextOf(heading);
    const cut = Math.min(excess, last.data.length);
    last.data = last.data.slice(0, last.data.length - cut);
    if (last.data === "") last.remove();
    excess -= cut;
  }
}

function lastTextOf(element: HTMLElement): Text {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let last = texts.nextNode();
  for (let next = last; next !== null; next = texts.nextNode()) last = next;
  return last as Text;
}
