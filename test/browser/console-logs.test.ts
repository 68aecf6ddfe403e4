import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { CallLog } from "../../runtime/partner/calls/call-log.ts";
import { recordCalls } from "../../runtime/partner/calls/record-calls.ts";
import type { Chain } from "../support/chain-server.ts";
import { onData } from "../support/data-server.ts";
import { expectAccessible } from "./accessibility.ts";
import { shareConsole } from "./console.ts";
import { factOf } from "./console-screen.ts";
import { takeScreenshot } from "./visits.ts";

/** Would change the page's title if it were ever treated as markup. */
const MARKUP = `<img src=x onerror="document.title='broken'">`;

const DAY_MS = 24 * 60 * 60 * 1000;

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
      await page.getByRole("link", { name: `${items.length} of 20 API keys` }).click();
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
      await page.getByRole("link", { name: `${items.length} of 20 Certificate` }).click();
      await page.getByRole("link", { name: items[0].name }).first().waitFor();
      expect(await countReads()).toBe(before);
    });

    async function countReads(): Promise<number> {
      const { items } = await api.ok("GET", "/audit?limit=200");
      return items.filter(({ action }: { action: string }) => action === "read-secret").length;
    }

    it.each([
      [["directory"], ["Overview", "Spaces", "Agents", "Consumers"]],
      [["audit"], ["Overview", "Notices", "Refusals", "Calls", "Audit", "Searches"]],
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
      await expect
        .poll(() => failed.innerText())
        .toMatch(/Test\s+Webhook Gone\s+Failed\s+No connection\s+\d+ ms/);
      await failed.getByRole("button").click();
      await page.getByText("No connection could be established.").waitFor();
      await expect.poll(() => factOf(page, "Time")).toMatch(/:\d\d:\d\d .*(UTC|GMT)/);
      await expect.poll(() => page.locator("main").innerText()).not.toContain("secret");
      await failed.getByRole("button").click();
      const woken = rows.filter({ hasText: "All front settings" });
      await expect.poll(() => woken.innerText()).toMatch(/Delivered\s+HTTP 204/);
      const link = woken.getByRole("link", { name: chain.name });
      await expect.poll(() => link.getAttribute("href")).toBe(`#/api-keys/${chain.keyId}`);
      // The row's button lies above the text.
      await woken.getByText("HTTP 204").click({ force: true });
      await expect
        .poll(() => factOf(page, "Body"))
        .toBe('{"synch-data":["r_api_keys","r_consumer_policy","r_space","r_agent","r_json"]}');
      await woken.getByRole("button").click();

      const count = await rows.count();
      await api.ok("POST", `/webhooks/${chain.webhookId}/test`);
      await allSent();
      await page.getByRole("button", { name: "Refresh" }).click();
      await expect.poll(() => rows.count()).toBe(count + 1);
    });

    it("can be narrowed to one key, which the address keeps", async () => {
      const { page } = await open("/notices");
      await page.getByLabel("API key").selectOption({ label: chain.name });
      const gone = page.getByRole("row").filter({ hasText: "Gone" });
      await gone.waitFor({ state: "detached" });
      expect(page.url()).toContain(`#/notices?apiKeyId=${chain.keyId}`);
      await page.reload();
      await page.getByRole("row").filter({ hasText: "All front settings" }).waitFor();
      await expect.poll(() => gone.count()).toBe(0);
      await page.getByLabel("API key").selectOption({ label: MARKUP });
      await page.getByText("Nothing matches.").waitFor();
      await page.getByRole("link", { name: "Show all" }).click();
      await gone.waitFor();
      await expect.poll(() => page.getByLabel("API key").inputValue()).toBe("");
    });

    it("can be narrowed by state, kind and day; exports have the same filters", async () => {
      const { page } = await open("/notices");
      const rows = page.locator("tbody tr:not([hidden])");
      await page.getByLabel("State").selectOption("Not delivered");
      await expect.poll(() => rows.count()).toBe(1);
      await page.getByLabel("From").fill(localDay(Date.now() - DAY_MS));
      await page.getByLabel("To", { exact: true }).fill(localDay(Date.now() + DAY_MS));
      await expect.poll(() => page.url()).toMatch(/state=undelivered&from=[-\d]+&to=[-\d]+$/);
      await expect.poll(() => rows.count()).toBe(1);
      const csv = await download(page, "Export as CSV");
      expect(csv.name).toMatch(/^notices-[-\d]+\.csv$/);
      expect(csv.text.trimEnd().split("\r\n")).toHaveLength(2);
      expect(csv.text).toContain(",failed,,connect,");

      await page.getByLabel("Kind").selectOption("Certificate");
      await page.getByText("Nothing matches.").waitFor();
      await page.goBack();
      await expect.poll(() => rows.count()).toBe(1);
      await page.getByLabel("To", { exact: true }).fill(localDay(Date.now() - DAY_MS));
      await page.getByText("Nothing matches.").waitFor();
    });

    it("sends a notice once more", async () => {
      const { page } = await open(`/notices?apiKeyId=${chain.keyId}`);
      await page
        .getByRole("button", { name: /Spaces/ })
        .first()
        .click();
      await page.getByRole("button", { name: "Send once more" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Send" }).click();
      await page.getByText("It is being sent once more.").waitFor();
      const { items } = await api.ok("GET", `/notices?apiKeyId=${chain.keyId}`);
      const ids = items.map(({ id }: { id: string }) => id);
      expect(ids.indexOf(items[0].resendOf)).toBeGreaterThan(0);
    });

    it("shows a deleted key by its id", async () => {
      const other = await chains().buildChain();
      await api.ok("POST", `/api-keys/${other.keyId}/wake`);
      await api.ok("DELETE", `/api-keys/${other.keyId}`);
      const { page } = await open("/notices");
      await page.getByRole("row").filter({ hasText: other.keyId }).first().waitFor();
    });
  });

  it("shows which searches of the docs did not help, or how to count them", async () => {
    const { page } = await open("/searches");
    await page.getByText("Searches are not counted.").waitFor();
    const gap = { query: MARKUP, nothing: 9, corrected: 0, unopened: 3 };
    await page.route("**/admin/api/search-gaps", (route) => {
      const items = [{ ...gap, nearest: ["/docs/brakes#pads"], lacking: ["derailleur"] }];
      return route.fulfill({ json: { isCounted: true, items } });
    });
    await page.reload();
    const row = page.getByRole("row").filter({ hasText: "derailleur" });
    await expect
      .poll(() => row.innerText())
      .toMatch(/9\s+0\s+3\s+derailleur\s+\/docs\/brakes#pads/);
    await expect.poll(() => page.locator("main img").count()).toBe(0);
    await takeScreenshot(page, "searches", { isWhole: true });
  });

  describe("refusals", () => {
    it("says why a partner was refused, on their page and on that of the key", async () => {
      await onData(chains().data, async ({ calls, store, newId }) => {
        const { origin } = chain;
        const endpoint = "GET /v1/space/list";
        calls.count({ origin, endpoint, outcome: "wrong-token" }, 7);
        calls.count({ origin, endpoint, outcome: "ok" }, 5);
        await recordCalls(calls, { store, newId });
      });
      const { page } = await open(`/api-keys/${chain.keyId}`);
      const row = page.getByRole("row").filter({ hasText: "Wrong token" });
      await expect.poll(() => row.innerText()).toMatch(/7\s+7$/);
      await takeScreenshot(page, "api-key-calls", { isWhole: true });
      await page.getByRole("link", { name: "Refusals of this partner" }).click();
      await page.getByRole("heading", { level: 1, name: "Refusals" }).waitFor();
      // When it was last, not when its hour began.
      const refusal = page.getByRole("row").filter({ hasText: "Wrong token" }).first();
      await expect.poll(() => refusal.innerText()).toMatch(/just now|1 min/);
      await page.getByRole("button", { name: "Wrong token" }).click();
      await page.getByText("It is not an application token of this installation.").waitFor();
      await page.getByText("The partner has to mint one here.").waitFor();
      await takeScreenshot(page, "refusals", { isWhole: true });
    });

    it("ATTACK-S226: shows a mistyped Origin with the one that was meant; filters and exports", async () => {
      await onData(chains().data, async ({ calls, store, newId }) => {
        const origin = chain.origin.replace("https:", "http:");
        const endpoint = "GET /v1/space/list";
        calls.countDropped({ origin, endpoint, outcome: "unlisted-origin" });
        calls.count({ origin: chain.origin, endpoint, outcome: "key-paused" });
        await recordCalls(calls, { store, newId });
      });
      const { page } = await open("/refusals");
      const unlisted = page.getByRole("button", { name: "Origin not listed" });
      const paused = page.getByRole("button", { name: "Key is paused" });
      await paused.waitFor();
      await page.getByLabel("Why").selectOption("Origin not listed");
      await paused.waitFor({ state: "detached" });
      await unlisted.click();
      await page.getByText(`Probably meant: ${chain.origin}`).waitFor();
      const download = page.waitForEvent("download");
      await page.getByRole("link", { name: "Export as CSV" }).click();
      expect((await download).suggestedFilename()).toMatch(/^refusals-[\d-]+\.csv$/);
      await page.getByRole("link", { name: "All refusals of this Origin" }).click();
      await page.getByLabel("Origin", { exact: true }).waitFor();
      await takeScreenshot(page, "refusals-filtered", { isWhole: true });
    });
  });

  it("calls: a single one is found by its request id, with what to do", async () => {
    const { page } = await open("/calls");
    await page.getByText("No call is logged.").waitFor();
    await onData(chains().data, async ({ store, newId, now }) => {
      const callLog = new CallLog();
      const at = new Date(now()).toISOString();
      const call = { at, origin: chain.origin, endpoint: "GET /v1/space/list", durationMs: 3 };
      const from = { network: "198.51.100.7" };
      callLog.add({ ...call, ...from, requestId: "call-1", outcome: "ok", status: 200 });
      callLog.add({ ...call, ...from, requestId: "call-2", outcome: "wrong-token", status: 401 });
      await callLog.record({ store, newId });
    });
    await page.getByRole("button", { name: "Refresh" }).click();
    await page.getByRole("button", { name: "Answered" }).waitFor();
    await page.getByLabel("Request id").fill("call-2");
    await page.getByRole("button", { name: "Answered" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Wrong token" }).click();
    await page.getByText("The partner has to mint one here.").waitFor();
    await expect.poll(() => factOf(page, "Request id")).toBe("call-2");
    await expectAccessible(page);
    await takeScreenshot(page, "calls", { isWhole: true });
  });

  describe("audit log", () => {
    it("says who did what to which item, with the values before and after", async () => {
      const { space } = await api.ok("POST", "/spaces", { title: "Before" });
      await api.ok("PATCH", `/spaces/${space.id}`, { title: MARKUP });
      const { page } = await open("/audit");
      const row = page.getByRole("row").filter({ hasText: "Changed space" }).first();
      await expect.poll(() => row.innerText()).toContain("admin@acme.example");
      await row.getByText(MARKUP, { exact: true }).click();
      const more = page.locator("tr.more:not([hidden])");
      await expect.poll(() => more.locator("del").innerText()).toBe("Before");
      await expect.poll(() => more.locator("ins").innerText()).toBe(MARKUP);
      await expect.poll(() => page.locator("main img").count()).toBe(0);
      await more.getByRole("link", { name: MARKUP }).click();
      await page.getByRole("heading", { level: 1, name: MARKUP }).waitFor();

      await api.ok("DELETE", `/spaces/${space.id}`);
      await page.goBack();
      await page.getByRole("button", { name: "Deleted space" }).first().click();
      await more.getByText(MARKUP).first().waitFor();
      await settled(page);
      await expect.poll(() => more.getByRole("link", { name: MARKUP }).count()).toBe(0);

      await more.getByRole("link", { name: "Everything that was done with it" }).click();
      const actions = page.locator("button.row-link");
      await expect
        .poll(() => actions.allInnerTexts())
        .toEqual(["Deleted space", "Changed space", "Created space"]);
      await page.getByLabel("What").selectOption("Changed");
      await expect.poll(() => actions.allInnerTexts()).toEqual(["Changed space"]);
    });

    it("can be narrowed to one person, and names the items that a change refers to", async () => {
      await api.ok("PATCH", `/api-keys/${chain.keyId}`, { clientId: null });
      await api.ok("PATCH", `/api-keys/${chain.keyId}`, { clientId: chain.clientRowId });
      const { page } = await open("/audit");
      await page.getByLabel("Who").selectOption("admin@acme.example");
      await page.getByLabel("Of", { exact: true }).selectOption("API key");
      const first = page.getByRole("row").filter({ hasText: "Changed API key" }).first();
      await first.getByRole("button").click();
      await expect.poll(() => factOf(page, "Changes")).toBe(`client: ${chain.name}`);
      await page.getByLabel("Who").selectOption("command line");
      await page.getByText("Nothing matches.").waitFor();
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
              network: null,
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

/** Returns the day of a time as a date field takes it. */
function localDay(time: number): string {
  return new Date(time).toLocaleDateString("sv");
}

/** Follows a link to a file. */
async function download(page: Page, name: string): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name }).click(),
  ]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

/** Goes to a page of the console, and waits until all of it has loaded. */
async function goTo(page: Page, place: string): Promise<void> {
  await page.evaluate(`window.location.hash = ${JSON.stringify(`#${place}`)}`);
  await settled(page);
}

/** Waits until nothing on the page is loading any longer. */
async function settled(page: Page): Promise<void> {
  await expect.poll(() => page.locator("main").innerText()).not.toMatch(/Loading…|^…$/m);
}
