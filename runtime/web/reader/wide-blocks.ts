/** Puts each table into a box, which scrolls if the table is wider than the page. */
export function boxTables(text: DocumentFragment): void {
  for (const table of text.querySelectorAll("table")) {
    const box = document.createElement("div");
    box.className = "wide";
    table.replaceWith(box);
    box.append(table);
  }
}

/** Lets people scroll with the keyboard what is wider than the page. */
export function makeScrollable(text: HTMLElement): void {
  for (const block of text.querySelectorAll<HTMLElement>("pre, .wide")) {
    if (block.scrollWidth > block.clientWidth) block.tabIndex = 0;
  }
}
