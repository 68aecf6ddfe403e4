import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { explainFileError } from "../../../corpus/file-error.ts";
import type { Redirect } from "../../../corpus/schema.ts";
import { isSystemError } from "../../../corpus/system-error.ts";
import type { Config } from "../../config/config.ts";
import { type Ledger, problemAt } from "./ledger.ts";

const DEFAULT_FILE = "redirects.json";

/** Returns the path of the ledger, relative to the docs root; if there is none, that of the default one. */
export function ledgerFile({ redirects }: Pick<Config, "redirects">): string {
  return redirects || DEFAULT_FILE;
}

/**
 * Reads the ledger of a docs root. The default one need not exist, and another program's file of
 * that name is left alone.
 *
 * @throws {DocgateError} `file` if it exists and cannot be read
 */
export async function readLedger(root: string, config: Pick<Config, "redirects">): Promise<Ledger> {
  const file = ledgerFile(config);
  const none: Ledger = { file, entries: [], problems: [] };
  if (config.redirects === false) return none;
  const location = resolve(root, file);
  const text = await readFile(location, "utf8").catch((error: unknown) => {
    if (isSystemError(error) && error.code === "ENOENT") return null;
    throw explainFileError(error, { use: "read", file: location });
  });
  if (text !== null) {
    const { isLedger, parseLedger } = await import("./parse-ledger.ts");
    const isForeign = config.redirects === null && !isLedger(text);
    return isForeign ? { ...none, isForeign } : parseLedger(text, file);
  }
  if (config.redirects === null) return none;
  const message = `The ledger that "redirects" in the configuration names does not exist`;
  return { ...none, problems: [problemAt({ line: 1, column: 1 }, { file, message })] };
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
