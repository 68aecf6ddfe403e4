import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe says of a page: a rule, and the elements that break it. */
interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

/** Nothing on the page breaks a rule of WCAG 2.2 A or AA that axe can tell. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(AXE);
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  const violations = (await page.evaluate(
    `axe.run({ runOnly: ${JSON.stringify(tags)} }).then(({ violations }) => violations)`,
  )) as readonly Violation[];
  expect(
    violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`)),
  ).toEqual([]);
}

/** Nothing stands out on the right, at whatever width the page is shown. */
export async function expectFit(page: Page): Promise<void> {
  const tooWide = await page.evaluate(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  expect(tooWide).toBe(0);
}
