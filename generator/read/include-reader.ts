import { createHash } from "node:crypto";
import { join } from "node:path";
import { type IncludeList, listIncludes, readInclude } from "../sites/data/files/include-files.ts";
import type { IncludeReader } from "../sites/syntax/page-text.ts";

/**
 * Creates a reader of the files that pages include. Which ones may be included is found out when the
 * first is requested.
 *
 * @param root Location of the folder that their paths are relative to.
 */
export function createIncludeReader(root: string): IncludeReader {
  let list: IncludeList | undefined;
  return {
    read(path) {
      list ??= listIncludes(root, root);
      const found = readInclude(list, join(root, path));
      if ("refusal" in found) return { reason: found.refusal };
      return { text: found.text, hash: hashOf(found.text) };
    },
  };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}
