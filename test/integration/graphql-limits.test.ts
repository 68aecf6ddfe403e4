import { getIntrospectionQuery } from "graphql";
import { describe, expect, it } from "vitest";
import { LIMITS, type LimitName } from "../../runtime/docs/execute/limits.ts";
import { armorCount } from "../support/armor.ts";
import { runtimesOf } from "../support/extent.ts";
import { dataOf, FULL_INTROSPECTION, post } from "../support/graphql-client.ts";
import { aliasQuery, costQuery, depthQuery, repeat, tokenQuery } from "../support/limit-queries.ts";
import { shareServer } from "../support/shared-server.ts";

/** The limits of section 8, each with a query of exactly a given size. */
const ROWS: { limit: LimitName; value: number; queryOf: (size: number) => string }[] = [
  { limit: "maxDepth", value: 10, queryOf: depthQuery },
  { limit: "maxAliases", value: 20, queryOf: aliasQuery },
  { limit: "maxTokens", value: 1500, queryOf: tokenQuery },
  { limit: "costLimit", value: 8000, queryOf: costQuery },
];

describe.each(runtimesOf("deno"))("limits on %s", (runtime) => {
  const server = shareServer({ runtime });

  /** The limits that a query is rejected for, by name; none if it is answered. */
  async function rejectionsOf(query: string, operationName?: string): Promise<string[]> {
    const { body } = await post(server, { query, operationName });
    if (body.data) return [];
    return body.errors
      .map(
        ({ message, extensions }: { message: string; extensions: { limit?: string } }) =>
          extensions.limit ?? message,
      )
      .sort();
  }

  describe.each(ROWS)("DQA §8 $limit", ({ limit, value, queryOf }) => {
    it(`at ${value} passes`, async () => {
      const query = queryOf(value);
      const { status, body } = await post(server, { query });

      expect(LIMITS[limit]).toBe(value);
      expect(armorCount[limit](query)).toBe(value);
      expect(status).toBe(200);
      expect(body).toEqual({ data: expect.any(Object) });
    });

    it(`at ${value + 1} is rejected with a code and a message that name it (DOC-B5)`, async () => {
      const query = queryOf(value + 1);
      const { status, body } = await post(server, { query });

      expect(armorCount[limit](query)).toBe(value + 1);
      expect(status).toBe(200);
      expect(body).toEqual({
        errors: [
          {
            message: expect.stringMatching(new RegExp(`${value}.*${limit}`)),
            extensions: { code: "GRAPHQL_VALIDATION_FAILED", limit },
          },
        ],
      });
    });
  });

  it.each([
    ["an operation that never ends", "{ a".repeat(100_000)],
    ["a list that never ends", `{ docs(search: ${"[".repeat(10_000)}`],
    ["very many names", tokenQuery(100_000)],
    ["very many aliases", aliasQuery(200)],
    ["very many levels", `{ ${"...{".repeat(300)} __typename ${"}".repeat(300)} }`],
    ["circular fragments", "{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }"],
  ])("DQA §8 %s is rejected, and the server goes on", async (_, query) => {
    const { body } = await post(server, { query });

    expect(body).not.toHaveProperty("data");
    expect(body.errors[0].extensions.code).toBe("GRAPHQL_VALIDATION_FAILED");
    expect(await dataOf(server, "{ meta { name } }")).toEqual({ meta: { name: "Acme" } });
  });

  it("DQA §8 a rejection is the same when the query is sent again", async () => {
    const query = depthQuery(11);
    const first = await post(server, { query });
    const again = await post(server, { query });

    expect(again.text).toBe(first.text);
    expect(again.body.errors[0].extensions.limit).toBe("maxDepth");
  });

  it("DOC-B5 a query above two limits is told both", async () => {
    const query = `query A ${costQuery(8001)} query B ${depthQuery(11)}`;

    expect(await rejectionsOf(query, "A")).toEqual(["costLimit", "maxDepth"]);
  });

  describe("maxDepth", () => {
    it("DOC-B6 counts the spread of a fragment as two levels, as graphql-armor does", async () => {
      const queryOf = (depth: number) => `{ ...F } fragment F on Query ${depthQuery(depth - 2)}`;

      expect(armorCount.maxDepth(queryOf(10))).toBe(10);
      expect(await rejectionsOf(queryOf(10))).toEqual([]);
      expect(await rejectionsOf(queryOf(11))).toEqual(["maxDepth"]);
    });

    it("DQA §8 holds for every operation of a document, whichever is selected", async () => {
      const query = `query A { meta { name } } query B ${depthQuery(11)}`;

      expect(await rejectionsOf(query, "A")).toEqual(["maxDepth"]);
    });

    it("DQA §8 holds below an alias and a directive", async () => {
      const query = depthQuery(11).replace("sections", "meta: sections @include(if: true)");

      expect(await rejectionsOf(query)).toEqual(["maxDepth"]);
    });
  });

  describe("maxAliases", () => {
    it("DQA §8 counts aliases at every level and in fragments", async () => {
      const queryOf = (aliases: number) =>
        `{ ...F ${repeat(10, (index) => `a${index}: meta { name }`)} } ` +
        `fragment F on Query { b: docs { ${repeat(aliases - 11, (index) => `c${index}: id`)} } }`;

      expect(armorCount.maxAliases(queryOf(20))).toBe(20);
      expect(await rejectionsOf(queryOf(20))).toEqual([]);
      expect(await rejectionsOf(queryOf(21))).toEqual(["maxAliases"]);
    });

    it("DOC-B6 exempts aliases of __typename, as graphql-armor does", async () => {
      expect(await rejectionsOf(`{ ${repeat(30, (index) => `t${index}: __typename`)} }`)).toEqual(
        [],
      );
    });

    it("DOC-B6 does not exempt aliases of __type", async () => {
      const queryOf = (aliases: number) =>
        `{ ${repeat(aliases, (index) => `t${index}: __type(name: "Doc") { name }`)} }`;

      expect(await rejectionsOf(queryOf(20))).toEqual([]);
      expect(await rejectionsOf(queryOf(21))).toEqual(["maxAliases"]);
    });
  });

  describe("maxTokens", () => {
    it("DQA §8 counts tokens only: white space, commas and comments are free", async () => {
      const query = `# ${"comment ".repeat(5000)}\n${tokenQuery(1500).replaceAll(" ", " ,\n ")}`;

      expect(armorCount.maxTokens(query)).toBe(1500);
      expect(await rejectionsOf(query)).toEqual([]);
    });

    it("DQA §8 counts a text of any length as one token", async () => {
      const query = `{ docs(search: "${"x ".repeat(2048)}") { id } }`;

      expect(armorCount.maxTokens(query)).toBe(11);
      expect(await rejectionsOf(query)).toEqual([]);
    });

    it("DQA §8 precedes a syntax error that comes later", async () => {
      expect(await rejectionsOf(`${tokenQuery(1501)} }}}`)).toEqual(["maxTokens"]);
    });

    it("DOC-B6 does not exempt introspection", async () => {
      const query = `{ __schema { types { ${repeat(1500, () => "name")} } } }`;

      expect(await rejectionsOf(query)).toEqual(["maxTokens"]);
    });
  });

  describe("costLimit", () => {
    it("DOC-B6 counts a fragment each time it is spread, as graphql-armor does", async () => {
      const inner = `... { ... { ... { docs { ${repeat(40, () => "id")} } } } }`;
      const queryOf = (spreads: number) =>
        `{ ${repeat(spreads, () => "...F")} } fragment F on Query { ${inner} }`;
      const most = Array.from({ length: 100 }, (_, spreads) => spreads + 1).findLast(
        (spreads) => armorCount.costLimit(queryOf(spreads)) <= 8000,
      )!;

      expect(armorCount.costLimit(queryOf(most + 1))).toBeGreaterThan(8000);
      expect(most).toBeGreaterThan(1);
      expect(await rejectionsOf(queryOf(most))).toEqual([]);
      expect(await rejectionsOf(queryOf(most + 1))).toEqual(["costLimit"]);
    });

    it("DQA §8 holds for every operation of a document, whichever is selected", async () => {
      const query = `query A { meta { name } } query B ${costQuery(8001)}`;

      expect(await rejectionsOf(query, "A")).toEqual(["costLimit"]);
    });
  });

  it("DOC-B10 a query that repeats one field as often as the tokens allow is answered", async () => {
    const { body } = await post(server, { query: `{ meta { ${repeat(1495, () => "name")} } }` });

    expect(body).toEqual({ data: { meta: { name: "Acme" } } });
  });

  describe("introspection", () => {
    const type = `type { ${"ofType { ".repeat(12)}name${" }".repeat(12)} }`;

    it.each([
      ["in __schema", `{ __schema { types { fields { ${type} } } } }`],
      ["in __type", `{ __type(name: "Doc") { fields { ${type} } } }`],
      [
        "in a fragment",
        `{ ...F } fragment F on Query { __type(name: "Doc") { fields { ${type} } } }`,
      ],
    ])("DOC-B6 is exempt from depth: %s", async (_, query) => {
      expect(armorCount.maxDepth(query)).toBeGreaterThan(10);
      expect(await rejectionsOf(query)).toEqual([]);
    });

    it.each([
      ["in __schema", "__schema { types"],
      ["in __type", '__type(name: "Doc") { possibleTypes'],
    ])("DOC-B6 is exempt from cost: %s", async (_, start) => {
      const names = repeat(200, () => "kind name description __typename");
      const query = `{ ${start} { ${"... { ".repeat(5)}${names}${" }".repeat(5)} } } }`;

      expect(armorCount.costLimit(query)).toBeGreaterThan(8000);
      expect(await rejectionsOf(query)).toEqual([]);
    });

    it("DOC-B6 does not exempt the other fields of the query", async () => {
      const query = depthQuery(11).replace("sections", "__schema { types { name } } sections");

      expect(await rejectionsOf(query)).toEqual(["maxDepth"]);
    });

    it("DOC-B6 the query of explorers passes, plain and with every option of graphql-js on", async () => {
      expect(await rejectionsOf(getIntrospectionQuery())).toEqual([]);
      expect(await rejectionsOf(FULL_INTROSPECTION)).toEqual([]);
    });
  });
});
