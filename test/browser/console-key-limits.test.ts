import { describe, expect, it } from "vitest";
import { credentialsOf } from "../support/chain-server.ts";
import { expectAccessible } from "./accessibility.ts";
import { shareConsole } from "./console.ts";
import { announcement, confirm, factOf, store } from "./console-screen.ts";
import { LOOKS } from "./looks.ts";
import { takeScreenshot } from "./visits.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

describe("the limits of API keys in the console", { timeout: 60_000 }, () => {
  const { open, api, chains } = shareConsole();

  async function read(id: string) {
    return (await api.ok("GET", `/api-keys/${id}`)).apiKey;
  }

  it("CHAIN-C5a: a key is paused, and made active again", async () => {
    const { keyId } = await chains().buildChain();
    const { page } = await open(`/api-keys/${keyId}`);
    const active = page.getByLabel("Active", { exact: true });
    const save = page.getByRole("button", { name: "Save" });

    await active.uncheck();
    await save.click();
    await expect.poll(() => announcement(page).innerText()).toBe("The API key is saved.");
    await expect.poll(() => factOf(page, "State")).toMatch(/Paused\s+Its partner has no access/);
    await page.getByText("Not possible while the key is paused.").waitFor();
    expect((await read(keyId)).state).toBe("paused");
    await active.check();
    await save.click();
    await expect.poll(() => factOf(page, "State")).toContain("Fully bound");
  });

  it("expiry, networks and rate are set, corrected, shown and taken back", async () => {
    const { keyId } = await chains().buildChain();
    const visit = await open(`/api-keys/${keyId}`);
    visit.expected = /\b400\b/;
    const { page } = visit;
    const [networks, rate] = [page.getByLabel("Networks"), page.getByLabel("Reads in a minute")];
    const save = page.getByRole("button", { name: "Save" });

    await page.getByLabel("Expires").fill("2090-04-01T12:30");
    await networks.fill("192.0.2.7/24\n2001:db8::7");
    await rate.fill("many");
    await save.click();
    await page.getByText("Enter a number.").waitFor();
    await rate.fill("600");
    await save.click();
    await page.getByText("Its first address is another one: write 192.0.2.0/24.").waitFor();
    await networks.fill("192.0.2.0/24\n2001:db8::7");
    await save.click();
    await expect.poll(() => factOf(page, "Networks")).toBe("192.0.2.0/24, 2001:db8::7/128");
    await expect.poll(() => factOf(page, "Reads in a minute")).toBe("600");
    const expiresAt = await page.evaluate<string>('new Date("2090-04-01T12:30").toISOString()');
    expect(await read(keyId)).toMatchObject({ expiresAt, requestsPerMinute: 600 });
    // As it was saved.
    await expect.poll(() => networks.inputValue()).toBe("192.0.2.0/24\n2001:db8::7/128");

    for (const field of [page.getByLabel("Expires"), networks, rate]) await field.fill("");
    await save.click();
    await expect.poll(() => factOf(page, "Networks")).toBe("Any");
    expect(await read(keyId)).toMatchObject({
      ...{ expiresAt: null, networks: null, requestsPerMinute: null, state: "working" },
    });
  });

  it("CHAIN-C5a: the overview and the list name keys that are about to expire", async () => {
    const { keyId } = await chains().buildChain();
    const expiresAt = new Date(Date.now() + 6 * DAY_MS).toISOString();
    await api.ok("PATCH", `/api-keys/${keyId}`, { name: "Ends soon", expiresAt });
    const paused = (await chains().buildChain()).keyId;
    await api.ok("PATCH", `/api-keys/${paused}`, { name: "At rest", active: false });
    const { page } = await open("/");

    const trouble = page.getByRole("listitem").filter({ hasText: "Ends soon" });
    await expect.poll(() => trouble.innerText()).toMatch(/Expires on .*loses access then/s);
    await expect.poll(() => page.getByText("At rest").count()).toBe(0);

    const { page: list } = await open("/api-keys");
    const [ending, resting] = ["Ends soon", "At rest"].map((name) =>
      list.getByRole("link", { name }),
    );
    await list.getByLabel("Access", { exact: true }).selectOption("Ends within 30 days");
    await resting!.waitFor({ state: "detached" });
    await ending!.waitFor();
    await list.getByLabel("Access", { exact: true }).selectOption("Paused");
    await ending!.waitFor({ state: "detached" });
    await resting!.waitFor();
  });

  it("ATTACK-S214: a client secret is rotated with the overlap that the person chooses", async () => {
    const chain = await chains().buildChain();
    const { page } = await open(`/clients/${chain.clientRowId}`);
    const mint = async (clientSecret: string) => {
      const path = `/auth/application_token?client_id=${chain.clientId}`;
      const authorization = credentialsOf({ ...chain, clientSecret });
      const call = { method: "POST", origin: chain.origin, authorization };
      return (await chains().partner(path, call)).status;
    };

    await page.getByRole("button", { name: "Rotate secret" }).click();
    await page.getByLabel("The old secret mints tokens").selectOption("for another day");
    await takeScreenshot(page, "console-rotate-overlap");
    await confirm(page, "Rotate");
    const revealed = await page.getByRole("dialog").getByText(/^dgs_/).innerText();
    const secret = revealed.match(/dgs_\w+/)![0];
    await store(page);
    await page.getByText("The old secret works until").waitFor();
    expect([await mint(chain.clientSecret), await mint(secret)]).toEqual([200, 200]);

    await page.getByRole("button", { name: "Rotate secret" }).click();
    await page.getByLabel("The old secret mints tokens").selectOption("no more from now on");
    await confirm(page, "Rotate");
    await store(page);
    await page.getByText("The old secret works until").waitFor({ state: "detached" });
    expect([await mint(chain.clientSecret), await mint(secret)]).toEqual([500, 500]);
  });

  it.each(LOOKS)("is accessible in %s at %i pixels", async (colorScheme, width) => {
    const { keyId } = await chains().buildChain();
    const expiresAt = new Date(Date.now() + 6 * DAY_MS).toISOString();
    await api.ok("PATCH", `/api-keys/${keyId}`, { expiresAt, networks: ["192.0.2.0/24"] });
    const viewport = { width, height: 844 };
    const { page } = await open(`/api-keys/${keyId}`, { colorScheme, viewport });
    await page.getByLabel("Networks").waitFor();
    await expectAccessible(page);
    await takeScreenshot(page, `console-key-limits-${colorScheme}-${width}`, { isWhole: true });
    const scrolls = "document.documentElement.scrollWidth > window.innerWidth";
    expect(await page.evaluate(scrolls)).toBe(false);
  });
});
