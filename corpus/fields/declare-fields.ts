import type { Field } from "../schema.ts";
import { type FieldKind, isListType, kindOf } from "./field-types.ts";

const TYPES: Readonly<Record<Exclude<FieldKind, "enum">, string>> = {
  string: "string",
  number: "number",
  boolean: "boolean",
  date: "string",
  doc: "string",
};

const ABOUT: Partial<Record<FieldKind, string>> = {
  date: "A date in UTC, as ISO 8601.",
  doc: "The id of a doc.",
};

/** Returns the declaration of an interface `Fields` for the fields of a corpus, as a `.d.ts` file has it. */
export function declareFields(fields: Readonly<Record<string, Field>>): string {
  const lines = Object.entries(fields).flatMap(([name, { type, values, default: value }]) => {
    const kind = kindOf(type);
    const item =
      kind === "enum" ? values!.map((each) => JSON.stringify(each)).join(" | ") : TYPES[kind];
    const about = ABOUT[kind];
    const isUnion = kind === "enum" && values!.length > 1;
    const list = `readonly ${isUnion ? `(${item})` : item}[]`;
    return [
      ...(about ? [`  /** ${about} */`] : []),
      `  readonly ${name}${value === undefined ? "?" : ""}: ${isListType(type) ? list : item};`,
    ];
  });
  return [
    "/** Written by `docgate types`: the fields of the docs, for `loadCorpus<Fields>(file)`. */",
    "export interface Fields {",
    ...lines,
    "}\n",
  ].join("\n");
}
