import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { Redirect } from "../../../corpus/schema.ts";
import { defineConfig } from "../../../define-config.ts";
import { ANCHOR_STYLES } from "../../../generator/config/anchor-styles.ts";
import { parseConfig } from "../../../generator/config/config.ts";
import { configFile, loadConfig } from "../../../generator/config/config-file.ts";
import { RULE_NAMES, type RuleName } from "../../../generator/config/rules.ts";
import { generateFrom, makeTree, type TreeFiles } from "../../support/tree.ts";

/** Returns the message with which a configuration is refused. */
function refusalOf(value: unknown): string {
  try {
    parseConfig(value, "docgate.config.json");
  } catch (error) {
    expect(error).toMatchObject({ code: "setting" });
    return (error as Error).message;
  }
  throw new Error("The configuration was accepted");
}

describe("parseConfig", () => {
  it("config: without keys, every default", () => {
    expect(parseConfig({})).toMatchObject({
      site: "document",
      base: null,
      siteUrl: null,
      anchors: null,
      titles: ["frontmatter", "heading", "file"],
      include: ["**"],
      ignore: [],
      maxPageBytes: 4_194_304,
      search: { minisearch: true },
      frontmatter: null,
      rules: {},
    });
  });

  it("DOC-B8 config: name, description, address and base of the site are frozen into the corpus", async () => {
    const { content } = await generateFrom(
      { "a.md": "" },
      { name: "Acme", description: "All of it.", siteUrl: "https://acme.example/a", base: "/über" },
    );

    expect(content.meta).toEqual({
      name: "Acme",
      description: "All of it.",
      siteUrl: "https://acme.example/a",
      site: "document",
      nav: [],
      base: "/%C3%BCber",
    });
    expect(content.docs[0]!.slug).toBe("/%C3%BCber/a");
  });

  it("config: every key in a valid form", () => {
    const frontmatter = z.object({});
    const config = {
      name: "Acme",
      description: "",
      base: "/manual",
      siteUrl: "https://docs.acme.example/x",
      anchors: "github",
      titles: ["frontmatter", "h1", "file"],
      include: ["guide/**"],
      ignore: ["**/draft-*"],
      frontmatter,
      rules: { "broken-link": "error", "duplicate-title": "off", encoding: "error" },
    } as const;

    expect(parseConfig(config)).toMatchObject({ ...config, frontmatter });
  });

  it.each(ANCHOR_STYLES)("config: the rule of anchors %s", (anchors) => {
    expect(parseConfig({ anchors }).anchors).toBe(anchors);
  });

  it.each([
    ["an unknown key", { nmae: "x" }, '"nmae"'],
    ["several unknown keys, each by name", { nmae: "x", titel: "y" }, /"nmae".*"titel"/],
    ["an unknown rule", { rules: { "broken-lnk": "off" } }, '"broken-lnk"'],
    ["an unknown severity", { rules: { "broken-link": "fatal" } }, /rules.*broken-link/],
    ["a fixed rule that is lowered", { rules: { encoding: "warn" } }, /rules.*encoding/],
    ["a fixed rule switched off", { rules: { "duplicate-id": "off" } }, /rules.*duplicate-id/],
    ["a base that is not a path", { base: "docs" }, '"base"'],
    ["a base with a query", { base: "/docs?x" }, '"base"'],
    ["a site that is not an address", { siteUrl: "docs.acme.example" }, '"siteUrl"'],
    ["a site that is not a web address", { siteUrl: "ftp://acme.example" }, '"siteUrl"'],
    ["a size that is not a whole number", { maxPageBytes: 1.5 }, '"maxPageBytes"'],
    ["a size of nothing", { maxPageBytes: 0 }, '"maxPageBytes"'],
    ["an unknown style of anchors", { anchors: "gitlab" }, '"anchors"'],
    ["an unknown source of titles", { titles: ["h1", "h2"] }, /titles\[1\].*"h2".*frontmatter, h/],
    ["a source of titles twice", { titles: ["h1", "file", "h1"] }, /titles\[2\].*"h1".*twice/],
    ["a source after the file name", { titles: ["file", "h1"] }, /titles\[1\].*"h1".*"file"/],
    ["h1 after heading", { titles: ["heading", "h1"] }, /titles\[1\].*"h1".*"heading"/],
    ["titles from nowhere", { titles: [] }, /"titles".*at least one/],
    ["titles that are not a list", { titles: "h1" }, '"titles"'],
    ["globs that are not a list", { include: "guide/**" }, '"include"'],
    ["an empty name", { name: "" }, '"name"'],
    [
      "links to other hosts as errors",
      { rules: { "external-link": "error" } },
      /external-link.*never an error/,
    ],
    ["a frontmatter schema that is not one", { frontmatter: { type: "object" } }, '"frontmatter"'],
    [
      "a type of fields that does not exist",
      { fields: { a: "text" } },
      /"fields\.a\.type".*string,/,
    ],
    ["a name of fields that filters need", { fields: { or: "string" } }, /"fields\.or".*filters/],
    ["a name that GraphQL does not have", { fields: { "og:image": "string" } }, /fields.*"key"/],
    [
      "an unknown key of a field",
      { fields: { a: { type: "date", keys: "x" } } },
      /"keys".*"fields.a"/,
    ],
    ["an enum without values", { fields: { a: "enum[]" } }, /"fields\.a\.values"/],
    ["values without an enum", { fields: { a: { type: "date", values: ["x"] } } }, /only an enum/],
    [
      "values with the same name in GraphQL",
      { fields: { a: { type: "enum", values: ["x-y", "x_y"] } } },
      /"x-y" and "x_y" would both be x_y/,
    ],
    ["a reserved value", { fields: { a: { type: "enum", values: ["--x"] } } }, /would be __x/],
    [
      "a default of another type",
      { fields: { a: { type: "number", default: "1" } } },
      /finite number/,
    ],
    ["a doc as default", { fields: { a: { type: "doc", default: "a" } } }, /"fields\.a\.default"/],
    [
      "a default of a required field",
      { fields: { a: { type: "number", default: 1, required: true } } },
      /"fields\.a\.required"/,
    ],
    ["not an object", [], "docgate.config.json"],
    ["nothing", null, "docgate.config.json"],
  ])("config: refuses %s, and names it", (_, value, named) => {
    expect(refusalOf(value)).toMatch(
      typeof named === "string" ? new RegExp(named.replace(".", "\\.")) : named,
    );
    expect(refusalOf(value)).toMatch(/^docgate\.config\.json: /);
  });

  it("config: names everything that is wrong at once", () => {
    expect(refusalOf({ x: 1, base: "docs", rules: { y: "off" } })).toMatch(
      /(?=.*"x")(?=.*"base")(?=.*"y")/,
    );
  });
});

