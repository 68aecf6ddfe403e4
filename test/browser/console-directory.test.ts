import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { expectAccessible } from "./accessibility.ts";
import { shareConsole } from "./console.ts";
import { takeScreenshot } from "./visits.ts";

/** Would change the page's title if it were ever treated as markup. */
const MARKUP = `<img src=x onerror="document.title='broken'"><b>bold</b>`;

describe("directory in the console", { timeout: 60_000 }, () => {
  const { open, api, chains } = shareConsole();
  let spaceId: string;
  let agentId: string;
  let contractId: string;
  let consumerId: string;

  beforeAll(async () => {
    const { space } = await api.ok("POST", "/spaces", {
      title: "Repairs",
      description: "Everything about bikes that need fixing.\nAsk for a date.",
    });
    spaceId = space.id;
    await api.ok("POST", "/spaces", { title: MARKUP, description: MARKUP });
    const { agent } = await api.ok("POST", "/agents", {
      spaceId,
      agentId: "workshop",
      displayName: "Workshop",
      startFlow: "welcome",
      startNode: "start",
    });
    agentId = agent.id;
    await api.ok("POST", "/agents", {
      spaceId,
      agentId: "night",
      displayName: MARKUP,
      startFlow: MARKUP,
      active: false,
    });
    const { contract } = await api.ok("POST", "/contracts", {
      name: "Harbour",
      spaceIds: [spaceId],
    });
    contractId = contract.id;
    const { consumer } = await api.ok("POST", "/consumers", {
      contractId,
      email: "jo@example.com",
      password: "correct horse",
      registration: "outside",
    });
    consumerId = consumer.id;
  });

  it("ATTACK-H112: titles, descriptions, names and start flows of markup are shown as text", async () => {
    const { page } = await open("/spaces");
    for (const place of ["/spaces", "/agents", `/spaces/${spaceId}`]) {
      await goTo(page, place);
      await page.getByRole("link", { name: MARKUP }).waitFor();
      await expect.poll(() => page.locator("main img, main b").count()).toBe(0);
      await expect.poll(() => page.title()).not.toContain("broken");
    }
    const { items } = await api.ok("GET", "/agents?q=onerror");
    await goTo(page, `/agents/${items[0].id}`);
    await page.getByRole("heading", { level: 1, name: MARKUP }).waitFor();
    await page.getByRole("button", { name: "Delete agent…" }).click();
    await page.getByRole("dialog").getByText(MARKUP).waitFor();
    await expect.poll(() => page.locator("img, main b, dialog b").count()).toBe(0);
  });

  it("creates a space, changes it, and says which agents and contracts its deletion affects", async () => {
    const { page } = await open("/spaces/new");
    await page.getByRole("button", { name: "Create space" }).click();
    await page.getByText("Enter a title.").waitFor();
    await page.getByLabel("Title").fill("Sales");
    await page.getByLabel("Description").fill("New bikes");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Sales" }).waitFor();
    const [space] = (await api.ok("GET", "/spaces?q=Sales")).items;
    expect(space).toMatchObject({ title: "Sales", description: "New bikes" });

    await page.getByLabel("Title").fill("Sales and hire");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Sales and hire" }).waitFor();
    expect((await api.ok("GET", `/spaces/${space.id}`)).space.title).toBe("Sales and hire");

    await page.getByRole("link", { name: "New agent in this space" }).click();
    await expect.poll(() => page.getByLabel("Space", { exact: true }).inputValue()).toBe(space.id);
    await page.getByLabel("Display name").fill("Seller");
    await page.getByLabel("Slug").fill("seller");
    await page.getByRole("button", { name: "Create agent" }).click();
    await page.getByRole("heading", { level: 1, name: "Seller" }).waitFor();
    await api.ok("POST", "/contracts", { name: "Seaside", spaceIds: [space.id] });

    await goTo(page, `/spaces/${space.id}`);
    await page.getByRole("button", { name: "Delete space…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("listitem").first().waitFor();
    await expect
      .poll(() => dialog.getByRole("listitem").allInnerTexts())
      .toEqual(["Seller", "Seaside"]);
    await page.getByRole("button", { name: "Cancel" }).click();

    for (let count = 0; count < 10; count++) {
      const agent = { spaceId: space.id, agentId: `seller-${count}`, displayName: "Seller" };
      await api.ok("POST", "/agents", agent);
    }
    await page.getByRole("button", { name: "Delete space…" }).click();
    await dialog.getByText("11 agents are deleted with it.").waitFor();
    const confirm = page.getByRole("button", { name: "Delete this space" });
    await expect.poll(() => confirm.getAttribute("aria-disabled")).toBe("true");
    await confirm.click({ force: true });
    await dialog.getByLabel("To confirm, type Sales and hire").fill("Sales and hire");
    await expectAccessible(page);
    await takeScreenshot(page, "directory-space-delete");
    await confirm.click();
    await page.getByRole("heading", { level: 1, name: "Spaces" }).waitFor();
    expect((await api.ok("GET", "/spaces?q=Sales")).items).toEqual([]);
    expect((await api.ok("GET", "/agents?q=seller")).items).toEqual([]);
  });

  it("tells people who may not see contracts that some may lose the space, without naming them", async () => {
    const { page } = await open(`/spaces/${spaceId}`, {
      permissions: ["directory", "directory:w"],
    });
    await page.getByRole("button", { name: "Delete space…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("which you may not see").waitFor();
    await expect.poll(() => dialog.innerText()).not.toContain("Harbour");
  });

  it("lists agents with space, slug and state, by space and by name", async () => {
    const { page } = await open("/agents");
    const rows = page.getByRole("row");
    const row = rows.filter({ hasText: "Workshop" });
    await row.getByRole("link", { name: "Repairs" }).waitFor();
    await expect.poll(() => row.innerText()).toMatch(/workshop[\s\S]*Repairs[\s\S]*Active/);
    await rows.filter({ hasText: "Inactive" }).waitFor();

    await page.getByLabel("Space").selectOption({ label: MARKUP });
    await page.getByText("There is no such agent.").waitFor();
    await page.getByLabel("Space").selectOption({ label: "Repairs" });
    await row.waitFor();
    await page.getByLabel("Search by name").fill("nobody");
    await page.getByText("has “nobody” in its name").waitFor();
  });

  it("changes an agent, and says next to its field what the server finds wrong", async () => {
    const { agent } = await api.ok("POST", "/agents", {
      spaceId,
      agentId: "second",
      displayName: "Second",
    });
    const visit = await open(`/agents/${agent.id}`);
    const { page } = visit;
    visit.expected = /409/;
    await page.getByLabel("Slug").fill("no spaces");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Enter 1 to 100 letters, digits, dots, - or _.").waitFor();
    await page.getByLabel("Slug").fill("workshop");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(() => page.getByLabel("Slug").getAttribute("aria-invalid")).toBe("true");

    await page.getByLabel("Slug").fill("second-2");
    await page.getByLabel("Active").uncheck();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("status").filter({ hasText: "The agent is saved." }).waitFor();
    expect((await api.ok("GET", `/agents/${agent.id}`)).agent).toMatchObject({
      agentId: "second-2",
      active: false,
      displayName: "Second",
    });
  });

  it("creates a consumer whose password is sent once and never shown", async () => {
    const { page } = await open("/consumers/new");
    await page.getByLabel("Contract").selectOption({ label: "Harbour" });
    await page.getByLabel("Email").fill("New.One@example.com");
    await page.getByLabel("Password").fill("a password of mine");
    await page.getByLabel("Registered").selectOption({ label: "Outside the platform" });
    await page.getByRole("button", { name: "Create consumer" }).click();
    await page.getByRole("heading", { level: 1, name: "new.one@example.com" }).waitFor();
    const [consumer] = (await api.ok("GET", "/consumers?q=new.one")).items;
    expect(consumer).toMatchObject({ contractId, registration: "outside" });
    expect(await page.content()).not.toContain("a password of mine");

    const before = await sentBy(page, "PATCH", async () => {
      await page.getByLabel("Registered").selectOption({ label: "Inside the platform" });
      await page.getByRole("button", { name: "Save", exact: true }).click();
    });
    expect(before).toEqual({ registration: "system" });
    await page.getByRole("status").filter({ hasText: "The consumer is saved." }).waitFor();
    expect((await api.ok("GET", `/consumers/${consumer.id}`)).consumer.registration).toBe("system");

    const changed = await sentBy(page, "PATCH", async () => {
      await page.getByLabel("New password").fill("another password");
      await page.getByRole("button", { name: "Save", exact: true }).click();
    });
    expect(changed).toEqual({ password: "another password" });
    await expect
      .poll(() => page.getByLabel("New password").inputValue(), { timeout: 10_000 })
      .toBe("");
  });

  it("ATTACK-H115: a conflict over a consumer does not show the typed password", async () => {
    const visit = await open(`/consumers/${consumerId}`);
    const { page } = visit;
    visit.expected = /412/;
    await page.getByLabel("New password").fill("typed in by me");
    await api.ok("PATCH", `/consumers/${consumerId}`, { registration: "system" });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("A new one").waitFor();
    await expect.poll(() => dialog.innerText()).toContain("Inside the platform");
    await expect.poll(() => dialog.innerText()).not.toContain("typed in by me");
  });

  it("lists consumers by contract, with registration and last sign-in in words", async () => {
    const { contract } = await api.ok("POST", "/contracts", { name: "Empty" });
    const { page } = await open("/consumers");
    const row = page.getByRole("row").filter({ hasText: "jo@example.com" });
    await row.getByRole("link", { name: "Harbour" }).waitFor();
    await expect.poll(() => row.innerText()).toMatch(/never/);
    await page.getByLabel("Search by email").fill("nobody");
    await page.getByText("No consumer has “nobody” in its email.").waitFor();
    await page.getByLabel("Search by email").fill("");
    await row.waitFor();
    await page.getByLabel("Contract").selectOption({ label: "Empty" });
    await page.getByText("There is no such consumer.").waitFor();
    await api.ok("DELETE", `/contracts/${contract.id}`);
  });

  it("asks people who may not see contracts for the id of one", async () => {
    const { page } = await open("/consumers/new", { permissions: ["directory", "directory:w"] });
    await page.getByLabel("Contract").fill(contractId);
    await page.getByLabel("Email").fill("by-id@example.com");
    await page.getByLabel("Password").fill("a password of mine");
    await page.getByRole("button", { name: "Create consumer" }).click();
    await page.getByRole("heading", { level: 1, name: "by-id@example.com" }).waitFor();
  });

  describe("front settings", () => {
    it("says where the JSON is wrong, moves the caret there, and sends nothing", async () => {
      const { page } = await open(`/agents/${agentId}`);
      const field = page.getByLabel("JSON");
      const writes = writesOf(page);
      await field.fill('{\n  "colour": "blue"\n  "size": 3\n}');
      await page.getByRole("button", { name: "Save front settings" }).click();

      const fault = page.getByRole("status").filter({ hasText: "Line 3, column 3:" });
      await fault.getByText("Expected , or }.").waitFor();
      await expect.poll(() => fault.locator("pre").innerText()).toMatch(/ {2}"size": 3\n\s*\^/);
      await expect.poll(() => caretOf(page)).toBe('{\n  "colour": "blue"\n  '.length);
      await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
      expect(writes).toEqual([]);
      await takeScreenshot(page, "front-settings-fault", { isWhole: true });

      await field.fill('{\n  "colour": "blue",\n  "size": 3\n}');
      await expect.poll(() => field.getAttribute("aria-invalid")).toBe("false");
    });

    it("says while one types what is wrong and where, and leaves the caret", async () => {
      const { page } = await open(`/agents/${agentId}`);
      for (const [text, place] of [
        ['{"a": 1,\n "a": 2}', "Line 2, column 2:"],
        ['{"a": 1 // one\n}', "Line 1, column 9:"],
        ['{"a": [1,]}', "Line 1, column 10:"],
        ["", "Line 1, column 1:"],
        ['{"a": 1}\n\n{}', "Line 3, column 1:"],
        ["[1]", "The settings must be an object."],
      ] as const) {
        await page.getByLabel("JSON").fill(text);
        await page.getByRole("status").filter({ hasText: place }).waitFor();
        await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("TEXTAREA");
        await expect.poll(() => caretOf(page)).toBe(text.length);
      }
    });

    it("saves by keyboard alone, shows the size, and the partner gets a separate notice", async () => {
      const { receiver, buildChain } = chains();
      const chain = await buildChain();
      const [agent] = (await api.ok("GET", `/agents?spaceId=${chain.spaceId}`)).items;
      const { page } = await open(`/agents/${agent.id}`);
      const field = page.getByLabel("JSON");
      await field.focus();
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.insertText('{ "colour":"#0a7", "note":"1.0","big":1.50}');
      const size = '{"colour":"#0a7","note":"1.0","big":1.5}'.length;
      await page.getByText(`${size} of 65,536 bytes`).waitFor();
      await page.keyboard.press("Tab");
      await expect
        .poll(() => page.evaluate("document.activeElement.textContent"))
        .toBe("Save front settings");
      await page.keyboard.press("Enter");
      await page.getByText("r_agent_front_settings").waitFor();

      const path = `/agents/${agent.id}/front-settings`;
      expect(await api.ok("GET", path)).toEqual({ colour: "#0a7", note: "1.0", big: 1.5 });
      await expect
        .poll(() => receiver.all(chain.notices).map(({ body }) => body["synch-data"]))
        .toContainEqual(["r_agent_front_settings"]);

      await page.getByRole("button", { name: "Format" }).click();
      await expect
        .poll(() => field.inputValue())
        .toBe('{\n  "colour": "#0a7",\n  "note": "1.0",\n  "big": 1.50\n}');
    });

    it("refuses more than 64 KiB before sending", async () => {
      const { page } = await open(`/agents/${agentId}`);
      const writes = writesOf(page);
      await page.getByLabel("JSON").fill(JSON.stringify({ a: "x".repeat(65_536) }));
      await page.getByRole("button", { name: "Save front settings" }).click();
      await page.getByText("These are 65,544 bytes, of 65,536 at most.").waitFor();
      expect(writes).toEqual([]);
    });

    it("ATTACK-H115: shows both versions if somebody else has saved, and keeps either", async () => {
      const path = `/agents/${agentId}/front-settings`;
      await api.ok("PUT", path, { colour: "red", same: true });
      const visit = await open(`/agents/${agentId}`);
      const { page } = visit;
      visit.expected = /412/;
      const field = page.getByLabel("JSON");
      await field.fill('{"colour":"mine","same":true}');
      await api.ok("PUT", path, { colour: "theirs", same: true, markup: MARKUP });
      await page.getByRole("button", { name: "Save front settings" }).click();

      const dialog = page.getByRole("dialog");
      await dialog.getByText('"colour": "theirs"').waitFor();
      await dialog.getByText('"colour": "mine"').waitFor();
      await dialog
        .getByText(/^admin@acme\.example saved it after you opened it: .+ UTC\. /)
        .waitFor();
      await expect.poll(() => dialog.locator("img, b").count()).toBe(0);
      await expect
        .poll(() => dialog.locator("mark").allInnerTexts())
        .not.toContain('  "same": true\n');
      await expectAccessible(page);
      await takeScreenshot(page, "front-settings-conflict");
      expect(await api.ok("GET", path)).toMatchObject({ colour: "theirs" });
      await dialog.getByRole("button", { name: "Overwrite with mine" }).click();
      await page.getByRole("status").filter({ hasText: "are saved" }).waitFor();
      expect(await api.ok("GET", path)).toEqual({ colour: "mine", same: true });

      await api.ok("PUT", path, { colour: "theirs again" });
      await field.fill('{"colour":"mine again"}');
      await page.getByRole("button", { name: "Save front settings" }).click();
      await dialog.getByRole("button", { name: "Discard mine" }).click();
      await expect.poll(() => field.inputValue()).toContain("theirs again");
    });

    it("are shown to people who may only read, without a way to change them", async () => {
      await api.ok("PUT", `/agents/${agentId}/front-settings`, { markup: MARKUP });
      const { page } = await open(`/agents/${agentId}`, { permissions: ["directory"] });
      await page.getByText('"markup"').waitFor();
      await expect.poll(() => page.locator("main img, main b").count()).toBe(0);
      await expect.poll(() => page.getByRole("textbox").count()).toBe(0);
      await expect.poll(() => page.getByRole("button", { name: /Save|Delete/ }).count()).toBe(0);
    });
  });
});

/** Goes to a page of the console, and waits until all of it has loaded. */
async function goTo(page: Page, place: string): Promise<void> {
  await page.evaluate(`window.location.hash = ${JSON.stringify(`#${place}`)}`);
  await settled(page);
}

/** Waits until nothing on the page is loading any longer. */
async function settled(page: Page): Promise<void> {
  await expect.poll(() => page.locator("main").innerText()).not.toMatch(/Loading…|^…$/m);
}

/** Collects the changing requests that a page sends from now on. */
function writesOf(page: Page): string[] {
  const writes: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") writes.push(request.url());
  });
  return writes;
}

/** Returns the body of the first request with that method during some work. */
async function sentBy(page: Page, method: string, work: () => Promise<void>): Promise<unknown> {
  const [request] = await Promise.all([
    page.waitForRequest((request) => request.method() === method),
    work(),
  ]);
  return request.postDataJSON();
}

function caretOf(page: Page): Promise<number> {
  return page.evaluate("document.querySelector('textarea[wrap=off]').selectionStart");
}
