import { folderIn } from "../../../corpus/folder-redirects.ts";
import { parseAddress } from "../../../corpus/redirects.ts";
import { type Redirect, redirectsShape } from "../../../corpus/schema.ts";
import { constant, object, placeOf, type ValueOf } from "../../../corpus/shape.ts";
import { printable } from "../../../corpus/text/printable.ts";
import { JsonPlaces } from "../../config/json-places.ts";
import type { Place } from "../../config/problem.ts";
import { type Ledger, type LedgerEntry, problemAt } from "./ledger.ts";

const ledgerShape = object({ version: constant(1), redirects: redirectsShape });

/** Tells whether a text is meant as a ledger, by its key "version"; what is not JSON may be damaged. */
export function isLedger(text: string): boolean {
  if (!isJson(text)) return /"version"\s*:/.test(text);
  const value: unknown = JSON.parse(text);
  return typeof value === "object" && value !== null && "version" in value;
}

/** Reads a ledger from the text of its file. */
export function parseLedger(text: string, file: string): Ledger {
  const refuse = (place: Place, message: string): Ledger => ({
    file,
    entries: [],
    problems: [problemAt(place, { file, message })],
  });
  if (!isJson(text)) return refuse(new JsonPlaces(text).ofError(), "The ledger is not JSON");
  const ledger: ValueOf<typeof ledgerShape> = JSON.parse(text);
  const fault = ledgerShape.fault(ledger);
  if (fault) {
    const where = fault.path.length === 0 ? "" : ` at ${placeOf(fault)}`;
    return refuse(
      new JsonPlaces(text).of(fault.path),
      `The ledger has an unexpected shape${where}: expected ${fault.expected}`,
    );
  }
  const places = placesOf(text);
  const entries = ledger.redirects.map(
    (redirect, index): LedgerEntry => ({ ...redirect, ...places[index]! }),
  );
  const problems = entries.flatMap((entry) => {
    const message = faultOf(entry);
    return message === null ? [] : [problemAt(entry, { file, message })];
  });
  return { file, entries: problems.length > 0 ? [] : entries, problems };
}

/** Returns where each entry of a valid ledger begins: a brace within two others, outside of strings. */
function placesOf(text: string): Place[] {
  const places: Place[] = [];
  let depth = 0;
  let line = 1;
  let lineStart = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]\n]/g)) {
    if (token === "\n") {
      line++;
      lineStart = index + 1;
    } else if (token === "{" || token === "[") {
      if (depth === 2) places.push({ line, column: index - lineStart + 1 });
      depth++;
    } else if (token === "}" || token === "]") depth--;
  }
  return places;
}

/** Returns why an entry can never lead anyone anywhere; null if it can. */
function faultOf({ from, to }: Redirect): string | null {
  if (isUrlOrFile(from)) return `"from" is "${from}", expected an id such as "guide/install"`;
  const isFolder = folderIn(from) !== null;
  if (to !== null && folderIn(to) !== null && !isFolder) {
    return `"to" is "${to}", which is a folder, but "from" is not: expected "${from}/**"`;
  }
  const strange = [from, ...(to === null ? [] : [to])].find(isStrange);
  if (strange === undefined) return null;
  return `"${printable(strange)}" cannot be an address in the docs: it has empty or dotted folders, or control characters`;
}

function isUrlOrFile(address: string): boolean {
  return /^(?:\/\/|[a-z][a-z0-9+.-]*:\/\/)|\.(?:md|markdown|mdx)(?:#|$)/i.test(address);
}

/** Tells whether an address would be another one, or no line, in the file of a host. */
function isStrange(address: string): boolean {
  const { id } = parseAddress(address);
  // An address begins with a slash, and may end with one.
  const path = id.startsWith("/") ? id.slice(1).replace(/(?<=[^/])\/$/, "") : id;
  return !address.isWellFormed() || /\p{Cc}/u.test(address) || /(?:^|\/)\.{0,2}(?:\/|$)/.test(path);
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
