import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { ROOT } from "../support/command.ts";

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** The pages that describe the names of a published entry, besides that of the library. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  "corpus/open/exports.ts": ["onboarding/corpus-in-the-browser.md", "graphql/search-in-words.md"],
  "corpus/search/exports.ts": ["graphql/search-in-words.md"],
  "runtime/partner-client/exports.ts": ["partner/client.md"],
};

/** Returns the names that a file of exports gives, without those of another such file. */
function exportsOf(file: string): string[] {
  const lists = read(file).matchAll(/export (?:type )?\{([^}]*)\}/g);
  return Array.from(lists, ([, list]) => list!.split(","))
    .flat()
    .map((name) => name.replace(/\btype\b/, "").trim())
    .filter((name) => name !== "");
}

/** Returns the options of an interface: its own properties, as they are written. */
function optionsOf(name: string, file: string): string[] {
  const [, body = ""] = read(file).split(new RegExp(`interface ${name}\\b[^{]*\\{`));
  const properties = body.split(/^\}/m)[0]!.matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm);
  return Array.from(properties, ([, property]) => property!);
}

/** Returns what stands in a page as code, in fences and in lines. */
function codeOf(page: string): string {
  const fences = page.matchAll(/^```[^\n]*\n(.*?)^```/gms);
  const spans = page.replace(/^```.*?^```/gms, "").matchAll(/`([^`]+)`/g);
  return Array.from([...fences, ...spans], ([, code]) => code).join("\n");
}

/** Returns those of the names that do not stand on the pages as code. */
function missingOn(pages: readonly string[], names: readonly string[]): string[] {
  const words = new Set(pages.flatMap((page) => codeOf(page).match(/\w+/g) ?? []));
  return names.filter((name) => !words.has(name));
}

const LIBRARY = read("content/tooling/library.md");

describe("the page of the library", () => {
  it("names every entry of the package", () => {
    const entries = Object.keys(manifest.exports)
      .map((path) => path.replace(/^\./, "docgate"))
      .filter((path) => path !== "docgate/package.json");
    const rows = LIBRARY.matchAll(/^\| `(docgate[^`]*)` \|/gm);

    expect(Array.from(rows, ([, entry]) => entry).sort()).toEqual(entries.sort());
  });

  it.each([
    "corpus/exports.ts",
    "corpus/open/exports.ts",
    "corpus/search/exports.ts",
    "generator/exports.ts",
    "runtime/exports.ts",
    "runtime/partner-client/exports.ts",
  ])("names every export of %s, or the page that it links to does", (file) => {
    const pages = [LIBRARY, ...(PAGES[file] ?? []).map((page) => read(`content/${page}`))];

    expect(exportsOf(file).length).toBeGreaterThan(0);
    expect(missingOn(pages, exportsOf(file))).toEqual([]);
  });

  it.each([
    ["HitOptions", "corpus/search/words/hits.ts"],
    ["GenerateOptions", "generator/config/generation.ts"],
    ["GenerateFileOptions", "generator/config/generation.ts"],
    ["Findings", "generator/config/generation.ts"],
    ["CheckResult", "generator/config/generation.ts"],
    ["GeneratedCorpus", "generator/config/generation.ts"],
    ["GeneratedFile", "generator/config/generation.ts"],
    ["AppOptions", "runtime/serve/create-app.ts"],
    ["McpAccess", "runtime/serve/create-app.ts"],
    ["AnswerLimits", "runtime/serve/answer-limits.ts"],
    ["CorpusSource", "runtime/docs/corpus-source.ts"],
    ["CorpusSourceOptions", "runtime/docs/corpus-source.ts"],
    ["Docs", "runtime/docs/execute/queries.ts"],
    ["OpenCorpusOptions", "corpus/open/open-corpus.ts"],
  ])("names every option of %s", (name, file) => {
    expect(optionsOf(name, file).length).toBeGreaterThan(0);
    expect(missingOn([LIBRARY], optionsOf(name, file))).toEqual([]);
  });

  it("names every code that a caller can meet, and no other", () => {
    const [, codes] = /const PUBLIC = \{(.*?)^\}/ms.exec(read("corpus/error.ts"))!;
    const known = Array.from(codes!.matchAll(/^ {2}"?([\w-]+)"?:/gm), ([, code]) => code!);
    const [, table] = /## Errors.*?\n\| Code (.*)/s.exec(LIBRARY)!;
    const cells = Array.from(table!.matchAll(/^\| (`[^|]*) \|/gm), ([, cell]) => cell!);
    const named = cells.flatMap((cell) =>
      Array.from(cell.matchAll(/`([^`]+)`/g), ([, code]) => code!),
    );

    expect(known).toContain("corpus-hash");
    expect(named.sort()).toEqual(known.sort());
  });
});

it("no sample gives a number of docgate's own pages, which changes with each page", async () => {
  const found: string[] = [];
  for await (const file of glob("content/**/*.md", { cwd: ROOT })) {
    if (/\d\d pages, watching|GraphQL API\. \d+ pages|\d\d docs written/.test(read(file)))
      found.push(file);
  }

  expect(found).toEqual([]);
});
