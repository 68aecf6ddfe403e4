/** The kinds of values that a key of the frontmatter can have. */
export const FIELD_KINDS = ["string", "number", "boolean", "date", "enum", "doc"] as const;

export type FieldKind = (typeof FIELD_KINDS)[number];

/** A kind, or a list of values of a kind. */
export type FieldType = FieldKind | `${FieldKind}[]`;

export const FIELD_TYPES: readonly FieldType[] = FIELD_KINDS.flatMap((kind) => [
  kind,
  `${kind}[]` as const,
]);

/** One value. A date is an ISO 8601 text in UTC, a doc its id. */
export type FieldScalar = string | number | boolean;

/** Matches the name of a field; not those that filters need for themselves. */
export const FIELD_NAME = /^(?!(?:and|or|not)$)[A-Za-z][A-Za-z0-9_]*$/;

/** Maximum number of values in a list. */
export const MAX_VALUES = 1000;

/** Returns the kind of the values of a type. */
export function kindOf(type: FieldType): FieldKind {
  return type.replace("[]", "") as FieldKind;
}

export function isListType(type: FieldType): boolean {
  return type.endsWith("[]");
}

/** A date of ISO 8601, or one as YAML writes it: with spaces, and months of one digit. */
const DATE =
  /^(\d{4})-(\d\d?)-(\d\d?)(?:(?:[Tt]|[ \t]+)(\d\d?):(\d\d)(?::(\d\d)(?:\.(\d*))?)?[ \t]*(?:Z|z|([-+])(\d\d?)(?::?(\d\d))?)?)?$/;
const MINUTE_MS = 60_000;

/**
 * Reads a date. One without a time is its first moment, one without a zone is in UTC.
 *
 * @returns the instant in UTC, in milliseconds, as `2026-01-31T00:00:00.000Z`; null if it is not a date
 *   of the years 0 to 9999
 */
export function parseDate(text: string): string | null {
  const match = DATE.exec(text);
  if (match === null) return null;
  const [year, month, day, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => (part === undefined ? undefined : Number(part)));
  const [fraction = "", sign, zoneHours = "0", zoneMinutes = "0"] = match.slice(7);
  const date = new Date(0);
  date.setUTCFullYear(year!, month! - 1, day!);
  date.setUTCHours(hour, minute, second, Number(fraction.padEnd(3, "0").slice(0, 3)));
  const isReal =
    date.getUTCMonth() === month! - 1 &&
    date.getUTCDate() === day &&
    [hour < 24, minute < 60, second < 60].every(Boolean);
  const isZone = Number(zoneHours) < 24 && Number(zoneMinutes) < 60;
  if (!isReal || !isZone) return null;
  const zone = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === "-" ? -1 : 1);
  const utc = new Date(date.getTime() - zone * MINUTE_MS).toISOString();
  return /^\d{4}-/.test(utc) ? utc : null;
}

const EXACT = ["eq", "in", "exists"] as const;
const ORDERED = ["eq", "in", "lt", "lte", "gt", "gte", "exists"] as const;
const OF_LISTS = ["has", "exists"] as const;

/** A comparison of a field with a value. */
export type FieldOperator = (typeof ORDERED)[number] | (typeof OF_LISTS)[number];

const OPERATORS: Readonly<Record<FieldKind, readonly FieldOperator[]>> = {
  string: ORDERED,
  number: ORDERED,
  date: ORDERED,
  boolean: EXACT,
  enum: EXACT,
  doc: EXACT,
};

/** Returns the comparisons that a field of a type has in filters. */
export function operatorsOf(type: FieldType): readonly FieldOperator[] {
  return isListType(type) ? OF_LISTS : OPERATORS[kindOf(type)];
}
