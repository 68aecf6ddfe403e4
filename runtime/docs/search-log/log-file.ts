import { readFile } from "node:fs/promises";
import { DocgateError } from "../../../corpus/error.ts";
import { explainFileError } from "../../../corpus/file-error.ts";
import {
  constant,
  count,
  list,
  name,
  object,
  parseForeign,
  placeOf,
  simple,
} from "../../../corpus/shape.ts";
import { replaceFile } from "../../../corpus/write/replace-file.ts";
import type { SearchCount } from "./search-counts.ts";

const day = simple<string>({
  is: (value) => typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value),
  expected: "a day such as 2026-11-28",
  jsonSchema: { type: "string", format: "date" },
});
const logShape = object({
  version: constant(1),
  searches: list(object({ day, query: name, nothing: count, corrected: count, unopened: count })),
});

/**
 * Reads a file of searches that did not help.
 *
 * @throws {DocgateError} `file` if it cannot be read, or is not such a file
 */
export async function readSearchLog(file: string): Promise<SearchCount[]> {
  const text = await readFile(file, "utf8").catch((error) => {
    throw explainFileError(error, { use: "read", file });
  });
  const log = parseForeign(text);
  const fault = logShape.fault(log);
  if (fault === null) return (log as { readonly searches: SearchCount[] }).searches;
  const where = placeOf(fault) || "its beginning";
  const message = `"${file}" is not a search log: at ${where}, expected ${fault.expected}. Name another file.`;
  throw new DocgateError("file", message);
}

/** Writes a file of searches that did not help. @throws {DocgateError} `file` if it cannot be written */
export async function writeSearchLog(
  file: string,
  searches: readonly SearchCount[],
): Promise<void> {
  const lines = searches.map((search) => JSON.stringify(search)).join(",\n");
  await replaceFile(file, Buffer.from(`{"version":1,"searches":[\n${lines}\n]}\n`));
}
