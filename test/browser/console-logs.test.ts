import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { Chain } from "../support/chain-server.ts";
import { onData } from "../support/data-server.ts";
import { shareConsole } from "./console.ts";
import { takeScreenshot } from "./visits.ts";

/** Would change the page's title if it were ever treated as markup. */
const MARKUP = `<img src=x onerror="document.title='broken'">`;

describe("overview and logs in the console", { timeout: 60_000 }, () => {
  const { open, api, chains } = shareConsole();
  let chain: Chain;

  beforeAll(async () => {
    chain = await chains().buildChain();
    await api.ok("POST", "/api-keys", { name: MARKUP, webhookId: null });
    // Nothing listens on this port.
    const { webhook } = await api.ok("POST", "/webhooks", {
      name: "Gone",
      origin: "https://gone.example",
      notificationUrl: "http://127.0.0.1:9/notices?token=secret",
    });
    await api.ok("POST", `/webhooks/${webhook.id}/test`);
    await api.ok("POST", `/api-keys/${chain.keyId}/wake`);
    await allSent();
  });

  /** Waits until no notice is pending. */
  function allSent(): Promise<void> {
    return vi.waitFor(
      async () => {
        const { items } = await api.ok("GET", "/notices");
        const states = items.map(({ state }: { state: string }) => state);
        if (states.includes("pending")) throw new Error("There are pending notices");
      },
      { timeout: 15_000 },
    );
  }

  describe("overview", () => {
    it("says what needs attention and how many items there are, and links to them", async () => {
      const { page } = await open("/");
      const attention = page.getByRole("listitem");
      const key = attention.filter({ has: page.getByRole("link", { name: MARKUP }) });
      await key.waitFor();
      await expect
        .poll(() => key.innerText())
        .toContain("Missing: client, certificate, contract, webhook");
      const notice = attention.filter({ hasText: "Notice failed" });
      await notice.getByText("No connection could be established.").waitFor();
      await expect.poll(() => page.locator("main img").count()).toBe(0);

      const { items } = await api.ok("GET", "/api-keys");
      await page.getByRole("link", { name: `${items.length} API keys` }).click();
      await page.getByRole("heading", { level: 1, name: "API keys" }).waitFor();
      await page.goBack();
      await page.getByRole("link", { name: "Set up a partner" }).click();
      await page.getByRole("heading", { level: 1, name: /Set up a partner/ }).waitFor();
    });

    it("warns of a certificate before it expires, and after", async () => {
      const { page } = await open("/", {
        prepare: async (page) => {
          await page.clock.setFixedTime(Date.now() + 350 * 24 * 60 * 60 * 1000);
        },
      });
      await page.getByText(/^Ends on /).waitFor();
      await page.clock.setFixedTime(Date.now() + 380 * 24 * 60 * 60 * 1000);
      await goTo(page, "/account");
      await goTo(page, "/");
      await page.getByText(/^Expired on /).waitFor();
      await takeScreenshot(page, "logs-overview-expired");
    });

    it("ATTACK-H108: shows no shared secret in the overview and the lists, so none is in the log", async () => {
      const before = await countReads();
      const { page } = await open("/");
      const { items } = await api.ok("GET", "/certificates?withoutSecretKey=true");
      await page.getByRole("link", { name: `${items.length} Certificate` }).click();
      await page.getByRole("link", { name: items[0].name }).first().waitFor();
      expect(await countReads()).toBe(before);
    });

    async function countReads(): Promise<number> {
      const { items } = await api.ok("GET", "/audit?limit=200");
      return items.filter(({ action }: { action: string }) => action === "read-secret").length;
    }

    it.each([
      [["directory"], ["Overview", "Spaces", "Agents", "Consumers"]],
      [["audit"], ["Overview", "Notices", "Audit"]],
      [["directory:w"], ["Overview"]],
    ] as const)("shows people with %j only that", async (permissions, places) => {
      const { page } = await open("/", { permissions: [...permissions] });
      const links = page.getByRole("navigation", { name: "Places" }).getByRole("link");
      await expect.poll(() => links.allInnerTexts()).toEqual(places);
      await settled(page);
      const isBlind = places.length === 1;
      await expect
        .poll(() => page.getByText("You may not see anything here").count())
        .toBe(isBlind ? 1 : 0);
      await expect.poll(() => page.getByRole("link", { name: "Set up a partner" }).count()).toBe(0);
      await goTo(page, "/api-keys");
      await page.getByRole("heading", { level: 1, name: "There is nothing here" }).waitFor();
    });
  });

  describe("notice log", () => {
    it("shows kinds, state, response, time, key and URL, and newer notices on request", async () => {
      const { page } = await open("/notices");
      const rows = page.getByRole("row");
      const failed = rows.filter({ hasText: "Failed" });
      await failed.getByText("No connection could be established.").waitFor();
      await expect.poll(() => failed.innerText()).toMatch(/A test[\s\S]*No API key[\s\S]*\d ms/);
      await expect.poll(() => page.locator("main").innerText()).not.toContain("secret");
      const woken = rows.filter({ hasText: "r_json" });
      await expect.poll(() => woken.innerText()).toMatch(/Delivered[\s\S]*HTTP 204/);
      const link = woken.getByRole("link", { name: chain.name });
      await expect.poll(() => link.getAttribute("href")).toBe(`#/api-keys/${chain.keyId}`);

      const count = await rows.count();
      await api.ok("POST", `/webhooks/${chain.webhookId}/test`);
      await allSent();
      await page.getByRole("button", { name: "Refresh" }).click();
      await expect.poll(() => rows.count()).toBe(count + 1);
    });

    it("can be narrowed to one key, which the address keeps", async () => {
      const { page } = await open("/notices");
      await page.getByLabel("API key").selectOption({ label: chain.name });
      await page.getByRole("row").filter({ hasText: "Gone" }).waitFor({ state: "detached" });
      await expect.poll(() => page.getByText("No API key").count()).toBe(0);
      expect(page.url()).toContain(`#/notices?apiKeyId=${chain.keyId}`);
      await page.reload();
      await page.getByText("r_json").waitFor();
      await expect.poll(() => page.getByText("No API key").count()).toBe(0);
      await page.getByLabel("API key").selectOption({ label: MARKUP });
      await page.getByText("No notice was sent for this API key.").waitFor();
      await page.getByLabel("API key").selectOption({ label: "All" });
      await page.getByText("No API key").waitFor();
    });

    it("shows a deleted key by its id", async () => {
      const other = await chains().buildChain();
      await api.ok("POST", `/api-keys/${other.keyId}/wake`);
      await api.ok("DELETE", `/api-keys/${other.keyId}`);
      const { page } = await open("/notices");
      await page.getByRole("row").filter({ hasText: other.keyId }).first().waitFor();
    });
  });

  describe("audit log", () => {
    it("says who did what to which item, with the values before and after", async () => {
      const { space } = await api.ok("POST", "/spaces", { title: "Before" });
      await api.ok("PATCH", `/spaces/${space.id}`, { title: MARKUP });
      const { page } = await open("/audit");
      const row = page.getByRole("row").filter({ hasText: "Changed space" }).first();
      await row.getByRole("link", { name: MARKUP }).waitFor();
      await expect.poll(() => row.innerText()).toContain("admin@acme.example");
      await expect.poll(() => row.locator("del").innerText()).toBe("Before");
      await expect.poll(() => row.locator("ins").innerText()).toBe(MARKUP);
      await expect.poll(() => page.locator("main img").count()).toBe(0);
      await row.getByRole("link").click();
      await page.getByRole("heading", { level: 1, name: MARKUP }).waitFor();

      await api.ok("DELETE", `/spaces/${space.id}`);
      await page.goBack();
      const gone = page.getByRole("row").filter({ hasText: "Deleted space" }).first();
      await gone.getByText(MARKUP).first().waitFor();
      await settled(page);
      await expect.poll(() => gone.getByRole("link").count()).toBe(0);
    });

    it("pages to older entries and back, by the address, and focuses the new page", async () => {
      await onData(chains().data, async ({ store, newId }) => {
        const [organization] = await store.read.organizations.list({});
        await store.transaction(async (tx) => {
          for (let number = 1; number <= 120; number += 1) {
            await tx.audit.append({
              id: newId(),
              organizationId: organization!.id,
              at: "2026-11-21T12:00:00.000Z",
              admin: "command line",
              action: "update",
              resource: "space",
              resourceId: "none",
              name: `entry ${number}`,
              changes: {},
            });
          }
        });
      });
      const { page } = await open("/audit");
      await page.getByText("entry 120", { exact: true }).waitFor();
      await expect.poll(() => page.getByRole("link", { name: "Newest" }).count()).toBe(0);
      await page.getByRole("link", { name: "Older" }).click();
      await page.getByText("entry 70", { exact: true }).waitFor();
      await expect.poll(() => page.getByText("entry 71", { exact: true }).count()).toBe(0);
      await expect.poll(() => page.evaluate("document.activeElement.className")).toBe("log");
      await page.getByRole("link", { name: "Older" }).click();
      await page.getByText("entry 20", { exact: true }).waitFor();
      await takeScreenshot(page, "logs-audit-older");
      await page.goBack();
      await page.getByText("entry 70", { exact: true }).waitFor();
      await page.reload();
      await page.getByText("entry 70", { exact: true }).waitFor();
      await page.getByRole("link", { name: "Newest" }).click();
      await page.getByText("entry 120", { exact: true }).waitFor();
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
