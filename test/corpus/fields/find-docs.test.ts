import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import {
  createFindDocs,
  type DocWithFields,
  type FindDocs,
} from "../../../corpus/fields/find-docs.ts";
import { openCorpus } from "../../../corpus/open/open-corpus.ts";
import type { Field } from "../../../corpus/schema.ts";
import { compareCodePoints } from "../../../corpus/text/order.ts";
import { serializeCorpus } from "../../../corpus/write/write.ts";
import { contentOf, corpusFrom, makeDoc, seal } from "../../support/corpora.ts";
import { compareValues, docsWithFields, FIELDS, filters, fulfils } from "../../support/filters.ts";

const DOCS = [
  makeDoc("a", { fields: { tags: ["x", "y"], count: 2, when: "2026-01-31T00:00:00.000Z" } }),
  makeDoc("b", { fields: { tags: [], count: 10, state: "2nd-hand" } }),
  makeDoc("c", { fields: { count: 2 } }),
];
const corpus = corpusFrom(DOCS, { fields: FIELDS });
const ids = (docs: readonly Pick<DocWithFields, "id">[]) => docs.map(({ id }) => id);

describe("findDocs", () => {
  it("finds what a plain evaluation of the same filter finds, in the same order", () => {
    const orders = fc.array(
      fc.record({
        field: fc.constantFrom(...Object.keys(FIELDS).slice(0, 6)),
        direction: fc.constantFrom("asc" as const, "desc" as const),
      }),
      { maxLength: 2 },
    );
    fc.assert(
      fc.property(docsWithFields, fc.array(filters, { maxLength: 10 }), orders, (docs, all, by) => {
        const findDocs = createFindDocs(docs, FIELDS);
        for (const where of all) {
          const wanted = docs
            .filter(({ fields }) => fulfils(fields!, where))
            .sort((left, right) => {
              for (const { field, direction } of by) {
                const [one, other] = [left.fields![field], right.fields![field]];
                if (one === undefined && other === undefined) continue;
                if (one === undefined || other === undefined) return one === undefined ? 1 : -1;
                const order = compareValues(one as string, other as string);
                if (order !== 0) return direction === "asc" ? order : -order;
              }
              return compareCodePoints(left.path, right.path);
            });
          expect(ids(findDocs({ where, orderBy: by }))).toEqual(ids(wanted));
        }
      }),
    );
  });

  it("an absent value fulfils only `exists: false`; `not` is plain negation", () => {
    const { findDocs } = corpus;

    expect(ids(findDocs({ where: { when: { exists: false } } }))).toEqual(["b", "c"]);
    expect(ids(findDocs({ where: { when: { lt: "2027-01-01" } } }))).toEqual(["a"]);
    expect(ids(findDocs({ where: { not: { when: { lt: "2027-01-01" } } } }))).toEqual(["b", "c"]);
    expect(ids(findDocs({ where: { and: [] } }))).toEqual(["a", "b", "c"]);
    expect(ids(findDocs({ where: { or: [] } }))).toEqual([]);
    expect(
      ids(findDocs({ where: { count: null, tags: { has: "x", exists: undefined } } })),
    ).toEqual(["a"]);
  });

  it("takes a part of what it finds, and chooses among other docs in their order", () => {
    const { findDocs, docs } = corpus;
    const among = [...docs].reverse();

    expect(ids(findDocs())).toEqual(["a", "b", "c"]);
    expect(ids(findDocs({ offset: 1, limit: 1 }))).toEqual(["b"]);
    expect(ids(findDocs({ among, where: { count: { eq: 2 } } }))).toEqual(["c", "a"]);
    expect(ids(findDocs({ among, orderBy: [{ field: "count", direction: "desc" }] }))).toEqual([
      "b",
      "a",
      "c",
    ]);
  });

  it.each([
    [{ where: { coun: { eq: 1 } } }, 'Unknown field "coun". Did you mean "count"?'],
    [{ where: { zzzzzz: {} } }, 'Unknown field "zzzzzz": expected one of text, count,'],
    [
      { where: { tags: { eq: "x" } } },
      'operator "eq" of field "tags": expected one of has, exists',
    ],
    [{ where: { count: { eq: "2" } } }, '"eq" of field "count" must be a finite number'],
    [{ where: { when: { gt: "soon" } } }, 'must be a date such as 2026-01-31, but it is "soon"'],
    [{ where: { state: { in: ["old"] } } }, "must be one of new, 2nd-hand, true"],
    [{ where: { state: { in: "new" } } }, '"in" of field "state" must be a list'],
    [{ where: { count: 2 } }, 'Field "count" must be an object of conditions'],
    [{ where: { and: {} } }, '"and" must be a list of filters'],
    [{ where: [] }, "The filter must be an object"],
    [{ orderBy: [{ field: "tags" }] }, 'cannot be sorted by "tags", which is a list'],
    [{ orderBy: [{ field: "count", direction: "up" }] }, 'Unknown direction "up"'],
    [{ offset: -1 }, 'Argument "offset" must be a whole number, 0 or more, but it is -1'],
  ])("refuses %j", (query, message) => {
    const find = () => corpus.findDocs(query as never);

    expect(find).toThrow(expect.objectContaining({ code: "invalid-argument" }));
    expect(find).toThrow(message);
  });

  it("a corpus without fields says how to have some", () => {
    const { findDocs } = corpusFrom([makeDoc("a")]);

    expect(ids(findDocs({ where: {} }))).toEqual(["a"]);
    expect(() => findDocs({ where: { tags: { has: "x" } } })).toThrow(
      'Unknown field "tags": the corpus has no fields. Name the keys',
    );
  });

  it("its types are those of the fields that are passed", () => {
    interface Fields {
      readonly tags?: readonly string[];
      readonly count?: number;
      readonly state: "new" | "old";
    }
    type Query = NonNullable<Parameters<FindDocs<Fields>>[0]>;
    type Where = NonNullable<Query["where"]>;

    expectTypeOf<{ tags: { has: "x" }; count: { gte: 1 } }>().toExtend<Where>();
    expectTypeOf<{
      or: [{ state: { in: ["old"] } }];
      not: { tags: { exists: true } };
    }>().toExtend<Where>();
    expectTypeOf<{ tags: { eq: "x" } }>().not.toExtend<Where>();
    expectTypeOf<{ state: { eq: "older" } }>().not.toExtend<Where>();
    expectTypeOf<ReturnType<FindDocs<Fields>>[0]["fields"]>().toEqualTypeOf<Fields>();
  });
});

