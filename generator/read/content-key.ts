import { createHash } from "node:crypto";
import type { SourceFile } from "../markdown/parse.ts";

/**
 * Returns a key for everything that a file's parsed form depends on under one configuration: path
 * and content.
 */
export function contentKey({ path, bytes }: SourceFile): string {
  return createHash("sha256").update(`${path}\n`).update(bytes).digest("base64url");
}
