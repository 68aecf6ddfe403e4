/** Puts each table into a box, which scrolls if the table is wider than the page. */
export function makeTextReadable(text: DocumentFragment): void {
  for (const table of text.querySelectorAll("table")) {
    const box = document.createElement("div");
    box.className = "wide";
    table.replaceWith(box);
    box.append(table);
  }
}
