import { applyEdits, type Edit, editsOf, pageTextOf } from "../../../corpus/marks.ts";
import type { Doc } from "../../../corpus/schema.ts";
import { findBlocks } from "./reader-blocks.ts";
import { type ChangedPart, changedParts, OffsetMap } from "./text-changes.ts";

/** The text of a page as the reader shows it. */
export interface ReaderText {
  /** Markdown whose links lead to pages of the reader. */
  readonly markdown: string;
  /** HTML that marks boxes and tabs: where it belongs in the Markdown, in order. */
  readonly blocks: readonly (readonly [offset: number, html: string])[];
  /** Returns where a place of the page text is in the Markdown with its blocks. */
  placeOf(offset: number): number;
}

type Target = Doc["marks"]["links"][number][2];

/** Prepares the text of a page for the reader. @param addressOf returns the address of a link */
export function readerText(doc: Doc, addressOf: (target: Target) => string): ReaderText {
  const { body, marks, path } = doc;
  const pageText = pageTextOf(doc);
  const fromSource = changedParts(doc.edits, body);
  const hidden = changedParts(marks.hidden, pageText);
  const isJsx = path.endsWith(".mdx") || hidden.some(isOfJsx);
  const shown = { links: marks.links, hidden: isJsx ? marks.hidden : [] };
  const edits: readonly Edit[] = editsOf(shown, addressOf);
  const toMarkdown = new OffsetMap(edits);
  const markdown = applyEdits(pageText, edits);
  const blocks = findBlocks({
    markdown,
    body,
    fromSource,
    toPageText: new OffsetMap(fromSource),
    hidden: isJsx ? hidden : [],
    toMarkdown,
  });
  const withBlocks = new OffsetMap(blocks.map(([start, text]) => ({ start, end: start, text })));
  return {
    markdown,
    blocks,
    // A block at the same place is before it.
    placeOf: (offset) => withBlocks.of(toMarkdown.of(offset) + 1) - 1,
  };
}

/** Tells by what agents are not given of a page whether its markup is JSX. */
function isOfJsx({ removed }: ChangedPart): boolean {
  return /^<\/?[A-Za-z][^<]*>$|^(?:im|ex)port\s/.test(removed);
}
