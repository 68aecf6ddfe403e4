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

/** Decision B1: title, description and body are separate texts. */
export function contains({ title, description, body }: FoldedDoc, needle: string): boolean {
  return title.includes(needle) || description.includes(needle) || body.includes(needle);
}
