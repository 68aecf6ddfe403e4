import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import * as z from "zod";
import { explainFileError } from "../../../corpus/file-error.ts";
import { parseAddress } from "../../../corpus/redirects.ts";
import { type Redirect, redirectSchema } from "../../../corpus/schema.ts";
import { isSystemError } from "../../../corpus/system-error.ts";
import { printable } from "../../../corpus/text/printable.ts";
import type { Config } from "../../config/config.ts";
import { JsonPlaces } from "../../config/json-places.ts";
import type { Place, Problem } from "../../config/problem.ts";

/** An entry of the ledger, with where it is in the file. */
export interface LedgerEntry extends Redirect, Place {}

/** The ledger of a docs root. */
export interface Ledger {
  /** Path of its file, relative to the docs root. */
  readonly file: string;
  readonly entries: readonly LedgerEntry[];
  /** Problems of the file; there are no entries then. */
  readonly problems: readonly Problem[];
}

const DEFAULT_FILE = "redirects.json";

const ledgerSchema = z.strictObject({
  version: z.literal(1),
  redirects: z.array(redirectSchema),
});

/** Returns the path of the ledger, relative to the docs root. */
export function ledgerFile({ redirects }: Pick<Config, "redirects">): string {
  return redirects ?? DEFAULT_FILE;
}

/**
 * Reads the ledger of a docs root. The default one need not exist.
 *
 * @throws {DocgateError} `file` if it exists and cannot be read
 */
export async function readLedger(root: string, config: Pick<Config, "redirects">): Promise<Ledger> {
  const file = ledgerFile(config);
  const location = resolve(root, file);
  const text = await readFile(location, "utf8").catch((error: unknown) => {
    if (isSystemError(error) && error.code === "ENOENT") return null;
    throw explainFileError(error, { use: "read", file: location });
  });
  if (text !== null) return parseLedger(text, file);
  if (config.redirects === null) return { file, entries: [], problems: [] };
  const message = `The ledger that "redirects" in the configuration names does not exist`;
  return { file, entries: [], problems: [problemAt({ line: 1, column: 1 }, { file, message })] };
}

/** Reads a ledger from the text of its file. */
function parseLedger(text: string, file: string): Ledger {
  const places = new JsonPlaces(text);
  const refuse = (place: Place, message: string): Ledger => ({
    file,
    entries: [],
    problems: [problemAt(place, { file, message })],
  });
  if (!isJson(text)) return refuse(places.ofError(), "The ledger is not JSON");
  const result = ledgerSchema.safeParse(JSON.parse(text));
  if (!result.success) {
    const [issue] = result.error.issues;
    const where = issue!.path.length === 0 ? "" : ` at ${z.core.toDotPath(issue!.path)}`;
    return refuse(
      places.of(issue!.path),
      `The ledger has an unexpected shape${where}: ${issue!.message}`,
    );
  }
  const entries = result.data.redirects.map(
    (redirect, index): LedgerEntry => ({ ...redirect, ...places.of(["redirects", index]) }),
  );
  const problems = entries.flatMap((entry) => {
    const message = faultOf(entry);
    return message === null ? [] : [problemAt(entry, { file, message })];
  });
  return { file, entries: problems.length > 0 ? [] : entries, problems };
}

/** Writes a ledger as its file has it: one entry on each line. */
export function formatLedger(redirects: readonly Redirect[]): string {
  const lines = redirects.map((redirect) => `\n    ${formatRedirect(redirect)}`);
  const list = lines.length === 0 ? "[]" : `[${lines.join(",")}\n  ]`;
  return `{\n  "version": 1,\n  "redirects": ${list}\n}\n`;
}

/** Writes an entry on one line. */
export function formatRedirect({ from, to }: Redirect): string {
  return `{ "from": ${JSON.stringify(from)}, "to": ${JSON.stringify(to)} }`;
}

/** Returns why an entry can never lead anyone anywhere; null if it can. */
function faultOf({ from, to }: Redirect): string | null {
  if (isSlugOrFile(from)) return `"from" is "${from}", expected an id such as "guide/install"`;
  const strange = [from, ...(to === null ? [] : [to])].find(isStrange);
  if (strange === undefined) return null;
  return `"${printable(strange)}" cannot be an address in the docs: it has empty or dotted folders, or control characters`;
}

function isSlugOrFile(address: string): boolean {
  return /^(?:\/|[a-z][a-z0-9+.-]*:\/\/)|\.(?:md|markdown|mdx)(?:#|$)/i.test(address);
}

/** Tells whether an address would be another one, or no line, in the file of a host. */
function isStrange(address: string): boolean {
  const { id } = parseAddress(address);
  return !address.isWellFormed() || /\p{Cc}/u.test(address) || /(?:^|\/)\.{0,2}(?:\/|$)/.test(id);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // JSON.parse throws no other error.
    return false;
  }
}

function problemAt(
  { line, column }: Place,
  { file, message }: { file: string; message: string },
): Problem {
  return { file, line, column, rule: "redirect-syntax", message, suggestion: null };
}
