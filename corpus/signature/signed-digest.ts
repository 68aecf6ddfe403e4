import { hasCode } from "../error.ts";
import { parseSignatureFile, payloadOf } from "./signature-file.ts";
import { parseStatement, type Statement } from "./statement.ts";

/**
 * Returns the `sha256` of the corpus that a signature file says it is about. Nothing is verified.
 *
 * @returns null for the content of another file
 */
export function signedDigest(text: string, file: string): string | null {
  return statementIn(text, file)?.digest ?? null;
}

/**
 * Returns the SHA-256 of the list of addresses that a signature file says it is about. Nothing is
 * verified.
 *
 * @returns null if it says nothing of addresses
 */
export function signedAddresses(text: string, file: string): string | null {
  return statementIn(text, file)?.addresses ?? null;
}

function statementIn(text: string, file: string): Statement | null {
  try {
    return parseStatement(payloadOf(parseSignatureFile(text, file)));
  } catch (error) {
    if (hasCode(error, "corpus-signature")) return null;
    throw error;
  }
}
