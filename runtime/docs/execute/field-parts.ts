import { enumName } from "../../../corpus/fields/enum-names.ts";
import {
  type FieldKind,
  type FieldOperator,
  isListType,
  kindOf,
  operatorsOf,
} from "../../../corpus/fields/field-types.ts";
import type { Field } from "../../../corpus/schema.ts";

/** The fields of a corpus, by name. */
export type Fields = Readonly<Record<string, Field>>;

const SCALARS: Readonly<Record<Exclude<FieldKind, "enum">, string>> = {
  string: "String",
  number: "Float",
  boolean: "Boolean",
  date: "String",
  doc: "ID",
};

const FILTER_NAMES: Readonly<Record<Exclude<FieldKind, "enum">, string>> = {
  string: "String",
  number: "Number",
  boolean: "Boolean",
  date: "Date",
  doc: "Id",
};

const ABOUT_KIND: Readonly<Record<FieldKind, string>> = {
  string: "A text",
  number: "A number",
  boolean: "True or false",
  date: "A date, in UTC",
  enum: "One of its values",
  doc: "A page",
};

const ABOUT_OPERATOR: Readonly<Record<FieldOperator, string>> = {
  eq: "The value is this one.",
  in: "The value is one of these.",
  lt: "The value is less: texts by code point, dates as instants.",
  lte: "The value is less, or this one.",
  gt: "The value is greater.",
  gte: "The value is greater, or this one.",
  has: "The list has this value.",
  exists: "Whether there is a value.",
};

/** The parts of the schema that are made from the fields of a corpus. */
export interface FieldParts {
  /** Arguments of `docs`. */
  readonly docsArguments: string;
  /** The argument of `docs` and `hits` that filters. */
  readonly where: string;
  readonly queries: string;
  readonly docFields: string;
  readonly types: string;
}

export const NO_FIELD_PARTS: FieldParts = {
  docsArguments: "",
  where: "",
  queries: "",
  docFields: "",
  types: "",
};

/** Makes the parts of the schema for the fields of a corpus. */
export function fieldParts(fields: Fields): FieldParts {
  const all = Object.entries(fields);
  const sortable = all.filter(([, { type }]) => !isListType(type));
  const orderBy = `
      "Fields to sort by, the first first. Docs without a value come last, docs with equal values in order of path."
      orderBy: [DocOrder!]`;
  return {
    docsArguments: `
      ${sortable.length === 0 ? "" : orderBy}
      "How many docs to leave out at the start; 0 or more."
      offset: Int = 0`,
    where: `
      "Only docs whose fields are like this."
      where: DocFilter`,
    queries: `
    "The number of docs whose fields are like this."
    docCount(
      "Default: all docs."
      where: DocFilter
    ): Int!`,
    docFields: `
    "The values of its frontmatter that the configuration of the docs names."
    fields: DocFields!`,
    types: `
  "Values of the frontmatter of a page."
  type DocFields {
    ${all.map(([name, field]) => fieldDef(name, field)).join("\n    ")}
  }

  """
  Which docs are wanted, by their fields. Everything in one object must be true. An absent value fulfils only
  \`exists: false\`. What is null counts as left out.
  """
  input DocFilter {
    "All of these; an empty list is true."
    and: [DocFilter!]
    "One of these; an empty list is false."
    or: [DocFilter!]
    "Not this."
    not: DocFilter
    ${all.map(([name, field]) => `"What ${name} is like."\n    ${name}: ${filterName(name, field)}`).join("\n    ")}
  }
  ${[...new Set(all.map(([name, field]) => filterDef(name, field)))].join("\n")}
  ${all.map(([name, field]) => enumDef(name, field)).join("\n")}
  ${sortable.length === 0 ? "" : orderDefs(sortable.map(([name]) => name))}`,
  };
}

/**
 * Returns the values that the names of enums stand for, by type, as `resolvers` of
 * `makeExecutableSchema` have them.
 */
export function enumValues(fields: Fields): Record<string, Record<string, string>> {
  const enums = Object.entries(fields).flatMap(([name, { values }]) =>
    values === undefined ? [] : [[enumType(name), valuesByName(values)] as const],
  );
  const sortable = Object.keys(fields).filter((name) => !isListType(fields[name]!.type));
  const orders = {
    DocOrderField: valuesByName(sortable),
    OrderDirection: { ASC: "asc", DESC: "desc" },
  };
  return { ...Object.fromEntries(enums), ...(sortable.length > 0 && orders) };
}

function valuesByName(values: readonly string[]): Record<string, string> {
  return Object.fromEntries(values.map((value) => [enumName(value), value]));
}

function fieldDef(name: string, field: Field): string {
  const { type, default: value } = field;
  const kind = kindOf(type);
  const item = kind === "doc" ? "Doc" : scalarOf(name, field);
  const isList = isListType(type);
  const about = isList
    ? `A list, empty if there is none: ${ABOUT_KIND[kind].toLowerCase()}`
    : ABOUT_KIND[kind];
  const isThere = isList || value !== undefined;
  return `"${about}${isThere ? "" : "; null if there is none"}."
    ${name}: ${isList ? `[${item}!]` : item}${isThere ? "!" : ""}`;
}

function scalarOf(name: string, { type }: Field): string {
  const kind = kindOf(type);
  return kind === "enum" ? enumType(name) : SCALARS[kind];
}

function enumType(name: string): string {
  return `FieldValue_${name}`;
}

/** Returns the name of the type of conditions on a field; fields of the same type share it. */
function filterName(name: string, { type }: Field): string {
  const kind = kindOf(type);
  const list = isListType(type) ? "List" : "";
  if (kind === "enum") return `Field${list}Filter_${name}`;
  return `${FILTER_NAMES[kind]}${list}Filter`;
}

function filterDef(name: string, field: Field): string {
  const item = scalarOf(name, field);
  const operators = operatorsOf(field.type).map((operator) => {
    const operand = operator === "exists" ? "Boolean" : operator === "in" ? `[${item}!]` : item;
    return `"${ABOUT_OPERATOR[operator]}"\n    ${operator}: ${operand}`;
  });
  const kind = kindOf(field.type);
  const about =
    kind === "date" ? "dates, such as 2026-01-31" : kind === "doc" ? "ids of docs" : "values";
  return `
  "Conditions on ${isListType(field.type) ? "lists of " : ""}${about}."
  input ${filterName(name, field)} {
    ${operators.join("\n    ")}
  }`;
}

function enumDef(name: string, { values }: Field): string {
  if (values === undefined) return "";
  const names = values.map((value) => `${JSON.stringify(value)}\n    ${enumName(value)}`);
  return `
  "The values of ${name}."
  enum ${enumType(name)} {
    ${names.join("\n    ")}
  }`;
}

function orderDefs(names: readonly string[]): string {
  return `
  "A field to sort by."
  input DocOrder {
    "The field."
    field: DocOrderField!
    "Which values come first."
    direction: OrderDirection! = ASC
  }

  "The fields that docs can be sorted by."
  enum DocOrderField {
    ${names.map((name) => `"The field ${name}."\n    ${enumName(name)}`).join("\n    ")}
  }

  "Which values come first."
  enum OrderDirection {
    "Low values first, such as a before b."
    ASC
    "High values first."
    DESC
  }`;
}
