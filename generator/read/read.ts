import { readFileSync } from "node:fs";
import { WordCounter } from "../../corpus/search/words/index/page-words.ts";
import type { ParserName } from "../config/generation.ts";
import type { Problem } from "../config/problem.ts";
import { createTermCounter } from "../index/terms.ts";
import type { Vocabulary } from "../index/vocabulary.ts";
import { loadParser } from "../markdown/markdown.ts";
import {
  type PageExcess,
  type PageSettings,
  type ParsedFile,
  type ParseOptions,
  parseFile,
} from "../markdown/parse.ts";
import { loadPageText } from "../sites/syntax/load-page-text.ts";
import type { FoundFile } from "./collect.ts";
import { contentKey } from "./content-key.ts";
import { createIncludeReader } from "./include-reader.ts";

export interface ReadOptions extends PageSettings {
  readonly parser: ParserName;
  /** True to parse each file with the reference too, which must give the same result. */
  readonly verifyParser: boolean;
  /** False to leave out the terms and words of pages, which only an index needs. Default: true. */
  readonly isCounted?: boolean;
  /** Location of the folder that included files are in. */
  readonly includeRoot: string;
}

/** A file that was read, or the problem that makes it unreadable. */
export interface ReadResult {
  readonly result: ParsedFile | Problem;
  /** The content key; null if the file could not be read. */
  readonly key: string | null;
  readonly fromCache: boolean;
}

/** Their memory is that of one page, so that it can be transferred. */
export const NO_COUNTERS: Pick<ParseOptions, "countTerms" | "wordCounter"> = {
  countTerms: () => new Int32Array(),
  wordCounter: { count: () => ({ units: "", terms: new Int32Array() }) },
};

/** Creates a function that reads and parses files one by one, with the terms of a vocabulary. */
export function createReader(
  { parser, verifyParser, isCounted = true, includeRoot, ...settings }: ReadOptions,
  vocabulary: Vocabulary,
): (file: FoundFile, limited?: PageExcess) => Promise<ReadResult> {
  const counters = isCounted
    ? {
        countTerms: settings.search.minisearch
          ? createTermCounter(vocabulary)
          : NO_COUNTERS.countTerms,
        wordCounter: new WordCounter(vocabulary.numberOf),
      }
    : NO_COUNTERS;
  const options = { ...settings, includeReader: createIncludeReader(includeRoot) };
  let loading: Promise<Pick<ParseOptions, "parse" | "readPageText">> | undefined;

  return async ({ path, location, siteEdits }, limited) => {
    try {
      const source = { path, bytes: readFileSync(location), siteEdits };
      loading ??= loadSyntax(options.site, parser);
      const parsing = { ...options, ...(await loading), ...counters, limited };
      const result = parseFile(source, parsing);
      if (verifyParser) {
        const { verifyParsed } = await import("../markdown/verify-parser.ts");
        verifyParsed({ source, result }, parsing);
      }
      return { result, key: contentKey(source), fromCache: false };
    } catch (error) {
      return unreadable(path, error as Error);
    }
  };
}

/** Loads what the pages of a site are parsed with. */
export async function loadSyntax(
  site: PageSettings["site"],
  parser: ParserName,
): Promise<Pick<ParseOptions, "parse" | "readPageText">> {
  const parse = await loadParser(parser, { mdx: site.mdx.length > 0 });
  return { parse, readPageText: await loadPageText(site) };
}

/** Returns the memory of a result that can be transferred, not copied, to another thread. */
export function buffersOf({ result }: ReadResult): ArrayBuffer[] {
  if ("rule" in result) return [];
  const { body, terms, words } = result;
  return [body, terms, words.terms].map(({ buffer }) => buffer as ArrayBuffer);
}

/** Returns the result for a file that could not be read. */
export function unreadable(file: string, { message: reason }: Error): ReadResult {
  const message = `Cannot read file: ${reason}`;
  const problem = { file, line: 1, column: 1, message, suggestion: null };
  return { result: { ...problem, rule: "unreadable-file" }, key: null, fromCache: false };
}
