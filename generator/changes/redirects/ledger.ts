import type { Redirect } from "../../../corpus/schema.ts";
import type { Place, Problem } from "../../config/problem.ts";

/** An entry of the ledger, with where it is in the file. */
export interface LedgerEntry extends Redirect, Place {}

/** The ledger of a docs root. */
export interface Ledger {
  /** Path of its file, relative to the docs root. */
  readonly file: string;
  /** True if the file has this name by chance and belongs to another program. */
  readonly isForeign?: boolean;
  readonly entries: readonly LedgerEntry[];
  /** Problems of the file; there are no entries then. */
  readonly problems: readonly Problem[];
}

/** Makes a problem of a ledger. */
export function problemAt(
  { line, column }: Place,
  { file, message }: { file: string; message: string },
): Problem {
  return { file, line, column, rule: "redirect-syntax", message, suggestion: null };
}
