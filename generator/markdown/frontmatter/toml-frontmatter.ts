import { parse, TomlError } from "smol-toml";
import type { Place, Problem } from "../../config/problem.ts";
import { MAX_DEPTH } from "../page-limits.ts";
import type { Frontmatter, FrontmatterSource } from "./frontmatter-block.ts";

/** A key or the name of a table at the beginning of a line. */
const KEY = /^[ \t]*(\[{0,2})[ \t]*(?:"([^"\r\n]*)"|'([^'\r\n]*)'|([\w-]+))[ \t]*[.=\]]/;

/** Reads frontmatter of TOML. Dates become texts. */
export function readToml({ file, text, firstLine }: FrontmatterSource): Frontmatter | Problem {
  try {
    const values = parse(text, { maxDepth: MAX_DEPTH });
    // Plain JSON data, so that it is the same with and without the cache.
    const data = JSON.parse(JSON.stringify(values)) as Record<string, unknown>;
    return {
      data,
      places: placesOf(text, { keys: new Set(Object.keys(data)), firstLine }),
      sources: {},
    };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [reason] = error.message.split("\n", 1);
    const message = `Frontmatter is not valid TOML: ${reason!.replace(/^Invalid TOML document: /, "")}`;
    const line = error.line + firstLine - 1;
    const rule = "frontmatter-syntax";
    return { file, line, column: error.column, rule, message, suggestion: null };
  }
}

/** Finds where each key of the top is, or the first table below it. */
function placesOf(
  text: string,
  { keys, firstLine }: { readonly keys: ReadonlySet<string>; readonly firstLine: number },
): Record<string, Place> {
  const places: Record<string, Place> = {};
  let isTop = true;
  for (const [row, line] of text.split(/\r\n|\n/).entries()) {
    const [, brackets, ...names] = KEY.exec(line) ?? [];
    if (brackets === undefined) continue;
    if (brackets !== "") isTop = false;
    const key = names.find((name) => name !== undefined)!;
    if ((brackets === "" && !isTop) || !keys.has(key) || Object.hasOwn(places, key)) continue;
    places[key] = { line: firstLine + row, column: 1 + line.search(/\S/) };
  }
  return places;
}
