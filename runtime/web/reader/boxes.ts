/** The first line of an alert of GitHub: `> [!NOTE]`. */
const ALERT = /^\s*\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*(?:\n|$)/i;

/** Makes boxes of the alerts of GitHub, and gives each box and each closed part its title. */
export function makeBoxes(text: DocumentFragment): void {
  for (const quote of text.querySelectorAll("blockquote")) makeAlert(quote);
  for (const box of text.querySelectorAll<HTMLElement>("[data-box]")) {
    const title = takeTitle(box) ?? nameOf(box.dataset.box!);
    const line = document.createElement("p");
    line.className = "box-title";
    line.append(title);
    box.prepend(line);
    box.setAttribute("role", "note");
  }
  for (const details of text.querySelectorAll("details")) {
    if (details.querySelector(":scope > summary")) continue;
    const summary = document.createElement("summary");
    summary.append(takeTitle(details) ?? "Details");
    details.prepend(summary);
  }
}

function makeAlert(quote: HTMLQuoteElement): void {
  const first = quote.querySelector<HTMLElement>(":scope > p:first-child");
  const start = first?.firstChild;
  if (!(start instanceof Text)) return;
  const kind = ALERT.exec(start.data)?.[1];
  if (kind === undefined) return;
  start.data = start.data.replace(ALERT, "");
  if (first!.textContent.trim() === "") first!.remove();
  const box = document.createElement("div");
  box.dataset.box = kind.toLowerCase();
  box.append(...quote.childNodes);
  quote.replaceWith(box);
}

/** Takes the title out of a block: its first paragraph, if all of it is bold. */
export function takeTitle(block: Element): DocumentFragment | null {
  const first = block.firstElementChild;
  const only = first?.localName === "p" ? first.firstElementChild : null;
  if (only?.localName !== "strong" || first!.textContent !== only.textContent) return null;
  const title = document.createDocumentFragment();
  title.append(...only.childNodes);
  first!.remove();
  return title;
}

function nameOf(kind: string): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}
