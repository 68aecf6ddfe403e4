import { COLLECTIONS } from "../../api/collections.ts";
import type { ApiKey } from "../../api/types.ts";

/** One binding of an API key. */
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

/** Finds the one API key that an item is bound to, if any. */
export function keyBoundTo(
  keys: readonly ApiKey[],
  { field, id }: { readonly field: Binding["field"]; readonly id: string },
): ApiKey | undefined {
  return keys.find((key) => key[field] === id);
}

/** Returns the nouns of the parts that a key lacks. */
export function missingOf(key: ApiKey): readonly string[] {
  return BINDINGS.filter(({ field }) => key[field] === null).map(
    ({ collection }) => COLLECTIONS[collection].noun,
  );
}
