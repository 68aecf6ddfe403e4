import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Nothing stands out on the right, at whatever width the page is shown. */
export async function expectFit(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
    )
    .toBe(0);
}