describe("include and ignore", () => {
  const FILES = {
    "index.md": "# 1",
    "guide/a.md": "# 2",
    "guide/draft-b.md": "# 3",
    "guide/deep/c.mdx": "# 4",
    "[x]/d.md": "# 5",
    "data.json": "",
  };

  it.each([
    ["a folder", { include: ["guide/**"] }, ["guide/a", "guide/deep/c", "guide/draft-b"]],
    ["several", { include: ["index.md", "guide/*"] }, ["guide/a", "guide/draft-b", "index"]],
    ["all but some", { ignore: ["**/draft-*", "guide/deep/**"] }, ["[x]/d", "guide/a", "index"]],
    ["ignore wins", { include: ["guide/*.md"], ignore: ["**/a.md"] }, ["guide/draft-b"]],
    ["an extension", { include: ["**/*.mdx"] }, ["guide/deep/c"]],
    ["a file other than Markdown is left out", { include: ["data.json", "index.md"] }, ["index"]],
  ])("config: %s", async (_, config, ids) => {
    const { content } = await generateFrom(FILES, config);

    expect(content.docs.map(({ id }) => id)).toEqual(ids);
  });
});

function ledger(...redirects: readonly Redirect[]): string {
  return JSON.stringify({ version: 1, redirects });
}

