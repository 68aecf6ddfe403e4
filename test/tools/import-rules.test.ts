import { describe, expect, it } from "vitest";
import { ROOT } from "../support/command.ts";
import { COMMON, checkImports, importsOf, readImports } from "./import-rules.ts";

function check(from: string, text: string): string[] {
  return checkImports(importsOf(from, text));
}

describe("importsOf", () => {
  it("finds static, dynamic, bare and re-exporting imports, also of types", () => {
    const text = [
      'import { a, type B } from "./a.ts";',
      'import type { C } from "../corpus/c.ts";',
      'import { type D } from "d";',
      'import "./effect.ts";',
      'export { e } from "./e.ts";',
      'export type { G } from "./g.ts";',
      'const f = await import("./f.ts");',
    ].join("\n");
    expect(importsOf("generator/x.ts", text).map(({ to }) => to)).toEqual([
      "generator/a.ts",
      "corpus/c.ts",
      "d",
      "generator/effect.ts",
      "generator/e.ts",
      "generator/g.ts",
      "generator/f.ts",
    ]);
  });
});

describe("checkImports", () => {
  it.each([
    ["corpus/read/read.ts", "../../generator/markdown/parse.ts"],
    ["corpus/schema.ts", "./read/read.ts"],
    ["generator/link/link.ts", "../../runtime/serve/app.ts"],
    ["generator/exports.ts", "../define-config.ts"],
    ["generator/markdown/parse.ts", "../read/collect.ts"],
    ["generator/read/pool.ts", "../rebuild/cache.ts"],
    ["runtime/serve/app.ts", "../../generator/config/config.ts"],
    ["runtime/serve/app.ts", "graphql"],
    ["corpus/search/search.ts", "unified"],
    ["corpus/search/search.ts", "node:fs"],
    ["corpus/open/verify.ts", "../read/read.ts"],
    ["runtime/docs/http/transport.ts", "../../partner/open.ts"],
    ["runtime/docs/http/transport.ts", "../../serve/app.ts"],
    ["runtime/http/json.ts", "../store/store.ts"],
    ["runtime/partner/open.ts", "../admin/refusal.ts"],
    ["runtime/store/rows.ts", "../partner/open.ts"],
    ["runtime/store/rows.ts", "../../corpus/schema.ts"],
    ["runtime/partner/open.ts", "../../corpus/redirects.ts"],
    ["runtime/admin/accounts/setup.ts", "../../docs/corpus-source.ts"],
    ["runtime/agents/find-page.ts", "../store/store.ts"],
    ["runtime/cli/admin/token-command.ts", "../../../corpus/schema.ts"],
    ["runtime/serve/app.ts", "../web/explorer/main.tsx"],
    ["runtime/serve/main.ts", "../exports.ts"],
    ["runtime/web/graph/data/api.ts", "../panels/panel.ts"],
    ["examples/partner/app.ts", "../../runtime/partner/open.ts"],
    ["runtime/partner-client/send.ts", "../http/json.ts"],
    ["runtime/partner-client/send.ts", "node:http"],
    ["runtime/partner-client/send.ts", "hono"],
    ["somewhere/new.ts", "../corpus/order.ts"],
  ])("refuses that %s imports %s", (from, to) => {
    expect(check(from, `import x from "${to}";`)).toHaveLength(1);
  });

  it.each([
    ["generator/link/link.ts", "../../corpus/schema.ts"],
    ["generator/link/link.ts", "./resolve.ts"],
    ["runtime/docs/execute/queries.ts", "../../../corpus/read/read.ts"],
    ["runtime/docs/execute/executor.ts", "graphql"],
    ["command.ts", "./generator/cli/cli.ts"],
    ["runtime/web/graph/data/find-pages.ts", "../../../../corpus/text/fold.ts"],
    ["examples/partner/app.ts", "./page.ts"],
    ["runtime/partner-client/certificate.ts", "jose"],
    ["examples/partner/app.ts", "jose"],
    ["runtime/store/rows.ts", "../../corpus/error.ts"],
    ["runtime/serve/open-chain.ts", "../partner/open.ts"],
    ["bench/search/search.ts", "../../corpus/exports.ts"],
  ])("allows that %s imports %s", (from, to) => {
    expect(check(from, `import x from "${to}";`)).toEqual([]);
  });

  it("says why two products may not meet", () => {
    expect(check("runtime/store/rows.ts", 'import x from "../../corpus/schema.ts";')).toEqual([
      "runtime/store/rows.ts imports corpus/schema.ts: " +
        "partner chain and documents meet only in the rooms of both",
    ]);
  });

  it("lists no file as common that the partner chain does not use", () => {
    const chain = /^runtime\/(?:admin|cli\/admin|partner|store|web\/admin)\//;
    const used = new Set(
      readImports(ROOT).flatMap(({ from, to }) => (chain.test(from) ? [to] : [])),
    );

    expect(COMMON.filter((file) => !used.has(file))).toEqual([]);
  });

  it.each(["import { b }", "import type { B }"])("refuses a cycle through %s", (statement) => {
    const there = importsOf("corpus/a.ts", `${statement} from "./b.ts";`);
    const back = importsOf("corpus/b.ts", 'import { a } from "./a.ts";');
    expect(checkImports([...there, ...back])).toEqual([
      "import cycle: corpus/a.ts → corpus/b.ts → corpus/a.ts",
    ]);
  });
});
