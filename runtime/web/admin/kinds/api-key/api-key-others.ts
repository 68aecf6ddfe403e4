import { listAll } from "../../api/collections.ts";
import type { ApiKey } from "../../api/types.ts";
import type { Binding } from "./bindings.ts";

/** An item that a key can be bound to. */
interface Target {
  readonly id: string;
  readonly name: string;
}

/** All items that keys are bound to, and all keys, because each item belongs to one key only. */
export interface ApiKeyOthers {
  readonly apiKeys: readonly ApiKey[];
  readonly targets: Readonly<Record<Binding["collection"], readonly Target[]>>;
}

export async function loadApiKeyOthers(): Promise<ApiKeyOthers> {
  const [apiKeys, clients, certificates, contracts, webhooks] = await Promise.all([
    listAll("api-keys"),
    listAll("clients"),
    listAll("certificates"),
    listAll("contracts"),
    listAll("webhooks"),
  ]);
  return { apiKeys, targets: { clients, certificates, contracts, webhooks } };
}

/** Returns the name of the item that a key is bound to, or its id if it no longer exists. */
export function nameOfTarget(
  { targets }: ApiKeyOthers,
  { collection, id }: { readonly collection: Binding["collection"]; readonly id: string },
): string {
  return targets[collection].find((target) => target.id === id)?.name ?? id;
}
