import type { Doc } from "../corpus/schema.ts";
import { INDEX_OPTIONS, type IndexedTexts, indexedTexts, tokenize } from "../corpus/search.ts";

/** The terms of one field of a file. It is plain JSON data. */
export interface FieldTerms {
  /** Each once, in order of first appearance, joined by {@link TERM_SEPARATOR}. */
  readonly terms: string;
  /** How often each of them is there. */
  readonly counts: readonly number[];
  /** How many different ones MiniSearch counts: nothing, at either end of a text, is one too. */
  readonly length: number;
}

/** No term holds it, for it parts words. */
export const TERM_SEPARATOR = "\n";

/** What is indexed, in the order of the index. */
export const FIELDS = INDEX_OPTIONS.fields as readonly (keyof IndexedTexts)[];

/** Cuts the indexed texts of a page into terms and counts them, field by field. */
export function countTerms(
  page: Pick<Doc, "title" | "headings" | "description" | "body">,
): FieldTerms[] {
  const texts = indexedTexts({ id: "", ...page });
  return FIELDS.map((field) => countField(texts[field]));
}

function countField(text: string): FieldTerms {
  const counts = new Map<string, number>();
  for (const term of tokenize(text)) counts.set(term, (counts.get(term) ?? 0) + 1);
  const length = counts.size;
  // What is before the first separator and after the last may be nothing.
  counts.delete("");
  return { terms: [...counts.keys()].join(TERM_SEPARATOR), counts: [...counts.values()], length };
}
