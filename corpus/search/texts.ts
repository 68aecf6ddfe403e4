import type { Doc } from "../schema.ts";
import { foldCase } from "../text.ts";

/** The texts of a doc in the form in which they are compared. */
export interface FoldedDoc {
  readonly title: string;
  /** Each on a line of its own; one may have several. */
  readonly headings: string;
  readonly description: string;
  readonly body: string;
}

export function foldDoc({
  title,
  headings,
  description,
  body,
}: Pick<Doc, "title" | "headings" | "description" | "body">): FoldedDoc {
  return {
    title: foldCase(title),
    headings: headings.map((heading) => foldCase(heading.text)).join("\n"),
    description: foldCase(description ?? ""),
    body: foldCase(body),
  };
}

/** So many docs tell what a scan of all would cost. */
const SAMPLED_DOCS = 32;
/** What it costs to look at one, roughly. */
export const SCANNED_CHARACTER_NS = 0.4;
/** Of one scanned doc, however short. */
const SCANNED_DOC_NS = 40;

/** What it would cost to look for a text in all docs, in nanoseconds: in some it is looked for. */
export function estimateScan(docs: readonly FoldedDoc[], needle: string): number {
  const step = Math.max(1, Math.floor(docs.length / SAMPLED_DOCS));
  let cost = 0;
  let count = 0;
  for (let doc = 0; doc < docs.length; doc += step) {
    cost += SCANNED_DOC_NS + SCANNED_CHARACTER_NS * scannedLength(docs[doc]!, needle);
    count++;
  }
  return (cost / (count || 1)) * docs.length;
}

/** How many characters are looked at before it is plain whether a doc contains a text. */
function scannedLength({ title, description, body }: FoldedDoc, needle: string): number {
  if (title.includes(needle) || description.includes(needle)) return 0;
  const at = body.indexOf(needle);
  return at < 0 ? body.length : at;
}
