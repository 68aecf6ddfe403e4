import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadCorpus } from "../../../corpus/read/read.ts";
import { parseConfig, type UserConfig } from "../../../generator/config/config.ts";
import { generateFile } from "../../../generator/generate.ts";
import { createKnownFiles } from "../../../generator/rebuild/known-files.ts";
import { generateFrom, makeTree, type TreeFiles, writeTree } from "../../support/tree.ts";
import { placeOf } from "../single.ts";

const FIELDS: UserConfig["fields"] = {
  tags: "string[]",
  order: "number",
  isNew: "boolean",
  updated: "date",
  stability: { type: "enum", values: ["stable", "beta"], default: "stable" },
  ogImage: { type: "string", key: "og:image" },
  parent: "doc",
  related: { type: "doc[]" },
};

async function fieldsOf(frontmatter: string, others: TreeFiles = {}, fields = FIELDS) {
  const files = { ...others, "guide/page.md": `---\n${frontmatter}\n---\n# Page\n` };
  const { content, problems } = await generateFrom(files, { fields });
  const page = content.docs.find(({ path }) => path === "guide/page.md")!;
  return {
    fields: page.fields,
    places: problems.map(placeOf),
    messages: problems.map(({ message }) => message),
    suggestions: problems.map(({ suggestion }) => suggestion),
  };
}

describe("fields", () => {
  it("the corpus has the values that the configuration names, in its order, and no others", async () => {
    const { fields, places } = await fieldsOf(
      "private: x\nog:image: a.png\nupdated: 2026-01-31 10:00:00 +2\nisNew: false\norder: -1.5\ntags: [b, a]",
    );

    expect(places).toEqual([]);
    expect(JSON.stringify(fields)).toBe(
      '{"tags":["b","a"],"order":-1.5,"isNew":false,"updated":"2026-01-31T08:00:00.000Z","stability":"stable","ogImage":"a.png"}',
    );
  });

  it("the metadata has their types; without `fields` there is nothing of them", async () => {
    const { content } = await generateFrom(
      { "a.md": "" },
      { fields: { since: { type: "date", default: "2026-01-31", key: "x" }, tags: "string[]" } },
    );
    const without = await generateFrom({ "a.md": "---\ntags: [x]\n---\n" });

    expect(content.meta.fields).toEqual({
      since: { type: "date", default: "2026-01-31T00:00:00.000Z" },
      tags: { type: "string[]" },
    });
    expect(content.docs[0]!.fields).toEqual({ since: "2026-01-31T00:00:00.000Z" });
    expect(without.content.meta).not.toHaveProperty("fields");
    expect(without.content.docs[0]).not.toHaveProperty("fields");
  });

  it("a doc is named by its id, its slug, or a path relative to the page", async () => {
    const others = { "guide/next.md": "# Next", "start.md": "# Start" };
    const { fields, places } = await fieldsOf(
      "parent: start\nrelated: [guide/next, next.md, ../start, /docs/guide/next]",
      others,
    );

    expect(places).toEqual([]);
    expect(fields).toMatchObject({
      parent: "start",
      related: ["guide/next", "guide/next", "start", "guide/next"],
    });
  });

  it("broken-link: a doc that does not exist is one, with its place; the value is absent", async () => {
    const read = await fieldsOf("tags: []\nparent: instal\nrelated: [install, secret]", {
      "install.md": "# Install",
      "secret.md": "---\ndraft: true\n---\n",
    });

    expect(read.places).toEqual(["guide/page.md:3:1 broken-link", "guide/page.md:4:1 broken-link"]);
    expect(read.messages[0]).toBe('Frontmatter "parent" leads to no page: "instal"; it is ignored');
    expect(read.messages[1]).toContain('leads to a draft, which is left out: "secret"');
    expect(read.suggestions).toEqual(["install", null]);
    expect(read.fields).toEqual({ tags: [], stability: "stable" });
  });

  it.each([
    ["tags: x", 'Frontmatter "tags" must be a list, but it is "x"; it is ignored'],
    ["tags: [a, 1]", "must be a string, but it is 1 (value 2 of the list)"],
    [`tags: [${"a,".repeat(1001)}]`, "must have at most 1000 values, but it has 1001"],
    ["order: '1'", 'must be a finite number, but it is "1"'],
    ["order: .inf", "must be a finite number"],
    ["isNew: yes", 'must be true or false, but it is "yes"'],
    ["updated: 2026-02-30", "must be a date such as 2026-01-31"],
    ["og:image: 1.10", "must be a string, but it is 1.1"],
    ["stability: betta", "must be one of stable, beta"],
    ["parent: { a: b }", "but it is a map"],
  ])("frontmatter-field: %j does not fit, and counts as absent", async (line, message) => {
    const { fields, places, messages } = await fieldsOf(line);

    expect(places).toEqual(["guide/page.md:2:1 frontmatter-field"]);
    expect(messages[0]).toContain(message);
    expect(fields).toEqual({ stability: "stable" });
  });

  it("frontmatter-field: a required key is missed once, and not if nothing can be read", async () => {
    const fields = { owner: { type: "string", required: true } } as const;
    const { problems } = await generateFrom(
      { "a.md": "# A", "b.md": "---\nowner:\n---\n", "c.md": "---\nowner: [\n---\n" },
      { fields, rules: { "frontmatter-syntax": "off", "duplicate-title": "off" } },
    );

    expect(problems.map(placeOf)).toEqual([
      "a.md:1:1 frontmatter-field",
      "b.md:2:1 frontmatter-field",
    ]);
    expect(problems[0]!.message).toBe('Frontmatter "owner" is required, but it is missing');
  });

  it("a change of the frontmatter or of `fields` changes the corpus that is generated again", async () => {
    const root = await makeTree({ "a.md": "---\norder: 1\n---\n", "b.md": "# B" });
    const out = join(root, "corpus.json");
    const knownFiles = createKnownFiles();
    const generate = async (fields: UserConfig["fields"]) => {
      await generateFile({ root, out, config: parseConfig({ fields }), knownFiles });
      const { docs, meta } = await loadCorpus(out);
      return [docs[0]!.fields, meta.fields];
    };

    expect(await generate({ order: "number" })).toEqual([
      { order: 1 },
      { order: { type: "number" } },
    ]);
    await writeTree(root, { "a.md": "---\norder: 2\n---\n" });
    expect(await generate({ order: "number" })).toEqual([
      { order: 2 },
      { order: { type: "number" } },
    ]);
    expect(await generate({ order: "string" })).toEqual([{}, { order: { type: "string" } }]);
    expect(await generate({})).toEqual([undefined, undefined]);
  });
});
