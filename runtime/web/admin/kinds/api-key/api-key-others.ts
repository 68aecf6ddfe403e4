import { listAll } from "../../api/collections.ts";
import type { ApiKey } from "../../api/types.ts";
import type { Binding } from "./bindings.ts";

/** What a key can be bound to. */
interface Target {
  readonly id: string;
  readonly name: string;
}

/** All that keys are bound to, and all keys, for each has what no other has. */
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

/** The name of what a key is bound to; its id if it is not there any more. */
export function nameOfTarget(
  { targets }: ApiKeyOthers,
  { collection, id }: { readonly collection: Binding["collection"]; readonly id: string },
): string {
  return targets[collection].find((target) => target.id === id)?.name ?? id;
}
