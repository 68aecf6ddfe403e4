import { parse, TomlError } from "smol-toml";
import { faultAt, type SiteText } from "./read-text.ts";

/**
 * Parses TOML.
 *
 * @throws {DocgateError} `setting` with line and column of the mistake
 */
export function parseToml({ name, text }: SiteText): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [reason] = error.message.split("\n", 1);
    const message = reason!.replace(/^Invalid TOML document: /, "not TOML: ");
    throw faultAt({ name, line: error.line, column: error.column, message });
  }
}
