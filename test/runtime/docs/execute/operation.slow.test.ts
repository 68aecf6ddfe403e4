import { makeExecutableSchema } from "@graphql-tools/schema";
import fc from "fast-check";
import {
  type ExecutionResult,
  execute,
  type GraphQLError,
  type GraphQLObjectType,
  getNamedType,
  isObjectType,
  parse,
  validate,
} from "graphql";
import { describe, expect, it } from "vitest";
import { hasCode } from "../../../../corpus/error.ts";
import type { Doc, FieldValue } from "../../../../corpus/schema.ts";
import { placeTogether } from "../../../../runtime/docs/execute/editions.ts";
import { createExecutor } from "../../../../runtime/docs/execute/executor.ts";
import { enumValues } from "../../../../runtime/docs/execute/field-parts.ts";
import { checkLimits } from "../../../../runtime/docs/execute/limits.ts";
import { createLongWork, createTurns } from "../../../../runtime/docs/execute/long-work.ts";
import {
  codeBlockValues,
  createDocs,
  hitValues,
} from "../../../../runtime/docs/execute/queries.ts";
import { typeDefsFor } from "../../../../runtime/docs/execute/schema.ts";
import { corpusFrom, makeDoc } from "../../../support/corpora.ts";
import { RUNS } from "../../../support/extent.ts";
import { FIELDS } from "../../../support/filters.ts";

/** graphql-js takes what the variables inherit for their own. */
const { constructor: _, ...OTHERS } = FIELDS;
const TYPED_FIELDS: typeof FIELDS = { ...OTHERS, rating: { type: "number", default: 3 } };

const schema = makeExecutableSchema({
  typeDefs: typeDefsFor(TYPED_FIELDS),
  // The other fields are properties.
  resolvers: {
    ...enumValues(TYPED_FIELDS),
    DocFields: Object.fromEntries(
      Object.entries(TYPED_FIELDS).map(([name, { type }]) => [
        name,
        ({ fields }: Doc) => {
          const value = Object.hasOwn(fields!, name) ? fields![name] : undefined;
          const resolved = type.startsWith("doc") ? docsOf(value) : value;
          return type.endsWith("[]") ? (resolved ?? []) : [resolved].flat()[0];
        },
      ]),
    ),
    Doc: {
      backlinks: (doc: Doc) => docs.backlinks(doc),
      elsewhere: (doc: Doc) => docs.elsewhere(doc),
      codeBlocks: codeBlockValues,
      previous: (doc: Doc) => docs.neighbors(doc).previous,
      next: (doc: Doc) => docs.neighbors(doc).next,
      fields: (doc: Doc) => doc,
    },
  },
});

function docsOf(value: FieldValue | undefined): Doc[] | undefined {
  return value === undefined ? value : [value].flat().map((id) => docs.doc({ id: String(id) })!);
}

function editionOf(version: string) {
  const name = `v${version}`;
  return { edition: { name, version, language: null, set: null, access: "public" as const } };
}

const other = createDocs(corpusFrom([makeDoc("a/two", { slug: "/2/two" })], editionOf("2")));
const own = createDocs(
  corpusFrom(
    [
      makeDoc("a/one", {
        title: 'Quotes " and \\ and \u2028 and \u{1f600}',
        description: null,
        body: "Text\n\twith control \u0001 characters and </script>",
        headings: [{ depth: 1, text: "One", anchor: "one", start: 0 }],
        links: ["a/two"],
        wordCount: 7,
        codeBlocks: [
          { lang: "js", meta: "a", start: 0, end: 9 },
          { start: 9, end: 9, text: '"\u{1f600}' },
        ],
        fields: { text: "\u{1f600}", state: "2nd-hand", rating: 1e21, related: ["a/two", "a/one"] },
      }),
      makeDoc("a/two", {
        description: "",
        headings: [],
        links: ["a/one", "b/three"],
        fields: { done: false, parent: "b/three", tags: ["x"], rating: 3 },
      }),
      makeDoc("b/three", {
        description: "The third",
        body: "three",
        fields: { count: -0.5, rating: 3 },
      }),
    ],
    { fields: TYPED_FIELDS, ...editionOf("3") },
  ),
);
const docs = placeTogether([own, other])[0]!;
/** Resolves as the product does. */
const root = {
  meta: () => docs.meta(),
  editions: () => docs.editions(),
  edition: () => docs.edition(),
  sections: () => docs.sections(),
  graph: () => docs.graph(),
  docs: (args: object) => docs.docs(args),
  doc: (args: object) => docs.doc(args),
  docCount: (args: object) => docs.docCount(args),
  search: (args: { query: string }) => docs.search(args),
  hits: (args: { query: string }) => hitValues(docs.hits(args)),
};

interface Source {
  readonly query: string;
  readonly variables?: Record<string, unknown>;
}

function byGraphqlJs({ query, variables = {} }: Source): string {
  const document = parse(query);
  const { errors, data } = execute({
    schema,
    document,
    rootValue: root,
    variableValues: variables,
  }) as ExecutionResult;
  return JSON.stringify({ errors: errors?.map(withCode), data });
}

/** An argument with a value that makes no sense has its code in the answer (DOC-B5). */
function withCode(error: GraphQLError): object {
  if (!hasCode(error.originalError, "invalid-argument")) return error;
  return { ...error.toJSON(), extensions: { code: "BAD_USER_INPUT" } };
}

function open(keepsDocuments: boolean) {
  return createExecutor({
    onError(error) {
      throw error;
    },
    keepsDocuments,
    work: createLongWork({ turns: createTurns(), maxTimeMs: 5_000 }),
    maxAnswerBytes: 2 ** 26,
  });
}

