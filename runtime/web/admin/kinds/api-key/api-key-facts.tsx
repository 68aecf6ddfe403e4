import type { ApiKey } from "../../api/types.ts";
import { Copyable } from "../../parts/copyable.tsx";
import { ItemLink } from "../../parts/item-link.tsx";
import { type Fact, Facts } from "../../parts/page.tsx";
import { Time } from "../../parts/time.tsx";
import type { ItemProps } from "../kind.ts";
import { type ApiKeyOthers, nameOfTarget } from "./api-key-others.ts";
import { ApiKeyState } from "./api-key-state.tsx";
import { BINDINGS, type Binding } from "./bindings.ts";

export function ApiKeyFacts({ item, others }: ItemProps<ApiKey, ApiKeyOthers>) {
  const { id, displayPrefix, fullyBound, lastUsedAt, createdAt, updatedAt } = item;
  const rows: readonly Fact[] = [
    ["API key id", <Copyable key="id" text={id} what="API key id" />],
    ["Display prefix", <Copyable key="prefix" text={displayPrefix} what="display prefix" />],
    [
      "State",
      <div key="state">
        <ApiKeyState item={item} />
        <p class="hint">
          {fullyBound
            ? "The partner can mint tokens and read, from the Origin of the webhook."
            : "Its partner has no access until all four are bound."}
        </p>
      </div>,
    ],
    ...BINDINGS.map(
      (binding): Fact => [
        binding.label,
        <Target key={binding.field} binding={binding} item={item} others={others} />,
      ],
    ),
    ["Last used", <Time key="used" at={lastUsedAt} />],
    ["Created", <Time key="created" at={createdAt} />],
    ["Updated", <Time key="updated" at={updatedAt} />],
  ];
  return <Facts rows={rows} />;
}

interface TargetProps {
  readonly binding: Binding;
  readonly item: ApiKey;
  readonly others: ApiKeyOthers;
}

function Target({ binding: { field, collection }, item, others }: TargetProps) {
  const id = item[field];
  if (id === null) return <span class="quiet">None</span>;
  return (
    <ItemLink collection={collection} id={id} name={nameOfTarget(others, { collection, id })} />
  );
}
