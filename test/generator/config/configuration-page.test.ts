import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ANCHOR_STYLES } from "../../../generator/config/anchor-styles.ts";
import { parseConfig } from "../../../generator/config/config.ts";
import { RULE_NAMES } from "../../../generator/config/rules.ts";
import { ROOT } from "../../support/command.ts";

/** Keys whose default the page describes in words. */
const IN_WORDS = ["frontmatter", "rules", "serve"];

function readPage(name: string): string {
  return readFileSync(join(ROOT, "content/tooling", name), "utf8");
}

it("the page of the configuration has every key in its table, with its default, and below it", () => {
  const page = readPage("configuration.md");
  const rows = [...page.matchAll(/^\| \[`(\w+)`\]\(#\w+\) \| .* \| (.*) \|$/gm)];
  const shown = Object.fromEntries(rows.map(([, key, value]) => [key, value!.replaceAll("`", "")]));
  const { edition, ...defaults } = { ...parseConfig({}), serve: {} };

  expect(Object.keys(shown).sort()).toEqual(Object.keys(defaults).sort());
  for (const [key, value] of Object.entries(defaults)) {
    expect(page).toContain(`\n## ${key}\n`);
    if (!IN_WORDS.includes(key)) expect(JSON.parse(shown[key]!), key).toEqual(value);
  }
});

it("the page of rules has no other rules than docgate", () => {
  const rows = readPage("rules.md").matchAll(/^\| \[`([a-z-]+)`\]/gm);

  expect(Array.from(rows, ([, rule]) => rule)).toEqual(RULE_NAMES);
});

it("the page of the configuration has the rules of anchors", () => {
  const [, section] = /\n## anchors\n(.*?)\n## /s.exec(readPage("configuration.md"))!;
  const rows = section!.matchAll(/^\| `([a-z-]+)` \|/gm);

  expect(Array.from(rows, ([, rule]) => rule)).toEqual(ANCHOR_STYLES);
});
