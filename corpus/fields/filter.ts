import type { FieldValue } from "../schema.ts";
import { createSuggester } from "../text/suggest.ts";
import { type Column, invalidArgument, type Selection } from "./column.ts";
import { type FieldOperator, type FieldScalar, operatorsOf } from "./field-types.ts";

/** The conditions that a value of a field must fulfil, all of them. */
interface Conditions<Value> {
  readonly eq?: Value | null | undefined;
  readonly in?: readonly Value[] | null | undefined;
  readonly lt?: Value | null | undefined;
  readonly lte?: Value | null | undefined;
  readonly gt?: Value | null | undefined;
  readonly gte?: Value | null | undefined;
  /** Requires that one value of a list is this. */
  readonly has?: Value | null | undefined;
  readonly exists?: boolean | null | undefined;
}

type ConditionsOf<Value> = Value extends readonly (infer Item)[]
  ? Pick<Conditions<Item>, "has" | "exists">
  : Value extends boolean
    ? Pick<Conditions<boolean>, "eq" | "in" | "exists">
    : Omit<Conditions<Value>, "has">;

/** The fields of a corpus whose fields are not known to the compiler. */
export type AnyFields = Readonly<Record<string, FieldValue>>;

interface AnyFilter {
  readonly [name: string]:
    | Conditions<FieldScalar>
    | AnyFilter
    | readonly AnyFilter[]
    | null
    | undefined;
}

interface Combinations<Filter> {
  readonly and?: readonly Filter[] | null | undefined;
  readonly or?: readonly Filter[] | null | undefined;
  readonly not?: Filter | null | undefined;
}

/**
 * Which docs are wanted, by their fields. Everything in one object must be true. An absent value fulfils
 * only `exists: false`; `not` is plain negation; an empty `and` is true, an empty `or` false. What is
 * null or undefined counts as left out.
 */
export type DocFilter<Fields = AnyFields> = string extends keyof Fields
  ? AnyFilter
  : Combinations<DocFilter<Fields>> & {
      readonly [Name in keyof Fields]?: ConditionsOf<NonNullable<Fields[Name]>> | null | undefined;
    };

/** The columns of a corpus, by the names of the fields. */
export type Columns = ReadonlyMap<string, Column>;

interface SelectOptions {
  readonly columns: Columns;
  /** The number of docs. */
  readonly count: number;
}

/**
 * Selects the docs that a filter wants.
 *
 * @throws {DocgateError} `invalid-argument` for a name, an operator or a value that does not exist
 */
export function selectDocs(filter: unknown, options: SelectOptions): Selection {
  const parts = Object.entries(objectOf(filter, "The filter"))
    .filter(([, entry]) => entry !== null && entry !== undefined)
    .map(([name, entry]) => selectEntry(name, entry, options));
  return intersection(parts, options.count);
}

function selectEntry(name: string, entry: unknown, options: SelectOptions): Selection {
  if (name === "not") return inverted(selectDocs(entry, options));
  if (name === "and" || name === "or") {
    if (!Array.isArray(entry)) throw invalidArgument(`"${name}" must be a list of filters.`);
    const parts = entry.map((each) => selectDocs(each, options));
    return name === "and" ? intersection(parts, options.count) : union(parts, options.count);
  }
  return selectByField(name, entry, options);
}

function selectByField(name: string, entry: unknown, { columns, count }: SelectOptions): Selection {
  const column = columnOf(name, columns);
  const parts: Selection[] = [];
  for (const [operator, operand] of Object.entries(objectOf(entry, `Field "${name}"`))) {
    const known = operatorsOf(column.field.type);
    if (!known.includes(operator as FieldOperator)) {
      throw invalidArgument(
        `Unknown operator "${operator}" of field "${name}": expected one of ${known.join(", ")}.`,
      );
    }
    if (operand === null || operand === undefined) continue;
    parts.push(column.select(operator as FieldOperator, operand));
  }
  return intersection(parts, count);
}

/** @throws {DocgateError} `invalid-argument` if there is no such field */
export function columnOf(name: string, columns: Columns): Column {
  const column = columns.get(name);
  if (column !== undefined) return column;
  if (columns.size === 0) {
    throw invalidArgument(
      `Unknown field "${name}": the corpus has no fields. Name the keys of the frontmatter in "fields" of the configuration.`,
    );
  }
  const names = [...columns.keys()];
  const meant = createSuggester(names)(name);
  throw invalidArgument(
    meant === null
      ? `Unknown field "${name}": expected one of ${names.join(", ")}.`
      : `Unknown field "${name}". Did you mean "${meant}"?`,
  );
}

function objectOf(value: unknown, about: string): object {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw invalidArgument(`${about} must be an object of conditions, such as { "eq": 1 }.`);
}

/** Returns what all selections have; everything if there are none. They are not needed afterwards. */
function intersection(selections: readonly Selection[], count: number): Selection {
  const [first = new Uint8Array(count).fill(1), ...others] = selections;
  for (const other of others) {
    for (let at = 0; at < count; at++) first[at]! &= other[at]!;
  }
  return first;
}

/** Returns what some selection has; nothing if there are none. They are not needed afterwards. */
function union(selections: readonly Selection[], count: number): Selection {
  const [first = new Uint8Array(count), ...others] = selections;
  for (const other of others) {
    for (let at = 0; at < count; at++) first[at]! |= other[at]!;
  }
  return first;
}

function inverted(selection: Selection): Selection {
  for (let at = 0; at < selection.length; at++) selection[at]! ^= 1;
  return selection;
}
