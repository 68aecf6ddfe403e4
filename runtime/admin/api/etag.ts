import { createHash } from "node:crypto";
import { type Conflict, Refusal } from "../refusal.ts";

/** Fields that change by mere use or the passing of time, which does not conflict with a save. */
const VOLATILE = ["lastUsedAt", "lastSignInAt", "frontSettings", "remindedDays"];

/** Returns the strong version of a row (RFC 9110 §8.8.3): it changes with each save, only then. */
export function etagOf(row: object): string {
  const fields = Object.entries(row).filter(([name]) => !VOLATILE.includes(name));
  // A new row has its fields in another order than one read from the store.
  return etagOfText(JSON.stringify(fields.sort(([a], [b]) => (a < b ? -1 : 1))));
}

export function etagOfText(text: string): string {
  return `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
}

/** Returns true if `If-Match` asks for this version, for any, or is not there (RFC 9110 §13.1.1). */
export function isMatch(ifMatch: string | undefined, etag: string): boolean {
  if (ifMatch === undefined || ifMatch.trim() === "*") return true;
  return ifMatch.split(",").some((tag) => tag.trim() === etag);
}

/** The refusal of a change to a version that has been replaced. */
export function changedSince(conflict?: Conflict): Refusal {
  if (!conflict) {
    const message = "Someone else has changed this in the meantime. Read it again, then save.";
    return new Refusal(message, { status: 412 });
  }
  const { by = "Someone else", at } = conflict;
  const message = `${by} has changed this at ${at}. Read it again, then save.`;
  return new Refusal(message, { status: 412, conflict });
}
