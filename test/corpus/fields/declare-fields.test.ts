import { expect, it } from "vitest";
import { declareFields } from "../../../corpus/fields/declare-fields.ts";

it("declareFields: each field has its type, and only those with a default are always there", () => {
  const text = declareFields({
    tags: { type: "string[]" },
    states: { type: "enum[]", values: ["a", 'b"'] },
    state: { type: "enum", values: ["new", "old"], default: "new" },
    updated: { type: "date" },
    related: { type: "doc[]" },
    count: { type: "number" },
    isOld: { type: "boolean" },
  });

  expect(text.split("\n").slice(1)).toEqual([
    "export interface Fields {",
    "  readonly tags?: readonly string[];",
    '  readonly states?: readonly ("a" | "b\\"")[];',
    '  readonly state: "new" | "old";',
    "  /** A date in UTC, as ISO 8601. */",
    "  readonly updated?: string;",
    "  /** The id of a doc. */",
    "  readonly related?: readonly string[];",
    "  readonly count?: number;",
    "  readonly isOld?: boolean;",
    "}",
    "",
  ]);
});
