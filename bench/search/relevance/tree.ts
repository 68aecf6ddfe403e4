import type { Doc } from "../../../corpus/exports.ts";
import type { Place, WordsDoc } from "../../../corpus/search/words/places.ts";
import { isHeldOut } from "./held-out.ts";

export type TreeDoc = Doc & WordsDoc;

/** A place as the other searches index it: a section with its texts. */
export interface Section {
  readonly place: Pick<Place, "doc" | "heading">;
  readonly title: string;
  readonly heading: string;
  /** The headings above it, outermost first. */
  readonly above: readonly string[];
  readonly text: string;
}

/**
 * A right answer to a query: a heading of a page, or any place of it if `heading` is null. Pages with
 * the same title, and their headings with the same text, are the same answer: in a tree with several
 * versions of a page, no version is better than another.
 */
export interface Answer {
  readonly title: string;
  readonly heading: string | null;
}

/** A link from one page of the tree to another. */
export interface LabelledLink {
  readonly label: string;
  readonly target: Answer;
  /** The position of the page that it leads to, and of the heading; -1 for the page itself. */
  readonly place: Section["place"];
  readonly source: Answer;
}

/** A tree of pages to search. */
export interface RelevanceTree {
  readonly name: string;
  /** The corpus file. */
  readonly corpus: string;
  readonly docs: readonly TreeDoc[];
  readonly sections: readonly Section[];
  /** The links between pages. */
  readonly links: readonly LabelledLink[];
}

/** Returns the same tree without the descriptions of pages that are queries. */
export function withoutDescriptions(tree: RelevanceTree): RelevanceTree {
  return {
    ...tree,
    docs: tree.docs.map((doc) =>
      isHeldOut(doc.description ?? "") ? { ...doc, description: null } : doc,
    ),
  };
}
