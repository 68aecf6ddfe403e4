import type { ComponentChildren } from "preact";
import type { AnyKind } from "../../kinds/kind.ts";

interface ItemValueProps {
  readonly kind: AnyKind;
  readonly field: string;
  readonly value: unknown;
  readonly others: unknown;
}

/** Shows a value of an item's form outside the form. */
export function ItemValue({ kind, field, value, others }: ItemValueProps): ComponentChildren {
  const isNothing = value === "" || (Array.isArray(value) && value.length === 0);
  if (isNothing) return <span class="quiet">None</span>;
  if (kind.show) return kind.show(field, value as never, others);
  return plainly(value);
}

/** Shows a value as plain text. */
export function plainly(value: unknown): ComponentChildren {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return <bdi>{Array.isArray(value) ? value.join(", ") : String(value)}</bdi>;
}
