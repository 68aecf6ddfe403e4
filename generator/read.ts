import { existsSync, readFileSync } from "node:fs";
import type { AnchorStyle } from "./anchors.ts";
import { cacheKey, openCache } from "./cache.ts";
import type { FoundFile } from "./collect.ts";
import { loadParser, type ParseMarkdown, type ParserName } from "./markdown.ts";
import { type ParsedFile, parseFile } from "./parse.ts";
import type { Problem } from "./problem.ts";
import { verifyParsed } from "./verify-parser.ts";

export interface ReadOptions {
  readonly anchors: AnchorStyle;
  /** The cache's folder; null reads without a cache. */
  readonly cacheDir: string | null;
  readonly parser: ParserName;
  /** Whether each file is parsed by the reference too, which must give the same; uncached. */
  readonly verifyParser: boolean;
}

/** A file that was read, or the problem that makes it unreadable. */
export interface ReadResult {
  readonly result: ParsedFile | Problem;
  readonly fromCache: boolean;
}

/** Makes a function that finds what the cache has of a file. */
export function createLookup({
  anchors,
  cacheDir,
  parser,
  verifyParser,
}: ReadOptions): (file: FoundFile) => ReadResult | null {
  if (cacheDir === null || verifyParser || !existsSync(cacheDir)) return () => null;
  const cache = openCache(cacheDir);

  return ({ path, location }) => {
    try {
      const source = { path, bytes: readFileSync(location) };
      const known = cache.read(cacheKey(source, { anchors, parser }));
      return known && { result: known, fromCache: true };
    } catch {
      // Who reads it tells what is wrong with it.
      return null;
    }
  };
}

/** Makes a function that parses files one by one, and keeps what it read in the cache. */
export function createReader({
  anchors,
  cacheDir,
  parser,
  verifyParser,
}: ReadOptions): (file: FoundFile) => Promise<ReadResult> {
  const cache = cacheDir === null || verifyParser ? null : openCache(cacheDir);
  let loading: Promise<ParseMarkdown> | undefined;

  return async ({ path, location }) => {
    try {
      const source = { path, bytes: readFileSync(location) };
      const key = cache && cacheKey(source, { anchors, parser });
      loading ??= loadParser(parser);
      const result = parseFile(source, { anchors, parse: await loading });
      if (verifyParser) verifyParsed({ source, result }, anchors);
      if (key && !("rule" in result)) cache!.write(key, result);
      return { result, fromCache: false };
    } catch (error) {
      return { result: unreadable(path, error as Error), fromCache: false };
    }
  };
}

function unreadable(file: string, { message: reason }: Error): Problem {
  const message = `Cannot read file: ${reason}`;
  return { file, line: 1, column: 1, rule: "unreadable-file", message, suggestion: null };
}
