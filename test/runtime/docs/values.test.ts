import { makeExecutableSchema } from "@graphql-tools/schema";
import fc from "fast-check";
import {
  type FieldNode,
  getArgumentValues,
  getVariableValues,
  type OperationDefinitionNode,
  parse,
} from "graphql";
import { describe, expect, it } from "vitest";
import { TYPE_DEFS } from "../../../runtime/docs/schema.ts";
import { compileArguments, compileVariables } from "../../../runtime/docs/values.ts";

const schema = makeExecutableSchema({ typeDefs: TYPE_DEFS });

function operationOf(text: string): OperationDefinitionNode {
  return parse(text).definitions[0] as OperationDefinitionNode;
}

/** What is read, or that it is refused. */
function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return "refused";
  }
}

const value = fc.constantFrom<unknown>(
  null,
  0,
  7,
  -1,
  2 ** 31,
  1.5,
  "",
  "7",
  "text",
  true,
  [1],
  {},
);

describe("compileVariables", () => {
  it.each(["ID", "ID!", "String", "String!", "Int", "Int!", "Boolean", "Float", "Int = 3"])(
    "reads a variable of type %s as graphql-js does, or refuses it where that does",
    (type) => {
      const operation = operationOf(`query ($a: ${type}, $__proto__: Int = null) { x }`);
      const read = compileVariables(schema, operation);

      fc.assert(
        fc.property(fc.record({ a: value, b: value }, { requiredKeys: [] }), (given) => {
          const { coerced } = getVariableValues(schema, operation.variableDefinitions!, given);
          expect(attempt(() => read(given))).toEqual(coerced ?? "refused");
        }),
      );
    },
  );

  it("refuses a type that is no scalar, whatever the value", () => {
    const read = compileVariables(schema, operationOf("query ($a: [Int]) { x }"));

    expect(() => read({ a: [1] })).toThrow();
  });
});

describe("compileArguments", () => {
  const { docs, search } = schema.getQueryType()!.getFields();

  it.each([
    ["docs", docs],
    ["docs(limit: $n, search: $text)", docs],
    ['docs(section: "a", search: null, limit: 3)', docs],
    ["docs(limit: null)", docs],
    ["search(query: $text)", search],
    ['search(query: "a", limit: $n)', search],
    ["search(limit: $n)", search],
  ])("reads those of %s as graphql-js does", (text, field) => {
    const node = operationOf(`{ ${text} { id } }`).selectionSet.selections[0] as FieldNode;
    const read = compileArguments(field!, node);
    const given = fc.record(
      { n: fc.constantFrom(0, 5, null), text: fc.constantFrom("", "a", null) },
      { requiredKeys: [], noNullPrototype: false },
    );

    fc.assert(
      fc.property(given, (variables) => {
        const expected = attempt(() => getArgumentValues(field!, node, variables));
        expect(attempt(() => read(variables))).toEqual(expected);
      }),
    );
  });
});
