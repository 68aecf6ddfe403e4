import { describe, expect, it } from "vitest";
import { expectAccessible } from "./accessibility.ts";
import { shareConsole } from "./console.ts";
import { act, announcement, confirm, factOf, focused } from "./console-screen.ts";
import { expectFit } from "./fit.ts";
import { takeScreenshot } from "./visits.ts";

const WEBHOOK = {
  name: "Shop",
  origin: "https://shop.example",
  notificationUrl: "https://shop.example/notices",
};

describe("two administrators editing the same item", { timeout: 60_000 }, () => {
  const { open, api } = shareConsole();
  let count = 0;

  /** Opens a webhook, types a name, and lets somebody else save a change in the meantime. */
  async function collide({ mine, theirs }: { mine: object; theirs: object }) {
    const origin = `https://shop-${++count}.example`;
    const { webhook } = await api.ok("POST", "/webhooks", {
      ...WEBHOOK,
      name: `Shop ${count}`,
      origin,
    });
    const visit = await open(`/webhooks/${webhook.id}`);
    visit.expected = /412/;
    const { page } = visit;
    for (const [label, text] of Object.entries(mine)) await page.getByLabel(label).fill(text);
    await api.ok("PATCH", `/webhooks/${webhook.id}`, theirs);
    await page.getByRole("button", { name: "Save" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("heading", { name: "Somebody else has changed this webhook" }).waitFor();
    const read = async () => (await api.ok("GET", `/webhooks/${webhook.id}`)).webhook;
    return { page, dialog, read, webhook };
  }

  it("ATTACK-H115: the second save shows both versions; keeping mine keeps the fields I did not change", async () => {
    const notificationUrl = "https://shop.example/moved";
    const { page, dialog, read, webhook } = await collide({
      mine: { Name: "Mine" },
      theirs: { name: "Theirs", notificationUrl },
    });

    expect((await read()).name).toBe("Theirs");
    const row = (name: string) => dialog.getByRole("row").filter({ hasText: name });
    await expect
      .poll(() => row("Name").getByRole("cell").allInnerTexts())
      .toEqual(["Name", "Theirs", "Mine"]);
    await expect
      .poll(() => row("Notification URL").getByRole("cell").allInnerTexts())
      .toEqual(["Notification URL", notificationUrl, "Not changed"]);
    await expect.poll(() => dialog.getByRole("row").count()).toBe(3);
    await dialog.getByText(/^admin@acme\.example saved it after you opened it: /).waitFor();
    await expectFit(page);
    await expectAccessible(page);
    await takeScreenshot(page, "console-conflict");

    await confirm(page, "Overwrite with mine");
    await page.getByRole("heading", { name: "Mine" }).waitFor();
    await expect.poll(() => page.getByLabel("Notification URL").inputValue()).toBe(notificationUrl);
    await expect
      .poll(() => read())
      .toMatchObject({ name: "Mine", notificationUrl, origin: webhook.origin });
    await expect.poll(() => focused(page)).toBe("button: Save");
  });

  it("ATTACK-H115: discarding mine shows the saved version, from which the next save starts", async () => {
    const { page, read } = await collide({ mine: { Name: "Mine too" }, theirs: { name: "Saved" } });

    await confirm(page, "Discard mine");
    await page.getByRole("heading", { name: "Saved" }).waitFor();
    await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("Saved");
    expect((await read()).name).toBe("Saved");

    await page.getByLabel("Name").fill("Saved again");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Saved again" }).waitFor();
    expect((await read()).name).toBe("Saved again");
  });

  it("ATTACK-H115: a third version is not overwritten unseen either", async () => {
    const { page, dialog, read, webhook } = await collide({
      mine: { Name: "First" },
      theirs: { name: "Second" },
    });
    await api.ok("PATCH", `/webhooks/${webhook.id}`, { name: "Third" });

    await confirm(page, "Overwrite with mine");
    await dialog.getByText("It was changed again in the meantime.").waitFor();
    await dialog.getByRole("cell", { name: "Third" }).waitFor();
    expect((await read()).name).toBe("Third");
    await confirm(page, "Overwrite with mine");
    await page.getByRole("heading", { name: "First" }).waitFor();
    expect((await read()).name).toBe("First");
  });

  it("ATTACK-H115: shows names instead of ids where bindings differ", async () => {
    const { client: theirs } = await api.ok("POST", "/clients", { name: "Their client" });
    const { client: mine } = await api.ok("POST", "/clients", { name: "My client" });
    const { apiKey } = await api.ok("POST", "/api-keys", { name: "Torn" });
    const visit = await open(`/api-keys/${apiKey.id}`, { viewport: { width: 390, height: 800 } });
    const { page } = visit;
    visit.expected = /412/;
    await page.getByLabel("Client", { exact: true }).selectOption(mine.id);
    await api.ok("PATCH", `/api-keys/${apiKey.id}`, { clientId: theirs.id });

    await page.getByRole("button", { name: "Save" }).click();
    const row = page.getByRole("dialog").getByRole("row").filter({ hasText: "Their client" });
    await expect.poll(() => row.innerText()).toContain("My client");
    await expectFit(page);
    await takeScreenshot(page, "console-conflict-390");
    await confirm(page, "Overwrite with mine");
    await expect.poll(() => factOf(page, "Client")).toBe("My client");
  });

  it("ATTACK-H115: nothing is deleted or rotated in a version other than the one on the screen", async () => {
    const { client } = await api.ok("POST", "/clients", { name: "Seen" });
    const visit = await open(`/clients/${client.id}`);
    const { page } = visit;
    visit.expected = /412/;
    await page.getByRole("heading", { name: "Seen" }).waitFor();
    const change = (name: string) => api.ok("PATCH", `/clients/${client.id}`, { name });

    await change("Changed");
    await page.getByRole("button", { name: "Delete client…" }).click();
    await confirm(page, "Delete this client");
    await page
      .getByRole("dialog")
      .getByText("Somebody else has changed it in the meantime, so nothing was done.")
      .waitFor();
    await takeScreenshot(page, "console-stale");
    await confirm(page, "Show what is there now");
    await page.getByRole("heading", { name: "Changed" }).waitFor();
    await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("Changed");
    await expect.poll(() => focused(page)).toBe("button: Delete client…");
    await api.ok("GET", `/clients/${client.id}`);

    await change("Changed again");
    await act(page, "Rotate secret", "Rotate");
    await page
      .getByRole("dialog")
      .getByText("Somebody else has changed it in the meantime, so nothing was done.")
      .waitFor();
    await confirm(page, "Show what is there now");
    await page.getByRole("heading", { name: "Changed again" }).waitFor();
    await act(page, "Rotate secret", "Rotate");
    await page.getByRole("dialog").getByText("This is shown once").waitFor();
  });

  it("keeps what was typed when the secret is rotated in the meantime", async () => {
    const { client } = await api.ok("POST", "/clients", { name: "Half done" });
    const { page } = await open(`/clients/${client.id}`);
    await page.getByLabel("Name").fill("Nearly done");

    await act(page, "Rotate secret", "Rotate");
    await confirm(page, "I have stored it");
    await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("Nearly done");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Nearly done" }).waitFor();
  });

  it("says so if somebody else has deleted it in the meantime", async () => {
    const { client } = await api.ok("POST", "/clients", { name: "Going" });
    const visit = await open(`/clients/${client.id}`);
    const { page } = visit;
    visit.expected = /404/;
    await page.getByLabel("Name").fill("Gone");
    await api.ok("DELETE", `/clients/${client.id}`);

    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Somebody else has deleted this client in the meantime.").waitFor();
    await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("Gone");

    await act(page, "Rotate secret", "Rotate");
    await page
      .getByRole("dialog")
      .getByText("Somebody else has deleted it in the meantime.")
      .waitFor();
    await confirm(page, "Show what is there now");
    await page.getByText("There is no client at this address; it may have been deleted.").waitFor();
    await expect.poll(() => focused(page)).toBe("h1: Client");
    await page.getByRole("link", { name: "All clients" }).click();
    await page.getByRole("heading", { name: "Clients" }).waitFor();
  });
});

describe("unsaved changes", { timeout: 60_000 }, () => {
  const { open, api } = shareConsole();

  it("are not lost to a link, to Back, to a reload or to signing out without a question", async () => {
    const { space } = await api.ok("POST", "/spaces", { title: "Quiet", description: "" });
    const { page } = await open("/");
    await page.getByRole("link", { name: "Spaces" }).first().click();
    await page.getByRole("link", { name: "Quiet" }).click();
    const title = page.getByLabel("Title", { exact: true });
    const save = page.getByRole("button", { name: "Save" });
    const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
    const places = page.getByRole("navigation", { name: "Places" });
    const here = `#/spaces/${space.id}`;
    const isHere = () => page.evaluate("location.hash");

    await expect.poll(() => save.getAttribute("aria-disabled")).toBe("true");
    await title.fill("Loud");
    await expect.poll(() => save.getAttribute("aria-disabled")).toBe("false");
    for (const leave of [
      () => places.getByRole("link", { name: "Webhooks" }).click(),
      () => page.evaluate("history.back()"),
      () => page.getByRole("button", { name: "Sign out", exact: true }).click(),
    ]) {
      await leave();
      await expect.poll(() => focused(page)).toBe("button: Stay");
      await takeScreenshot(page, "console-unsaved");
      await dialog.getByRole("button", { name: "Stay" }).click();
      await expect.poll(isHere).toBe(here);
      await expect.poll(() => title.inputValue()).toBe("Loud");
    }
    const asked = page.waitForEvent("dialog");
    const reloading = page.evaluate("location.reload()").catch(() => {});
    await (await asked).dismiss();
    await reloading;

    await page.evaluate("history.back()");
    await dialog.getByRole("button", { name: "Leave" }).click();
    await page.getByRole("heading", { level: 1, name: "Spaces" }).waitFor();
    await expect.poll(isHere).toBe("#/spaces");
    await page.getByRole("link", { name: "Quiet" }).click();
    await title.fill("Calm");
    await save.click();
    await announcement(page).getByText("The space is saved.").waitFor();
    await places.getByRole("link", { name: "Webhooks" }).click();
    await page.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor();
    await expect.poll(() => dialog.count()).toBe(0);
  });
});
