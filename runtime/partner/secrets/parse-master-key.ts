import { DocgateError } from "../../../corpus/error.ts";
import { decodeBase64 } from "./base64.ts";

export const MASTER_KEY_BYTES = 32;

/**
 * Parses a master key: 32 bytes as base64 or base64url, padded or not, or as 64 hexadecimal digits.
 * White space around it is ignored, since a key file ends with a line feed.
 *
 * @throws {DocgateError} `setting`; the message does not repeat the text
 */
export function parseMasterKey(text: string): Uint8Array {
  const digits = text.trim();
  const key = /^[0-9a-f]{64}$/i.test(digits) ? Buffer.from(digits, "hex") : decodeBase64(digits);
  if (key?.length === MASTER_KEY_BYTES) return key;
  throw new DocgateError(
    "setting",
    `Cannot read the master key: got ${digits.length} characters, expected 32 random bytes as ` +
      "base64 or base64url (43 characters, or 44 with padding) or as 64 hexadecimal digits.",
  );
}
