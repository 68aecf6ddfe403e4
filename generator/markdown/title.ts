import type { Place } from "../config/problem.ts";
import type { TitleSource } from "../config/title-sources.ts";
import type { FoundHeading } from "./headings.ts";

/** A title and its place in the file. */
export interface Title {
  readonly text: string;
  readonly place: Place;
  /** A heading of depth 1 has the source `h1`, whichever source supplied it. */
  readonly source: TitleSource;
}

export interface TitleCandidates {
  /** Path relative to the docs root. */
  readonly path: string;
  readonly frontmatter: { readonly text: string; readonly place: Place } | null;
  /** Headings in document order. */
  readonly headings: readonly FoundHeading[];
}

/**
 * Returns the first title found in the order of the sources (DOC-A5 and DOC-A15): `frontmatter`;
 * `heading`, the first heading of depth 1, otherwise the first heading; `h1`, the first heading of
 * depth 1; `file`, the file name in words, also if it is not listed.
 */
export function chooseTitle(
  { path, frontmatter, headings }: TitleCandidates,
  sources: readonly TitleSource[],
): Title {
  const named = headings.filter(({ text }) => text !== "");
  const topmost = named.find(({ depth }) => depth === 1);
  for (const source of sources) {
    if (source === "file") break;
    if (source === "frontmatter" && frontmatter !== null) return { ...frontmatter, source };
    const heading = source === "heading" ? (topmost ?? named[0]) : topmost;
    if (source !== "frontmatter" && heading !== undefined) {
      const { text, line, column, depth } = heading;
      return { text, place: { line, column }, source: depth === 1 ? "h1" : "heading" };
    }
  }
  return { text: fileNameInWords(path), place: { line: 1, column: 1 }, source: "file" };
}

/** Turns `guide/getting-started.md` into `Getting started`. */
function fileNameInWords(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
  const words = name.replace(/[-_\s]+/g, " ").trim() || name;
  return words.replace(/^./u, (first) => first.toUpperCase());
}

/**
 * Returns advice for a tree whose titles come from headings that may not be meant as titles: most
 * of its pages have neither a title in the frontmatter nor a heading of depth 1.
 */
export function adviseTitles(
  pages: readonly { readonly titleSource: TitleSource }[],
  sources: readonly TitleSource[],
): string | null {
  const count = (wanted: TitleSource) =>
    pages.filter(({ titleSource }) => titleSource === wanted).length;
  const deeper = count("heading");
  const untitled = deeper + count("file");
  if (sources[0] !== "frontmatter" || deeper === 0 || untitled <= pages.length / 2) return null;
  const better = sources.map((source) => JSON.stringify(source === "heading" ? "h1" : source));
  return (
    `${untitled} of ${pages.length} pages have neither a title in the frontmatter nor a heading of depth 1; ` +
    `${deeper} of them take their title from another heading. ` +
    `If files are named after their pages, configure: "titles": [${better.join(", ")}]`
  );
}
