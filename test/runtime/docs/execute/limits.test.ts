import { makeExecutableSchema } from "@graphql-tools/schema";
import fc from "fast-check";
import { parse, validate } from "graphql";
import { describe, expect, it } from "vitest";
import {
  checkLimits,
  checkRules,
  isFlawless,
  LIMITS,
  parseLimited,
} from "../../../../runtime/docs/execute/limits.ts";
import { TYPE_DEFS } from "../../../../runtime/docs/execute/schema.ts";
import { armorCount } from "../../../support/armor.ts";
import { RUNS } from "../../../support/extent.ts";

const schema = makeExecutableSchema({ typeDefs: TYPE_DEFS });

/** Applies the rules one by one. */
function isFaultless(text: string): boolean {
  const document = parseLimited(text);
  return checkLimits(schema, document).length + validate(schema, document).length === 0;
}

/** Mostly valid, sometimes with an error. */
function orWrong(right: fc.Arbitrary<string>, ...wrong: string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 30, arbitrary: right },
    { weight: 1, arbitrary: fc.constantFrom(...wrong) },
  );
}

function setOf(selection: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .array(selection, { minLength: 1, maxLength: 3 })
    .map((selections) => `{ ${selections.join(" ")} }`);
}

const directive = orWrong(
  fc.constantFrom("", "", "@skip(if: false)", "@include(if: true)"),
  "@none",
  "@skip",
  "@skip(if: 1)",
  "@skip(if: true) @skip(if: true)",
);
const heading = orWrong(fc.constantFrom("text", "depth", "a: anchor"), "id", "text { x }");
const doc = orWrong(
  fc.oneof(
    fc.constantFrom("id", "title", "t: title", "links", "__typename", "...F"),
    setOf(heading).map((set) => `headings ${set}`),
    directive.map((it) => `... on Doc ${it} { id }`),
  ),
  "nothing",
  "headings",
  "t: slug",
  "...G",
  "... on Query { meta { name } }",
  "... on None { id }",
);
const call = orWrong(
  fc.constantFrom("docs", "docs(limit: 1)", "doc(id: $a)", 's: search(query: "x")', "d: docs"),
  "search",
  "docs(limit: $a)",
  "docs(none: 1)",
  "docs(limit: 1, limit: 2)",
  "docs(limit: [1])",
  "doc(id: { a: 1, a: 2 })",
);
const root = orWrong(
  fc.oneof(
    fc.constantFrom("meta { name }", "__typename", "sections { name docCount }"),
    fc.tuple(call, directive, setOf(doc)).map((parts) => parts.join(" ")),
  ),
  "none",
  "meta",
);
const operation = fc
  .tuple(
    orWrong(fc.constant("query A($a: ID)"), "query A($a: Doc)", "query A", "mutation A($a: ID)"),
    orWrong(
      fc.constant("{ f: doc(id: $a) { ...F }"),
      "{ f: doc { ...F }",
      "{ f: doc(id: $a) { id }",
    ),
    fc.array(root, { maxLength: 3 }),
  )
  .map(([head, user, rest]) => `${head} ${user} ${rest.join(" ")} }`);
const fragment = orWrong(
  fc.constant("fragment F on Doc { path }"),
  "",
  "fragment F on Query { path }",
  "fragment F on Doc { ...F }",
  "fragment F on Doc { t: path }",
  "fragment F on Doc { id } { meta { name } }",
);

