import { COLLECTIONS, type CollectionName, list, read } from "../../api/collections.ts";
import { ApiError } from "../../api/request.ts";
import type { AuditEntry } from "../../api/types.ts";
import type { Session } from "../../session.tsx";
import { collectionOf } from "../logs/audit-words.ts";

/** Finds the items mentioned in log entries that still exist and may be seen. */
export async function findStillThere(
  entries: readonly AuditEntry[],
  may: Session["may"],
): Promise<ReadonlySet<string>> {
  const byCollection = Map.groupBy(entries, ({ resource }) => collectionOf(resource));
  const found = await Promise.all(
    Array.from(byCollection, ([collection, entries]) =>
      collection !== undefined && may(COLLECTIONS[collection].permission)
        ? findIn(collection, entries)
        : [],
    ),
  );
  return new Set(found.flat());
}

async function findIn(
  collection: CollectionName,
  entries: readonly AuditEntry[],
): Promise<readonly string[]> {
  if (collection === "consumers") return findConsumers(entries);
  const { items } = await list(collection);
  return items.map(({ id }) => id);
}

/** There may be very many, so each is requested; those known to be deleted are not. */
async function findConsumers(entries: readonly AuditEntry[]): Promise<readonly string[]> {
  const gone = new Set(
    entries.filter(({ action }) => action === "delete").map(({ resourceId }) => resourceId),
  );
  const ids = Array.from(new Set(entries.map(({ resourceId }) => resourceId)));
  const found = await Promise.all(ids.filter((id) => !gone.has(id)).map(findConsumer));
  return found.flat();
}

async function findConsumer(id: string): Promise<readonly string[]> {
  try {
    return [(await read("consumers", id)).item.id];
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  }
}
