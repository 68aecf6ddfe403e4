import type { Hit, HitList } from "./hit-source.ts";
import { create } from "./nodes.ts";
import { describeMissing } from "./texts.ts";

export type AddressOf = (slug: string) => string;

/**
 * Shows the places of an answer as links, grouped by page. Pages, and places of a page, have the
 * order of the answer.
 *
 * @param addressOf Makes an address of a slug.
 * @returns one group for each page
 */
export function showHits({ items }: HitList, addressOf: AddressOf): HTMLElement[] {
  const pages = [...Map.groupBy(items, ({ id }) => id).values()];
  return pages.map((hits, index) => showPage(hits, { index, addressOf }));
}

function showPage(
  hits: readonly Hit[],
  { index, addressOf }: { readonly index: number; readonly addressOf: AddressOf },
): HTMLElement {
  const { id, title } = hits[0]!;
  const name = `page-${index}`;
  const section = id.includes("/") ? [create("small", { part: "section" }, sectionOf(id))] : [];
  const heading = create("div", { id: name, part: "page" }, create("bdi", {}, title), ...section);
  const options = hits.map((hit, place) => {
    const option = create("a", {
      id: `${name}-place-${place}`,
      part: "option",
      role: "option",
      tabindex: "-1",
      href: addressOf(hit.slug),
      // Not every screen reader announces the groups of a list.
      "aria-describedby": name,
    });
    option.append(...showPath(hit), showExcerpt(hit.excerpt), ...showMissing(hit));
    return option;
  });
  return create(
    "div",
    { part: "group", role: "group", "aria-labelledby": name },
    heading,
    ...options,
  );
}

function sectionOf(id: string): string {
  return id.slice(0, id.indexOf("/"));
}

/** The headings down to the place; none for the beginning of a page, which has its title above. */
function showPath({ heading, slug, breadcrumbs }: Hit): HTMLElement[] {
  if (heading === null || !slug.includes("#")) return [];
  const above = breadcrumbs.slice(1).map((text) => `${text} › `);
  return [create("div", { part: "heading", dir: "auto" }, create("span", {}, ...above), heading)];
}

function showMissing(hit: Hit): HTMLElement[] {
  if (hit.missing.length === 0) return [];
  return [create("div", { part: "missing", dir: "auto" }, describeMissing(hit))];
}

function showExcerpt({ text, marks }: Hit["excerpt"]): HTMLElement {
  const line = create("div", { part: "excerpt", dir: "auto" });
  let at = 0;
  for (const [start, end] of marks) {
    line.append(text.slice(at, start), create("mark", { part: "mark" }, text.slice(start, end)));
    at = end;
  }
  line.append(text.slice(at));
  return line;
}
