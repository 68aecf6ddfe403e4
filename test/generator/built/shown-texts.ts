import { pageTextOf } from "../../../corpus/marks.ts";
import { matchSite } from "../../../generator/built/match/match.ts";
import { toSourcePage } from "../../../generator/built/match/source-page.ts";
import { findTextEdits } from "../../../generator/built/text/text-edits.ts";
import { UsualLines } from "../../../generator/built/text/usual-lines.ts";
import { decode } from "../../../generator/markdown/decode.ts";
import { parseWithRemark } from "../../../generator/markdown/markdown-remark.ts";
import { parseMdxWithRemark } from "../../../generator/markdown/mdx/mdx-remark.ts";
import { type ParsedFile, parseFile, type SourceFile } from "../../../generator/markdown/parse.ts";
import { createIncludeReader } from "../../../generator/read/include-reader.ts";
import { PAGE_SETTINGS } from "../../support/page-settings.ts";
import { siteOf } from "./sites.ts";

/** A page as it is read after its site was built. */
export interface ShownText {
  /** The page text. */
  readonly text: string;
  /** The text that readers see of it, with its headings, on one line each. */
  readonly visible: string;
  readonly file: ParsedFile;
}

export function read(file: SourceFile): ParsedFile {
  const isMdx = file.path.endsWith(".mdx");
  const parsed = parseFile(file, {
    ...PAGE_SETTINGS,
    site: { ...PAGE_SETTINGS.site, mdx: isMdx ? [".mdx"] : [] },
    readPageText: null,
    includeReader: createIncludeReader("."),
    parse: (text, syntax) => (syntax === "mdx" ? parseMdxWithRemark(text) : parseWithRemark(text)),
    countTerms: () => new Int32Array(),
    wordCounter: { count: () => ({ units: "", terms: new Int32Array() }) },
  });
  if ("rule" in parsed) throw new Error(parsed.message);
  return parsed;
}

/** Matches pages with HTML, both given in place, and reads those pages again. */
export async function shownTexts(
  docs: Readonly<Record<string, string>>,
  html: Readonly<Record<string, string>>,
): Promise<Record<string, ShownText>> {
  const sources = Object.entries(docs).map(([path, text]) => ({
    path,
    bytes: new TextEncoder().encode(text),
  }));
  const files = new Map(sources.map((source) => [source.path, read(source)]));
  const pages = Array.from(files.values(), (file) => toSourcePage(file, null));
  const { matched } = matchSite(pages, await siteOf(html));
  const usual = new UsualLines(matched);
  const shown = matched.map((one): [string, ShownText] => {
    const { path } = one.source;
    const source = sources.find((each) => each.path === path)!;
    const siteEdits = findTextEdits(files.get(path)!, { matched: one, usual });
    return [path, toShown(read({ ...source, siteEdits }))];
  });
  return Object.fromEntries(shown);
}

function toShown(file: ParsedFile): ShownText {
  const text = pageTextOf({ body: decode(file.body), edits: [...file.edits] });
  const visible = toSourcePage(file, null).text;
  return { text, visible, file };
}