const forgetful = open(false);
const keeping = open(true);

async function byDocgate(request: Source, executor = forgetful): Promise<string> {
  return String((await executor.execute(request, docs)).json);
}

const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  docs: [
    "",
    "(limit: 2)",
    '(section: "a", limit: null)',
    '(search: "T", limit: $n)',
    "(limit: 0)",
    "(where: $where, orderBy: [{ field: rating, direction: DESC }], offset: $n)",
    "(where: { state: { eq: _2nd_hand }, not: { when: { exists: true } } })",
    '(where: { or: [{ tags: { has: "x" } }, { rating: { lt: 1 } }] }, orderBy: { field: text })',
  ],
  docCount: ["", "(where: $where)", '(where: { when: { gt: "never" } })'],
  doc: ['(id: "a/one")', '(slug: "/docs/b/three")', '(id: "none")', "(id: $id)", ""],
  search: ['(query: "t")', "(query: $text, limit: $n)", '(query: "")'],
  hits: ['(query: "three")', "(query: $text, limit: $n)", '(query: "One", section: "a")'],
};

/** A selection of random fields of a type, with aliases, repetitions and fragments. */
function selection(type: GraphQLObjectType, depth: number): fc.Arbitrary<string> {
  const fields = Object.values(type.getFields()).map((field): fc.Arbitrary<string> => {
    const inner = getNamedType(field.type);
    const args = fc.constantFrom(...((field.args.length > 0 && ARGUMENTS[field.name]) || [""]));
    const directive = fc.constantFrom(
      "",
      "",
      "",
      "@skip(if: $yes)",
      "@include(if: $yes)",
      "@skip(if: true)",
    );
    const alias = fc.constantFrom("", "", "x: ", `other_${field.name}: `, "__proto__: ");
    const below = isObjectType(inner)
      ? depth > 0
        ? selection(inner, depth - 1)
        : fc.constant("{ __typename }")
      : fc.constant("");
    return fc
      .tuple(alias, args, directive, below)
      .map(([alias, ...rest]) => `${alias}${field.name}${rest.join(" ")}`);
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

const INTROSPECTIONS = [
  "",
  "",
  "__schema { description queryType { name } types { kind name fields { name } } }",
  "__schema { types { name fields(includeDeprecated: $yes) { name type { kind ofType { name } } } } }",
  "__schema { directives { name locations isRepeatable args { name defaultValue type { name } } } }",
  '__type(name: "Query") { fields { args { name defaultValue } isDeprecated } possibleTypes { name } }',
  '__type(name: "None") { name } other: __type(name: $text) { name __typename }',
  '__type(name: "__TypeKind") { enumValues { name description } interfaces { name } }',
];

const source = fc.record({
  query: fc.tuple(selection(schema.getQueryType()!, 3), fc.constantFrom(...INTROSPECTIONS)).map(
    ([text, introspection]) =>
      `query ($where: DocFilter, $n: Int = 2, $id: ID, $text: String! = "e", $yes: Boolean! = true) {
           u: doc(id: $id) { ...D ... @include(if: $yes) { slug } }
           v: search(query: $text, limit: $n) { id @skip(if: $yes) }
           w: docCount(where: $where)
           ... on Query ${text} ${introspection}
         }
         fragment D on Doc { id ...E headings { text } }
         fragment E on Doc { headings { anchor depth } wordCount }`,
  ),
  variables: fc.record(
    {
      n: fc.constantFrom(0, 1, 3, null, -1),
      id: fc.constantFrom("a/two", null, 7),
      text: fc.constantFrom("T", "three", "", "Doc"),
      yes: fc.boolean(),
      where: fc.constantFrom(
        null,
        { count: { lte: 0 } },
        { state: { in: ["new", "_true"] } },
        { rating: { gt: 3 } },
      ),
    },
    { requiredKeys: [] },
  ),
});

function isValid({ query }: Source): boolean {
  const document = parse(query);
  return [...checkLimits(schema, document), ...validate(schema, document)].length === 0;
}

describe("answers over random queries", () => {
  it("DQA §4 equal graphql-js's answers byte for byte, including errors and introspection", async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(source, async (request) => {
        if (!isValid(request)) return;
        compared++;
        const expected = byGraphqlJs(request);
        expect(await byDocgate(request)).toBe(expected);
        for (const _ of ["new", "kept", "known"]) {
          expect(await byDocgate(request, keeping)).toBe(expected);
        }
      }),
    );
    expect(compared).toBeGreaterThan(RUNS.usual / 5);
  });

  it.each([
    "{ __schema { queryType { name } } }",
    '{ __type(name: "Doc") { name fields { name } } meta { name } }',
    "query ($yes: Boolean! = true) { meta @include(if: $yes) { name } }",
    "{ docs { id @skip(if: true) title } }",
    "{ docs { ... @include(if: false) { id } title } }",
    "{ docs @skip(if: true) { id } }",
    "{ docs { id @skip(if: true) } }",
    "{ docs(limit: -1) { id } meta { name } }",
    "{ docs { fields { ...F related { id fields { ...F parent { id } } } } } } fragment F on DocFields { text count done when state parent { id } tags rating __typename }",
    '{ docs(where: { state: { eq: new } }, offset: -1) { id } a: docs(where: { when: { lt: "x" } }) { id } }',
    "{ meta { name } a: docs { id }\n  docs(limit: -1) { id } }",
  ])("DQA §4 are graphql-js's for %s", async (query) => {
    expect(await byDocgate({ query })).toBe(byGraphqlJs({ query }));
  });
});
