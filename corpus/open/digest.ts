import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { encodeUtf8 } from "../bytes.ts";

/**
 * Returns the hash of a file's bytes, with the digits of its `sha256` read as zeros; undefined if
 * they are not in it.
 *
 * The hash of the web platform is not used, because pages that came over plain HTTP do not have it.
 */
export function digest(bytes: Uint8Array, digits: string): string | undefined {
  const key = encodeUtf8('"sha256":"');
  const at = find(bytes, encodeUtf8(`"sha256":"${digits}"`));
  if (at < 0) return undefined;
  const start = at + key.length;
  const hash = sha256
    .create()
    .update(bytes.subarray(0, start))
    .update(encodeUtf8("0".repeat(digits.length)))
    .update(bytes.subarray(start + digits.length));
  return bytesToHex(hash.digest());
}

/** Returns the first place of a text in bytes; -1 if there is none. */
function find(bytes: Uint8Array, text: Uint8Array): number {
  const isAt = (at: number) => text.every((byte, place) => bytes[at + place] === byte);
  let at = bytes.indexOf(text[0]!);
  while (at >= 0 && !isAt(at)) at = bytes.indexOf(text[0]!, at + 1);
  return at;
}
