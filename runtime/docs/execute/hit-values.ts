import type { Doc } from "../../../corpus/schema.ts";
import type { HitList } from "../../../corpus/search/words/hits.ts";

/** Returns hits as the schema has them. */
export function hitValues({ items, ...list }: HitList<Doc>) {
  return {
    ...list,
    items: items.map(({ doc, docHeading, breadcrumbs, slug, excerpt: { text, marks } }) => ({
      doc,
      heading: docHeading,
      breadcrumbs,
      slug,
      excerpt: { text, marks: marks.map(([start, end]) => ({ start, end })) },
    })),
  };
}
