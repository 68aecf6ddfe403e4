import { COLLECTIONS, list, read } from "../../api/collections.ts";
import { ApiError } from "../../api/request.ts";
import type { AuditEntry } from "../../api/types.ts";
import type { Session } from "../../session.tsx";
import { collectionOf } from "./audit-words.ts";

/** Returns whether the target of an entry still exists and may be seen. */
export async function isStillThere(
  { action, resource, resourceId }: AuditEntry,
  may: Session["may"],
): Promise<boolean> {
  const collection = collectionOf(resource);
  if (!collection || action === "delete" || !may(COLLECTIONS[collection].permission)) return false;
  // There may be very many consumers.
  if (collection === "consumers") return isConsumer(resourceId);
  const { items } = await list(collection);
  return items.some(({ id }) => id === resourceId);
}

async function isConsumer(id: string): Promise<boolean> {
  try {
    await read("consumers", id);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    throw error;
  }
}
