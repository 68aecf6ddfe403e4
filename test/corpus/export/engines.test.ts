import { describe, expect, it } from "vitest";
import { ENGINES, type Engine } from "../../../corpus/export/engines.ts";
import { type PlaceRecord, placeRecords } from "../../../corpus/export/records.ts";
import { corpusFrom, makeDoc } from "../../support/corpora.ts";

const LONG = "Ein langer Satz über Größe 😀. ".repeat(2000);
const BODY = `Before any heading, <b>bold</b> and [a link](other.md).

# Install

On every system.

## On Linux

\`\`\`sh
npm install
\`\`\`

### With apt

Half a character: \ud83d, and \0.
`;
const start = (text: string) => BODY.indexOf(text);
const DOCS = [
  makeDoc("guide/install", {
    title: "Install",
    body: BODY,
    headings: [
      { depth: 1, text: "Install", anchor: "install", start: start("# Install") },
      { depth: 2, text: "On Linux", anchor: "linux", start: start("## On Linux") },
      { depth: 3, text: "With apt", anchor: "linux", start: start("### With apt") },
    ],
  }),
  makeDoc(`漢字/${"long".repeat(200)}`, { title: "漢字", body: LONG }),
];

const corpus = corpusFrom(DOCS);
const RECORDS = [...placeRecords(corpus)];

// biome-ignore lint/suspicious/noExplicitAny: each engine has its own shape.
function linesFor(engine: Engine): any[] {
  return [...ENGINES[engine](RECORDS)].map((line) => {
    expect(line).not.toContain("\n");
    return JSON.parse(line);
  });
}

describe("placeRecords", () => {
  it("gives every place with what a hit says of it, and all its visible text", () => {
    expect(RECORDS.slice(0, 4)).toEqual([
      {
        id: "guide/install",
        page: "guide/install",
        address: "/docs/guide/install",
        title: "Install",
        breadcrumbs: ["Install"],
        heading: null,
        text: "Before any heading, bold and a link.",
        section: "guide",
        order: 0,
      },
      expect.objectContaining({
        id: "guide/install#install",
        address: "/docs/guide/install",
        heading: "Install",
        breadcrumbs: [],
        text: "On every system.",
      }),
      expect.objectContaining({
        id: "guide/install#linux",
        address: "/docs/guide/install#linux",
        heading: "On Linux",
        breadcrumbs: ["Install"],
        text: "npm install",
      }),
      expect.objectContaining({
        id: "guide/install#linux~2",
        breadcrumbs: ["Install", "On Linux"],
        text: "Half a character: \ufffd, and \ufffd.",
        order: 3,
      }),
    ]);
    expect(RECORDS).toHaveLength(5);
  });

  it("gives the addresses to which hits lead, after the address of the site", () => {
    const { meta, docs } = corpus;
    const siteUrl = "https://acme.example/help/";
    const records = [...placeRecords({ docs, meta: { ...meta, siteUrl } })];

    const { items } = corpus.search.hits("npm install");
    expect(records.map(({ address }) => address)).toContain(
      `https://acme.example/help${items[0]!.slug}`,
    );
  });
});

describe("places for OpenSearch", () => {
  it("are pairs of an action, with an id of at most 512 bytes, and a document", () => {
    const lines = linesFor("opensearch");

    expect(lines).toHaveLength(2 * RECORDS.length);
    for (const [place, { id, ...document }] of RECORDS.entries()) {
      const [action, source] = lines.slice(2 * place);
      const isShort = Buffer.byteLength(id) <= 512;
      expect(action).toEqual({
        index: { _id: isShort ? id : expect.stringMatching(/^[\w-]{43}$/) },
      });
      expect(source).toEqual(document);
    }
  });
});

describe("places for Meilisearch", () => {
  it("have ids of letters, digits, hyphens and underscores, each once", () => {
    const lines = linesFor("meilisearch");

    for (const { id } of lines) expect(id).toMatch(/^[A-Za-z0-9_-]{1,511}$/);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(RECORDS.length);
    expect(lines.map(({ id: _, ...rest }) => rest)).toEqual(
      RECORDS.map(({ id: _, ...rest }) => rest),
    );
  });
});

describe("places for Typesense", () => {
  it("have an id that is a string, and no null", () => {
    const lines = linesFor("typesense");

    expect(lines).toHaveLength(RECORDS.length);
    for (const line of lines) {
      expect(typeof line.id).toBe("string");
      expect(Object.values(line)).not.toContain(null);
    }
    expect(lines[1].heading).toBe("Install");
    expect(lines[0]).not.toHaveProperty("heading");
  });
});

describe("places for Algolia", () => {
  it("are records of at most 10 000 bytes that have all the text between them", () => {
    const lines = linesFor("algolia");

    expect(new Set(lines.map(({ objectID }) => objectID)).size).toBe(lines.length);
    for (const line of lines) {
      expect(Buffer.byteLength(JSON.stringify(line))).toBeLessThanOrEqual(10_000);
      expect(line.text.isWellFormed()).toBe(true);
    }
    const places = Map.groupBy(lines, ({ place }) => place);
    for (const { id, text } of RECORDS) {
      const parts = places.get(id)!;
      expect(parts.map(({ part }) => part)).toEqual(parts.map((_, at) => at + 1));
      expect(parts.map((part) => part.text).join(" ")).toBe(text);
    }
    expect(places.get(RECORDS[4]!.id)!.length).toBeGreaterThan(5);
  });

  it("cuts titles and headings that take most of a record", () => {
    const record: PlaceRecord = {
      ...RECORDS[1]!,
      title: "x".repeat(5000),
      heading: "y".repeat(9000),
    };
    const [line] = [...ENGINES.algolia([record])].map((text) => JSON.parse(text));

    expect(line.title).toBe(`${"x".repeat(299)}…`);
    expect(line.heading).toHaveLength(300);
  });

  it("names a place whose id and address alone do not fit", () => {
    const record: PlaceRecord = { ...RECORDS[1]!, address: `/${"x".repeat(10_000)}` };

    expect(() => [...ENGINES.algolia([record])]).toThrow(
      expect.objectContaining({
        code: "invalid-argument",
        message: expect.stringContaining('"guide/install#install"'),
      }),
    );
  });
});

describe("the fields of pages", () => {
  const fields = { tags: ["a\0"], order: 1 };
  const types = { tags: { type: "string[]" }, order: { type: "number" } } as const;
  const places = [
    ...placeRecords(corpusFrom([makeDoc("a", { body: "A", fields })], { fields: types })),
  ];

  it("are in each record, and in a column of PostgreSQL", () => {
    const lines = [...ENGINES.postgresql(places)].join("\n");

    expect(places[0]!.fields).toEqual({ tags: ["a\ufffd"], order: 1 });
    expect(lines).toContain("add column if not exists fields jsonb;");
    expect(lines).toContain('"order", "fields") from stdin;');
    expect(lines).toContain('\t0\t{"tags":["a\ufffd"],"order":1}\n');
    for (const engine of ["any", "meilisearch", "typesense", "algolia"] as const) {
      const [record] = [...ENGINES[engine](places)].map((line) => JSON.parse(line));
      expect(record.fields).toEqual(places[0]!.fields);
    }
  });

  it("are not there without configured fields", () => {
    expect(RECORDS[0]).not.toHaveProperty("fields");
    expect([...ENGINES.postgresql(RECORDS)].join("\n")).not.toContain("fields");
  });
});
