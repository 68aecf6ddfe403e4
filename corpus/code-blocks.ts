import { pageTextOf } from "./marks.ts";
import type { Doc } from "./schema.ts";

/** A block of code of a page. */
export interface PageCode {
  /** The language that its fence names; null if it names none. */
  readonly lang: string | null;
  /** The rest of the line that opens its fence; null if there is none. */
  readonly meta: string | null;
  readonly text: string;
  /** The position in `headings` of the heading above it; -1 before the first. */
  readonly heading: number;
}

/** Reads the blocks of code of a page, in document order. */
export function* codeBlocksOf(
  doc: Pick<Doc, "body" | "edits" | "headings" | "codeBlocks">,
): Generator<PageCode> {
  const { codeBlocks, headings } = doc;
  if (codeBlocks === undefined) return;
  const pageText = pageTextOf(doc);
  let next = 0;
  for (const { lang = null, meta = null, start, end, text } of codeBlocks) {
    while (next < headings.length && headings[next]!.start <= start) next++;
    yield { lang, meta, text: text ?? pageText.slice(start, end), heading: next - 1 };
  }
}
