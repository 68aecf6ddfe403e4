import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { GraphQLAnswer } from "../../../../runtime/docs/execute/answer.ts";
import { createExecutor, type GraphQLRequest } from "../../../../runtime/docs/execute/executor.ts";
import { createLongWork, createTurns } from "../../../../runtime/docs/execute/long-work.ts";
import { createDocs, type Docs } from "../../../../runtime/docs/execute/queries.ts";
import { DEFAULTS } from "../../../../runtime/serve/settings.ts";
import { corpusFrom, makeDocs } from "../../../support/corpora.ts";
import { RUNS } from "../../../support/extent.ts";
import { repeat } from "../../../support/limit-queries.ts";

const headings = Array.from({ length: 40 }, (_, index) => ({
  depth: 1,
  text: `Heading ${index}`,
  anchor: `heading-${index}`,
  start: 0,
}));
const docs = createDocs(corpusFrom(makeDocs(500, { body: "text ".repeat(2_000), headings })));
/** A query that takes longer than a turn. */
const LONG = `{ ${repeat(20, (index) => `a${index}: docs(limit: ${500 - index}) { id headings { depth text anchor } }`)} }`;
const MEBIBYTE = 2 ** 20;

function open({ maxAnswerBytes = 64 * MEBIBYTE, maxTimeMs = DEFAULTS.maxTimeMs } = {}) {
  const onError = (error: unknown) => {
    throw error;
  };
  const work = createLongWork({ turns: createTurns(), maxTimeMs });
  return createExecutor({ onError, keepsDocuments: false, work, maxAnswerBytes });
}

function errorsOf({ json }: GraphQLAnswer): { extensions: object }[] {
  return JSON.parse(String(json)).errors;
}

describe("createExecutor", () => {
  it("answers a query", async () => {
    expect(await open().execute({ query: "{ meta { docCount } }" }, docs)).toEqual({
      outcome: "executed",
      json: '{"data":{"meta":{"docCount":500}}}',
    });
  });

  it("DOC-B10 refuses an answer above maxAnswerBytes, every time the same way", async () => {
    const query = "{ docs(limit: 500) { id body } }";
    const answer = await open({ maxAnswerBytes: 4 * MEBIBYTE }).execute({ query }, docs);

    expect(answer).toMatchObject({ outcome: "refused", error: "maxAnswerBytes" });
    expect(answer.hasFault).toBeFalsy();
    expect(errorsOf(answer)).toEqual([
      {
        message: "Answer size limit of 4194304 bytes exceeded (maxAnswerBytes).",
        extensions: { code: "GRAPHQL_VALIDATION_FAILED", limit: "maxAnswerBytes" },
      },
    ]);
  });

  it("DOC-B10 measures a large answer, and writes exactly what it measured", async () => {
    const query = "{ docs(limit: 500) { id body } }";
    const { json } = await open().execute({ query }, docs);
    if (typeof json === "string" || json instanceof Uint8Array) throw new Error("It is held.");
    const parts = [...json.write()].filter((part) => part !== undefined);
    const whole = Buffer.concat(parts);

    expect(whole.length).toBe(json.size);
    expect(JSON.parse(whole.toString()).data.docs).toEqual(
      docs.docs({ limit: 500 }).map(({ id, body }) => ({ id, body })),
    );
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(MEBIBYTE / 2);
  });

  it("DOC-B10 refuses an answer that takes longer than maxTimeMs, without remembering that", async () => {
    const answer = await open({ maxTimeMs: 1 }).execute({ query: LONG }, docs);

    expect(answer).toMatchObject({ outcome: "refused", error: "maxTimeMs", hasFault: true });
    expect(errorsOf(answer)).toEqual([
      {
        message: "Work limit of 1 ms exceeded (maxTimeMs).",
        extensions: { code: "GRAPHQL_VALIDATION_FAILED", limit: "maxTimeMs" },
      },
    ]);
  });

  it("DOC-B10 answers other requests while it works on a long answer", async () => {
    const executor = open();
    const long = executor.execute({ query: LONG }, docs);
    let isDone = false;
    void Promise.resolve(long).then(() => {
      isDone = true;
    });
    await executor.execute({ query: "{ meta { docCount } }" }, docs);

    expect(long).toBeInstanceOf(Promise);
    expect(isDone).toBe(false);
    expect((await long).outcome).toBe("executed");
  });

  it("DOC-B10 an exact search is work in steps too, which ends at maxTimeMs", async () => {
    const query = `{ ${repeat(20, (index) => `a${index}: docs(search: "text ${"text ".repeat(700)}${index}") { id }`)} }`;
    const executor = open({ maxTimeMs: 1 });
    const work = executor.execute({ query }, docs);

    expect(work).toBeInstanceOf(Promise);
    expect(await work).toMatchObject({ outcome: "refused", error: "maxTimeMs" });
  });

  it("DOC-B10 stops working for a client that disconnected", async () => {
    await expect(open().execute({ query: LONG }, docs, () => true)).rejects.toThrow(
      expect.objectContaining({ code: "client-gone" }),
    );
  });

  it("resolves fields with the same arguments once", async () => {
    const searchInSteps = vi.fn(docs.searchInSteps);
    const query = `query ($n: Int) { ${repeat(10, (index) => `a${index}: search(query: "page", limit: 1) { id }`)}
      b: search(query: "page", limit: $n) { title } c: search(limit: 2, query: "page") { id } }`;
    const { json } = await open().execute(
      { query, variables: { n: 1 } },
      { ...docs, searchInSteps },
    );

    expect(JSON.parse(String(json)).data.b).toEqual([{ title: "part/page-000" }]);
    expect(searchInSteps).toHaveBeenCalledTimes(2);
  });
});

