import type { Doc } from "../../corpus/schema.ts";
import type { Hit, HitList } from "../../corpus/search/words/hits.ts";

/** Describes what a query found as `/search.json` and `docgate search --format json` tell it. */
export function describeHits(query: string, found: HitList<Doc>) {
  const { total, loosened, corrections, items } = found;
  return { query, total, loosened, corrections, items: items.map(describeHit) };
}

function describeHit({ doc, heading, slug, breadcrumbs, excerpt }: Hit<Doc>) {
  const { id, title } = doc;
  const marks = excerpt.marks.map(({ start, end }) => [start, end] as const);
  const place = { id, title, heading: heading?.text ?? null, slug, breadcrumbs };
  return { ...place, excerpt: { text: excerpt.text, marks } };
}
