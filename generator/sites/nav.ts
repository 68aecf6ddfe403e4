import type { NavEntry } from "../../corpus/schema.ts";
import { idOf } from "../../corpus/text/slug.ts";
import type { NavItem, PageFacts } from "./model.ts";
import type { Site } from "./site.ts";

/** Returns the navigation of a site as the corpus has it, without pages that are not in the tree. */
export function navOf(
  files: readonly (PageFacts & { readonly unlisted: boolean })[],
  site: Site,
): NavEntry[] {
  const ids = new Map(files.map(({ path }) => [path, idOf(path)]));
  const entries: NavEntry[] = [];
  const add = (items: readonly NavItem[], depth: number) => {
    for (const { title, path, items: below } of items) {
      const id = path === null ? null : (ids.get(path) ?? null);
      const at = entries.length;
      add(below, depth + 1);
      const isEmpty = id === null && (title === null || entries.length === at);
      if (!isEmpty) entries.splice(at, 0, { depth, title, id });
    }
  };
  add(site.order(files.filter(({ unlisted }) => !unlisted)), 0);
  return entries;
}
