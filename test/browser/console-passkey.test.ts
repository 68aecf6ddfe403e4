import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { createAdministrator } from "../../runtime/admin/accounts/administrators.ts";
import { onData } from "../support/data-server.ts";
import { freePort } from "../support/free-port.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { makeSharedFolder } from "../support/tree.ts";
import { expectAccessible } from "./accessibility.ts";
import { PASSWORD } from "./console.ts";
import { expectFit } from "./fit.ts";
import { behindPrefix } from "./prefix-proxy.ts";
import { shareVisits, takeScreenshot, type Visit } from "./visits.ts";

const PREFIX = "/gate";
const NOT_USED = "No passkey was used: the browser’s question was cancelled, or took too long.";

describe("passkeys in the console, behind a path prefix", { timeout: 60_000 }, () => {
  const folder = makeSharedFolder();
  const data = () => join(folder(), "data");
  const { open, server } = shareVisits(() => serveAtLocalhost(data()));

  /** Signs a new administrator in to the account page, in a browser with an authenticator. */
  async function openAccount(
    email: string,
    { requiresSecondFactor = false } = {},
  ): Promise<{ visit: Visit; device: Device }> {
    const organization = requiresSecondFactor ? "Strict" : "Acme";
    await onData(data(), async (platform) => {
      await createAdministrator(platform, { organization, email, password: PASSWORD });
      await platform.store.transaction((tx) =>
        tx.organizations.update({ name: organization }, { requiresSecondFactor }),
      );
    });
    const visit = await open(`${PREFIX}/admin#/account`);
    const device = await addDevice(visit.page);
    await submitPassword(visit.page, email);
    return { visit, device };
  }

  it("are added with recovery codes, sign in alone and after the password, and are removed", async () => {
    const email = "ada@acme.example";
    const { page } = (await openAccount(email)).visit;
    await addPasskey(page, "Laptop");
    const row = page.getByRole("row").filter({ hasText: "Laptop" });
    await row.getByText("never").waitFor();
    await takeScreenshot(page, "passkeys", { isWhole: true });
    await expectAccessible(page);
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    const button = page.getByRole("button", { name: "Sign in with a passkey" });
    await button.waitFor();
    await expectFit(page);
    await expectAccessible(page);
    await takeScreenshot(page, "sign-in-passkey");

    await button.click();
    await page.getByRole("link", { name: `Account: ${email}` }).waitFor();
    await page.goto(`${server().url}${PREFIX}/admin#/account`);
    await row.getByText("just now").waitFor();
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await submitPassword(page, email);
    await page.getByLabel("Recovery code").waitFor();
    await button.click();
    await page.getByRole("link", { name: `Account: ${email}` }).waitFor();
    await page.goto(`${server().url}${PREFIX}/admin#/account`);
    await row.getByRole("button", { name: "Remove Laptop" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("You have no passkeys.").waitFor();
  });

  it("say why they are not accepted, and sign in over a console whose session has ended", async () => {
    const { visit, device } = await openAccount("grace@acme.example");
    const { page } = visit;
    await addPasskey(page, "Phone");
    visit.expected = /401/;
    await page.getByLabel("Name of the passkey").fill("Again");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("This device has a passkey of yours already.").waitFor();

    await device.verifyUser(false);
    await page.context().clearCookies();
    await page.getByRole("link", { name: "Spaces" }).click();
    const dialog = page.getByRole("dialog", { name: "Sign in to docgate" });
    const button = dialog.getByRole("button", { name: "Sign in with a passkey" });
    await button.click();
    await dialog.getByText(NOT_USED).waitFor();
    await expectAccessible(page);
    await takeScreenshot(page, "sign-in-passkey-refused");
    await device.verifyUser(true);
    await device.countFrom(0);
    await button.click();
    await dialog.getByText("This passkey was not accepted.").waitFor();
    await device.countFrom(100);
    await button.click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("There is no space yet.").waitFor();
  });

  it("are enough for someone who lacks a required second factor", async () => {
    const { page } = (await openAccount("alan@strict.example", { requiresSecondFactor: true }))
      .visit;
    await page.getByRole("heading", { name: "Set up a second factor" }).waitFor();
    await page.getByLabel("Name of the passkey").fill("Laptop");
    await takeScreenshot(page, "enrol-passkey");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
    await page.getByRole("button", { name: "I have stored them" }).click();
    await page.getByRole("heading", { level: 1, name: "Account" }).waitFor();
  });

  it("are not offered at an address, and name the host that they belong to", async () => {
    const { port } = new URL(server().url);
    const visit = await open(`${PREFIX}/admin`);
    const { page } = visit;
    await page.goto(`http://127.0.0.1:${port}${PREFIX}/admin`);
    await page.getByText("they do not work at the address 127.0.0.1.").waitFor();
    expect(await page.getByRole("button", { name: "Sign in with a passkey" }).count()).toBe(0);
    await page.goto(`http://other.localhost:${port}${PREFIX}/admin`);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByText("belong to the host name localhost: open this page there.").waitFor();
    // The other names are other origins, on purpose.
    visit.requests.length = 0;
  });
});

/** Starts a server whose public address has the host name `localhost`, behind the prefix. */
async function serveAtLocalhost(data: string): Promise<TestServer> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const args = ["--data", data, "--public-url", url];
  const server = await startServer({ partner: true, args });
  return { ...(await behindPrefix(server, PREFIX, { port })), url };
}

async function submitPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.keyboard.press("Enter");
}

/** Adds a passkey on the account page, and stores the recovery codes. */
async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByLabel("Name of the passkey").fill(name);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "recovery codes" });
  await expect.poll(() => dialog.locator("code").count()).toBe(10);
  await dialog.getByRole("button", { name: "I have stored them" }).click();
  await page.getByRole("row").filter({ hasText: name }).waitFor();
}

/** A virtual authenticator of Chromium. */
interface Device {
  /** Sets whether it recognizes the person. */
  verifyUser(isVerified: boolean): Promise<void>;
  /** Sets the signature counter of its passkey. */
  countFrom(signCount: number): Promise<void>;
}

async function addDevice(page: Page): Promise<Device> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return {
    async verifyUser(isUserVerified) {
      await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
    },
    async countFrom(signCount) {
      const { credentials } = await session.send("WebAuthn.getCredentials", { authenticatorId });
      const credential = { ...credentials[0]!, signCount };
      await session.send("WebAuthn.clearCredentials", { authenticatorId });
      await session.send("WebAuthn.addCredential", { authenticatorId, credential });
    },
  };
}
