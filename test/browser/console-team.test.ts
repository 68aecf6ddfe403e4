import { describe, expect, it } from "vitest";
import { ROLES } from "../../runtime/admin/accounts/permissions.ts";
import { expectAccessible } from "./accessibility.ts";
import { PASSWORD, shareConsole } from "./console.ts";
import { expectFit } from "./fit.ts";
import { LOOKS } from "./looks.ts";
import { takeScreenshot } from "./visits.ts";

const ADA = "ada@acme.example";

describe("the team in the console", { timeout: 60_000 }, () => {
  const { api, open, openSignedOut, server } = shareConsole();

  it.each(LOOKS)("fits and is accessible in %s colours, %i px wide", async (scheme, width) => {
    const options = { colorScheme: scheme, viewport: { width, height: 800 } };
    const { page } = await open("/team", options);
    await page.getByRole("table", { name: "Administrators" }).getByRole("button").first().click();
    await page.getByRole("button", { name: /^Change role/ }).waitFor();
    await expectFit(page);
    await takeScreenshot(page, `team-${scheme}-${width}`, { isWhole: true });
    await expectAccessible(page);
    await page.evaluate(`location.hash = "#/team/invite"`);
    await page.getByLabel("Role").selectOption({ label: "Other: permissions one by one" });
    await expectFit(page);
    await takeScreenshot(page, `invite-${scheme}-${width}`);
    await expectAccessible(page);
  });

  it("shows fifty people in lines, by search, second factor and order", async () => {
    for (let count = 1; count <= 50; count++) {
      const permissions = count % 2 ? ROLES.support : ROLES["read-only"];
      const email = `person-${count}@many.example`;
      await api.ok("POST", "/administrators", { email, permissions });
    }
    const { page } = await open("/team");
    const names = () => page.locator("tbody .row-link").allInnerTexts();
    await page.getByLabel("Search by email").fill("many.example");
    await page.getByText("50 people.").waitFor();
    const table = page.getByRole("table", { name: "Administrators" });
    expect((await table.boundingBox())!.height).toBeLessThan(50 * 46 + 60);
    await page.getByRole("columnheader", { name: "Role" }).getByRole("link").click();
    await expect.poll(async () => (await names())[0]).toBe("person-2@many.example");
    await page
      .getByLabel("Who", { exact: true })
      .selectOption({ label: "Without a second factor" });
    await page.getByText("Nobody is like that.").waitFor();
    await page.getByLabel("Search by email").fill("everything");
    await page.getByText("1 person, 1 without a second factor.").waitFor();
    await page.getByLabel("Who", { exact: true }).selectOption({ label: "Invited" });
    await page.getByLabel("Search by email").fill("person-4");
    await expect.poll(names).toHaveLength(11);
    await page.setViewportSize({ width: 390, height: 844 });
    expect((await table.boundingBox())!.height).toBeLessThan(11 * 90);
    await takeScreenshot(page, "team-many-390", { isWhole: true });
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("everything");
    await page.getByRole("option", { name: "everything@acme.example" }).click();
    await expect.poll(names).toEqual(["everything@acme.example"]);
  });

  it("invites someone by a link, who joins, is changed and removed", async () => {
    const { page } = await open("/team", { email: ADA });
    await page.getByRole("link", { name: "Invite" }).click();
    await page.getByLabel("Email").fill("grace@acme.example");
    await page.getByRole("button", { name: "Invite" }).click();
    await page.getByText("Choose a role, or at least one permission.").waitFor();
    await page.getByLabel("Role").selectOption({ label: "Other: permissions one by one" });
    await page.getByRole("checkbox", { name: /^directory: / }).check();
    await page.getByRole("button", { name: "Invite" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Send this link to the person").waitFor();
    const link = await dialog.locator("code").innerText();
    await dialog.getByRole("button", { name: "I have stored it" }).click();
    const row = page.getByRole("row").filter({ hasText: "grace@acme.example" });
    await row.getByText("Invited").waitFor();

    const place = new URL(link);
    expect(place.origin).toBe(server().url);
    const joining = await openSignedOut(place.hash.slice(1));
    await joining.page.getByRole("heading", { name: "Join as an administrator" }).waitFor();
    await expect.poll(() => joining.page.url()).toBe(`${server().url}/admin`);
    await joining.page.getByText(`${ADA} invites you, grace@acme.example, to administer`).waitFor();
    await joining.page.getByText("What you may do: directory.").waitFor();
    await expectAccessible(joining.page);
    await joining.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await joining.page.getByLabel("Repeat the password").fill(PASSWORD);
    await takeScreenshot(joining.page, "invitation");
    await joining.page.getByRole("button", { name: "Join" }).click();
    await joining.page.getByRole("link", { name: /Account: grace@acme.example/ }).waitFor();
    await joining.page.getByRole("link", { name: "Spaces" }).first().waitFor();

    await page.reload();
    await row.getByText("Active").waitFor();
    const name = row.getByRole("button", { name: "grace@acme.example" });
    await name.click();
    await page.getByRole("button", { name: /^Change role of grace/ }).click();
    await dialog.getByRole("checkbox", { name: /^audit: / }).check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await row.getByTitle("directory, audit").waitFor();
    await page.getByRole("button", { name: /^Change role of grace/ }).click();
    await dialog.getByLabel("Role").selectOption("support");
    await dialog.getByRole("button", { name: "Save" }).click();
    await row.getByTitle("Support").waitFor();
    await page.getByRole("button", { name: "Remove grace@acme.example" }).click();
    await dialog.getByText("1 session, 0 tokens and all open invitations").waitFor();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await expect.poll(() => row.count()).toBe(0);
  });

  it("says that a link was used, and leads to the sign-in", async () => {
    const visit = await openSignedOut("invitation=used");
    visit.expected = /403/;
    const { page } = visit;
    await page.getByText("This invitation is invalid, was used, or has expired.").waitFor();
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Sign in to docgate" }).waitFor();
  });

  it("makes a token with fewer permissions, shown once, and revokes it", async () => {
    const { page } = await open("/account", { email: ADA });
    const card = page.locator("section").filter({ hasText: "Tokens for scripts" });
    await card.getByLabel("Name").fill("deploy");
    await card.getByRole("button", { name: "Create a token" }).click();
    await card.getByText("Choose at least one permission.").waitFor();
    await card.getByRole("checkbox", { name: /^directory: / }).check();
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
