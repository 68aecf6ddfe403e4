import { type CollectionName, listAll } from "../api/collections.ts";
import type { ApiKey } from "../api/types.ts";
import type { Item } from "./draft.ts";
import type { Part } from "./parts.ts";

/** Existing items for a part. */
export interface Existing {
  /** Items available for the chain: not bound to any API key. */
  readonly unbound: readonly Item[];
  readonly all: readonly Item[];
}

export const NOTHING: Existing = { unbound: [], all: [] };

/** Reads the items that are available; for API keys, those without any binding. */
export async function loadExisting(part: Part, signal: AbortSignal): Promise<Existing> {
  const { binding } = part;
  const collection = part.collection as CollectionName;
  const [keys, all] = await Promise.all([
    listAll("api-keys", { signal }),
    listAll(collection, { signal }),
  ]);
  if (!binding) return { all, unbound: keys.filter(isUnbound) };
  const bound = new Set(keys.map((key) => key[binding]));
  return { all, unbound: all.filter(({ id }) => !bound.has(id)) };
}

function isUnbound({ clientId, certificateId, contractId, webhookId }: ApiKey): boolean {
  return !(clientId || certificateId || contractId || webhookId);
}
