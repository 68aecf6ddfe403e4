import type { ParsedFile } from "../../markdown/parse.ts";
import type { FoundFile } from "../../read/collect.ts";
import type { ReadResult } from "../../read/read.ts";
import type { MatchedPage } from "../match/match.ts";
import { findTextEdits } from "./text-edits.ts";
import { UsualLines } from "./usual-lines.ts";

/** A page of the tree with its HTML page. */
export interface SitePage {
  readonly file: ParsedFile;
  /** Where the file was read from. */
  readonly location: string;
  readonly matched: MatchedPage;
}

/** A page that was read again, with the text that its site shows. */
export interface SiteReading {
  readonly file: ParsedFile;
  /** Its content key, which has the edits in it. */
  readonly key: string;
}

/**
 * Reads pages again whose text is not what their built site shows. Give it all matched pages at once:
 * what most of them have is what the theme adds.
 *
 * @param read Reads files with their edits, in their order: `readFoundFiles`.
 * @returns for each page its new reading; null for one whose text is what the site shows
 */
export async function readSiteTexts(
  pages: readonly SitePage[],
  read: (files: readonly FoundFile[]) => Promise<readonly ReadResult[]>,
): Promise<(SiteReading | null)[]> {
  const usual = new UsualLines(pages.map(({ matched }) => matched));
  const edited = pages.map(({ file, location, matched }) => {
    return { path: file.path, location, siteEdits: findTextEdits(file, { matched, usual }) };
  });
  const results = (await read(edited.filter(({ siteEdits }) => siteEdits.length > 0))).values();
  return edited.map(({ siteEdits }, at) => {
    if (siteEdits.length === 0) return null;
    const { result, key } = results.next().value!;
    const isReadable = !("rule" in result) && !isWorse(result, pages[at]!.file);
    return isReadable ? { file: result, key: key! } : null;
  });
}

/** Tells whether edits have broken the syntax of a page. */
function isWorse(after: ParsedFile, before: ParsedFile): boolean {
  const countOf = ({ problems }: ParsedFile) =>
    problems.filter(({ rule }) => rule === "mdx-syntax" || rule === "page-too-complex").length;
  return countOf(after) > countOf(before);
}