describe("isFlawless", () => {
  it("agrees with the separate rules about any document", () => {
    const outcomes = { faultless: 0, other: 0 };
    fc.assert(
      fc.property(operation, fragment, (operation, fragment) => {
        const text = `${operation} ${fragment}`;
        const expected = isFaultless(text);
        outcomes[expected ? "faultless" : "other"]++;
        expect(isFlawless(schema, parseLimited(text))).toBe(expected);
      }),
      { seed: 5 },
    );
    expect(Math.min(outcomes.faultless, outcomes.other)).toBeGreaterThan(RUNS.usual / 20);
  });

  it.each([
    ["{ docs { id title headings { text } } }", true],
    ["query A($id: ID) { doc(id: $id) { ...F } } fragment F on Doc { id }", true],
    ["{ a: docs { id } a: docs { title } }", true],
    ['{ a: docs { id } a: search(query: "x") { id } }', false],
    ["{ docs { ...F } } fragment F on Doc { ...F }", false],
    ["{ docs { id } } fragment F on Doc { id }", false],
    ["query ($a: Int) { docs { id } }", false],
    ["{ docs { id } } { docs { id } }", false],
    ["type A { b: Int }", false],
  ])("says of %s: %s", (text, expected) => {
    expect(isFaultless(text)).toBe(expected);
    expect(isFlawless(schema, parseLimited(text))).toBe(expected);
  });

  it("returns false for introspection above the limits, which is allowed", () => {
    const deep = `{ __schema { types { ${"fields { type { ".repeat(5)} name ${"} }".repeat(5)} } } }`;

    expect(checkLimits(schema, parseLimited(deep))).toEqual([]);
    expect(isFlawless(schema, parseLimited(deep))).toBe(false);
  });
});

describe("checkRules", () => {
  it("DOC-B10 refuses a document whose fields take too long to compare, and names the limit", () => {
    // Above the limit of tokens: no query within it is known that reaches this one.
    const most = parse(`{ ${"docs { id } ".repeat(447)} }`);
    const document = parse(`{ ${"docs { id } ".repeat(448)} }`);

    expect(checkRules(schema, most)).toEqual([]);
    expect(checkRules(schema, document).map((error) => error.toJSON())).toEqual([
      {
        message: "Limit of 500000 comparisons of fields exceeded (maxComparisons).",
        locations: [{ line: 1, column: 1 }],
        extensions: { code: "GRAPHQL_VALIDATION_FAILED", limit: "maxComparisons" },
      },
    ]);
  });

  it.each([
    ["{ meta {", "name", "} }"],
    ["{", "__typename", "}"],
    ["{ docs { headings {", "text", "} } }"],
    ["{ meta { ...F ...G } } fragment F on ApiMeta { name } fragment G on ApiMeta {", "name", "}"],
  ])(
    "DOC-B10 has nothing against one field as often as fits, in %s %s … %s",
    (start, field, end) => {
      const queryOf = (count: number) => `${start} ${`${field} `.repeat(count)}${end}`;
      const most = LIMITS.maxTokens - armorCount.maxTokens(queryOf(1)) + 1;

      expect(armorCount.maxTokens(queryOf(most))).toBe(LIMITS.maxTokens);
      expect(checkLimits(schema, parseLimited(queryOf(most)))).toEqual([]);
      expect(checkRules(schema, parseLimited(queryOf(most)))).toEqual([]);
    },
  );

  it.each([
    ["an unknown field", "nothing"],
    ["an unknown directive", "name @nothing"],
    ["an argument", "name(of: 1)"],
    ["subfields", "name { length }"],
    ["another field of the same name", "name: description"],
  ])("finds %s behind hundreds of fields that are repeated", (_, field) => {
    const document = parseLimited(`{ meta { ${"name ".repeat(800)} ${field} } }`);

    const errors = checkRules(schema, document);
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.map(({ extensions }) => extensions)).not.toContainEqual(
      expect.objectContaining({ limit: "maxComparisons" }),
    );
  });
});

describe("checkLimits", () => {
  /** A page, the one after it, and so on. */
  const chain = (pages: number) =>
    `{ doc ${"{ next ".repeat(pages)}{ id }${" }".repeat(pages + 1)}`;
  const limitsOf = (text: string) =>
    checkLimits(schema, parseLimited(text)).map(({ extensions }) => extensions.limit);

  it("DQA §8 counts pages after pages as any other fields, for depth, aliases and cost", () => {
    const twice = (depth: number): string =>
      depth === 0 ? "id" : `previous { ${twice(depth - 1)} } next { ${twice(depth - 1)} }`;
    const aliased = Array.from({ length: 21 }, (_, at) => `a${at}: next { id }`).join(" ");

    expect(limitsOf(chain(LIMITS.maxDepth - 2))).toEqual([]);
    expect(limitsOf(chain(LIMITS.maxDepth - 1))).toEqual(["maxDepth"]);
    expect(limitsOf(`{ doc { ${aliased} } }`)).toEqual(["maxAliases"]);
    expect(limitsOf(`{ docs { ${twice(7)} } }`)).toEqual(["costLimit"]);
  });
});
