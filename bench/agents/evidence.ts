import type { RelevanceTree, Section, TreeDoc } from "../search/relevance/tree.ts";
import type { Answer } from "../search/relevance/truth.ts";

/** Number of letters and digits by which a place is recognised. */
const LENGTH = 50;
/** A line with fewer may also be in other places. */
const LEAST_LENGTH = 20;

/** Creates a function that recognises the places that answer in what an agent read. */
export function createEvidence({ sections, docs }: RelevanceTree) {
  const byTitle = Map.groupBy(
    sections.map((section) => ({ ...section, evidence: evidenceOf(section, docs) })),
    ({ title }) => title,
  );
  return (answers: readonly Answer[]) => {
    const wanted = answers.flatMap(({ title, heading }) =>
      (byTitle.get(title) ?? []).filter(
        (section) => (heading ?? section.heading) === section.heading,
      ),
    );
    return (text: string) => {
      const read = bare(text);
      return wanted.some(({ evidence }) => read.includes(evidence));
    };
  };
}

/**
 * Returns the beginning of a place's longest line without markup, which no server changes; of a place
 * with short lines only, that of its source with the headings below its own.
 */
function evidenceOf({ place: { doc, heading }, text }: Section, docs: readonly TreeDoc[]): string {
  const { body, headings } = docs[doc]!;
  const { start, depth } = headings[heading] ?? { start: 0, depth: 0 };
  const own = body.slice(start, headings[heading + 1]?.start);
  const visible = bare(text);
  const longest = own
    .split(/[\n[\](){}<>`*_|]/)
    .map(bare)
    .filter((line) => visible.includes(line))
    .reduce((best, line) => (line.length > best.length ? line : best), "");
  if (longest.length >= LEAST_LENGTH) return longest.slice(0, LENGTH);
  const next = headings.slice(heading + 1).find((below) => below.depth <= depth);
  return bare(body.slice(start, next?.start)).slice(0, LENGTH);
}

function bare(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();
}
