import { DAY_MS, timestamp } from "../../partner/clock.ts";
import type { Platform } from "../../partner/platform.ts";
import type { Queries } from "../../store/queries.ts";
import { Refusal } from "../refusal.ts";

/** How long a create is remembered. */
export const CREATES_REMEMBERED_MS = DAY_MS;
const KEY = /^[\x21-\x7e]{1,255}$/;

/** A create that may be a retry. */
export interface Attempt {
  readonly adminId: string;
  /** The value of the header. */
  readonly key: string;
  readonly collection: string;
  readonly body: unknown;
}

/** @throws {Refusal} 400 if it is not 1 to 255 visible ASCII characters */
export function readIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined || KEY.test(header)) return header;
  const message = "Must have 1 to 255 visible ASCII characters.";
  throw new Refusal(`Idempotency-Key: ${message}`, {
    status: 400,
    errors: [{ path: "Idempotency-Key", message }],
  });
}

/**
 * Looks for an earlier attempt.
 *
 * @returns the id of what it created
 * @throws {Refusal} 409 if the key was used with another body
 */
export async function findEarlier(
  queries: Queries,
  { platform, attempt }: { readonly platform: Platform; readonly attempt: Attempt },
): Promise<string | undefined> {
  const { adminId, key, collection } = attempt;
  const earlier = await queries.idempotentCreates.find({ adminId, key });
  if (!earlier || earlier.createdAt <= timestamp(platform, -CREATES_REMEMBERED_MS))
    return undefined;
  if (earlier.collection === collection && earlier.bodyHash === hashBody(platform, attempt)) {
    return earlier.resourceId;
  }
  throw new Refusal("This Idempotency-Key was used for another request.", { status: 409 });
}

export interface Creation {
  readonly platform: Platform;
  readonly attempt: Attempt;
  readonly resourceId: string;
}

/** Remembers what an attempt created, in the same transaction. */
export async function remember(
  tx: Queries,
  { platform, attempt, resourceId }: Creation,
): Promise<void> {
  const { adminId, key, collection } = attempt;
  const row = {
    adminId,
    key,
    collection,
    bodyHash: hashBody(platform, attempt),
    resourceId,
    createdAt: timestamp(platform),
  };
  await tx.idempotentCreates.put(row, ["adminId", "key"]);
}

/** Hashes with a key, because the body of a create may contain a password. */
function hashBody({ vault }: Platform, { body }: Attempt): string {
  return vault.hash("idempotency", JSON.stringify(body));
}
