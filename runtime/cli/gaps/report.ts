import { printable } from "../../../corpus/text/printable.ts";
import { type Gap, searchesOf } from "../../docs/search-log/gaps.ts";
import type { TriedKeyword } from "./keywords.ts";

/** Describes for people which searches did not help, and which keywords would make them. */
export function describeGaps(gaps: readonly Gap[], keywords: readonly TriedKeyword[]): string {
  if (gaps.length === 0) return "No search in the log is left that does not help.";
  const tried = keywords.map(({ slug, keyword, finds }) => {
    const found = finds.length === 0 ? "no search more" : finds.map(quoted).join(", ");
    return `  ${quoted(keyword)} for ${printable(slug)} finds ${found}`;
  });
  return [
    ...gaps.map((gap) => `${describeGap(gap)}\n`),
    ...(tried.length === 0 ? [] : ["Keywords", ...tried]),
  ].join("\n");
}

function describeGap(gap: Gap): string {
  const { query, nothing, corrected, unopened, nearest, lacking } = gap;
  const counts = Object.entries({ "found nothing": nothing, corrected, "not opened": unopened })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count} ${what}`);
  return [
    `${printable(query)}: ${searchesOf(gap)} searches, ${counts.join(", ")}`,
    ...(lacking.length === 0 ? [] : [`  lacking  ${lacking.map(printable).join(", ")}`]),
    ...(nearest.length === 0 ? ["  nearest  nothing"] : nearest.map(nearestLine)),
  ].join("\n");
}

function nearestLine(slug: string, at: number): string {
  return `  ${at === 0 ? "nearest" : "       "}  ${printable(slug)}`;
}

function quoted(text: string): string {
  return `"${printable(text)}"`;
}
