import { applyEdits, editsOf, VisibleText } from "../../corpus/marks.ts";
import type { ParserName } from "../../generator/config/generation.ts";
import { loadParser, type ParseMarkdown } from "../../generator/markdown/markdown.ts";
import { type ParsedFile, type ParseOptions, parseFile } from "../../generator/markdown/parse.ts";
import { createIncludeReader } from "../../generator/read/include-reader.ts";
import { PAGE_SETTINGS } from "./page-settings.ts";

const PARSERS: ReadonlyMap<ParserName, ParseMarkdown> = new Map([
  ["satteri", await loadParser("satteri", { mdx: true })],
  ["remark", await loadParser("remark", { mdx: true })],
]);

/** The names of the parsers, to run a test with each. */
export const PARSER_NAMES = [...PARSERS.keys()];

/** Options with which pages are MDX, whatever they count. */
export function mdxOptions(parser: ParserName): ParseOptions {
  return {
    ...PAGE_SETTINGS,
    site: { ...PAGE_SETTINGS.site, anchors: "github", mdx: [".mdx"] },
    search: { minisearch: false, keywords: [] },
    readPageText: null,
    includeReader: createIncludeReader("."),
    countTerms: () => new Int32Array(),
    wordCounter: { count: () => ({ units: "", terms: new Int32Array() }) },
    parse: PARSERS.get(parser)!,
  };
}

/** A page as it was read, and as agents and the search in words read it. */
export interface MdxPage extends ParsedFile {
  readonly forAgents: string;
  readonly text: string;
}

/** Reads a page in MDX. Agents are given each address with `→` before it. */
export function readMdx(source: string, parser: ParserName): MdxPage {
  const file = { path: "page.mdx", bytes: new TextEncoder().encode(source) };
  const parsed = parseFile(file, mdxOptions(parser)) as ParsedFile;
  const { marks } = parsed;
  const body = new TextDecoder().decode(parsed.body);
  let done = 0;
  const links = marks.addresses.map(({ start, end, target }): [number, number, string] => {
    const place: [number, number, string] = [start - done, end - start, `→${target}`];
    done = end;
    return place;
  });
  const edits = editsOf({ hidden: marks.hidden, links }, (target) => String(target));
  return {
    ...parsed,
    forAgents: applyEdits(body, edits),
    text: new VisibleText({ text: body, marks: { text: marks.text } }).read({
      start: 0,
      end: body.length,
    }),
  };
}
