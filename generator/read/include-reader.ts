import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isSystemError } from "../../corpus/system-error.ts";
import type { IncludeReader } from "../sites/syntax/page-text.ts";

/** Creates a reader of the files below a folder. */
export function createIncludeReader(root: string): IncludeReader {
  return {
    read(path) {
      try {
        const text = readFileSync(join(root, path), "utf8");
        return { text, hash: createHash("sha256").update(text).digest("base64url") };
      } catch (error) {
        if (isSystemError(error)) return { reason: "does not exist" };
        throw error;
      }
    },
  };
}
