import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import type { Chain } from "../support/chain-server.ts";
import { expectAccessible } from "./accessibility.ts";
import { shareConsole } from "./console.ts";
import { expectFit } from "./fit.ts";
import { takeScreenshot } from "./visits.ts";

const { api, chains, open } = shareConsole();

const LISTS = [
  "api-keys",
  "clients",
  "certificates",
  "contracts",
  "webhooks",
  "spaces",
  "agents",
  "consumers",
] as const;

describe("every screen and dialog of the console, in the light and in the dark", () => {
  let chain: Chain;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    const email = "ann@customer.example";
    chain = await chains().buildChain();
    await api.ok("POST", "/consumers", {
      contractId: chain.contractId,
      email,
      password: "correct horse battery",
      registration: "system",
    });
    await api.ok("POST", "/api-keys", { name: "Bound to nothing" });
    await api.ok("POST", `/api-keys/${chain.keyId}/wake`);
    for (const collection of LISTS) {
      const { items } = await api.ok("GET", `/${collection}`);
      ids.set(collection, items[0].id);
    }
    const settings = { greeting: "How can we help?", colours: ["#0a7", "#07a"] };
    await api.ok("PUT", `/agents/${ids.get("agents")}/front-settings`, settings);
  });

  it.each(["", "account", "notices", "audit", ...LISTS])("#/%s is accessible", async (place) => {
    const { page } = await open(`/${place}`);
    await isLoaded(page);
    // More about an entry of a log is part of the page.
    const more = page.getByRole("row").getByRole("button").first();
    if (await more.isVisible()) await more.click();

    await look(page, place || "overview");
  });

  it.each(LISTS)("one of the %s is accessible, and the form for a new one", async (collection) => {
    const { page } = await open(`/${collection}/${ids.get(collection)}`);
    await isLoaded(page);
    await look(page, `${collection}-one`);

    await page.evaluate(`location.hash = "#/${collection}/new"`);
    const submit = page.getByRole("button", { name: /^Create / });
    await submit.waitFor();
    await isLoaded(page);
    await submit.press("Enter");
    await page.locator("[aria-invalid=true], .mistake:not(:empty)").first().waitFor();
    await look(page, `${collection}-new`);
  });

  it("the secrets shown once, and the questions before a rotation, a deletion and leaving are accessible", async () => {
    const { page } = await open("/clients/new");
    await page.getByLabel("Name").fill("Made to be looked at");
    await page.getByRole("button", { name: "Create client" }).click();
    await page.getByRole("button", { name: "I have stored it" }).waitFor();
    await look(page, "dialog-reveal");
    await page.getByRole("button", { name: "I have stored it" }).click();

    await page.getByRole("button", { name: "Rotate secret" }).click();
    await page.getByRole("dialog").waitFor();
    await look(page, "dialog-rotate");
    await page.getByRole("button", { name: "Cancel" }).click();

    await page.getByRole("button", { name: "Delete client…" }).click();
    await page.getByRole("button", { name: "Delete this client" }).waitFor();
    await look(page, "dialog-delete");
    await page.getByRole("button", { name: "Cancel" }).click();

    await page.getByLabel("Name").fill("Not saved");
    await page.getByRole("link", { name: "Clients" }).first().click();
    await page.getByRole("button", { name: "Leave" }).waitFor();
    await look(page, "dialog-leave");
  });

  it("the dialog for the slower of two people who save is accessible", async () => {
    const visit = await open(`/webhooks/${chain.webhookId}`);
    visit.expected = /412/;
    const { page } = visit;
    await page.getByLabel("Name").fill("Mine");
    await api.ok("PATCH", `/webhooks/${chain.webhookId}`, { name: "Of somebody else" });
    await page.getByRole("button", { name: "Save" }).click();

    await page.getByRole("dialog").waitFor();
    await look(page, "dialog-conflict");
  });

  it("the message for a mistake in front settings is accessible", async () => {
    const { page } = await open(`/agents/${ids.get("agents")}`);
    const field = page.getByLabel("JSON");
    await field.fill('{\n  "greeting": "How can we help?"\n  "colours": []\n}');
    await page
      .getByRole("button", { name: /^Save( front settings)?$/ })
      .last()
      .press("Enter");

    await page.locator("textarea[aria-invalid=true]").waitFor();
    await look(page, "front-settings-mistake");
  });

  it("the sign-in over the console is accessible", async () => {
    const visit = await open("/webhooks", { email: "gone@acme.example" });
    visit.expected = /401/;
    const { page } = visit;
    await isLoaded(page);
    await page.context().clearCookies();
    await page.evaluate('location.hash = "#/clients"');

    await page.getByLabel("Password").waitFor();
    await look(page, "dialog-sign-in");
  });

  it("the search over everything and the list of keys are accessible", async () => {
    const { page } = await open("/clients");
    await isLoaded(page);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("chain");
    await page.getByRole("group", { name: "API keys" }).waitFor();
    await look(page, "dialog-search");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await look(page, "dialog-keys");
  });

  it("a search without a hit and an address without a page are accessible", async () => {
    const { page } = await open("/clients");
    await page.getByLabel("Search by name").fill("no such client");
    await page.locator(".empty").waitFor();
    await look(page, "list-empty");
    await page.evaluate('location.hash = "#/nowhere"');
    await page.getByRole("heading", { name: "There is nothing here" }).waitFor();
    await look(page, "nowhere");
  });
});

/** Waits until nothing on the screen is loading. */
async function isLoaded(page: Page): Promise<void> {
  await expect.poll(() => page.getByText("Loading…").count()).toBe(0);
}

/** Checks a screen, wide in light mode and narrow in dark mode. */
async function look(page: Page, name: string): Promise<void> {
  for (const [width, colorScheme] of [
    [1280, "light"],
    [390, "dark"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
    await expectFit(page);
    await takeScreenshot(page, `console-${name}-${colorScheme}-${width}`, { isWhole: true });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}
