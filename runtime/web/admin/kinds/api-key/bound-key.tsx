import { listAll } from "../../api/collections.ts";
import type { ApiKey } from "../../api/types.ts";
import { useItems } from "../../names.tsx";
import { ItemLink } from "../../parts/item-link.tsx";
import type { Column } from "../../parts/lists/table.tsx";
import { Loaded, useLoad } from "../../parts/load.tsx";
import { type Binding, keyBoundTo } from "./bindings.ts";

/** The keys that the pages of bound items show. */
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

/** Shows the API key that an item is bound to. */
export function BoundKey({ apiKeys, field, id }: BoundKeyProps) {
  const key = keyBoundTo(apiKeys, { field, id });
  if (!key) return <span class="quiet">Bound to none</span>;
  return <ItemLink collection="api-keys" id={key.id} name={key.name} />;
}

/** Returns the column that shows the API key of each item in a list. */
export function boundKeyColumn(field: Binding["field"]): Column<{ readonly id: string }> {
  return { title: "API key", cell: ({ id }) => <BoundKeyCell field={field} id={id} /> };
}

function BoundKeyCell({ field, id }: UnbindingProps) {
  const apiKeys = useItems("api-keys");
  if (apiKeys === undefined) return <span class="quiet">…</span>;
  return <BoundKey apiKeys={[...apiKeys.values()]} field={field} id={id} />;
}

type UnbindingProps = Pick<BoundKeyProps, "field" | "id">;

/** Says how deleting an item affects the key that it is currently bound to. */
export function Unbinding({ field, id }: UnbindingProps) {
  const loader = useLoad(loadKeys, [field, id]);
  return (
    <Loaded from={loader}>
      {({ apiKeys }) => <UnbindingOf apiKey={keyBoundTo(apiKeys, { field, id })} />}
    </Loaded>
  );
}

interface UnbindingOfProps {
  readonly apiKey: ApiKey | undefined;
}

function UnbindingOf({ apiKey }: UnbindingOfProps) {
  if (!apiKey) return <p>No API key is bound to it.</p>;
  return (
    <p>
      It is unbound from the API key “<bdi>{apiKey.name}</bdi>”, which stays.
      {apiKey.state === "working" && " That key’s partner loses access at once."}
    </p>
  );
}
