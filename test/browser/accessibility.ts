import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults, Result } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules to check: WCAG 2.2 up to level AA, and best practices. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];

/**
 * Impacts, as axe-core ranks them, that keep a person from using a page; the rest is a matter of
 * judgement.
 */
const GRAVE = ["serious", "critical"];

/**
 * Expects that axe-core finds no serious violation on a page in its current state.
 *
 * The browser's debugger injects axe-core, so no Content-Security-Policy can block it.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // It takes as long to load as to run.
  if (await page.evaluate<boolean>('typeof axe === "undefined"')) await page.evaluate(AXE);
  const options = JSON.stringify({ runOnly: TAGS, resultTypes: ["violations"] });
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${options})`);
  const grave = violations.filter(({ impact }) => GRAVE.includes(impact ?? ""));
  expect(grave.flatMap(describeViolation)).toEqual([]);
}

/** Writes a line for each place: rule, impact, selector, and axe-core's explanation. */
function describeViolation({ id, impact, nodes }: Result): string[] {
  return nodes.map(({ target, failureSummary = "" }) => {
    const summary = failureSummary.replace(/\s+/g, " ");
    return `${id} (${impact}) at ${target.join(" ")}: ${summary}`;
  });
}
