import { describe, expect, it } from "vitest";
import { Call, isMap, OTHER_KEYS } from "../../../../../generator/sites/data/script/literal.ts";
import { parseLiterals } from "../../../../../generator/sites/data/script/literals.ts";
import { Unreadable } from "../../../../../generator/sites/data/unreadable.ts";

function unreadable(line: number, source: string, file = "config.ts"): Unreadable {
  return new Unreadable({ file, line, source });
}

function parse(text: string, name = "config.ts") {
  return parseLiterals({ name, text });
}

/** Returns the value that an expression is read as. */
function readValue(expression: string, before = "") {
  return (
    parse(`${before}\nexport default { value: ${expression} };`).exported as { value: unknown }
  ).value;
}

describe("parseLiterals: values", () => {
  it.each([
    ["'text'", "text"],
    ["-1.5", -1.5],
    ["+2", 2],
    ["1_000", 1000],
    ["true", true],
    ["!0", true],
    ["null", null],
    ["`two\nlines`", "two\nlines"],
    ["'a' + \"b\" + 1", "ab1"],
    ["[1, , ...['x']]", [1, null, "x"]],
    ["{ 'a-b': 1, 2: { ['c']: 3 } }", { "a-b": 1, 2: { c: 3 } }],
    ["{ ...{ a: 1 }, b: 2 }", { a: 1, b: 2 }],
    ["{ a: undefined, b: 1 }", { b: 1 }],
    ["('x' as const)", "x"],
    ["({ a: 1 } satisfies Config)", { a: 1 }],
    ["<Config>{ a: 1 }", { a: 1 }],
    ["true ? 'a' : 'b'", "a"],
    ["'' || 'other'", "other"],
    ["null ?? 'other'", "other"],
    ["Object.freeze({ a: 1 })", { a: 1 }],
  ])("%s", (expression, value) => {
    expect(readValue(expression)).toEqual(value);
  });

  it("names that are literals in the same file, with types, members and templates", () => {
    const before = [
      "const base: string = '/docs';",
      "export const site = { name: 'Acme', urls: ['https://acme.example'] } as const;",
      "let version = 3;",
    ].join("\n");

    expect(readValue("base", before)).toBe("/docs");
    expect(readValue("{ base, ...site }", before)).toEqual({
      base: "/docs",
      name: "Acme",
      urls: ["https://acme.example"],
    });
    expect(readValue(`\`\${site.urls[0]}\${base}/v\${version}\``, before)).toBe(
      "https://acme.example/docs/v3",
    );
  });

  it("calls are kept as they are written", () => {
    const value = readValue(
      "[starlight({ title: 'Docs' }), require('remark')(1), path.resolve(x)]",
    );

    expect(value).toEqual([
      new Call("starlight", [{ title: "Docs" }], 2),
      new Call("remark", [1], 2),
      new Call("path.resolve", [unreadable(2, "x")], 2),
    ]);
  });

  it.each([
    "process.env.BASE_URL",
    "process.env.BASE_URL || '/'",
    "isLocal ? 'a' : 'b'",
    `\`\${name}/docs\``,
    "/x/",
    "10n",
    "() => 'x'",
    "new URL('x')",
    "await load()",
    "2 * 3",
    "String.raw`x`",
    "[1].length",
  ])("%s is computed: named with its line", (expression) => {
    expect(readValue(expression)).toEqual(unreadable(2, expression));
  });

  it("a long value is shown on one line, shortened", () => {
    const value = readValue(`load(\n  first,\n  ${"x".repeat(200)}\n).then`) as Unreadable;

    expect(value.source).toMatch(/^load\( first, x+…$/);
    expect(value.source).toHaveLength(120);
  });

  it("what a script changes later is not read as it was before", () => {
    const before = [
      "const list = ['a'];",
      "list.push('b');",
      "const config = { base: '/', theme: { nav: [] }, lang: 'en' };",
      "config.base = process.env.BASE;",
      "if (x) { config.theme.nav.push(1) }",
      "let word = 'a';",
      "word = 'b';",
      "const all = { a: 1 };",
      "Object.assign(all, other);",
      "const some = { a: 1 };",
      "for (const key of keys) some[key] = 1;",
      "const few = { a: 1, b: 2 };",
      "delete few.a;",
    ].join("\n");

    expect(readValue("[list, config, word, all, some, few]", before)).toEqual([
      unreadable(2, "list.push('b')"),
      {
        base: unreadable(4, "config.base = process.env.BASE"),
        theme: unreadable(5, "config.theme.nav.push(1)"),
        lang: "en",
      },
      unreadable(7, "word = 'b'"),
      unreadable(9, "Object.assign(all, other)"),
      unreadable(11, "some[key] = 1"),
      { a: unreadable(13, "delete few.a"), b: 2 },
    ]);
  });

  it("what is spread can override the keys before it, and hold any others", () => {
    const value = readValue("{ a: 1, ...shared, b: 2 }");
    const cause = unreadable(2, "...shared");

    expect(value).toEqual({ a: cause, b: 2, [OTHER_KEYS]: cause });
    expect(isMap(value as never) && Object.keys(value as object)).toEqual(["a", "b"]);
    expect(readValue("{ ...first, a: 1 }")).toHaveProperty("a", 1);
    expect(readValue("{ a: 1, [name]: 2 }")).toHaveProperty("a", unreadable(2, "[name]: 2"));
    expect(readValue("{ a: 1, ...(false && { a: 2 }) }")).toEqual({ a: 1 });
    expect(readValue("[1, ...more]")).toEqual([1, unreadable(2, "...more")]);
  });

  it("a name that leads to itself, imports, parameters and parts of objects are computed", () => {
    const before = "import other from './other'; const a = b; const b = [a]; const { c } = x;";

    expect(readValue("[a, other, c, unknown]", before)).toEqual([
      [unreadable(1, "a")],
      ...["other", "c", "unknown"].map((name) => unreadable(2, name)),
    ]);
  });

  it("a key of any name is only a key", () => {
    const value = readValue("{ ['__proto__']: { isAdmin: true } }") as { isAdmin?: true };

    expect(Object.keys(value)).toEqual(["__proto__"]);
    expect(value.isAdmin).toBeUndefined();
  });
});

describe("parseLiterals: exports", () => {
  it.each([
    "export default { base: '/x' };",
    "export default defineConfig({ base: '/x' });",
    "export default defineNuxtConfig({ base: '/x' } as Config);",
    "module.exports = { base: '/x' };",
    "module.exports = defineConfig({ base: '/x' });",
    "exports.default = { base: '/x' };",
    "const config: Config = { base: '/x' };\nexport default config;",
    "const config = { base: '/x' };\nexport { config as default };",
    "const config = { base: '/x' };\nexport = config;",
    "const config = defineConfig({ base: '/x' });\nexport default config;",
    "export default defineConfig(({ mode }) => ({ base: '/x' }));",
    "export default async function create() {\n  const base = '/x';\n  return { base };\n}",
    "module.exports = async () => { const a = [1].map((x) => { return x; }); return { base: '/x' }; };",
    "const make = () => ({ base: '/x' });\nexport default make;",
  ])("%s", (text) => {
    expect(parse(text)).toMatchObject({ exported: { base: "/x" }, wrappers: [] });
  });

  it("functions that a configuration is passed through are named", () => {
    const text = [
      "const withNextra = nextra({ contentDirBasePath: '/docs' });",
      "const config = { basePath: '/x' };",
      "export default withNextra(withMdx({ strict: true })(config));",
    ].join("\n");
    const { exported, wrappers, constant, calls } = parse(text, "next.config.mjs");

    expect(exported).toEqual({ basePath: "/x" });
    expect(wrappers).toEqual(["withNextra", "withMdx()"]);
    expect(calls("nextra")).toEqual([new Call("nextra", [{ contentDirBasePath: "/docs" }], 1)]);
    expect(constant("config")).toEqual({ basePath: "/x" });
  });

  it("constants that are exported, and calls wherever they stand, in order", () => {
    const { exported, constant, calls } = parse(
      [
        "export const docs = defineDocs({ dir: 'content/docs' });",
        "export const blog = defineDocs({ dir: 'content/blog' });",
        "const load = () => defineDocs({ dir: 'not called here' });",
      ].join("\n"),
    );

    expect(exported).toBeUndefined();
    expect(constant("docs")).toEqual(new Call("defineDocs", [{ dir: "content/docs" }], 1));
    expect(constant("nothing")).toBeUndefined();
    expect(calls("defineDocs").map((call) => call.arguments[0])).toEqual([
      { dir: "content/docs" },
      { dir: "content/blog" },
    ]);
  });

  it("parameters hide names of the file; several results are none", () => {
    expect(parse("const base = '/';\nexport default (base) => ({ base });").exported).toEqual({
      base: unreadable(2, "base"),
    });
    expect(parse("export default () => { if (x) return {}; return { a: 1 }; };").exported).toEqual(
      unreadable(1, "() => { if (x) return {}; return { a: 1 }; }"),
    );
    expect(parse("export default config;\nconst config = config;").exported).toEqual(
      unreadable(2, "config"),
    );
    expect(parse("export default createConfig('docs');").exported).toEqual(
      new Call("createConfig", ["docs"], 1),
    );
  });

  it("JSX is read where it may stand", () => {
    const text = "export default { logo: <b>Docs</b>, link: '/x' };";

    expect(parse(text, "theme.config.tsx").exported).toEqual({
      logo: unreadable(1, "<b>Docs</b>", "theme.config.tsx"),
      link: "/x",
    });
  });
});

describe("parseLiterals: mistakes", () => {
  it("a mistake is named with file, line and column", () => {
    expect(() => parse("export default {\n  base: ,\n};", "docusaurus.config.ts")).toThrow(
      "docusaurus.config.ts:2:9: not JavaScript: Unexpected token.",
    );
  });

  it("deep nesting is a mistake too, and names that multiply end", () => {
    expect(() => parse(`export default ${"[".repeat(200_000)}`)).toThrow(
      /^config\.ts:1:\d+: not JavaScript: Not enough stack space to parse input\.$/,
    );
    const chain = Array.from({ length: 5000 }, (_, at) => `const a${at + 1} = [a${at}];`);
    const doubled = Array.from({ length: 40 }, (_, at) => `const b${at + 1} = [b${at}, b${at}];`);
    const text = ["const a0 = 1;", ...chain, "const b0 = 1;", ...doubled].join("\n");

    expect(JSON.stringify(parse(`${text}\nexport default a5000;`).exported)).toContain("line");
    expect(parse(`${text}\nexport default b40[0] === 1 ? 1 : 2;`).exported).toBeInstanceOf(
      Unreadable,
    );
  });
});
