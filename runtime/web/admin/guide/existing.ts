import { type CollectionName, listAll } from "../api/collections.ts";
import type { ApiKey } from "../api/types.ts";
import type { Item } from "./draft.ts";
import type { Part } from "./parts.ts";

/** What there is of a part. */
export interface Existing {
  /** What can be taken: no API key has it. */
  readonly unbound: readonly Item[];
  readonly all: readonly Item[];
}

export const NOTHING: Existing = { unbound: [], all: [] };

/** Reads what can be taken; of API keys, those that nothing is bound to. */
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
