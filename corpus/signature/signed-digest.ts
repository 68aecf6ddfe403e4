import { hasCode } from "../error.ts";
import { parseSignatureFile, payloadOf } from "./signature-file.ts";
import { parseStatement } from "./statement.ts";

/**
 * Returns the `sha256` of the corpus that a signature file says it is about. Nothing is verified.
 *
 * @returns null for the content of another file
 */
export function signedDigest(text: string, file: string): string | null {
  try {
    return parseStatement(payloadOf(parseSignatureFile(text, file)))?.digest ?? null;
  } catch (error) {
    if (hasCode(error, "corpus-signature")) return null;
    throw error;
  }
}
