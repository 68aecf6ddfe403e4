import type { ApiKey } from "../../api/types.ts";
import { Badge } from "../../parts/badge.tsx";
import { missingOf } from "./bindings.ts";
import { isExpiring } from "./limits.ts";

const DATE = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });

function dateOf(at: string): string {
  return DATE.format(new Date(at));
}

interface StateProps {
  readonly item: ApiKey;
}

/** Shows whether a key works for its partner, and what it lacks. */
export function ApiKeyState({ item }: StateProps) {
  const { state, expiresAt } = item;
  if (state === "paused") return <Badge tone="neutral">Paused</Badge>;
  if (state === "expired") return <Badge tone="bad">Expired on {dateOf(expiresAt!)}</Badge>;
  if (isExpiring(item)) return <Badge tone="attention">Expires on {dateOf(expiresAt!)}</Badge>;
  if (state === "working") return <Badge tone="good">Fully bound</Badge>;
  return <Badge tone="attention">Missing: {missingOf(item).join(", ")}</Badge>;
}
