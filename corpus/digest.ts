import { createHash } from "node:crypto";
import { BEFORE_HASH, NO_HASH } from "./layout.ts";

/** @returns the hash of a file's bytes, with the digits of its `sha256` read as zeros */
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

/** The hash of a file in docgate's layout, computed while the file is read. */
export interface FileHash {
  /** Adds the next bytes. */
  update(piece: Buffer): FileHash;
  /** Returns the same hash as {@link digest}. */
  digest(): string;
}

export function createFileHash(): FileHash {
  const hash = createHash("sha256").update(BEFORE_HASH + NO_HASH);
  let skipped = BEFORE_HASH.length + NO_HASH.length;
  const fileHash: FileHash = {
    update(piece) {
      hash.update(piece.subarray(skipped));
      skipped -= Math.min(skipped, piece.length);
      return fileHash;
    },
    digest: () => hash.digest("hex"),
  };
  return fileHash;
}
