import { listAll } from "../api/collections.ts";
import type { ApiKey } from "../api/types.ts";
import { ItemLink } from "../parts/item-link.tsx";
import type { Column } from "../parts/table.tsx";
import { type Binding, keyBoundTo } from "./bindings.ts";

/** What the pages of what a key is bound to show of the keys. */
export interface WithKeys {
  readonly apiKeys: readonly ApiKey[];
}

export async function loadKeys(): Promise<WithKeys> {
  return { apiKeys: await listAll("api-keys") };
}

interface BoundKeyProps extends WithKeys {
  readonly field: Binding["field"];
  readonly id: string;
}

/** The API key that something is bound to. */
export function BoundKey({ apiKeys, field, id }: BoundKeyProps) {
  const key = keyBoundTo(apiKeys, { field, id });
  if (!key) return <span class="quiet">Bound to none</span>;
  return <ItemLink collection="api-keys" id={key.id} name={key.name} />;
}

/** Of a list: the API key that each is bound to. */
export async function boundKeyColumn(
  field: Binding["field"],
): Promise<Column<{ readonly id: string }>> {
  const { apiKeys } = await loadKeys();
  return {
    title: "API key",
    cell: ({ id }) => <BoundKey apiKeys={apiKeys} field={field} id={id} />,
  };
}

/** What deleting something does to the key that it is bound to. */
export function Unbinding({ apiKeys, field, id }: BoundKeyProps) {
  const key = keyBoundTo(apiKeys, { field, id });
  if (!key) return <>No API key is bound to it.</>;
  return (
    <>
      It is unbound from the API key “<bdi>{key.name}</bdi>”, which stays.
      {key.fullyBound && " That key’s partner loses access at once."}
    </>
  );
}
