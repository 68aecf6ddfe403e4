import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../../support/command.ts";

const BOX = join(ROOT, "runtime/web/search-box");
const EXAMPLES = join(ROOT, "examples/search-box");

const page = readFileSync(join(ROOT, "content/graphql/add-search-to-your-site.md"), "utf8");
const code = readAll(BOX, /\.ts$/);
const css = readFileSync(join(BOX, "search-box.css"), "utf8");

function readAll(folder: string, name: RegExp): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => name.test(file))
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("\n");
}

/** Returns what a pattern's group finds, sorted, each once. */
function find(text: string, pattern: RegExp): string[] {
  return [...new Set(Array.from(text.matchAll(pattern), ([, found]) => found!))].sort();
}

/** Returns the names in the first column of a table of the page. */
function namesOfTable(heading: string): string[] {
  const table = page.slice(page.indexOf(`| ${heading} |`)).split("\n\n", 1)[0]!;
  const rows = table.split("\n").slice(2);
  return rows.flatMap((row) => find(row.split("|")[1]!, /`([^`]+)`/g)).sort();
}

const attributes = namesOfTable("Attribute");
const properties = namesOfTable("Property");

describe("the page about the search box", () => {
  it("lists the attributes that the element reads, and the properties and parts that it has", () => {
    const [, observed] = /observedAttributes = \[(.*?)\]/s.exec(code)!;

    expect(attributes).toEqual(find(observed!, /"(\w+)"/g));
    expect(properties).toEqual(find(css, /var\((--docgate-search-\w+)/g));
    expect(namesOfTable("Part")).toEqual(find(code, /part: "(\w+)"/g));
  });

  it.each([
    "vitepress/docs/.vitepress/theme/index.js",
    "vitepress/docs/.vitepress/theme/search.css",
    "vitepress/docs/.vitepress/config.js",
    "starlight/src/components/Search.astro",
    "starlight/astro.config.mjs",
  ])("shows examples/search-box/%s as it is", (file) => {
    expect(page).toContain(`\n${readFileSync(join(EXAMPLES, file), "utf8")}\`\`\`\n`);
  });
});

describe("examples/search-box", () => {
  const examples = readAll(EXAMPLES, /\.(html|css|js|mjs|astro)$/);

  it("uses attributes and properties that exist", () => {
    const tags = find(examples, /<docgate-search ([^>]+)>/g).join(" ");
    const used = [
      ...find(tags, /([\w-]+)=/g),
      ...find(find(examples, /"docgate-search", \{(.*?)\}/g).join(), /(\w+): "/g),
      ...find(examples, /(--docgate-search-\w+):/g),
    ];

    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((name) => ![...attributes, ...properties].includes(name))).toEqual([]);
  });

  it("imports what the package exports, with types that are in the package", () => {
    const { exports, files } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const [specifier, ...others] = find(examples, /import "(docgate[^"]*)"/g);
    const exported = exports[specifier!.replace("docgate", ".")];

    expect(others).toEqual([]);
    expect(existsSync(join(ROOT, exported.types))).toBe(true);
    expect(files).toContain(exported.types.replace("./", ""));
    expect(exported.default).toBe("./dist/web/assets/search.js");
  });
});
