import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Expects that nothing overflows on the right, at any width of the page. */
export async function expectFit(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
    )
    .toBe(0);
}
