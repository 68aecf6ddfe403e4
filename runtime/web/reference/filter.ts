/** Shows only the operations with all the words that are typed, in the list and on the page. */
export function setUpFilter(): void {
  const input = document.querySelector<HTMLInputElement>("#Filter")!;
  const entries = [...document.querySelectorAll<HTMLElement>("article")].map((article) => ({
    parts: [article, document.querySelector<HTMLElement>(`nav li:has(a[href="#${article.id}"])`)!],
    text: textOf(article),
  }));
  const groups = document.querySelectorAll<HTMLElement>(".group");
  const status = document.getElementById("Filtered")!;

  input.addEventListener("input", () => {
    const query = input.value.trim();
    const words = query.toLowerCase().split(/\s+/);
    let count = 0;
    for (const { parts, text } of entries) {
      const isShown = words.every((word) => text.includes(word));
      for (const part of parts) part.hidden = !isShown;
      if (isShown) count++;
    }
    for (const group of groups) {
      group.hidden = group.querySelector("article:not([hidden]), li:not([hidden])") === null;
    }
    status.textContent = query === "" ? "" : describe(count, query);
  });
  input.parentElement!.hidden = false;
}

/** Returns what names an operation: its title, method, path and group. */
function textOf(article: Element): string {
  const parts = [
    article.querySelector("h3"),
    article.querySelector(".address"),
    article.closest("section")?.querySelector("h2"),
  ];
  return [article.id, ...parts.map((part) => part?.textContent ?? "")].join(" ").toLowerCase();
}

function describe(count: number, query: string): string {
  if (count === 0) return `No operation has “${query}” in its name or path.`;
  return count === 1 ? "1 operation" : `${count} operations`;
}
