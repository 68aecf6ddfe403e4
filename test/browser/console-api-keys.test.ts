import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Chain } from "../support/chain-server.ts";
import { expectAccessible } from "./accessibility.ts";
import { shareConsole } from "./console.ts";
import {
  act,
  announcement,
  answerPost,
  confirm,
  factOf,
  focused,
  loseResponse,
  store,
  tabTo,
} from "./console-screen.ts";
import { takeScreenshot } from "./visits.ts";

const RAW_KEY = /dgk_\w{20,}/;

describe("API keys in the console", { timeout: 60_000 }, () => {
  const { open, api, chains, server, signIn } = shareConsole();

  /** Returns the status for a raw key or an application token. */
  async function statusOf({ origin }: Chain, bearer: string): Promise<number> {
    const call = { origin, authorization: `Bearer ${bearer}` };
    return (await chains().partner("/space/list", call)).status;
  }

  async function read(id: string) {
    return (await api.ok("GET", `/api-keys/${id}`)).apiKey;
  }

  it("lists them with what they lack", async () => {
    const { keyId } = await chains().buildChain();
    await api.ok("PATCH", `/api-keys/${keyId}`, { certificateId: null, webhookId: null });
    const whole = await read((await chains().buildChain()).keyId);
    const { page } = await open("/api-keys");

    const { name, displayPrefix } = await read(keyId);
    const row = page.getByRole("row").filter({ hasText: name });
    await expect.poll(() => row.innerText()).toContain(displayPrefix);
    await expect.poll(() => row.innerText()).toContain("Missing: certificate, webhook");
    const other = page.getByRole("row").filter({ hasText: whole.name });
    await expect.poll(() => other.innerText()).toContain("Fully bound");
  });

  it("ATTACK-H118: filters by state, last use and name, and says when nothing is found", async () => {
    const { keyId } = await chains().buildChain();
    await api.ok("PATCH", `/api-keys/${keyId}`, { name: "Lacking", clientId: null });
    const used = await chains().buildChain();
    await api.ok("PATCH", `/api-keys/${used.keyId}`, { name: "In use" });
    await chains().mint(used);
    await expect.poll(async () => (await read(used.keyId)).lastUsedAt).not.toBeNull();
    const { page } = await open("/api-keys");
    const lacking = page.getByRole("link", { name: "Lacking" });
    const inUse = page.getByRole("link", { name: "In use" });

    await inUse.waitFor();
    await page.getByLabel("State").selectOption("Something missing");
    await inUse.waitFor({ state: "detached" });
    await expect.poll(() => lacking.count()).toBe(1);
    await page.getByLabel("State").selectOption("Fully bound");
    await inUse.waitFor();
    await expect.poll(() => lacking.count()).toBe(0);
    await page.getByLabel("Last used").selectOption("Not for 30 days");
    await inUse.waitFor({ state: "detached" });
    await page.getByLabel("Search by name").fill("in use");
    await page.getByText("No such API key has “in use” in its name.").waitFor();
    await page.getByLabel("Last used").selectOption("At any time");
    await inUse.waitFor();
  });

  it("shows the facts of one", async () => {
    const chain = await chains().buildChain();
    const { page } = await open(`/api-keys/${chain.keyId}`);

    await page.getByText("The partner can mint tokens and read").waitFor();
    await expect.poll(() => factOf(page, "State")).toContain("Fully bound");
    await expect.poll(() => factOf(page, "Display prefix")).toContain(chain.rawKey.slice(0, 12));
    await expect.poll(() => factOf(page, "Last used")).toBe("Never");
    for (const [label, path] of [
      ["Client", `clients/${chain.clientRowId}`],
      ["Certificate", `certificates/${chain.certificateId}`],
      ["Contract", `contracts/${chain.contractId}`],
      ["Webhook", `webhooks/${chain.webhookId}`],
    ] as const) {
      await expect
        .poll(() => page.locator(`.facts a[href="#/${path}"]`).count(), { message: label })
        .toBe(1);
    }
  });

  it("binds free items, shows what another key has, and unbinds", async () => {
    const other = await chains().buildChain();
    const { name: otherName } = await read(other.keyId);
    const { client } = await api.ok("POST", "/clients", { name: "Free client" });
    const { apiKey } = await api.ok("POST", "/api-keys", { name: "To bind" });
    const { page } = await open(`/api-keys/${apiKey.id}`);
    const select = page.getByLabel("Client", { exact: true });

    await page.getByText("Its partner has no access until all four are bound.").waitFor();
    await expect.poll(() => factOf(page, "Client")).toBe("None");
    const taken = select.locator(`option[value="${other.clientRowId}"]`);
    await expect.poll(() => taken.getAttribute("disabled")).not.toBeNull();
    await expect.poll(() => taken.innerText()).toContain(`bound to \u2068${otherName}\u2069`);
    await select.selectOption(client.id);
    await page.getByRole("button", { name: "Save" }).click();

    await page.locator(".facts").getByRole("link", { name: "Free client" }).waitFor();
    await expect.poll(() => announcement(page).innerText()).toBe("The API key is saved.");
    await expect.poll(() => focused(page)).toBe("button: Save");
    await expect
      .poll(() => factOf(page, "State"))
      .toContain("Missing: certificate, contract, webhook");
    expect((await read(apiKey.id)).clientId).toBe(client.id);

    await select.selectOption("None");
    await page.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => factOf(page, "Client")).toBe("None");
    expect((await read(apiKey.id)).clientId).toBeNull();
  });

  it("says next to the field that a name or a binding was taken in the meantime", async () => {
    const { client } = await api.ok("POST", "/clients", { name: "Wanted by two" });
    const { apiKey } = await api.ok("POST", "/api-keys", { name: "Too late" });
    const visit = await open(`/api-keys/${apiKey.id}`);
    const { page } = visit;
    visit.expected = /409/;
    await page.getByLabel("Client", { exact: true }).selectOption(client.id);
    const { apiKey: first } = await api.ok("POST", "/api-keys", {
      name: "First",
      clientId: client.id,
    });

    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("This client is bound to another API key.").waitFor();
    await expect.poll(() => focused(page)).toBe("select: Client");

    await page.getByLabel("Client", { exact: true }).selectOption("None");
    await page.getByLabel("Name").fill("First");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("There is another API key with this name.").waitFor();
    await expect.poll(() => focused(page)).toBe("input: Name");
    expect((await read(apiKey.id)).name).toBe("Too late");
    await api.ok("DELETE", `/api-keys/${first.id}`);
  });

  it("wakes only while the key is fully bound, and otherwise says why not", async () => {
    const chain = await chains().buildChain();
    const { page } = await open(`/api-keys/${chain.keyId}`);
    const wake = page.getByRole("button", { name: "Wake" });

    await wake.click();
    await page.getByText("one with the certificate and the shared secret").waitFor();
    await confirm(page, "Wake");
    const became = page.getByRole("status").filter({ hasText: "Both notices arrived." });
    await expect
      .poll(() => became.getByRole("listitem").allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Delivered Refresh notice: HTTP 204, \d+ ms$/),
        expect.stringMatching(/^Delivered Certificate delivery: HTTP 204, \d+ ms$/),
      ]);
    const recent = page.locator(".card").filter({ hasText: "Recent notices" });
    await expect.poll(() => recent.getByRole("listitem").count()).toBe(2);
    await expect
      .poll(() => recent.getByRole("link").getAttribute("href"))
      .toBe(`#/notices?apiKeyId=${chain.keyId}`);
    const bodies = (await chains().receiver.take(2, chain.notices)).map(({ body }) => body);
    expect(bodies.map((body) => body["synch-data"])).toEqual(
      expect.arrayContaining([expect.arrayContaining(["r_json"]), "r_cert"]),
    );

    await api.ok("PATCH", `/api-keys/${chain.keyId}`, { contractId: null });
    await page.reload();
    await page
      .getByText("Possible only while the key is fully bound. Missing: contract.")
      .waitFor();
    await expect.poll(() => wake.getAttribute("aria-disabled")).toBe("true");
    await wake.click({ force: true });
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  });

  it("says that a key was no longer fully bound when it was to be woken", async () => {
    const chain = await chains().buildChain();
    const visit = await open(`/api-keys/${chain.keyId}`);
    const { page } = visit;
    visit.expected = /412/;
    await page.getByRole("button", { name: "Wake" }).click();
    await api.ok("PATCH", `/api-keys/${chain.keyId}`, { webhookId: null });

    await confirm(page, "Wake");
    await page
      .getByRole("dialog")
      .getByText("Somebody else has changed it in the meantime")
      .waitFor();
    await confirm(page, "Show what is there now");

    await page.getByText("Missing: webhook.").waitFor();
    await expect.poll(() => focused(page)).toBe("button: Wake");
  });

  it("revokes application tokens after asking, and can save and rotate afterwards", async () => {
    const chain = await chains().buildChain();
    const token = await chains().mint(chain);
    const { page } = await open(`/api-keys/${chain.keyId}`);

    await page.getByRole("button", { name: "Revoke tokens" }).click();
    await confirm(page, "Cancel");
    expect(await statusOf(chain, token)).toBe(200);
    await act(page, "Revoke tokens", "Revoke");

    await announcement(page).getByText("The application tokens are revoked.").waitFor();
    expect(await statusOf(chain, token)).toBe(401);
    expect(await statusOf(chain, chain.rawKey)).toBe(200);
    await page.getByLabel("Name").fill("After the revocation");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "After the revocation" }).waitFor();
  });

  it("ATTACK-H113: a new key is shown in a dialog that only its button closes, and never again", async () => {
    const visit = await open("/api-keys/new");
    const { page } = visit;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    page.on("dialog", (dialog) => void dialog.accept());
    await page.getByLabel("Name").fill("Shown once");
    await page.getByRole("button", { name: "Create API key" }).click();

    const dialog = page.getByRole("dialog");
    await dialog.getByText("This is shown once and never again.").waitFor();
    const key = RAW_KEY.exec(await dialog.innerText())![0];
    await takeScreenshot(page, "console-reveal");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Copy" }).click();
    await dialog.getByText("Copied", { exact: true }).waitFor();
    await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe(key);

    await expectToStay(page, key);
    await page.goBack();
    await expect.poll(() => page.url()).toMatch(/#\/api-keys\/new$/);
    await expectToStay(page, key);
    await page.goForward();
    await store(page);

    const { items } = await api.ok("GET", "/api-keys?q=Shown once");
    expect(items[0].displayPrefix).toBe(key.slice(0, 12));
    await expect.poll(() => focused(page)).toBe("h1: Shown once");
    await expectUnseen(page, key);
    await page.goBack();
    await page.getByRole("heading", { name: "New API key" }).waitFor();
    await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("");
    await expectUnseen(page, key);
    await page.goForward();
    await page.getByText("Its partner has no access until all four are bound.").waitFor();
    await expectUnseen(page, key);
    await page.reload();
    await page.getByText("Its partner has no access until all four are bound.").waitFor();
    await expectUnseen(page, key);
    const second = await page.context().newPage();
    await second.goto(page.url());
    await second.getByText("Its partner has no access until all four are bound.").waitFor();
    await expectUnseen(second, key);

    // It is the raw key: bound to a chain, it gives the partner access.
    const chain = await chains().buildChain();
    const { clientId, certificateId, contractId, webhookId } = await read(chain.keyId);
    await api.ok("DELETE", `/api-keys/${chain.keyId}`);
    const bindings = { clientId, certificateId, contractId, webhookId };
    await api.ok("PATCH", `/api-keys/${items[0].id}`, bindings);
    expect(await statusOf(chain, key)).toBe(200);
  });

  it("ATTACK-H113: a revealed secret is still there after a cancelled reload", async () => {
    const { page } = await open("/clients/new");
    const questions: string[] = [];
    page.on("dialog", (dialog) => {
      questions.push(dialog.type());
      void dialog.dismiss();
    });
    await page.getByLabel("Name").fill("Nearly lost");
    await page.getByRole("button", { name: "Create client" }).click();
    await page.getByRole("dialog").waitFor();

    await page.evaluate("location.reload()");
    await expect.poll(() => questions).toEqual(["beforeunload"]);
    await expect.poll(() => page.getByRole("dialog").innerText()).toMatch(/dgs_\w{20,}/);
    await store(page);
  });

  it("says that the secret is lost if the response to the first attempt did not arrive", async () => {
    const visit = await open("/api-keys/new");
    const { page } = visit;
    visit.expected = /ERR_FAILED/;
    await answerPost(page, "/api-keys", loseResponse);
    await page.getByLabel("Name").fill("Made unseen");
    await page.getByRole("button", { name: "Create API key" }).click();
    await page.getByText("docgate does not answer. Try again.").waitFor();

    await page.getByRole("button", { name: "Create API key" }).click();
    await page.getByRole("dialog").getByText("The response was lost").waitFor();
    await confirm(page, "Go to the API key");

    await page.getByRole("heading", { name: "Made unseen" }).waitFor();
    const { items } = await api.ok("GET", "/api-keys?q=Made unseen");
    expect(items).toHaveLength(1);
    await api.ok("DELETE", `/api-keys/${items[0].id}`);
  });

  it("ATTACK-H114: rotates after asking; the old key ends, tokens stay valid, the new key works", async () => {
    const chain = await chains().buildChain();
    const token = await chains().mint(chain);
    const { page } = await open(`/api-keys/${chain.keyId}`);
    const rotate = page.getByRole("button", { name: "Rotate" });

    await rotate.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("The old raw key stops working at once.").waitFor();
    await takeScreenshot(page, "console-rotate");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => focused(page)).toBe("button: Rotate");
    expect(await statusOf(chain, chain.rawKey)).toBe(200);

    await rotate.click();
    await confirm(page, "Rotate");
    await dialog.getByText("This is shown once and never again.").waitFor();
    const key = RAW_KEY.exec(await dialog.innerText())![0];
    await expectToStay(page, key);
    await store(page);

    await expect.poll(() => focused(page)).toBe("button: Rotate");
    await expect.poll(() => factOf(page, "Display prefix")).toContain(key.slice(0, 12));
    await expectUnseen(page, key);
    expect(await statusOf(chain, chain.rawKey)).toBe(401);
    expect(await statusOf(chain, token)).toBe(200);
    expect(await statusOf(chain, key)).toBe(200);
    expect(await statusOf(chain, await chains().mint({ ...chain, rawKey: key }))).toBe(200);
    const { items } = await api.ok("GET", "/audit?limit=5");
    expect(items).toContainEqual(
      expect.objectContaining({ action: "rotate", resourceId: chain.keyId }),
    );
  });

  it("ATTACK-H114: deletes after a dialog that says what becomes of the bound items", async () => {
    const chain = await chains().buildChain();
    const { name } = await read(chain.keyId);
    const { page } = await open(`/api-keys/${chain.keyId}`);
    const dialog = page.getByRole("dialog");
    const button = page.getByRole("button", { name: "Delete API key…" });

    await button.click();
    await expect.poll(() => dialog.innerText()).toContain("Its partner loses access at once");
    await expect
      .poll(() => dialog.innerText())
      .toContain(
        `becomes free for another key: client “${name}”, certificate “${name}”, contract “${name}”, webhook “${name}”.`,
      );
    await confirm(page, "Cancel");
    await expect.poll(() => focused(page)).toBe("button: Delete API key…");
    await read(chain.keyId);

    await button.click();
    await confirm(page, "Delete this API key");

    await page.getByRole("heading", { name: "API keys" }).waitFor();
    await expect.poll(() => focused(page)).toBe("h1: API keys");
    expect((await api.call("GET", `/api-keys/${chain.keyId}`)).status).toBe(404);
    await api.ok("GET", `/clients/${chain.clientRowId}`);
    await api.ok("GET", `/webhooks/${chain.webhookId}`);
  });

  it("offers only reading to readers, and the cache to administrators with `cache:w`", async () => {
    const { keyId } = await chains().buildChain();
    const reader = await open(`/api-keys/${keyId}`, { permissions: ["api-keys"] });
    await reader.page.getByText("The partner can mint tokens and read").waitFor();
    const main = reader.page.getByRole("main");
    for (const button of await main.getByRole("button").all()) {
      await expect.poll(() => button.innerText()).toMatch(/^Copy/);
    }
    await expect.poll(() => main.locator("input, select, textarea").count()).toBe(0);
    await reader.page.goto(`${server().url}/admin#/api-keys`);
    await reader.page.getByRole("table").waitFor();
    await expect.poll(() => main.getByRole("link", { name: "New API key" }).count()).toBe(0);
    await reader.page.goto(`${server().url}/admin#/api-keys/new`);
    await reader.page.getByRole("heading", { name: "There is nothing here" }).waitFor();

    const keeper = await open(`/api-keys/${keyId}`, { permissions: ["api-keys", "cache:w"] });
    await act(keeper.page, "Rebuild the resource cache", "Rebuild");
    await announcement(keeper.page).getByText("The resource cache is rebuilt.").waitFor();
    await expect.poll(() => keeper.page.getByRole("button", { name: "Rotate" }).count()).toBe(0);
    const { items } = await api.ok("GET", "/audit?limit=5");
    expect(items).toContainEqual(
      expect.objectContaining({ action: "rebuild-cache", resourceId: keyId }),
    );
  });

  it("creates, reveals, rotates and deletes by keyboard alone", async () => {
    const { page } = await open("/api-keys");
    const dialog = page.getByRole("dialog");

    await tabTo(page, page.getByRole("link", { name: "New API key" }));
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("h1: New API key");
    await tabTo(page, page.getByLabel("Name"));
    await page.keyboard.type("By keys");
    await page.keyboard.press("Enter");

    await expect.poll(() => focused(page)).toBe("button: Copy Raw key");
    await tabTo(page, dialog.getByRole("button", { name: "I have stored it" }));
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("h1: By keys");

    await tabTo(page, page.getByRole("button", { name: "Rotate" }));
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("button: Cancel");
    await tabTo(page, dialog.getByRole("button", { name: "Rotate" }));
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("button: Copy Raw key");
    await tabTo(page, dialog.getByRole("button", { name: "I have stored it" }));
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("button: Rotate");

    await tabTo(page, page.getByRole("button", { name: "Delete API key…" }));
    await page.keyboard.press("Enter");
    await tabTo(page, dialog.getByRole("button", { name: "Delete this API key" }));
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("h1: API keys");
    expect((await api.ok("GET", "/api-keys?q=By keys")).items).toEqual([]);
  });

  it("says that the maximum number of keys is reached", async () => {
    const { items } = await api.ok("GET", "/api-keys");
    for (let count = items.length; count < 20; count++) {
      await api.ok("POST", "/api-keys", { name: `Filler ${count}` });
    }
    const visit = await open("/api-keys/new");
    const { page } = visit;
    visit.expected = /400/;

    await page.getByLabel("Name").fill("One too many");
    await page.getByRole("button", { name: "Create API key" }).click();
    await page
      .getByRole("alert")
      .getByText("Reached the maximum number of API keys (20): delete one that is no longer used.")
      .waitFor();
    await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("One too many");

    const go = (place: string) => page.evaluate(`location.hash = "#${place}"`);
    await go("/api-keys");
    await page.getByRole("button", { name: "Leave" }).click();
    await page.getByText("You have 20 of 20: to make another, delete one").waitFor();
    const button = page.getByRole("button", { name: "New API key" });
    expect(await button.getAttribute("aria-disabled")).toBe("true");
    await expectAccessible(page);
    await go("/");
    await page.getByRole("link", { name: "20 of 20 API keys" }).waitFor();
    await go("/guide");
    await page.getByText("API keys: 20 of 20. There can be no new API key").waitFor();
    await page.getByText(/Certificates: \d+ of 20\.$/).waitFor();
    await takeScreenshot(page, "guide-full");
  });

  it("leads to the sign-in when the session has ended, and back to the place after it", async () => {
    const email = "leaving@acme.example";
    const cookie = await signIn({ email });
    const { keyId } = await chains().buildChain();
    const visit = await open(`/api-keys/${keyId}`, { email });
    const { page } = visit;
    visit.expected = /401/;
    await page.getByText("The partner can mint tokens and read").waitFor();
    const { url } = server();
    await fetch(`${url}/admin/api/session`, {
      method: "DELETE",
      headers: { Cookie: cookie, Origin: url },
    });

    await act(page, "Rotate");
    await page.getByRole("heading", { name: "Sign in to docgate" }).waitFor();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill("correct horse battery");
    await page.keyboard.press("Enter");
    await page.getByText("The partner can mint tokens and read").waitFor();
  });
});

/** Expects that neither keys nor clicks close the dialog of a secret. */
async function expectToStay(page: Page, secret: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  for (const pressed of ["Escape", "Escape", "Escape"]) await page.keyboard.press(pressed);
  await page.mouse.click(5, 5);
  for (const pressed of ["Escape", "Escape"]) await page.keyboard.press(pressed);
  await expect.poll(() => dialog.isVisible()).toBe(true);
  await expect.poll(() => dialog.innerText()).toContain(secret);
}

/** Expects that the secret is nowhere that a page can read. */
async function expectUnseen(page: Page, secret: string): Promise<void> {
  expect(await page.content()).not.toContain(secret);
  const kept = "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])";
  await expect.poll(() => page.evaluate(kept)).not.toContain(secret);
  await expect
    .poll(() => page.evaluate("document.cookie + location.href + document.title"))
    .not.toContain(secret);
  const values = "[...document.querySelectorAll('input')].map(({ value }) => value).join()";
  await expect.poll(() => page.evaluate(values)).not.toContain(secret);
}
