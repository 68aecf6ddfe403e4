import type { Correction, Hit, HitList } from "./hit-source.ts";

export const HINT = "Type a few words, or a phrase in quotes.";
export const WAITING = "Searching…";
export const FAILED = "The search does not work at the moment.";

/** Says how an answer differs from what was asked; one sentence each. */
export function notesOf({ corrections, items }: HitList): string[] {
  if (items.length === 0) return [];
  const words = Map.groupBy(corrections, ({ from }) => from);
  return Array.from(words, ([from, all]) => `${correctedTo(all)} instead of “${from}”.`);
}

function correctedTo(corrections: readonly Correction[]): string {
  return `Showing results for ${corrections.map(({ to }) => `“${to}”`).join(" or ")}`;
}

/** Says which words of the query a page lacks. */
export function describeMissing({ missing }: Pick<Hit, "missing">): string {
  return `Missing: ${missing.join(", ")}`;
}

/** Says how many places were found, and how many of them are shown. */
export function countOf({ total, items }: HitList): string {
  if (total > items.length) return `Best ${items.length} of ${total.toLocaleString("en")} places`;
  return `${total} ${total === 1 ? "place" : "places"}`;
}

/** Says that nothing was found, and what would help. */
export function nothingFor(query: string): string[] {
  const advice = query.includes('"')
    ? "A phrase in quotes must stand in the docs exactly. Leave out the quotes to find its words."
    : "Try fewer words, or others that the docs may use.";
  return [`Nothing found for “${query.trim()}”.`, advice];
}
