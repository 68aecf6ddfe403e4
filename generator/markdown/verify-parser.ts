import type { Problem } from "../config/problem.ts";
import { parseWithRemark } from "./markdown-remark.ts";
import { decode, type ParsedFile, type ParseOptions, parseFile, type SourceFile } from "./parse.ts";

/** How much of a value a message shows, in UTF-16 units. */
const SHOWN_LENGTH = 300;

interface Reading {
  readonly source: SourceFile;
  readonly result: ParsedFile | Problem;
}

/** How the file was read, but for the parser. */
type VerifyOptions = Omit<ParseOptions, "parse">;

/**
 * Holds what was read against what the reference reads.
 *
 * @throws if they differ in any field, naming it with both values
 */
export function verifyParsed({ source, result }: Reading, options: VerifyOptions): void {
  const found = fieldsOf(result);
  const expected = fieldsOf(parseFile(source, { ...options, parse: parseWithRemark }));
  for (const field of new Set([...found.keys(), ...expected.keys()])) {
    const [actual, reference] = [found.get(field), expected.get(field)];
    if (actual === reference) continue;
    throw new Error(
      `the parsers differ in "${field}": ${excerpt(actual)} from satteri, ${excerpt(reference)} from remark`,
    );
  }
}

function fieldsOf(result: ParsedFile | Problem): Map<string, string> {
  const fields = "rule" in result ? result : { ...result, body: decode(result.body) };
  return new Map(Object.entries(fields).map(([field, value]) => [field, JSON.stringify(value)]));
}

function excerpt(json = "nothing"): string {
  return json.length > SHOWN_LENGTH ? `${json.slice(0, SHOWN_LENGTH)}…` : json;
}
