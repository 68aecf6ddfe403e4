import { createHash } from "node:crypto";
import { BEFORE_HASH, NO_HASH } from "./layout.ts";

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

/** The hash of a file that begins as docgate writes it, made while it is read. */
export interface FileHash {
  /** Of the bytes, in order. */
  update(piece: Buffer): FileHash;
  /** As {@link digest} gives it. */
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
