/**
 * Compares the rules of anchors with the programs that they follow.
 *
 *     node test/long/sites/anchors/record.ts            # records what these give docgate's own pages
 *     node test/long/sites/anchors/record.ts FOLDER...  # compares them over the pages of real trees
 */
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compare, headingsOf } from "./compare.ts";
import { type Ids, runOriginals } from "./originals.ts";
import { makeOwnPages } from "./own-pages.ts";

const RECORD = join(import.meta.dirname, "../../../generator/markdown/anchors/originals.jsonl");

/** The additions of other syntaxes, which are read before rules apply: attributes, components. */
const OTHER_SYNTAX = /\{[^}]*\}$|\{\{|:[a-z]+\[/;

/** Returns the headings as they are written, and nothing else. */
function headingsOnly(page: string): string {
  return headingsOf(page)
    .filter(({ raw }) => raw !== "" && !/[\r\n]/.test(raw) && !OTHER_SYNTAX.test(raw))
    .map(({ depth, raw, customId }) => {
      const marker = customId === null ? "" : ` {#${customId}}`;
      return `${"#".repeat(depth)} ${raw}${marker}\n`;
    })
    .join("\n");
}

async function pagesIn(folders: readonly string[]): Promise<string[]> {
  const pages: string[] = [];
  for (const folder of folders) {
    for await (const file of glob("**/*.{md,mdx,markdown}", { cwd: folder })) {
      const page = headingsOnly(readFileSync(join(folder, file), "utf8"));
      if (page !== "") pages.push(page);
    }
  }
  return pages;
}

function writeRecord(pages: readonly string[], ids: Ids): void {
  const lines = pages.map((page, at) => {
    const anchors = Object.entries(ids).flatMap(([style, each]) =>
      each[at] == null ? [] : [[style, each[at]]],
    );
    return `${JSON.stringify({ page, ids: Object.fromEntries(anchors) })}\n`;
  });
  writeFileSync(RECORD, lines.join(""));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { installed: { type: "string" }, show: { type: "string", default: "20" } },
});
const pages = positionals.length > 0 ? await pagesIn(positionals) : makeOwnPages();
const folder = values.installed ?? mkdtempSync(join(tmpdir(), "anchors-"));
const ids = runOriginals(pages, folder);
for (const { style, equal, differences, skipped } of compare(pages, ids)) {
  const all = equal + differences.length;
  const share = ((100 * equal) / all).toFixed(2);
  print(`${style}: ${equal} of ${all} (${share} %), ${skipped.length} pages skipped`);
  for (const { raw, anchor, original } of differences.slice(0, Number(values.show))) {
    print(`  ${JSON.stringify(raw)}: ${anchor}, original ${original}`);
  }
}
if (positionals.length === 0) writeRecord(pages, ids);
