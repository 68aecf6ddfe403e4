import { createHash } from "node:crypto";
import type { ParsedFile, SourceFile } from "../markdown/parse.ts";

/**
 * Returns a key for everything that a file's parsed form depends on under one configuration, apart
 * from what it includes: path and content.
 */
export function contentKey({ path, bytes }: SourceFile): string {
  return createHash("sha256").update(`${path}\n`).update(bytes).digest("base64url");
}

/** Returns a key for everything that a page's parsed form depends on under one configuration. */
export function pageKey(key: string, { includes }: Pick<ParsedFile, "includes">): string {
  if (includes.length === 0) return key;
  return createHash("sha256")
    .update(JSON.stringify([key, includes]))
    .digest("base64url");
}
