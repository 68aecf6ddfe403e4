import type { ScriptLiterals } from "./literals.ts";
import { readText, type SiteFile } from "./read-text.ts";

/**
 * Reads a script of JavaScript or TypeScript as data, without running it. The parser is loaded for
 * the first one.
 *
 * @throws {DocgateError} `file` if it cannot be read, otherwise `setting`, with line and column of the
 *   mistake
 */
export async function readLiterals(file: SiteFile): Promise<ScriptLiterals> {
  const source = await readText(file);
  const { parseLiterals } = await import("./literals.ts");
  return parseLiterals(source);
}