describe("the fields of a corpus file", () => {
  const fileWith = (fields: unknown, meta: Record<string, Field> | undefined = FIELDS) => {
    const content = contentOf([makeDoc("a", { fields: fields as never })]);
    const bytes = serializeCorpus({ ...content, meta: { ...content.meta, fields: meta } as never });
    return seal(JSON.parse(bytes.toString()));
  };

  it.each([
    [
      "a value of another type",
      { count: "2" },
      'Field "count" of doc 0 does not have the type number',
    ],
    ["another value of an enum", { state: "old" }, 'Field "state" of doc 0 does not have'],
    ["a list that has none", { count: [1] }, "does not have the type number"],
    ["a date that is not in UTC", { when: "2026-01-31" }, "does not have the type date"],
    ["an object as value", { count: {} }, "docs[0].fields.count"],
    ["a name that filters need", { and: 1 }, "docs[0].fields.and"],
    ["no fields", undefined, "A doc has no fields"],
  ])("are refused with %s", async (_, fields, message) => {
    await expect(openCorpus(fileWith(fields))).rejects.toMatchObject({
      code: "corpus-shape",
      message: expect.stringContaining(message),
    });
  });

  it("are frozen, and absent without configured fields", () => {
    expect(Object.isFrozen(corpus.docs[0]!.fields!.tags)).toBe(true);
    expect(Object.isFrozen(corpus.meta.fields!.state!.values)).toBe(true);
    expect(serializeCorpus(contentOf([makeDoc("a")])).toString()).not.toContain('"fields":{');
  });
});
