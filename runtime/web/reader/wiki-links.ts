import type { LinkTargets } from "./link-targets.ts";

/** `[[target]]` and `[[target|label]]`; in a table, the sign between them is escaped. */
const WIKI_LINK = /(?<!!)\[\[([^[\]|\n\\]+)(?:\\?\|([^[\]|\n]+))?\]\]/;

/** Turns wiki links to pages into links. Code is left alone. */
export function linkWikiLinks(text: DocumentFragment, targets: LinkTargets): void {
  const texts = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    if (node.textContent!.includes("[[") && !node.parentElement?.closest("a, code, pre")) {
      found.push(node as Text);
    }
  }
  for (const node of found) linkAll(node, targets);
}

function linkAll(text: Text, targets: LinkTargets): void {
  for (let rest: Text | null = text; rest !== null; ) {
    const match = WIKI_LINK.exec(rest.data);
    if (match === null) return;
    const start = rest.splitText(match.index);
    rest = start.splitText(match[0].length);
    const address = targets.findWiki(match[1]!.trim());
    if (address === undefined) continue;
    const link = document.createElement("a");
    link.setAttribute("href", address);
    link.textContent = match[2] ?? match[1]!;
    start.replaceWith(link);
  }
}
