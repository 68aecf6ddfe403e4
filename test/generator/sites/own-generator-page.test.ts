import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../generator/config/config.ts";
import {
  INCLUDE_NAMES,
  SITE_NAMES,
  SYNTAX_NAMES,
  type UserSite,
} from "../../../generator/config/site-settings.ts";
import { DOCUMENT } from "../../../generator/sites/document.ts";
import { GENERATORS } from "../../../generator/sites/generators.ts";
import { ROOT } from "../../support/command.ts";
import { generateFrom } from "../../support/tree.ts";

function readPage(name: string): string {
  return readFileSync(join(ROOT, "content/sites", name), "utf8");
}

const page = readPage("your-own-generator.md");

/** Returns the cells of the rows of tables that have as many columns, without the quotes of code. */
function rowsOf(columns: number, text = page): string[][] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.slice(2, -2).split(/ (?<!\\)\| /))
    .filter((cells) => cells.length === columns)
    .map((cells) => cells.map((cell) => /^`([^`]*)`$/.exec(cell)?.[1] ?? cell));
}

/** Returns the text below a heading of depth 3. */
function sectionOf(title: string): string {
  return page.split(`\n### ${title}\n`)[1]!.split(/\n##/)[0]!;
}

describe("the page of a generator that docgate does not know", () => {
  it("has every key of SiteSettings with its default, and no other", () => {
    const shown = Object.fromEntries(rowsOf(4).map(([key, value]) => [key, JSON.parse(value!)]));

    expect(shown).toEqual(DOCUMENT);
  });

  it.each(rowsOf(4).map(([key, value, , example]) => [key!, value!, example!] as const))(
    "%s: its example is a value that the configuration takes, and not the default",
    (key, value, example) => {
      const parsed = parseConfig({ site: { [key]: JSON.parse(example) } as UserSite });

      expect(parsed.site).toEqual({ [key]: JSON.parse(example) });
      expect(example).not.toBe(value);
    },
  );

  it("has every syntax and every way to include", () => {
    const names = (title: string) => rowsOf(2, sectionOf(title)).map(([name]) => name);

    expect(names("Syntax").sort()).toEqual([...SYNTAX_NAMES].sort());
    expect(names("Includes").sort()).toEqual([...INCLUDE_NAMES].sort());
  });

  it("describes a site in its first example that has the addresses the page says", async () => {
    const [, example] = /```json\n(.*?)\n```/s.exec(page)!;

    const { content, problems } = await generateFrom(
      {
        "guide/index.md": "# Guide\n\n[x](install) [x](/guide/install/) [x](/start/#a)\n",
        "guide/install.md": "# Install\n",
        "start.md": "---\npermalink: /start/\n---\n\n# Start\n\n## a\n",
      },
      JSON.parse(example!),
    );

    expect(content.docs.map(({ slug }) => slug).sort()).toEqual([
      "/guide/",
      "/guide/install/",
      "/start/",
    ]);
    expect(problems).toEqual([]);
  });
});

describe("the page of sites", () => {
  it("has a row for every generator", () => {
    const names = rowsOf(3, readPage("overview.md")).map(([name]) => name);

    expect([...names].sort()).toEqual([...SITE_NAMES].sort());
    expect(Object.keys(GENERATORS).sort()).toEqual([...SITE_NAMES].sort());
  });
});
