import type { ApiKey } from "../../api/types.ts";
import { useItems } from "../../names.tsx";
import { Badge } from "../../parts/badge.tsx";
import { Cut } from "../../parts/lists/cut.tsx";
import { ApiKeyState } from "./api-key-state.tsx";
import { BINDINGS, missingOf } from "./bindings.ts";

interface BindingCountProps {
  readonly item: ApiKey;
}

/** Shows in a few letters whether a key works for its partner; its title says what it lacks. */
export function BindingCount({ item }: BindingCountProps) {
  if (item.state !== "not-bound") return <ApiKeyState item={item} />;
  const missing = missingOf(item);
  return (
    <span title={`Missing: ${missing.join(", ")}`}>
      <Badge tone="attention">
        {BINDINGS.length - missing.length} of {BINDINGS.length} bound
      </Badge>
      <span class="unseen">Missing: {missing.join(", ")}</span>
    </span>
  );
}

interface OriginOfProps {
  readonly webhookId: string;
}

/** Shows the Origin of the partner that a key is for. */
export function OriginOf({ webhookId }: OriginOfProps) {
  const origin = useItems("webhooks")?.get(webhookId)?.origin;
  return origin === undefined ? <span class="quiet">…</span> : <Cut text={origin} />;
}
