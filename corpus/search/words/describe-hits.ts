import type { Hit, HitList } from "./hits.ts";
import type { ListedDoc } from "./places.ts";

/** A page that the description names. */
interface NamedDoc extends ListedDoc {
  readonly id: string;
}

/** Describes what a query found as `/search.json`, `docgate search --format json` and the static form tell it. */
export function describeHits(query: string, found: HitList<NamedDoc>) {
  const { total, loosened, corrections, items } = found;
  return { query, total, loosened, corrections, items: items.map(describeHit) };
}

function describeHit({ doc, heading, slug, breadcrumbs, excerpt }: Hit<NamedDoc>) {
  const { id, title } = doc;
  const marks = excerpt.marks.map(({ start, end }) => [start, end] as const);
  const place = { id, title, heading: heading?.text ?? null, slug, breadcrumbs };
  return { ...place, excerpt: { text: excerpt.text, marks } };
}
