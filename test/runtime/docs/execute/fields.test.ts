import fc from "fast-check";
import { buildSchema, validateSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { enumName } from "../../../../corpus/fields/enum-names.ts";
import type { Corpus } from "../../../../corpus/open/corpus.ts";
import type { Doc, Field } from "../../../../corpus/schema.ts";
import { createExecutor } from "../../../../runtime/docs/execute/executor.ts";
import { createLongWork, createTurns } from "../../../../runtime/docs/execute/long-work.ts";
import { createDocs } from "../../../../runtime/docs/execute/queries.ts";
import { TYPE_DEFS, typeDefsFor } from "../../../../runtime/docs/execute/schema.ts";
import { corpusFrom, makeDoc } from "../../../support/corpora.ts";
import { docsWithFields, FIELDS, filters, fulfils } from "../../../support/filters.ts";

const executor = createExecutor({
  onError(error) {
    throw error;
  },
  keepsDocuments: true,
  work: createLongWork({ turns: createTurns(), maxTimeMs: 5_000 }),
  maxAnswerBytes: 2 ** 20,
});

async function ask(corpus: Corpus, query: string, variables: object = {}) {
  const request = { query, variables: structuredClone(variables) as Record<string, unknown> };
  return JSON.parse(String((await executor.execute(request, createDocs(corpus))).json));
}

const TYPED: Readonly<Record<string, Field>> = {
  ...FIELDS,
  rating: { type: "number", default: 3 },
};
const corpus = corpusFrom(
  [
    makeDoc("a", { fields: { text: "alpha", state: "2nd-hand", rating: 5, related: ["b", "a"] } }),
    makeDoc("b", { fields: { parent: "a", tags: ["x"], rating: 3 } }),
    makeDoc("c", {
      title: "Alpha",
      body: "alpha beta",
      fields: { count: 1.5, done: true, when: "2026-01-31T00:00:00.000Z", rating: 3 },
    }),
  ],
  { fields: TYPED },
);

/** Writes a filter as GraphQL has it: values of enums are names. */
function literal(value: unknown, inEnum = false): string {
  if (Array.isArray(value)) return `[${value.map((each) => literal(each, inEnum)).join(" ")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(
      ([key, each]) => `${key}: ${literal(each, key === "state" || (inEnum && key !== "exists"))}`,
    );
    return `{ ${entries.join(", ")} }`;
  }
  return inEnum ? enumName(String(value)) : JSON.stringify(value);
}

describe("fields over GraphQL", () => {
  it("random filters find what a plain evaluation finds, written out or in variables", async () => {
    const inNames = (value: unknown) =>
      JSON.parse(JSON.stringify(value), (key, each) =>
        key === "state" ? JSON.parse(JSON.stringify(each), (_, one) => nameIn(one)) : each,
      );
    const nameIn = (one: unknown) => (typeof one === "string" ? enumName(one) : one);
    await fc.assert(
      fc.asyncProperty(docsWithFields, filters, async (docs, where) => {
        const random = corpusFrom(docs, { fields: FIELDS });
        const wanted = docs
          .filter(({ fields }) => fulfils(fields!, where))
          .map(({ id }) => ({ id }));
        const asked = "($where: DocFilter) { docs(where: $where) { id } docCount(where: $where) }";
        const expected = { data: { docs: wanted, docCount: wanted.length } };

        expect(await ask(random, `query ${asked}`, { where: inNames(where) })).toEqual(expected);
        const written = `{ docs(where: ${literal(where)}) { id } docCount(where: ${literal(where)}) }`;
        expect(await ask(random, written)).toEqual(expected);
      }),
    );
  });

  it("gives values with their types: lists and fields with a default are never null", async () => {
    const { data } = await ask(
      corpus,
      `{ docs { fields { text count done when state rating tags constructor
         parent { id } related { id fields { rating } } } } }`,
    );
    const nothing = { text: null, count: null, done: null, when: null, state: null, parent: null };
    const empty = { tags: [], constructor: [], related: [] };

    expect(data.docs.map(({ fields }: Pick<Doc, "fields">) => fields)).toEqual([
      {
        ...nothing,
        ...empty,
        text: "alpha",
        state: "_2nd_hand",
        rating: 5,
        related: [
          { id: "b", fields: { rating: 3 } },
          { id: "a", fields: { rating: 5 } },
        ],
      },
      { ...nothing, ...empty, parent: { id: "a" }, tags: ["x"], rating: 3 },
      { ...nothing, ...empty, count: 1.5, done: true, when: "2026-01-31T00:00:00.000Z", rating: 3 },
    ]);
  });

  it("sorts, leaves out, and combines with a section, a search and hits", async () => {
    const answer = await ask(
      corpus,
      `{ sorted: docs(orderBy: [{ field: rating, direction: DESC }, { field: text }]) { id }
         rest: docs(orderBy: { field: count }, offset: 1, limit: 1) { id }
         found: docs(search: "alpha", where: { rating: { lt: 4 } }) { id }
         section: docs(section: "root", where: { tags: { has: "x" } }) { id }
         hits(query: "alpha", where: { done: { eq: true } }) { items { doc { id } } } 
         none: hits(query: "alpha", where: { done: { eq: false } }) { total } }`,
    );

    expect(answer).toEqual({
      data: {
        sorted: [{ id: "a" }, { id: "b" }, { id: "c" }],
        rest: [{ id: "a" }],
        found: [{ id: "c" }],
        section: [{ id: "b" }],
        hits: { items: [{ doc: { id: "c" } }] },
        none: { total: 0 },
      },
    });
  });

  it.each([
    ['{ docs(where: { when: { eq: "soon" } }) { id } }', "BAD_USER_INPUT", "a date such as"],
    ["{ docs(offset: -1) { id } }", "BAD_USER_INPUT", '"offset" must be'],
    ["{ docs(where: { text: { has: 1 } }) { id } }", "GRAPHQL_VALIDATION_FAILED", '"has" is not'],
    ["{ docs(where: { nope: null }) { id } }", "GRAPHQL_VALIDATION_FAILED", '"nope" is not'],
    ["{ docs(orderBy: { field: tags }) { id } }", "GRAPHQL_VALIDATION_FAILED", '"tags"'],
  ])("refuses %s", async (query, code, message) => {
    const { errors } = await ask(corpus, query);

    expect(errors[0]).toMatchObject({ extensions: { code } });
    expect(errors[0].message).toContain(message);
  });

  it("without fields there is nothing of them", async () => {
    const plain = corpusFrom([makeDoc("a")]);

    expect(TYPE_DEFS).not.toMatch(/DocF|docCount\(|\bwhere:|offset:|orderBy/);
    for (const query of ["{ docs(where: {}) { id } }", "{ docs { fields { text } } }"]) {
      const { errors } = await ask(plain, query);
      expect(errors[0].extensions.code).toBe("GRAPHQL_VALIDATION_FAILED");
    }
    expect(await ask(plain, "{ docs { id } }")).toEqual({ data: { docs: [{ id: "a" }] } });
  });

  it("the schema is valid, and each of its types and fields has a description", () => {
    for (const fields of [TYPED, { true: FIELDS.state! }, { only: FIELDS.tags! }]) {
      const schema = buildSchema(typeDefsFor(fields));
      const own = Object.values(schema.getTypeMap()).filter(({ name }) =>
        /Doc|Filter|Field/.test(name),
      );

      expect(validateSchema(schema)).toEqual([]);
      for (const type of own.filter(({ name }) => !name.startsWith("__"))) {
        const members = "getFields" in type ? Object.values(type.getFields()) : [];
        expect([type, ...members].filter(({ description }) => !description)).toEqual([]);
      }
    }
  });
});

describe("maxConditions", () => {
  const many = (count: number) => Array.from({ length: count }, () => ({ text: { eq: "a" } }));
  const nested = (levels: number): object => (levels === 1 ? {} : { not: nested(levels - 1) });
  const isLimited = { extensions: { code: "GRAPHQL_VALIDATION_FAILED", limit: "maxConditions" } };
  const QUERY = "query ($f: DocFilter) { docs(where: $f) { id } }";

  it.each([
    ["conditions", { and: many(100) }, { and: many(101) }],
    [
      "conditions that are empty",
      { or: Array(100).fill({}) },
      { or: Array(101).fill({ text: {} }) },
    ],
    ["levels", nested(10), nested(11)],
    [
      'values in "in"',
      { text: { in: Array(1000).fill("a") } },
      { text: { in: Array(1001).fill("a") } },
    ],
  ])("limits %s, in variables too", async (_, within, beyond) => {
    expect(await ask(corpus, QUERY, { f: within })).not.toHaveProperty("errors");
    expect((await ask(corpus, QUERY, { f: beyond })).errors[0]).toMatchObject(isLimited);
  });

  it("counts all filters of an operation together, written out too", async () => {
    const half = literal({ and: many(51) });
    const { errors } = await ask(
      corpus,
      `{ docCount(where: ${half}) hits(query: "a", where: ${half}) { total } }`,
    );

    expect(errors[0]).toMatchObject(isLimited);
    expect(errors[0].message).toBe("Limit of 100 conditions in filters exceeded (maxConditions).");
  });

  it("variables that are nested without end are refused, not walked", async () => {
    const text = `${'{"not":'.repeat(100_000)}{}${"}".repeat(100_000)}`;
    const request = { query: QUERY, variables: { f: JSON.parse(text) } };
    const { json } = await executor.execute(request, createDocs(corpus));

    expect(JSON.parse(String(json)).errors[0]).toMatchObject(isLimited);
  });
});
