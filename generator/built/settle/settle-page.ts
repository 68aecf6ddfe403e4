import { pageTextOf } from "../../../corpus/marks.ts";
import { foldCase } from "../../../corpus/text/fold.ts";
import { decode } from "../../markdown/decode.ts";
import type { ParsedFile } from "../../markdown/parse.ts";
import type { MatchedPage } from "../match/match.ts";

/** The fragment of the top of every page. */
const TOP = "top";

/**
 * Gives a page the title, anchors and fragments of its HTML. A heading without an id gets the anchor of
 * the nearest one above it, otherwise that of the top of the page.
 *
 * @param recount Counts the terms and words of a page with another title.
 */
export function settlePage(
  file: ParsedFile,
  { title: siteTitle, anchors, page: { html } }: MatchedPage,
  recount: (file: ParsedFile) => ParsedFile,
): ParsedFile {
  const title = siteTitle ?? file.title;
  let above = TOP;
  const headings = file.headings.map((heading, at) => {
    above = anchors[at] ?? above;
    return { ...heading, anchor: above };
  });
  const settled = { ...file, title, headings, fragments: html.ids };
  if (title === file.title) return settled;
  const marks = { ...file.marks, titleEnd: endOfTitle(file, title) };
  return recount({ ...settled, marks });
}

/** Returns where a first heading ends that is the title; 0 if it is not. */
function endOfTitle({ headings, marks, body, edits }: ParsedFile, title: string): number {
  const [first] = headings;
  if (first?.depth !== 1 || foldCase(first.text) !== foldCase(title)) return 0;
  if (marks.titleEnd > 0) return marks.titleEnd;
  const text = pageTextOf({ body: decode(body), edits: [...edits] });
  if (text.slice(0, first.start).trim() !== "") return 0;
  HEADING.lastIndex = first.start;
  return HEADING.test(text) ? HEADING.lastIndex : 0;
}

/** A heading in Markdown: a line that begins with `#`, or lines with one of `=` below them. */
const HEADING = /(?:#[^\n]*|[^\n]+(?:\n[^\n=]+)*\n {0,3}=+[ \t]*(?=\n|$))/y;
