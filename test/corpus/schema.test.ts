import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openCorpus } from "../../corpus/open/open-corpus.ts";
import { loadCorpus } from "../../corpus/read/read.ts";
import { docShape } from "../../corpus/schema.ts";
import { serializeCorpus } from "../../corpus/write/write.ts";
import { parseConfig } from "../../generator/config/config.ts";
import { generate } from "../../generator/generate.ts";
import { makeDoc } from "../support/corpora.ts";
import { RUNS } from "../support/extent.ts";
import { HANDBOOK, makeFolder } from "../support/tree.ts";

const DOC = makeDoc("guide/first", {
  description: "What it is.",
  category: "sub",
  headings: [{ depth: 1, text: "First", anchor: "first", start: 0 }],
  links: ["guide/second"],
  marks: {
    text: [0, 4, "&", 5, 3],
    hidden: [8, 2, "\\"],
    links: [
      [1, 2, 0],
      [3, 4, "#part", "label"],
    ],
    titleEnd: 3,
    description: { hidden: [1, 1], links: [[0, 1, "/a"]] },
  },
  deadLinks: ["gone"],
  codeBlocks: [
    { lang: "js", meta: "a", start: 1, end: 2 },
    { start: 3, end: 4, text: "b" },
  ],
});

/** Returns every place in a value, as the keys that lead to it. */
function placesIn(value: unknown): string[][] {
  if (typeof value !== "object" || value === null) return [[]];
  const inner = Object.entries(value).flatMap(([key, item]) =>
    placesIn(item).map((place) => [key, ...place]),
  );
  return [[], ...inner];
}

const ODD = [
  undefined,
  null,
  0,
  1,
  5,
  -1,
  1.5,
  2 ** 53,
  "",
  "text",
  true,
  [],
  {},
  [1],
  [[]],
  ["a"],
];

describe("docShape", () => {
  it("agrees with its JSON Schema, whatever is where in a doc", () => {
    const validate = new Ajv2020().compile(docShape.jsonSchema);
    const changes = fc.tuple(
      fc.constantFrom(...placesIn(DOC).filter((place) => place.length > 0)),
      fc.constantFrom(...ODD),
    );

    fc.assert(
      fc.property(changes, fc.boolean(), ([place, odd], isExtra) => {
        const doc = JSON.parse(JSON.stringify(DOC));
        const parent = place.slice(0, -1).reduce((value, key) => value[key], doc);
        parent[isExtra ? "extra" : place.at(-1)!] = odd;
        const spoilt = JSON.parse(JSON.stringify(doc));

        expect(docShape.fault(spoilt) === null).toBe(validate(spoilt));
      }),
      { numRuns: RUNS.cheap },
    );
  });

  it.each([null, 1, "doc", [], {}])("rejects %j", (value) => {
    expect(docShape.fault(value)).not.toBeNull();
  });

  it("accepts a doc, with or without its nullable values", () => {
    expect(docShape.fault(DOC)).toBeNull();
    expect(docShape.fault({ ...DOC, description: null, category: null })).toBeNull();
  });
});

describe("a doc of a corpus", () => {
  it("has the fields of the list, in its order, however the corpus was made and read", async () => {
    const config = parseConfig({ fields: { tags: "string[]" } });
    const { content } = await generate({ root: HANDBOOK, config });
    const fieldsOf = (doc: object) => Object.keys(docShape.fields).filter((key) => key in doc);
    const bytes = serializeCorpus(content);
    const file = join(await makeFolder(), "corpus.json");
    await writeFile(file, bytes);

    for (const { docs } of [content, await openCorpus(bytes), await loadCorpus(file)]) {
      expect(docs.map((doc) => Object.keys(doc))).toEqual(content.docs.map(fieldsOf));
    }
  });

  it("is frozen with everything in it, however it was read", async () => {
    const { content } = await generate({ root: HANDBOOK, config: parseConfig({}) });
    const bytes = serializeCorpus(content);
    const file = join(await makeFolder(), "corpus.json");
    await writeFile(file, bytes);

    for (const corpus of [await openCorpus(bytes), await loadCorpus(file)]) {
      expect(unfrozenIn(corpus.docs)).toEqual([]);
      expect(unfrozenIn(corpus.graph)).toEqual([]);
      expect(unfrozenIn(corpus.redirects)).toEqual([]);
    }
  });
});

/** Returns the places in a value that can be changed. */
function unfrozenIn(value: unknown, place = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, item]) => unfrozenIn(item, `${place}.${key}`));
  return Object.isFrozen(value) ? inner : [place, ...inner];
}
