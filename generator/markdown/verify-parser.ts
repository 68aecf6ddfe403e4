import type { Root } from "mdast";
import type { Problem } from "../config/problem.ts";
import { decode } from "./decode.ts";
import type { Syntax } from "./markdown.ts";
import { parseWithRemark } from "./markdown-remark.ts";
import { parseMdxWithRemark } from "./mdx/mdx-remark.ts";
import { type ParsedFile, type ParseOptions, parseFile, type SourceFile } from "./parse.ts";

/** Number of UTF-16 units of a value that a message shows. */
const SHOWN_LENGTH = 300;

interface Reading {
  readonly source: SourceFile;
  readonly result: ParsedFile | Problem;
}

/** How the file was read, except for the parser. */
type VerifyOptions = Omit<ParseOptions, "parse">;

/**
 * Compares a parsed file with the reference parser's result.
 *
 * @throws an error that names the first field that differs, with both values
 */
export function verifyParsed({ source, result }: Reading, options: VerifyOptions): void {
  const found = fieldsOf(result);
  const expected = fieldsOf(parseFile(source, { ...options, parse: parseReference }));
  for (const field of new Set([...found.keys(), ...expected.keys()])) {
    const [actual, reference] = [found.get(field), expected.get(field)];
    if (actual === reference) continue;
    throw new Error(
      `the parsers differ in "${field}": ${excerpt(actual)} from satteri, ${excerpt(reference)} from remark`,
    );
  }
}

function parseReference(source: string, syntax: Syntax = "markdown"): Root {
  return syntax === "mdx" ? parseMdxWithRemark(source) : parseWithRemark(source);
}

function fieldsOf(result: ParsedFile | Problem): Map<string, string> {
  const fields = "rule" in result ? result : { ...result, body: decode(result.body) };
  return new Map(Object.entries(fields).map(([field, value]) => [field, JSON.stringify(value)]));
}

function excerpt(json = "nothing"): string {
  return json.length > SHOWN_LENGTH ? `${json.slice(0, SHOWN_LENGTH)}…` : json;
}
