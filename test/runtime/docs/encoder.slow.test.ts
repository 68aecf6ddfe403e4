import { makeExecutableSchema } from "@graphql-tools/schema";
import fc from "fast-check";
import {
  execute,
  type GraphQLObjectType,
  getNamedType,
  getOperationAST,
  getVariableValues,
  isObjectType,
  Kind,
  parse,
  validate,
} from "graphql";
import { describe, expect, it } from "vitest";
import { createDocTexts, type DocTexts } from "../../../runtime/docs/doc-texts.ts";
import { createDocs } from "../../../runtime/docs/docs.ts";
import { compile, UnsupportedError } from "../../../runtime/docs/encoder.ts";
import { TYPE_DEFS } from "../../../runtime/docs/schema.ts";
import { corpusFrom, makeDoc } from "../../support/corpora.ts";

const schema = makeExecutableSchema({ typeDefs: TYPE_DEFS });
const docs = createDocs(
  corpusFrom([
    makeDoc("a/one", {
      title: 'Quotes " and \\ and \u2028 and \u{1f600}',
      description: null,
      body: "Text\n\twith control \u0001 characters and </script>",
      headings: [{ depth: 1, text: "One", anchor: "one" }],
      links: ["a/two"],
      wordCount: 7,
    }),
    makeDoc("a/two", { description: "", headings: [], links: ["a/one", "b/three"] }),
    makeDoc("b/three", { description: "The third", body: "three" }),
  ]),
);
/** What the resolvers of the product do. */
const root = {
  meta: () => docs.meta(),
  sections: () => docs.sections(),
  graph: () => docs.graph(),
  docs: (args: object) => docs.docs(args),
  doc: (args: object) => docs.doc(args),
  search: (args: { query: string }) => docs.search(args),
};

interface Source {
  readonly query: string;
  readonly variables?: Record<string, unknown>;
}

function byExecutor({ query, variables = {} }: Source): string {
  const result = execute({
    schema,
    document: parse(query),
    rootValue: root,
    variableValues: variables,
  });
  return JSON.stringify(result);
}

/** So few that they are forgotten again and again. */
const MAX_TEXT_BYTES = 2 ** 14;

function byEncoder({ query, variables = {} }: Source, texts: DocTexts = createDocTexts(0)): string {
  const document = parse(query);
  const operation = getOperationAST(document)!;
  const fragments = new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  );
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  return compile(schema, { operation, fragments, texts })(docs, coerced!).toString();
}

const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  docs: ["", "(limit: 2)", '(section: "a", limit: null)', '(search: "T", limit: $n)', "(limit: 0)"],
  doc: ['(id: "a/one")', '(slug: "/docs/b/three")', '(id: "none")', "(id: $id)", ""],
  search: ['(query: "t")', "(query: $text, limit: $n)", '(query: "")'],
};

/** A selection of any fields of a type, with aliases, repetitions and fragments. */
function selection(type: GraphQLObjectType, depth: number): fc.Arbitrary<string> {
  const fields = Object.values(type.getFields()).map((field): fc.Arbitrary<string> => {
    const inner = getNamedType(field.type);
    const args = fc.constantFrom(...(ARGUMENTS[field.name] ?? [""]));
    const alias = fc.constantFrom("", "", "x: ", `other_${field.name}: `, "__proto__: ");
    const below = isObjectType(inner)
      ? depth > 0
        ? selection(inner, depth - 1)
        : fc.constant("{ __typename }")
      : fc.constant("");
    return fc
      .tuple(alias, args, below)
      .map(([alias, args, below]) => `${alias}${field.name}${args} ${below}`);
  });
  const plain = fc.oneof(...fields, fc.constant("__typename"), fc.constant("kind: __typename"));
  const part = fc.oneof(
    { weight: 4, arbitrary: plain },
    { weight: 1, arbitrary: plain.map((text) => `... on ${type.name} { ${text} }`) },
    { weight: 1, arbitrary: plain.map((text) => `... { ${text} ${text} }`) },
  );
  return fc
    .array(part, { minLength: 1, maxLength: 4 })
    .map((parts) => `{ ${parts.join(" ")} ${type.name === "Doc" ? "...D ...D" : ""} }`);
}

const source = fc.record({
  query: selection(schema.getQueryType()!, 3).map(
    (text) =>
      `query ($n: Int = 2, $id: ID, $text: String! = "e") ${text}
       fragment D on Doc { id ...E headings { text } }
       fragment E on Doc { headings { anchor depth } wordCount }`,
  ),
  variables: fc.record(
    {
      n: fc.constantFrom(0, 1, 3, null),
      id: fc.constantFrom("a/two", null, 7),
      text: fc.constantFrom("T", "three", ""),
    },
    { requiredKeys: [] },
  ),
});

/** Rules that say nothing of what an answer is. */
const HARMLESS = /is never used/;

function isValid({ query }: Source): boolean {
  return validate(schema, parse(query)).every(({ message }) => HARMLESS.test(message));
}

describe("compile", () => {
  it("§4 Response: writes byte for byte what graphql-js answers, for any query", () => {
    let compared = 0;
    fc.assert(
      fc.property(source, (request) => {
        if (!isValid(request)) return;
        compared++;
        expect(byEncoder(request)).toBe(byExecutor(request));
      }),
      { numRuns: 3000 },
    );
    expect(compared).toBeGreaterThan(500);
  });

  it("writes the same of docs that were written before, for another query or the same", () => {
    const texts = createDocTexts(MAX_TEXT_BYTES);
    fc.assert(
      fc.property(source, (request) => {
        if (!isValid(request)) return;
        const expected = byEncoder(request);
        for (const _ of ["new", "kept", "known"]) expect(byEncoder(request, texts)).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    "{ __schema { queryType { name } } }",
    '{ __type(name: "Doc") { name } }',
    "query ($yes: Boolean! = true) { meta @include(if: $yes) { name } }",
    "{ docs { id @skip(if: true) title } }",
    "{ docs { ... @include(if: false) { id } title } }",
  ])("leaves to graphql-js: %s", (query) => {
    expect(() => byEncoder({ query })).toThrow(UnsupportedError);
  });

  it("throws where the answer has an error, for graphql-js to tell it", () => {
    expect(() => byEncoder({ query: "{ docs(limit: -1) { id } }" })).toThrow("limit");
  });
});
