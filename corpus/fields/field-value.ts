import type { Field, FieldValue } from "../schema.ts";
import {
  type FieldKind,
  type FieldScalar,
  isListType,
  kindOf,
  MAX_VALUES,
  parseDate,
} from "./field-types.ts";

/** A value that fits, or a sentence's end about what was expected and what is there. */
export type FieldReading = { readonly value: FieldValue } | { readonly fault: string };

const EXPECTED: Readonly<Record<FieldKind, string>> = {
  string: "a string",
  number: "a finite number",
  boolean: "true or false",
  date: "a date such as 2026-01-31",
  enum: "one of its values",
  doc: "the id, slug or path of a page",
};

/** Reads a value of a field: strictly, apart from the ways to write a date. */
export function readField(value: unknown, { type, values }: Field): FieldReading {
  const field = { kind: kindOf(type), values };
  if (!isListType(type)) return readScalar(value, field);
  if (!Array.isArray(value)) {
    return { fault: `must be a list, but it is ${describe(value)}` };
  }
  if (value.length > MAX_VALUES) {
    return { fault: `must have at most ${MAX_VALUES} values, but it has ${value.length}` };
  }
  const items: FieldScalar[] = [];
  for (const [place, item] of value.entries()) {
    const read = readScalar(item, field);
    if ("fault" in read) return { fault: `${read.fault} (value ${place + 1} of the list)` };
    items.push(read.value);
  }
  return { value: items };
}

interface ScalarField {
  readonly kind: FieldKind;
  readonly values?: readonly string[] | undefined;
}

/** Reads one value. A doc is only known to be a text. */
export function readScalar(
  value: unknown,
  { kind, values }: ScalarField,
): { readonly value: FieldScalar } | { readonly fault: string } {
  const read = scalarOf(value, { kind, values });
  if (read !== null) return { value: read };
  const expected = values === undefined ? EXPECTED[kind] : `one of ${values.join(", ")}`;
  return { fault: `must be ${expected}, but it is ${describe(value)}` };
}

function scalarOf(value: unknown, { kind, values }: ScalarField): FieldScalar | null {
  if (kind === "number") return Number.isFinite(value) ? (value as number) : null;
  if (kind === "boolean") return typeof value === "boolean" ? value : null;
  if (typeof value !== "string") return null;
  if (kind === "date") return parseDate(value);
  if (kind === "enum") return values?.includes(value) ? value : null;
  return value;
}

/** A date as a corpus has it, so that the order of texts is that of instants. */
const WRITTEN_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Tells whether a value has the form in which a corpus has values of a field. */
export function isWritten(value: unknown, { type, values }: Field): boolean {
  const kind = kindOf(type);
  const isOne = (one: unknown) =>
    kind === "date"
      ? typeof one === "string" && WRITTEN_DATE.test(one)
      : scalarOf(one, { kind, values }) !== null;
  if (!isListType(type)) return isOne(value);
  return Array.isArray(value) && value.length <= MAX_VALUES && value.every(isOne);
}

const SHOWN_LENGTH = 60;

function describe(value: unknown): string {
  if (value === null || value === undefined) return "empty";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a map";
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}
