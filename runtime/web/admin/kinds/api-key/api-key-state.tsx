import type { ApiKey } from "../../api/types.ts";
import { Badge } from "../../parts/badge.tsx";
import { missingOf } from "./bindings.ts";

interface StateProps {
  readonly item: ApiKey;
}

/** Shows whether a key works for its partner, and what it lacks. */
export function ApiKeyState({ item }: StateProps) {
  if (item.fullyBound) return <Badge tone="good">Fully bound</Badge>;
  return <Badge tone="attention">Missing: {missingOf(item).join(", ")}</Badge>;
}
