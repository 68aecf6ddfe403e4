import type { AuditEntry } from "../../store/rows.ts";

/** The fields of a row that the audit log may contain: no secrets. */
export type Facts = Readonly<Record<string, unknown>>;

/** Replaces a value that is never shown in the audit log. */
export const HIDDEN = "(hidden)";

/** Compares for the audit log: field → [before, after]. Null if there was no row. */
export function differences(before: Facts | null, after: Facts | null): AuditEntry["changes"] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const pairs = Array.from(
    fields,
    (field) => [field, [before?.[field] ?? null, after?.[field] ?? null]] as const,
  );
  return Object.fromEntries(pairs.filter(([, [old, now]]) => !isSame(old, now)));
}

/** Returns the given fields that differ from those of the row. */
export function changedFields<Row extends object, Fields extends Partial<Row>>(
  row: Row,
  fields: { readonly [Field in keyof Fields]: Fields[Field] | undefined },
): Partial<Fields> {
  const changed = Object.entries(fields).filter(
    ([field, value]) => value !== undefined && !isSame(value, row[field as keyof Row]),
  );
  return Object.fromEntries(changed) as Partial<Fields>;
}

/** Compares plain JSON values. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Checks for a save that changes nothing: it notifies nobody and is not logged (ATTACK-F81). */
export function isEmpty(changed: object): boolean {
  return Object.keys(changed).length === 0;
}
