import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, Result } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What is looked for: WCAG 2.2 up to level AA, and what is good practice beside it. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];

/** What keeps a person from using a page, as axe-core ranks it; the rest is a matter of judgement. */
const GRAVE = ["serious", "critical"];

/**
 * Expects that axe-core finds nothing grave on a page as it is now.
 *
 * The tool is put in by the browser's debugger, which no Content-Security-Policy holds back.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(AXE);
  const options = JSON.stringify({ runOnly: TAGS, resultTypes: ["violations"] });
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${options})`);
  const grave = violations.filter(({ impact }) => GRAVE.includes(impact ?? ""));
  expect(grave.flatMap(describeViolation)).toEqual([]);
}

/** A line for each place: rule, impact, selector, and what axe-core says of it. */
function describeViolation({ id, impact, nodes }: Result): string[] {
  return nodes.map(({ target, failureSummary = "" }) => {
    const summary = failureSummary.replace(/\s+/g, " ");
    return `${id} (${impact}) at ${target.join(" ")}: ${summary}`;
  });
}
