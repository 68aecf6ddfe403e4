import type { Locator, Page } from "playwright-core";

/** What the facts of a page say under a name. */
export async function factOf(page: Page, name: string): Promise<string> {
  const row = page.locator(".facts > div").filter({ has: page.getByText(name, { exact: true }) });
  return await row.locator("dd").innerText();
}

/** What was said in passing last. */
export function announcement(page: Page): Locator {
  return page.locator(".announcement p");
}

/** The action with this label, in the dialog that is open. */
export async function confirm(page: Page, label: string): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name: label, exact: true }).click();
}

/** Presses an action of the page and confirms it. */
export async function act(page: Page, label: string, confirmLabel = label): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: label, exact: true }).click();
  await confirm(page, confirmLabel);
}

/** What a person is asked to do with a secret, which is all that closes its dialog. */
export async function store(page: Page): Promise<void> {
  await confirm(page, "I have stored it");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

const FOCUSED = `(() => {
  const element = document.activeElement;
  const label = element.labels?.[0]?.innerText;
  return element.localName + ": " + (label ?? element.innerText).replace(/\\s+/g, " ");
})()`;

/** What has the focus: its element, and its label or text. */
export async function focused(page: Page): Promise<string> {
  return await page.evaluate<string>(FOCUSED);
}

/** Presses Tab until something has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let count = 0; count < 60; count++) {
    if ((await target.and(page.locator(":focus")).count()) === 1) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${target}`);
}
