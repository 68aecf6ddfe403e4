import { makeExecutableSchema } from "@graphql-tools/schema";
import fc from "fast-check";
import { parse, validate } from "graphql";
import { describe, expect, it } from "vitest";
import { checkLimits } from "../../../../runtime/docs/execute/limits.ts";
import { isPlainQuery } from "../../../../runtime/docs/execute/plain-query.ts";
import { TYPE_DEFS } from "../../../../runtime/docs/execute/schema.ts";
import { RUNS } from "../../../support/extent.ts";

const schema = makeExecutableSchema({ typeDefs: TYPE_DEFS });

function isFaultless(text: string): boolean {
  const document = parse(text);
  return checkLimits(schema, document).length + validate(schema, document).length === 0;
}

/** Mostly valid, sometimes with an error. */
function orWrong(right: readonly string[], ...wrong: string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...right) },
    { weight: 1, arbitrary: fc.constantFrom(...wrong) },
  );
}

const argument = orWrong(
  ["(id: $id)", '(slug: "/docs/a")', "(id: 1, slug: null)", ""],
  ...["(id: 1.5)", "(id: $none)", "(id: 1, id: 1)", "(none: 1)", "(id: { a: 1 })", "(id: [$id])"],
);
const list = orWrong(
  ["docs", "docs(limit: $n)", 'b: docs(search: $text, section: "a")', "docs(limit: null)"],
  ...["docs(limit: $text)", "docs(limit: 99999999999)", "docs(limit: NAME)", "docs(first: 9)"],
);
const search = orWrong(
  ["search(query: $text)", "c: search(query: $text, limit: $n)", 'search(query: """a""")'],
  ...[
    "search",
    "search(limit: 1)",
    "search(query: null)",
    "search(query: $id)",
    "search(query: 1)",
  ],
);
const set = orWrong(
  ["{ id }", "{ id t: title }", "{ headings { depth text } }", "{ __typename links }"],
  ...["", "{ id id }", "{ none }", "{ headings }", "{ id { a } }", "{ id(a: 1) }", "{ id @skip }"],
  ...[
    "{ ... { id } }",
    "{ ...F }",
    "{ __typename { a } }",
    "{ __typename(a: 1) }",
    "{ id: title }",
  ],
);
const field = fc.oneof(
  argument.map((args) => `doc${args}`),
  list,
  search,
);
const types = fc.record({
  $id: orWrong(["ID", "ID!", 'ID = "a"'], "[ID]", "ID! = null", "String", "None", "Doc"),
  $text: orWrong(["String!"], "String", 'String = "a"', "String = 1", "String! @skip"),
  $n: orWrong(["Int", "Int!", "Int = 3", "Int = null"], "Int = true", "Float", "Int, $n: Int"),
});
const query = fc
  .tuple(
    orWrong(["query", "query A"], "mutation"),
    types,
    fc.array(fc.tuple(field, set), { minLength: 1, maxLength: 3 }),
    orWrong([""], "{ meta { name } }", "fragment F on Doc { id }", "type A { b: Int }"),
    orWrong(["used"], "all", "none"),
  )
  .map(([head, types, fields, rest, which]) => {
    const inner = fields.map((parts) => parts.join(" ")).join(" ");
    const variables = Object.entries(types).filter(
      ([name]) => which === "all" || (which === "used" && inner.includes(name)),
    );
    const definitions = variables.map(([name, type]) => `${name}: ${type}`).join(", ");
    return `${head} ${definitions && `(${definitions})`} { ${inner} } ${rest}`;
  });

const fields = (count: number, name: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => name(index)).join(" ");

describe("isPlainQuery", () => {
  it("returns true only for documents that satisfy all rules and limits", () => {
    const counts = { plain: 0, faulty: 0 };
    fc.assert(
      fc.property(query, (text) => {
        const isPlain = isPlainQuery(schema, parse(text));
        const isGood = isFaultless(text);
        if (isPlain) counts.plain++;
        if (!isGood) counts.faulty++;
        expect(isGood || !isPlain).toBe(true);
      }),
      { seed: 5 },
    );
    expect(Math.min(counts.plain, counts.faulty)).toBeGreaterThan(RUNS.usual / 20);
  });

  it.each([
    ["{ meta { docCount } }", true],
    ["query A { __typename sections { name docs { headings { text } } } }", true],
    ['{ doc(id: "a", slug: null) { id } docs(limit: 3, search: "x") { id } }', true],
    ["query ($id: ID!, $n: Int = 2) { doc(id: $id) { id } docs(limit: $n) { id } }", true],
    [`{ ${fields(20, (index) => `a${index}: docs { id }`)} }`, true],
    // Valid, but left to the full rules.
    ["{ docs { id id } }", false],
    ["{ docs { ...F } } fragment F on Doc { id }", false],
    ["{ docs { id @skip(if: false) } }", false],
    ['query ($text: String = "x") { search(query: $text) { id } }', false],
    ["{ __schema { queryType { name } } }", false],
    // Invalid.
    ["{ search(limit: 1) { id } }", false],
    ["query ($id: ID) { doc { id } }", false],
    ["query ($n: String) { docs(limit: $n) { id } }", false],
    ["query @skip(if: true) { meta { name } }", false],
    ["query ($n: Int, $n: Int) { docs(limit: $n) { id } }", false],
    ["{ docs(limit: 1, limit: 1) { id } }", false],
    ["{ docs(limit: 2147483648) { id } }", false],
    [`{ ${fields(21, (index) => `a${index}: docs { id }`)} }`, false],
  ])("says of %s: %s", (text, expected) => {
    expect(isPlainQuery(schema, parse(text))).toBe(expected);
  });
});
