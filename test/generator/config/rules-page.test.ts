import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { isFixed, RULE_NAMES, RULES } from "../../../generator/config/rules.ts";
import { ROOT } from "../../support/command.ts";

const page = await readFile(`${ROOT}content/tooling/rules.md`, "utf8");

/** Returns the text below a rule's heading on one line, in lower case, with links as their text. */
function sectionOf(rule: string): string {
  const [, section = ""] = page.split(`\n## ${rule}\n`);
  const [text = ""] = section.split(/\n## (?=[a-z-]+\n)/);
  return text
    .replace(/\[([^\]]+)\]\([^)]+\)/g, "$1")
    .replace(/\s+/g, " ")
    .toLowerCase();
}

describe("the page of rules", () => {
  it.each(RULE_NAMES)("rules: %s has its severity, description and fix there", (rule) => {
    const { severity, description, fix } = RULES[rule];

    expect(page).toContain(
      `| [\`${rule}\`](#${rule}) | ${severity} | ${isFixed(rule) ? "no" : "yes"} |`,
    );
    expect(sectionOf(rule)).toContain(description.slice(0, -1).toLowerCase());
    expect(sectionOf(rule)).toContain(`**fix:** ${fix.slice(0, -1).toLowerCase()}`);
  });
});
