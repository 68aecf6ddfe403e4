import { createHash } from "node:crypto";
import { BEFORE_HASH, NO_HASH } from "./layout.ts";

/** The hash of a file in docgate's layout, computed while the file is read. */
export interface FileHash {
  /** Adds the next bytes. */
  update(piece: Buffer): FileHash;
  /** Returns the SHA-256 of all bytes, with zeros for the digits of the hash in them. */
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
