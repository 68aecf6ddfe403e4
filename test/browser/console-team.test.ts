import { describe, expect, it } from "vitest";
import { expectAccessible } from "./accessibility.ts";
import { PASSWORD, shareConsole } from "./console.ts";
import { expectFit } from "./fit.ts";
import { LOOKS } from "./looks.ts";
import { takeScreenshot } from "./visits.ts";

const ADA = "ada@acme.example";

describe("the team in the console", { timeout: 60_000 }, () => {
  const { open, openSignedOut, server } = shareConsole();

  it.each(LOOKS)("fits and is accessible in %s colours, %i px wide", async (scheme, width) => {
    const options = { colorScheme: scheme, viewport: { width, height: 800 } };
    const { page } = await open("/team", options);
    await page.getByRole("table", { name: "Administrators" }).waitFor();
    await expectFit(page);
    await takeScreenshot(page, `team-${scheme}-${width}`, { isWhole: true });
    await expectAccessible(page);
  });

  it("invites someone by a link, who joins, is changed and removed", async () => {
    const { page } = await open("/team", { email: ADA });
    await page.getByLabel("Email").fill("grace@acme.example");
    await page.getByRole("checkbox", { name: /^directory: / }).check();
    await page.getByRole("button", { name: "Invite" }).click();
    const dialog = page.getByRole("dialog");
    const link = await dialog.locator("code").innerText();
    await dialog.getByRole("button", { name: "I have stored it" }).click();
    const row = page.getByRole("row").filter({ hasText: "grace@acme.example" });
    await row.getByText("Invited").waitFor();

    const place = new URL(link);
    expect(place.origin).toBe(server().url);
    const joining = await openSignedOut(place.hash.slice(1));
    await joining.page.getByRole("heading", { name: "Join as an administrator" }).waitFor();
    await expect.poll(() => joining.page.url()).toBe(`${server().url}/admin`);
    await joining.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await joining.page.getByLabel("Repeat the password").fill(PASSWORD);
    await takeScreenshot(joining.page, "invitation");
    await joining.page.getByRole("button", { name: "Join" }).click();
    await joining.page.getByRole("link", { name: /Account: grace@acme.example/ }).waitFor();
    await joining.page.getByRole("link", { name: "Spaces" }).first().waitFor();

    await page.reload();
    await row.getByText("Active").waitFor();
    await row.getByRole("button", { name: /^Permissions/ }).click();
    await dialog.getByRole("checkbox", { name: /^audit: / }).check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await row.getByText("directory, audit").waitFor();
    await row.getByRole("button", { name: /^Remove/ }).click();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await expect.poll(() => row.count()).toBe(0);
  });

  it("says that a link was used, and leads to the sign-in", async () => {
    const visit = await openSignedOut("invitation=used");
    visit.expected = /403/;
    const { page } = visit;
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Repeat the password").fill(PASSWORD);
    await page.getByRole("button", { name: "Join" }).click();
    await page.getByText("This invitation is invalid, was used, or has expired.").waitFor();
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Sign in to docgate" }).waitFor();
  });

  it("makes a token with fewer permissions, shown once, and revokes it", async () => {
    const { page } = await open("/account", { email: ADA });
    const card = page.locator("section").filter({ hasText: "Tokens for scripts" });
    await card.getByLabel("Name").fill("deploy");
    await card.getByRole("checkbox", { name: /^audit: / }).uncheck();
    await card.getByRole("button", { name: "Create a token" }).click();
    const dialog = page.getByRole("dialog");
    const token = await dialog.locator("code").innerText();
    await dialog.getByRole("button", { name: "I have stored it" }).click();
    const statusOf = async (path: string) =>
      (
        await fetch(`${server().url}/admin/api${path}`, {
          headers: { Authorization: `Bearer ${token}` },
        })
      ).status;
    expect(await statusOf("/spaces")).toBe(200);
    expect(await statusOf("/audit")).toBe(403);
    await card.getByRole("button", { name: "Revoke deploy" }).click();
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await page.getByText("The token is revoked.").waitFor();
    expect(await statusOf("/spaces")).toBe(401);
  });

  it("is not there without the permission", async () => {
    const { page } = await open("/team", { permissions: ["audit"] });
    await page.getByRole("heading", { name: "There is nothing here" }).waitFor();
    expect(await page.getByRole("link", { name: "Team" }).count()).toBe(0);
  });
});
