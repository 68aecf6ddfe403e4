import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";

/** @returns the hash of a file's bytes with the digits of `sha256` in it read as zeros */
export function digest(bytes: Buffer, sha256: string): string | undefined {
  const key = `"sha256":"`;
  const at = bytes.indexOf(`${key}${sha256}"`);
  if (at < 0) return undefined;
  const start = at + key.length;
  return createHash("sha256")
    .update(bytes.subarray(0, start))
    .update("0".repeat(sha256.length))
    .update(bytes.subarray(start + sha256.length))
    .digest("hex");
}

/** Whether the bytes of a file are UTF-8 and have this hash. */
export function isIntact(bytes: Buffer, sha256: string): boolean {
  return digest(bytes, sha256) === sha256 && isUtf8(bytes);
}