/** Queries of any kind: valid and invalid, wide and deep. */
const name = fc.constantFrom("name", "id", "docs", "meta", "headings", "nothing", "__typename");
const many = fc.tuple(fc.nat(800), name).map(([count, name]) => `${name} `.repeat(count));
const leaf = fc.oneof(
  { weight: 6, arbitrary: name },
  fc.tuple(fc.constantFrom("a", "b"), name).map(([alias, name]) => `${alias}: ${name}`),
  many,
  fc.constantFrom("...F", "...G", "@x", "{", "docs(limit: $n) { id }", '"', "... on Doc { id }"),
);
const { set } = fc.letrec<{ set: string }>((tie) => ({
  set: fc
    .array(
      fc.oneof(
        { maxDepth: 6 },
        leaf,
        fc
          .tuple(
            fc.constantFrom("docs", "sections", "meta", "graph", "...", "headings"),
            tie("set"),
          )
          .map((parts) => parts.join(" ")),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((parts) => `{ ${parts.join(" ")} }`),
}));
const request: fc.Arbitrary<GraphQLRequest> = fc.record({
  query: fc
    .tuple(fc.constantFrom("", "query ", "query ($n: Int) ", "mutation "), set, set)
    .map(([head, body, inner]) => `${head}${body} fragment F on Doc ${inner}`),
  variables: fc.constantFrom({}, { n: -1 }, { n: "x" }, { n: null }),
});

describe("errors over random queries", () => {
  it("DOC-B5 each has a code, and a limit's name or a location", async () => {
    const executor = open();
    const few: Docs = createDocs(corpusFrom(makeDocs(3)));
    let failed = 0;
    await fc.assert(
      fc.asyncProperty(request, async (asked) => {
        const { json } = await executor.execute(asked, few);
        for (const { message, locations, extensions } of JSON.parse(String(json)).errors ?? []) {
          failed++;
          expect(extensions.code).toMatch(/^[A-Z_]+$/);
          const isLast = message.startsWith("Too many validation errors");
          if (!isLast && extensions.code !== "BAD_REQUEST") {
            expect(locations ?? extensions.limit, message).toBeTruthy();
          }
        }
      }),
    );
    expect(failed).toBeGreaterThan(RUNS.usual / 3);
  });
});
