import type { Locator, Page, Route } from "playwright-core";

/** Returns the value of a fact on a page. */
export async function factOf(page: Page, name: string): Promise<string> {
  const row = page.locator(".facts > div").filter({ has: page.getByText(name, { exact: true }) });
  return await row.locator("dd").innerText();
}

/** Returns the last announcement. */
export function announcement(page: Page): Locator {
  return page.locator(".announcement p");
}

/** Presses the button with this label, in the open dialog. */
export async function confirm(page: Page, label: string): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name: label, exact: true }).click();
}

/** Presses the button of an action on the page and confirms it. */
export async function act(page: Page, label: string, confirmLabel = label): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: label, exact: true }).click();
  await confirm(page, confirmLabel);
}

/** Confirms that a secret was stored, which is all that closes its dialog. */
export async function store(page: Page): Promise<void> {
  await confirm(page, "I have stored it");
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** Lets a test answer the next POST to a path of the admin API; what the page reads there is answered. */
export async function answerPost(
  page: Page,
  path: string,
  answer: (route: Route) => Promise<void>,
): Promise<void> {
  let isAnswered = false;
  await page.route(`**/admin/api${path}`, (route) => {
    if (isAnswered || route.request().method() !== "POST") return route.fallback();
    isAnswered = true;
    return answer(route);
  });
}

/** Answers a request as when the server does its work, but the response never arrives. */
export async function loseResponse(route: Route): Promise<void> {
  await route.fetch();
  await route.abort();
}

const FOCUSED = `(() => {
  const element = document.activeElement;
  const label = element.labels?.[0]?.innerText;
  return element.localName + ": " + (label ?? element.innerText).replace(/\\s+/g, " ");
})()`;

/** Describes the focused element by its tag, and its label or text. */
export async function focused(page: Page): Promise<string> {
  return await page.evaluate<string>(FOCUSED);
}

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let count = 0; count < 60; count++) {
    if ((await target.and(page.locator(":focus")).count()) === 1) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${target}`);
}
