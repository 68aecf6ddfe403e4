import fc from "fast-check";
import { type FieldScalar, parseDate } from "../../corpus/fields/field-types.ts";
import type { AnyFields, DocFilter } from "../../corpus/fields/filter.ts";
import type { Doc, Field, FieldValue } from "../../corpus/schema.ts";
import { compareCodePoints } from "../../corpus/text/order.ts";
import { makeDoc } from "./corpora.ts";

/** A field of each type, and of lists the most used. */
export const FIELDS: Readonly<Record<string, Field>> = {
  text: { type: "string" },
  count: { type: "number" },
  done: { type: "boolean" },
  when: { type: "date" },
  state: { type: "enum", values: ["new", "2nd-hand", "true"] },
  parent: { type: "doc" },
  related: { type: "doc[]" },
  tags: { type: "string[]" },
  // A name that every object inherits.
  constructor: { type: "number[]" as const },
};

const DATES = ["2026-01-31", "2026-01-31T00:00+01:00", "1999-12-31 23:59:59.5", "0001-02-03"];

/** Few values of each type, so that filters often select something. */
const VALUES: Readonly<Record<string, readonly FieldScalar[]>> = {
  text: ["a", "b", "", "\u{1f600}", "\uffff"],
  count: [-1.5, 0, 1, 1e21],
  done: [true, false],
  when: DATES,
  state: FIELDS.state!.values!,
  parent: ["d0", "d1"],
  related: ["d0", "d1"],
  tags: ["x", "y", "z"],
  constructor: [1, 2],
};

const isList = (name: string) => FIELDS[name]!.type.endsWith("[]");
const read = (value: FieldScalar) => parseDate(String(value)) ?? value;

/** Docs named `d0`, `d1` and so on, each with some of the fields. */
export const docsWithFields: fc.Arbitrary<Doc[]> = fc
  .array(
    fc.record(
      Object.fromEntries(
        Object.keys(FIELDS).map((name) => {
          const value = fc.constantFrom(...VALUES[name]!).map(read);
          const values = isList(name) ? fc.array(value, { maxLength: 3 }) : value;
          return [name, values as fc.Arbitrary<FieldValue>];
        }),
      ),
      { requiredKeys: [] },
    ),
    { minLength: 2, maxLength: 10 },
  )
  .map((all) =>
    all.map((fields, at) => makeDoc(`d${at}`, { fields: fields as Record<string, FieldValue> })),
  );

const ORDERED = ["eq", "lt", "lte", "gt", "gte"];

function conditions(name: string): fc.Arbitrary<unknown> {
  const value = fc.constantFrom(...VALUES[name]!);
  const isOrdered = ["text", "count", "when"].includes(name);
  const single = (isOrdered ? ORDERED : ["eq"]).map((operator) => [operator, value]);
  const operators = isList(name) ? [["has", value]] : [...single, ["in", fc.array(value)]];
  return fc.record(Object.fromEntries([...operators, ["exists", fc.boolean()]]), {
    requiredKeys: [],
  });
}

/** Filters of {@link FIELDS} with everything that filters have, up to some levels. */
function filtersOf(levels: number): fc.Arbitrary<DocFilter> {
  const inner = levels === 1 ? null : filtersOf(levels - 1);
  const shape: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
    Object.keys(FIELDS).map((name) => [name, conditions(name)]),
  );
  if (inner !== null) {
    shape.and = fc.array(inner, { maxLength: 2 });
    shape.or = fc.array(inner, { maxLength: 3 });
    shape.not = inner;
  }
  // Most filters have few entries: those with many select nothing.
  return fc
    .subarray(Object.keys(shape), { maxLength: 2 })
    .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, shape[name]!]))))
    .map((filter) => filter as DocFilter);
}

export const filters = filtersOf(3);

/** Tells whether a doc is what a filter wants, one condition at a time. */
export function fulfils(fields: AnyFields, filter: object): boolean {
  return Object.entries(filter).every(([name, entry]) => {
    if (name === "and") return entry.every((each: object) => fulfils(fields, each));
    if (name === "or") return entry.some((each: object) => fulfils(fields, each));
    if (name === "not") return !fulfils(fields, entry);
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return Object.entries(entry).every(([operator, operand]) =>
      compares(value, { operator, operand: operand as FieldScalar | FieldScalar[], name }),
    );
  });
}

interface Comparison {
  readonly operator: string;
  readonly operand: FieldScalar | readonly FieldScalar[];
  readonly name: string;
}

function compares(value: FieldValue | undefined, { operator, operand, name }: Comparison): boolean {
  if (operator === "exists") return (value !== undefined) === operand;
  if (value === undefined) return false;
  const wanted = [operand].flat().map((each) => (name === "when" ? read(each as string) : each));
  if (operator === "in") return wanted.includes(value as FieldScalar);
  if (operator === "has") return (value as FieldScalar[]).includes(wanted[0] as FieldScalar);
  const order = compareValues(value as FieldScalar, wanted[0] as FieldScalar);
  if (operator === "eq") return order === 0;
  if (operator === "lt") return order < 0;
  if (operator === "lte") return order <= 0;
  return operator === "gt" ? order > 0 : order >= 0;
}

export function compareValues(left: FieldScalar, right: FieldScalar): number {
  return typeof left === "string"
    ? compareCodePoints(left, right as string)
    : Number(left) - Number(right);
}
