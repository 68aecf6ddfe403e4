import type { ApiKey } from "../../api/types.ts";
import { Copyable } from "../../parts/copyable.tsx";
import { ItemLink } from "../../parts/item-link.tsx";
import { type Fact, Facts } from "../../parts/page.tsx";
import { Time } from "../../parts/time.tsx";
import type { ItemProps } from "../kind.ts";
import { type ApiKeyOthers, nameOfTarget } from "./api-key-others.ts";
import { ApiKeyState } from "./api-key-state.tsx";
import { BINDINGS, type Binding } from "./bindings.ts";

/** The access that the partner of a key has in each state. */
const ACCESS: Readonly<Record<ApiKey["state"], string>> = {
  working: "The partner can mint tokens and read, from the Origin of the webhook.",
  "not-bound": "Its partner has no access until all four are bound.",
  paused: "Its partner has no access until you make it active again.",
  expired: "Its partner has no access until you change when it expires.",
};

export function ApiKeyFacts({ item, others }: ItemProps<ApiKey, ApiKeyOthers>) {
  const { id, displayPrefix, lastUsedAt, createdAt, updatedAt } = item;
  const { expiresAt, networks, requestsPerMinute } = item;
  const rows: readonly Fact[] = [
    ["API key id", <Copyable key="id" text={id} what="API key id" />],
    ["Display prefix", <Copyable key="prefix" text={displayPrefix} what="display prefix" />],
    [
      "State",
      <div key="state">
        <ApiKeyState item={item} />
        <p class="hint">{ACCESS[item.state]}</p>
      </div>,
    ],
    ...BINDINGS.map(
      (binding): Fact => [
        binding.label,
        <Target key={binding.field} binding={binding} item={item} others={others} />,
      ],
    ),
    ["Expires", <Time key="expires" at={expiresAt} />],
    ["Networks", networks?.join(", ") ?? "Any"],
    ["Reads in a minute", requestsPerMinute ?? "Any number"],
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
