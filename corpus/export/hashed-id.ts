import { createHash } from "node:crypto";

/** Returns an id of letters, digits, `-` and `_` in place of any other. */
export function hashedId(id: string): string {
  return createHash("sha256").update(id).digest("base64url");
}
