import type { AuditEntry } from "../../store/rows.ts";

/** What the audit log may say of a row: no secret. */
export type Facts = Readonly<Record<string, unknown>>;

/** Stands in the audit log for a value that is never shown. */
export const HIDDEN = "(hidden)";

/** What the audit log keeps of a change: field → [before, after]. Null where there was no row. */
export function differences(before: Facts | null, after: Facts | null): AuditEntry["changes"] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  const pairs = Array.from(
    fields,
    (field) => [field, [before?.[field] ?? null, after?.[field] ?? null]] as const,
  );
  return Object.fromEntries(pairs.filter(([, [old, now]]) => !isSame(old, now)));
}

/** The fields that are given and are not what the row has already. */
export function changedFields<Row extends object, Fields extends Partial<Row>>(
  row: Row,
  fields: { readonly [Field in keyof Fields]: Fields[Field] | undefined },
): Partial<Fields> {
  const changed = Object.entries(fields).filter(
    ([field, value]) => value !== undefined && !isSame(value, row[field as keyof Row]),
  );
  return Object.fromEntries(changed) as Partial<Fields>;
}

/** Values are plain JSON. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Whether nothing is changed: such a save tells no one and leaves no trace (ATTACK-F81). */
export function isEmpty(changed: object): boolean {
  return Object.keys(changed).length === 0;
}
