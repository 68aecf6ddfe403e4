import { readFile } from "node:fs/promises";
import { generate } from "otplib";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { changePolicy } from "../../runtime/admin/sign-in/recovery.ts";
import { onData } from "../support/operator.ts";
import { expectAccessible } from "./accessibility.ts";
import { PASSWORD, shareConsole } from "./console.ts";
import { expectFit } from "./fit.ts";
import { LOOKS } from "./looks.ts";
import { takeScreenshot } from "./visits.ts";

const STEP_SECONDS = 30;

/** Returns the code of an app, or the one that follows it, which is accepted too. */
function codeOf(secret: string, stepsLater = 0): Promise<string> {
  const epoch = Math.floor(Date.now() / 1000) + stepsLater * STEP_SECONDS;
  return generate({ secret, epoch });
}

async function sendPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function sendCode(page: Page, code: string): Promise<void> {
  await page.getByLabel(/^(Code|Recovery code)$/).fill(code);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

describe("second factors in the console", { timeout: 60_000 }, () => {
  const { open, openSignedOut, signIn, chains } = shareConsole();

  /** Adds an authenticator app on the account page. @returns its secret and the recovery codes */
  async function addApp(page: Page) {
    await page.getByRole("button", { name: "Set up an authenticator app" }).click();
    const dialog = page.getByRole("dialog");
    const secret = await dialog.locator(".copyable code").innerText();
    await dialog.getByLabel("Code", { exact: true }).fill(await codeOf(secret));
    await dialog.getByRole("button", { name: "Set up" }).click();
    const codes = dialog.locator(".recovery-codes code");
    await codes.first().waitFor();
    const recoveryCodes = await codes.allInnerTexts();
    const download = page.waitForEvent("download");
    await dialog.getByRole("link", { name: "Download" }).click();
    expect(await readFile(await (await download).path(), "utf8")).toBe(recoveryCodes.join("\n"));
    await dialog.getByRole("button", { name: "I have stored them" }).click();
    return { secret, recoveryCodes };
  }

  it.each(LOOKS)(
    "fit and are accessible in %s colours, %i px wide, from the set-up to the code",
    async (scheme, width) => {
      const email = `looks-${scheme}-${width}@acme.example`;
      const options = { colorScheme: scheme, viewport: { width, height: 800 } };
      const { page } = await open("/account", { email, ...options });
      await page.getByRole("button", { name: "Set up an authenticator app" }).click();
      await page.getByRole("img", { name: /QR code/ }).waitFor();
      await expectFit(page);
      await takeScreenshot(page, `second-factor-app-${scheme}-${width}`);
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await addApp(page);
      await page.getByText("10 left").waitFor();
      await expectFit(page);
      await takeScreenshot(page, `second-factor-account-${scheme}-${width}`, { isWhole: true });
      await expectAccessible(page);
      const out = await openSignedOut("/", options);
      await sendPassword(out.page, email);
      await out.page.getByLabel("Code", { exact: true }).waitFor();
      await expectFit(out.page);
      await takeScreenshot(out.page, `second-factor-code-${scheme}-${width}`);
      await expectAccessible(out.page);
    },
  );

  it("sign in by the app's code once, by a recovery code once, and not by a wrong one", async () => {
    const email = "factors@acme.example";
    const { page } = await open("/account", { email });
    const { secret, recoveryCodes } = await addApp(page);
    const code = await codeOf(secret, 1);

    const first = await openSignedOut("/");
    first.expected = /401/;
    await sendPassword(first.page, email);
    await sendCode(first.page, "000000");
    await first.page.getByText("The code is wrong, or was used before.").waitFor();
    await sendCode(first.page, code);
    await first.page.getByRole("link", { name: `Account: ${email}` }).waitFor();

    const second = await openSignedOut("/");
    second.expected = /401/;
    await sendPassword(second.page, email);
    for (const used of [code, recoveryCodes[0]!]) {
      await sendCode(second.page, used);
      if (used === code) await second.page.getByText("was used before").waitFor();
    }
    await second.page.getByRole("link", { name: `Account: ${email}` }).waitFor();
    await second.page.getByRole("link", { name: `Account: ${email}` }).click();
    await second.page.getByText("9 left").waitFor();
    await second.page.getByRole("button", { name: "Remove the authenticator app" }).click();
    await second.page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await second.page.getByRole("button", { name: "Set up an authenticator app" }).waitFor();
  });

  it("ask for another sign-in where the last one is long ago, and then go on", async () => {
    const email = "late@acme.example";
    const visit = await open("/account", { email });
    visit.expected = /403/;
    const { page } = visit;
    const message = "Sign in again: this needs a sign-in of the last 10 minutes.";
    await page.route("**/admin/api/session/totp", (route) =>
      route.fulfill({
        status: 403,
        json: { message, errors: [{ path: "session", message }] },
      }),
    );
    await page.getByRole("button", { name: "Set up an authenticator app" }).click();
    await page.getByText("To change how you sign in, sign in once more.").waitFor();
    await page.unroute("**/admin/api/session/totp");
    const again = page.getByRole("dialog", { name: "Sign in to docgate" });
    await again.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await again.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("img", { name: /QR code/ }).waitFor();
  });

  it("are required by a switch: who has none sets one up in place of the console", async () => {
    const email = "required@acme.example";
    await signIn({ email });
    const { page } = await open("/team", { email: "owner@acme.example" });
    await page.getByLabel("Require a second factor").check();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("The sign-in of administrators is saved.").waitFor();
    const visit = await openSignedOut("/");
    await sendPassword(visit.page, email);
    await visit.page.getByRole("heading", { name: "Set up a second factor" }).waitFor();
    await expectAccessible(visit.page);
    await takeScreenshot(visit.page, "second-factor-required");
    const secret = await visit.page.locator(".copyable code").innerText();
    await visit.page.getByLabel("Code", { exact: true }).fill(await codeOf(secret));
    await visit.page.getByRole("button", { name: "Set up" }).click();
    await visit.page.getByRole("button", { name: "I have stored them" }).click();
    await visit.page.getByRole("link", { name: `Account: ${email}` }).waitFor();
    await onData(chains().data, (platform) =>
      changePolicy(platform, { organization: "Acme", requiresSecondFactor: false }),
    );
  });
});
