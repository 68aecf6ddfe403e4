import { COLLECTIONS } from "../../api/collections.ts";
import type { ApiKey } from "../../api/types.ts";

/** What an API key is bound to. */
export interface Binding {
  readonly field: "clientId" | "certificateId" | "contractId" | "webhookId";
  readonly collection: "clients" | "certificates" | "contracts" | "webhooks";
  readonly label: string;
}

/** All four, in the order in which they are shown. */
export const BINDINGS: readonly Binding[] = [
  { field: "clientId", collection: "clients", label: "Client" },
  { field: "certificateId", collection: "certificates", label: "Certificate" },
  { field: "contractId", collection: "contracts", label: "Contract" },
  { field: "webhookId", collection: "webhooks", label: "Webhook" },
];

/** Each of the four binds to one API key at most. */
export function keyBoundTo(
  keys: readonly ApiKey[],
  { field, id }: { readonly field: Binding["field"]; readonly id: string },
): ApiKey | undefined {
  return keys.find((key) => key[field] === id);
}

/** The nouns of what a key lacks. */
export function missingOf(key: ApiKey): readonly string[] {
  return BINDINGS.filter(({ field }) => key[field] === null).map(
    ({ collection }) => COLLECTIONS[collection].noun,
  );
}
