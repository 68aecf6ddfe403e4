import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "otplib";
import type { Page } from "playwright-core";
import { afterAll, beforeEach, describe, it } from "vitest";
import { changePolicy } from "../../runtime/admin/sign-in/recovery.ts";
import { ROOT } from "../support/command.ts";
import { onData } from "../support/operator.ts";
import { expectAccessible } from "./accessibility.ts";
import { PASSWORD, shareConsole } from "./console.ts";
import { takeScreenshot, type Visit } from "./visits.ts";

const MINUTE_MS = 60_000;
const LATER_MS = 11 * MINUTE_MS;
const ONCE_MORE = "To change how you sign in, sign in once more.";

describe("a second factor that is required of someone who signed in long ago", {
  timeout: 60_000,
}, () => {
  const folder = mkdtempSync(join(tmpdir(), "docgate-clock-"));
  const clock = join(folder, "clock");
  afterAll(() => rmSync(folder, { recursive: true }));
  const setClock = (ms: number) => writeFileSync(clock, String(ms));
  setClock(0);
  const { open, openSignedOut, chains } = shareConsole({
    env: { TEST_CLOCK: clock, NODE_OPTIONS: `--import ${ROOT}test/fixtures/clock.ts` },
  });

  async function setRequired(requiresSecondFactor: boolean): Promise<void> {
    await onData(chains().data, (platform) =>
      changePolicy(platform, { organization: "Acme", requiresSecondFactor }),
    );
  }

  beforeEach(async () => {
    setClock(0);
    await setRequired(false);
  });

  /** Opens the console, which requires a second factor 11 minutes later. */
  async function openLate(email: string): Promise<Visit> {
    const visit = await open("/", { email });
    visit.expected = /403/;
    await setRequired(true);
    setClock(LATER_MS);
    await visit.page.reload();
    await visit.page.getByText(ONCE_MORE).waitFor();
    return visit;
  }

  async function signInAgain(page: Page): Promise<void> {
    const cover = page.getByRole("dialog", { name: "Sign in to docgate" });
    await cover.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await cover.getByRole("button", { name: "Sign in", exact: true }).click();
  }

  it("asks for the password once more, then lets them set one up", async () => {
    const email = "late@acme.example";
    const { page } = await openLate(email);
    await expectAccessible(page);
    await takeScreenshot(page, "second-factor-late");
    await signInAgain(page);
    await page.getByRole("img", { name: /QR code/ }).waitFor();
    const secret = await page.locator(".copyable code").innerText();
    const epoch = Math.floor((Date.now() + LATER_MS) / 1000);
    await page.getByLabel("Code", { exact: true }).fill(await generate({ secret, epoch }));
    await page.getByRole("button", { name: "Set up" }).click();
    await page.getByRole("button", { name: "I have stored them" }).click();
    await page.getByRole("link", { name: `Account: ${email}` }).waitFor();
  });

  it("lets them sign out, before and after", async () => {
    const { page } = await openLate("leaving@acme.example");
    const cover = page.getByRole("dialog", { name: "Sign in to docgate" });
    await page.goto(page.url().replace(/#.*/, ""));
    await page.reload();
    await cover.getByText(ONCE_MORE).waitFor();
    await cover.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByText("You are signed out.").waitFor();
    await page.reload();
    await page.getByLabel("Email").fill("leaving@acme.example");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("img", { name: /QR code/ }).waitFor();
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByText("You are signed out.").waitFor();
  });

  it("asks again if the page was left open before the code was entered", async () => {
    const email = "slow@acme.example";
    await open("/", { email });
    await setRequired(true);
    const visit = await openSignedOut("/");
    visit.expected = /403/;
    const { page } = visit;
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("img", { name: /QR code/ }).waitFor();
    setClock(LATER_MS);
    const secret = await page.locator(".copyable code").innerText();
    const code = () => generate({ secret, epoch: Math.floor((Date.now() + LATER_MS) / 1000) });
    await page.getByLabel("Code", { exact: true }).fill(await code());
    await page.getByRole("button", { name: "Set up" }).click();
    await page.getByText(ONCE_MORE).waitFor();
    await signInAgain(page);
    await page.getByLabel("Code", { exact: true }).fill(await code());
    await page.getByRole("button", { name: "Set up" }).click();
    await page.getByRole("button", { name: "I have stored them" }).click();
    await page.getByRole("link", { name: `Account: ${email}` }).waitFor();
  });
});