describe("rules", () => {
  /** One tree for each rule, which breaks only that rule. */
  const BROKEN: Partial<Record<RuleName, TreeFiles>> = {
    "frontmatter-syntax": { "a.md": "---\na: [\n---\n" },
    "frontmatter-value": { "a.md": "---\ntitle: []\n---\n" },
    "broken-link": { "a.md": "[x](gone.md)" },
    "broken-fragment": { "a.md": "[x](#gone)" },
    "ambiguous-link": { "a.md": "[[x]]", "b/x.md": "# 1", "c/x.md": "# 2" },
    "duplicate-title": { "a.md": "# X", "b.md": "# X" },
    "duplicate-anchor": { "a.md": "# A {#x}\n# B {#x}" },
    "hidden-text": { "a.md": "<!-- to agents alone -->" },
    "redirect-syntax": { "a.md": "", "redirects.json": '{ "version": 1' },
    "redirect-target": { "a.md": "", "redirects.json": ledger({ from: "b", to: "c" }) },
    "redirect-loop": { "a.md": "", "redirects.json": ledger({ from: "b", to: "b" }) },
    "redirect-chain": {
      "a.md": "",
      "redirects.json": ledger(
        ...Array.from({ length: 11 }, (_, at) => ({
          from: `c${at}`,
          to: at === 10 ? "a" : `c${at + 1}`,
        })),
      ),
    },
    "redirect-shadowed": { "a.md": "", "redirects.json": ledger({ from: "a", to: null }) },
    "redirect-duplicate": {
      "a.md": "",
      "redirects.json": ledger({ from: "b", to: "a" }, { from: "b", to: null }),
    },
    "empty-tree": {},
    encoding: { "a.md": Buffer.of(0xff) },
    "duplicate-id": { "a.md": "# 1", "a.mdx": "# 2" },
  };
  const ERRORS: readonly RuleName[] = [
    "redirect-syntax",
    "frontmatter-syntax",
    "empty-tree",
    "encoding",
    "duplicate-id",
  ];
  const LOWERABLE = Object.keys(BROKEN).filter(
    (rule) => !["encoding", "duplicate-id", "redirect-syntax"].includes(rule),
  ) as RuleName[];

  it.each(Object.entries(BROKEN))(
    "rules: %s is broken only by its own example",
    async (rule, files) => {
      const { problems } = await generateFrom(files);

      expect(problems.map((problem) => [problem.rule, problem.severity])).toEqual([
        [rule, ERRORS.includes(rule as RuleName) ? "error" : "warn"],
      ]);
    },
  );

  it.each(LOWERABLE)("rules: %s can be an error, a warning or off", async (rule) => {
    const severities = await Promise.all(
      (["error", "warn", "off"] as const).map(async (severity) => {
        const { problems } = await generateFrom(BROKEN[rule]!, { rules: { [rule]: severity } });
        return problems.map((problem) => problem.severity);
      }),
    );

    expect(severities).toEqual([["error"], ["warn"], []]);
  });

  it("rules: the names are stable", () => {
    expect([...RULE_NAMES].sort()).toEqual([
      "ambiguous-link",
      "broken-fragment",
      "broken-inbound",
      "broken-link",
      "built-stale",
      "duplicate-anchor",
      "duplicate-id",
      "duplicate-symlink",
      "duplicate-title",
      "empty-tree",
      "encoding",
      "external-link",
      "frontmatter-field",
      "frontmatter-schema",
      "frontmatter-syntax",
      "frontmatter-value",
      "hidden-text",
      "ignore-comment",
      "include-cycle",
      "mdx-syntax",
      "missing-alt",
      "missing-file",
      "outside-symlink",
      "page-too-complex",
      "redirect-chain",
      "redirect-duplicate",
      "redirect-loop",
      "redirect-shadowed",
      "redirect-syntax",
      "redirect-target",
      "stale-page",
      "undefined-reference",
      "unreadable-file",
    ]);
  });
});

describe("loadConfig", () => {
  it("config: without a file, the defaults", async () => {
    expect(await loadConfig(undefined, await makeTree({}))).toEqual(parseConfig({ site: "auto" }));
  });

  it("config: finds docgate.config.json, and docgate.config.ts before it", async () => {
    const folder = await makeTree({ "docgate.config.json": '{"name":"From JSON"}' });
    expect((await loadConfig(undefined, folder)).name).toBe("From JSON");

    const both = await makeTree({
      "docgate.config.json": '{"name":"From JSON"}',
      "docgate.config.ts": 'export default { name: "From TypeScript" };',
    });
    expect((await loadConfig(undefined, both)).name).toBe("From TypeScript");
    expect(configFile(undefined, both)).toBe(join(both, "docgate.config.ts"));
  });

  it("config: a named file is read instead", async () => {
    const folder = await makeTree({
      "docgate.config.json": '{"name":"Default"}',
      "other.json": '{"name":"Named"}',
    });

    expect((await loadConfig("other.json", folder)).name).toBe("Named");
  });

  it.each<[string, TreeFiles, string, RegExp]>([
    [
      "a missing file",
      {},
      "a/../gone.json",
      /^Cannot read configuration "a\/\.\.\/gone\.json": no such file\.$/,
    ],
    ["broken JSON", { "c.json": "{" }, "c.json", /c\.json/],
    ["broken TypeScript", { "c.ts": "export default {" }, "c.ts", /c\.ts/],
    ["a file that throws", { "c.ts": 'throw new Error("boom");' }, "c.ts", /c\.ts.*boom/],
    [
      "no default export",
      { "c.ts": "export const x = 1;" },
      "c.ts",
      /^Configuration "c\.ts" has no default export\.$/,
    ],
    ["a wrong key", { "c.json": '{"nmae":1}' }, "c.json", /^c\.json:1:2: .*"nmae"/],
  ])("config: refuses %s", async (_, files, name, message) => {
    const folder = await makeTree(files);

    const refusal = await loadConfig(name, folder).catch((error: unknown) => error);

    expect(refusal).toMatchObject({ code: "setting" });
    expect((refusal as Error).message).toMatch(message);
  });

  it("config: defineConfig returns its argument", () => {
    const config = { name: "x" };

    expect(defineConfig(config)).toBe(config);
  });
});
