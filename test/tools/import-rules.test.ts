import { describe, expect, it } from "vitest";
import { checkImports, importsOf } from "./import-rules.ts";

function check(from: string, text: string): string[] {
  return checkImports(importsOf(from, text));
}

describe("importsOf", () => {
  it("finds static, dynamic, bare and re-exporting imports, and tells types from values", () => {
    const text = [
      'import { a, type B } from "./a.ts";',
      'import type { C } from "../corpus/c.ts";',
      'import { type D } from "d";',
      'import "./effect.ts";',
      'export { e } from "./e.ts";',
      'const f = await import("./f.ts");',
    ].join("\n");
    expect(importsOf("generator/x.ts", text).map(({ to, kind }) => `${kind} ${to}`)).toEqual([
      "value generator/a.ts",
      "type corpus/c.ts",
      "type d",
      "value generator/effect.ts",
      "value generator/e.ts",
      "value generator/f.ts",
    ]);
  });
});

describe("checkImports", () => {
  it.each([
    ["corpus/read.ts", "../generator/parse.ts"],
    ["generator/link.ts", "../runtime/app.ts"],
    ["runtime/app.ts", "../generator/config.ts"],
    ["runtime/app.ts", "graphql"],
    ["corpus/search.ts", "unified"],
    ["runtime/docs/http.ts", "../partner/tokens.ts"],
    ["runtime/docs/http.ts", "../app.ts"],
    ["runtime/store/keys.ts", "../partner/tokens.ts"],
    ["runtime/app.ts", "./web/explorer/main.tsx"],
    ["runtime/main.ts", "./exports.ts"],
    ["examples/partner/app.ts", "../../runtime/partner/vault.ts"],
  ])("refuses that %s imports %s", (from, to) => {
    expect(check(from, `import x from "${to}";`)).toHaveLength(1);
  });

  it.each([
    ["generator/link.ts", "../corpus/schema.ts"],
    ["runtime/docs/docs.ts", "../../corpus/read.ts"],
    ["runtime/docs/executor.ts", "graphql"],
    ["command.ts", "./generator/cli.ts"],
    ["examples/partner/app.ts", "./page.ts"],
    ["examples/partner/app.ts", "jose"],
  ])("allows that %s imports %s", (from, to) => {
    expect(check(from, `import x from "${to}";`)).toEqual([]);
  });

  it("refuses a cycle between values and allows one through types", () => {
    const there = importsOf("corpus/a.ts", 'import { b } from "./b.ts";');
    const back = importsOf("corpus/b.ts", 'import { a } from "./a.ts";');
    const typed = importsOf("corpus/b.ts", 'import type { A } from "./a.ts";');
    expect(checkImports([...there, ...back])).toEqual([
      "import cycle: corpus/a.ts → corpus/b.ts → corpus/a.ts",
    ]);
    expect(checkImports([...there, ...typed])).toEqual([]);
  });
});
