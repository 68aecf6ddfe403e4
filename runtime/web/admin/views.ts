/** What the page can show, each a section of it. */
export type View = "overview" | "setup" | "done" | "taken" | "refused";

/** Shows one view in place of the others; a person who was reading one is led to the next. */
export function showView(view: View): void {
  const sections = document.querySelectorAll<HTMLElement>("main > section");
  const isFirst = Array.from(sections).every((section) => section.hidden);
  for (const section of sections) section.hidden = section.id !== view;
  const heading = document.querySelector<HTMLElement>(`#${view} h1`)!;
  document.title = `${heading.textContent} · docgate`;
  if (!isFirst) heading.focus();
}
