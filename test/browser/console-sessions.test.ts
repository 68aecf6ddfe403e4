import { describe, expect, it } from "vitest";
import { expectAccessible } from "./accessibility.ts";
import { PASSWORD, shareConsole } from "./console.ts";
import { announcement, confirm } from "./console-screen.ts";
import { LOOKS } from "./looks.ts";
import { takeScreenshot } from "./visits.ts";

describe("the sessions of a person in the console", { timeout: 60_000 }, () => {
  const { open, signIn, server } = shareConsole();

  /** Signs the same person in with another browser. @returns the status of that session now */
  async function signInElsewhere(email: string) {
    const response = await fetch(`${server().url}/admin/api/session`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "User-Agent":
          "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.1 Safari/605.1.15",
      },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    const Cookie = response.headers.getSetCookie()[0]!.split(";")[0]!;
    return async () =>
      (await fetch(`${server().url}/admin/api/session`, { headers: { Cookie } })).status;
  }

  it("are listed, and one of them is ended", async () => {
    const email = "sessions@acme.example";
    await signIn({ email });
    const statusElsewhere = await signInElsewhere(email);
    const { page } = await open("/account", { email });
    const other = page.getByRole("row").filter({ hasText: "Safari on macOS" });

    await expect.poll(() => other.innerText()).toContain("127.0.0.1");
    await expect.poll(() => page.getByText("(this one)").count()).toBe(1);
    await other.getByRole("button", { name: "End" }).click();
    await confirm(page, "End");
    await expect.poll(() => announcement(page).innerText()).toBe("The session has ended.");
    await other.waitFor({ state: "detached" });
    expect(await statusElsewhere()).toBe(401);
  });

  it("end everywhere at once", async () => {
    const email = "everywhere@acme.example";
    await signIn({ email });
    const statusElsewhere = await signInElsewhere(email);
    const { page } = await open("/account", { email });

    await page.getByRole("button", { name: "Sign out everywhere" }).click();
    await confirm(page, "Sign out everywhere");
    await page.getByText("You are signed out everywhere.").waitFor();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await statusElsewhere()).toBe(401);
  });

  it.each(LOOKS)("are accessible in %s at %i pixels", async (colorScheme, width) => {
    const { page } = await open("/account", { colorScheme, viewport: { width, height: 844 } });
    await page.getByText("(this one)").first().waitFor();
    await expectAccessible(page);
    await takeScreenshot(page, `console-sessions-${colorScheme}-${width}`, { isWhole: true });
    const scrolls = "document.documentElement.scrollWidth > window.innerWidth";
    expect(await page.evaluate(scrolls)).toBe(false);
  });
});
