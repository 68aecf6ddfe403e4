import type { ParserName } from "../config/generation.ts";
import type { Problem } from "../config/problem.ts";
import { type ParsedFile, parseFile, type SourceFile } from "../markdown/parse.ts";
import type { SiteConfig } from "../sites/site-config.ts";
import type { IncludeReader } from "../sites/syntax/page-text.ts";
import { pageSettingsOf } from "./page-settings.ts";
import { loadSyntax, NO_COUNTERS } from "./read.ts";

/** Parses a page whose text is at hand, without what only an index needs. */
export type ParsePage = (file: SourceFile, includeReader: IncludeReader) => ParsedFile | Problem;

/** @param parser Default: `auto`. */
export async function createPageParser(
  config: SiteConfig,
  parser: ParserName = "auto",
): Promise<ParsePage> {
  const settings = pageSettingsOf(config);
  const syntax = await loadSyntax(settings.site, parser);
  return (file, includeReader) =>
    parseFile(file, { ...settings, ...NO_COUNTERS, ...syntax, includeReader });
}
