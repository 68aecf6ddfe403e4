import { createHash } from "node:crypto";
import type { ParsedFile, SourceFile } from "../markdown/parse.ts";

/**
 * Returns a key for everything that a file's parsed form depends on under one configuration, apart
 * from what it includes: path, content and what its site shows otherwise.
 */
export function contentKey({ path, bytes, siteEdits }: SourceFile): string {
  const key = createHash("sha256").update(`${path}\n`).update(bytes).digest("base64url");
  return editedKey(key, siteEdits);
}

/** Returns the key of a file from the one that it has as it is. */
export function editedKey(key: string, siteEdits: SourceFile["siteEdits"] = []): string {
  if (siteEdits.length === 0) return key;
  return createHash("sha256")
    .update(JSON.stringify([key, siteEdits]))
    .digest("base64url");
}

/** Returns a key for everything that a page's parsed form depends on under one configuration. */
export function pageKey(key: string, { includes }: Pick<ParsedFile, "includes">): string {
  if (includes.length === 0) return key;
  return createHash("sha256")
    .update(JSON.stringify([key, includes]))
    .digest("base64url");
}
