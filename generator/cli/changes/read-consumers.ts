import { readFile } from "node:fs/promises";
import type { AddressList } from "../../../corpus/addresses/address-list.ts";
import { parseAddressList } from "../../../corpus/addresses/parse-address-list.ts";
import { explainFileError } from "../../../corpus/file-error.ts";

/**
 * Reads what others link to from their lists of addresses. They need no signature: they only say what to
 * warn of.
 *
 * @returns null if there are none
 * @throws {DocgateError} if a file cannot be read, or is not a list of addresses
 */
export function readConsumers(files: readonly string[] = []): Promise<AddressList[]> | null {
  if (files.length === 0) return null;
  return Promise.all(
    files.map(async (file) => {
      const json = await readFile(file, "utf8").catch((error) => {
        throw explainFileError(error, { use: "read", file });
      });
      return parseAddressList(json, file);
    }),
  );
}
