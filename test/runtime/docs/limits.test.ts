import { makeExecutableSchema } from "@graphql-tools/schema";
import fc from "fast-check";
import { validate } from "graphql";
import { describe, expect, it } from "vitest";
import { checkLimits, isFlawless, parseLimited } from "../../../runtime/docs/limits.ts";
import { TYPE_DEFS } from "../../../runtime/docs/schema.ts";

const schema = makeExecutableSchema({ typeDefs: TYPE_DEFS });

/** What the rules say one by one. */
function isFaultless(text: string): boolean {
  const document = parseLimited(text);
  return checkLimits(schema, document).length + validate(schema, document).length === 0;
}

const name = fc.constantFrom("a", "b", "c");
const value = fc.oneof(
  fc.constantFrom("1", '"x"', "null", "true", "[1]", "{ a: 1 }", "$a", "$b", "X"),
  fc.tuple(name, name).map(([first, second]) => `{ ${first}: 1, ${second}: [$a] }`),
);
const args = fc
  .array(fc.tuple(fc.constantFrom("limit", "section", "search", "query", "id", "if"), value), {
    maxLength: 2,
  })
  .map((all) => (all.length === 0 ? "" : `(${all.map((it) => it.join(": ")).join(", ")})`));
const directive = fc.oneof(
  { weight: 4, arbitrary: fc.constant("") },
  fc.tuple(fc.constantFrom("skip", "include", "none"), args).map(([it, given]) => `@${it}${given}`),
);
const { selection } = fc.letrec<{ selection: string; set: string }>((tie) => ({
  set: fc
    .array(tie("selection"), { minLength: 1, maxLength: 3 })
    .map((all) => `{ ${all.join(" ")} }`),
  selection: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("id", "title", "name", "docCount", "text", "__typename", "nothing"),
    fc
      .tuple(
        fc.constantFrom("docs", "doc", "search", "meta", "headings", "sections", "x: docs"),
        args,
        directive,
        tie("set"),
      )
      .map((parts) => parts.join(" ")),
    name.map((it) => `...${it}`),
    fc
      .tuple(fc.constantFrom("Doc", "Query", "String", "None"), tie("set"))
      .map(([type, set]) => `... on ${type} ${set}`),
  ),
}));
const variables = fc.constantFrom(
  "",
  "($a: Int)",
  "($a: String!, $b: [Int])",
  "($a: Doc)",
  "($a: Int, $a: Int)",
);
const definition = fc.oneof(
  fc
    .tuple(variables, fc.array(selection, { minLength: 1, maxLength: 3 }))
    .map(([all, selections]) => `query ${all} { ${selections.join(" ")} }`),
  fc.tuple(name, variables, selection).map(([it, all, inner]) => `query ${it} ${all} { ${inner} }`),
  fc
    .tuple(name, fc.constantFrom("Doc", "Query"), selection)
    .map(([it, type, inner]) => `fragment ${it} on ${type} { ${inner} }`),
);

describe("isFlawless", () => {
  it("says of any document what the rules say one by one", () => {
    const outcomes = { faultless: 0, other: 0 };
    fc.assert(
      fc.property(fc.array(definition, { minLength: 1, maxLength: 3 }), (definitions) => {
        const text = definitions.join("\n");
        const expected = isFaultless(text);
        outcomes[expected ? "faultless" : "other"]++;
        expect(isFlawless(schema, parseLimited(text))).toBe(expected);
      }),
      { seed: 5, numRuns: 1000 },
    );
    expect(Math.min(outcomes.faultless, outcomes.other)).toBeGreaterThan(20);
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

  it("says no of an introspection above the limits, which is allowed", () => {
    const deep = `{ __schema { types { ${"fields { type { ".repeat(5)} name ${"} }".repeat(5)} } } }`;

    expect(checkLimits(schema, parseLimited(deep))).toEqual([]);
    expect(isFlawless(schema, parseLimited(deep))).toBe(false);
  });
});
