import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { shareConsole } from "./console.ts";
import { act, announcement, confirm, factOf, focused, store } from "./console-screen.ts";
import { takeScreenshot } from "./visits.ts";

/**
 * Tags, a quote that ends an attribute, an entity, and characters that change the text direction.
 */
const TRICKY = `<img src=x onerror=alert(1)>"><script>alert(2)</script>\u202egnp.exe\u2066 &amp; {{7*7}}`;

const DAY_MS = 24 * 60 * 60 * 1000;

describe("items that an API key is bound to, in the console", { timeout: 60_000 }, () => {
  const { open, api, chains } = shareConsole();

  /** Returns the actions on one item in the audit log, newest first. */
  async function audited(resourceId: string): Promise<readonly string[]> {
    const { items } = await api.ok("GET", "/audit?limit=20");
    return items
      .filter((entry: { resourceId: string }) => entry.resourceId === resourceId)
      .map(({ action }: { action: string }) => action);
  }

  it("shows each with its key", async () => {
    const chain = await chains().buildChain();
    const { apiKey } = await api.ok("GET", `/api-keys/${chain.keyId}`);
    const { page } = await open("/clients");
    const main = page.getByRole("main");

    for (const [collection, id] of [
      ["clients", chain.clientRowId],
      ["certificates", chain.certificateId],
      ["contracts", chain.contractId],
      ["webhooks", chain.webhookId],
    ]) {
      await page.evaluate(`location.hash = "#/${collection}"`);
      const row = main.getByRole("row").filter({
        has: page.locator(`a[href="#/${collection}/${id}"]`),
      });
      const link = row.locator(`a[href="#/api-keys/${chain.keyId}"]`);
      await expect.poll(() => link.innerText()).toBe(apiKey.name);
      await row.getByRole("link").first().click();
      await main.locator("form").getByRole("button", { name: "Save" }).waitFor();
      await expect.poll(() => factOf(page, "API key")).toBe(apiKey.name);
    }
  });

  it("shows an empty list and one without a match in words", async () => {
    const { page } = await open("/webhooks");
    await page.getByLabel("Search by name").fill("nowhere to be found");
    await page.getByText("No webhook has “nowhere to be found” in its name.").waitFor();
  });

  it("names the API key that a deletion unbinds, and what else is lost", async () => {
    const chain = await chains().buildChain();
    await api.ok("PATCH", `/api-keys/${chain.keyId}`, { name: "The bound key" });
    const { page } = await open(`/clients/${chain.clientRowId}`);
    const dialog = page.getByRole("dialog");

    for (const [collection, id, text] of [
      ["contracts", chain.contractId, "It has no consumers."],
      ["certificates", chain.certificateId, "Its private key is gone for good"],
      ["webhooks", chain.webhookId, "Its origin may no longer call the API"],
      ["clients", chain.clientRowId, "Its secret ends for good"],
    ] as const) {
      await page.evaluate(`location.hash = "#/${collection}/${id}"`);
      await page.getByRole("button", { name: `Delete ${collection.slice(0, -1)}…` }).click();
      await dialog.getByText("It is unbound from").waitFor();
      const said = (await dialog.innerText()).replace(/\s+/g, " ");
      expect(said).toContain("It is unbound from the API key “The bound key”, which stays.");
      expect(said).toContain("partner loses access at once");
      expect(said).toContain(text);
      await confirm(page, "Cancel");
    }
    await page.getByRole("button", { name: "Delete client…" }).click();
    await confirm(page, "Delete this client");
    await page.getByRole("heading", { name: "Clients" }).waitFor();
    const { apiKey } = await api.ok("GET", `/api-keys/${chain.keyId}`);
    expect(apiKey).toMatchObject({ clientId: null, webhookId: chain.webhookId });

    const { client } = await api.ok("POST", "/clients", { name: "Free" });
    await page.evaluate(`location.hash = "#/clients/${client.id}"`);
    await page.getByRole("button", { name: "Delete client…" }).click();
    await dialog.getByText("No API key is bound to it.").waitFor();
    await confirm(page, "Cancel");
    await api.ok("PATCH", `/api-keys/${chain.keyId}`, { clientId: client.id });
    await page.getByRole("button", { name: "Delete client…" }).click();
    await dialog.getByText("It is unbound from the API key “The bound key”").waitFor();
  });

  it("ATTACK-H113: a client's new secret is shown once and mints; the old one no longer mints", async () => {
    const chain = await chains().buildChain();
    const { page } = await open(`/clients/${chain.clientRowId}`);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const dialog = page.getByRole("dialog");

    await page.getByRole("button", { name: "Copy Client id" }).click();
    await page.getByText("Copied", { exact: true }).waitFor();
    await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe(chain.clientId);
    await act(page, "Rotate secret", "Rotate");
    await dialog.getByText("This is shown once and never again.").waitFor();
    const clientSecret = /dgs_\w+/.exec(await dialog.innerText())![0];
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect.poll(() => dialog.isVisible()).toBe(true);
    await store(page);

    expect(await page.content()).not.toContain(clientSecret);
    await chains().mint({ ...chain, clientSecret });
    await expect(chains().mint(chain)).rejects.toThrow();
    await expect.poll(() => audited(chain.clientRowId)).toContain("rotate-secret");
  });

  it("ATTACK-H113: shows the secret that signs a webhook's notices once, when it is made or replaced", async () => {
    const { page } = await open("/webhooks/new");
    const dialog = page.getByRole("dialog");
    const signing = page.getByLabel("Notices", { exact: true });
    const secretShown = async () => {
      await dialog.getByText("This is shown once and never again.").waitFor();
      const [secret] = /whsec_[\w+/]{43}=/.exec(await dialog.innerText())!;
      await store(page);
      expect(await page.content()).not.toContain(secret);
      return secret;
    };
    await page.getByLabel("Name").fill("Signed");
    await page.getByLabel("Origin").fill("https://signed.example");
    await page.getByLabel("Notification URL").fill("https://signed.example/notices");
    await expect.poll(() => signing.inputValue()).toBe("v1a");
    await page.getByRole("button", { name: "Create webhook" }).click();
    await page.getByRole("heading", { name: "Signed" }).waitFor();
    expect(await dialog.count()).toBe(0);
    const id = page.url().split("/").at(-1)!;
    await expect.poll(() => factOf(page, "Webhook id")).toContain(id);
    await page.getByText("Its notices are not signed with a secret.").waitFor();

    await signing.selectOption("v1");
    await page.getByRole("button", { name: "Save" }).click();
    const first = await secretShown();
    await act(page, "Rotate signing secret", "Rotate");
    expect(await secretShown()).not.toBe(first);
    await page.getByText("The old signing secret signs until").waitFor();
    await expect.poll(() => audited(id)).toContain("rotate-signing-secret");

    await page.evaluate('location.hash = "#/webhooks/new"');
    await page.getByLabel("Name").fill("Signed too");
    await page.getByLabel("Origin").fill("https://signed-too.example");
    await page.getByLabel("Notification URL").fill("https://signed-too.example/notices");
    await signing.selectOption("v1");
    await page.getByRole("button", { name: "Create webhook" }).click();
    await secretShown();
  });

  it("shows a certificate to copy and to download", async () => {
    const { certificate } = await api.ok("POST", "/certificates", { name: "Kept / as a file" });
    const { page } = await open(`/certificates/${certificate.id}`);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);

    await expect.poll(() => page.locator("pre").textContent()).toBe(certificate.publicCertificate);
    await page.getByRole("button", { name: "Copy public certificate" }).click();
    await page.getByText("Copied", { exact: true }).waitFor();
    await expect
      .poll(() => page.evaluate("navigator.clipboard.readText()"))
      .toBe(certificate.publicCertificate);
    await page.getByRole("button", { name: "Copy fingerprint", exact: true }).click();
    await expect
      .poll(() => page.evaluate("navigator.clipboard.readText()"))
      .toBe(certificate.fingerprint);
    const { fingerprint256 } = new X509Certificate(certificate.publicCertificate);
    await page.getByText(fingerprint256, { exact: true }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("Kept-as-a-file.pem");
    expect(await readFile(await download.path(), "utf8")).toBe(certificate.publicCertificate);
  });

  it.each([
    [300, "Valid until", null],
    [336, "Ends on", "Rotate it anyway."],
    [366, "Expired on", "It is still served and still signs. Rotate it."],
  ])(
    "CHAIN-C20: after %i days of its year, the state of a certificate is: %s",
    async (days, badge, advice) => {
      const { items } = await api.ok("GET", "/certificates");
      const { page } = await open(`/certificates/${items[0].id}`, {
        prepare: (page) => page.clock.setFixedTime(Date.now() + days * DAY_MS),
      });

      await page.locator(".badge").waitFor();
      await expect.poll(() => factOf(page, "Validity")).toContain(badge);
      await expect
        .poll(() => page.getByText("Rotate it").allInnerTexts())
        .toHaveLength(advice === null ? 0 : 1);
      if (advice !== null) expect(await factOf(page, "Validity")).toContain(advice);
      await page.evaluate(`location.hash = "#/certificates"`);
      await page.getByRole("table").getByText(badge).first().waitFor();
    },
  );

  it("ATTACK-H108: sets, keeps and clears the shared secret, and says what is wrong with one", async () => {
    const { certificate } = await api.ok("POST", "/certificates", { name: "With a secret" });
    const { page, requests } = await open(`/certificates/${certificate.id}`);
    const secret = page.getByLabel("Shared secret");
    const save = page.getByRole("button", { name: "Save" });
    const read = async () => (await api.ok("GET", `/certificates/${certificate.id}`)).certificate;

    await secret.waitFor();
    const before = requests.length;
    for (const [text, length] of [
      ["fifteen chars..", 15],
      [" 33 characters, which is 1 too many ", 34],
    ] as const) {
      await secret.fill(text);
      await save.click();
      await page.getByText(`Must have 16 to 32 characters, but has ${length}.`).waitFor();
      await expect.poll(() => focused(page)).toBe("input: Shared secret");
    }
    expect(requests).toHaveLength(before);

    await secret.fill("  sixteen letters ");
    await secret.fill("  sixteen letters!  ");
    await save.click();
    const replace = page.getByRole("button", { name: "Replace or remove it" });
    await replace.waitFor();
    expect((await read()).secretKey).toBe("sixteen letters!");

    const sent = page.waitForRequest((request) => request.method() === "PATCH");
    await page.getByLabel("Name").fill("With a secret still");
    await save.click();
    expect((await sent).postDataJSON()).toEqual({ name: "With a secret still" });
    await page.getByRole("heading", { name: "With a secret still" }).waitFor();
    expect((await read()).secretKey).toBe("sixteen letters!");

    await replace.click();
    await expect.poll(() => focused(page)).toBe("input: Shared secret");
    await save.click();
    await expect.poll(async () => (await read()).secretKey).toBe("");
  });

  it("ATTACK-H108: each display of a shared secret is audited, and no page shows it without need", async () => {
    const chain = await chains().buildChain();
    const reads = async () =>
      (await audited(chain.certificateId)).filter((action) => action === "read-secret").length;
    const keys = await open(`/api-keys/${chain.keyId}`);
    await keys.page.getByText("The partner can mint tokens and read").waitFor();
    await keys.page.evaluate(`location.hash = "#/certificates"`);
    await keys.page.getByRole("table").waitFor();
    expect(await reads()).toBe(0);

    const { page } = await open(`/certificates/${chain.certificateId}`, {
      permissions: ["api-keys"],
    });
    const reveal = page.getByRole("button", { name: "Reveal the shared secret" });
    await reveal.waitFor();
    expect(await page.content()).not.toContain("a shared secret 1");
    expect(await reads()).toBe(0);
    await reveal.click();
    await page.getByText("a shared secret 1").waitFor();
    expect(await reads()).toBe(1);
    const fields = page.getByRole("main").locator("input, textarea, select");
    await expect.poll(() => fields.count()).toBe(0);
    await expect.poll(() => page.getByRole("button", { name: "Rotate" }).count()).toBe(0);
  });

  it("ATTACK-H114: rotates a certificate after saying what follows, and its partner gets the new one", async () => {
    const chain = await chains().buildChain();
    const { page } = await open(`/certificates/${chain.certificateId}`);

    await page.getByRole("button", { name: "Rotate" }).click();
    const said = (await page.getByRole("dialog").innerText()).replace(/\s+/g, " ");
    expect(said).toContain("do not verify with the new certificate");
    expect(said).toContain("is sent the new certificate in a notice.");
    await confirm(page, "Rotate");

    await announcement(page).getByText("The certificate has a new key pair.").waitFor();
    await page.getByText(/^Delivered Certificate delivery: HTTP 204, \d+ ms$/).waitFor();
    const { certificate } = await api.ok("GET", `/certificates/${chain.certificateId}`);
    expect(certificate.publicCertificate).not.toBe(chain.pem);
    await expect.poll(() => page.locator("pre").textContent()).toBe(certificate.publicCertificate);
    const [notice] = await chains().receiver.take(1, chain.notices);
    expect(notice!.body.result.cert).toBe(certificate.publicCertificate);
    await act(page, "Rebuild the resource cache", "Rebuild");
    await announcement(page).getByText("The resource cache is rebuilt.").waitFor();
    await expect.poll(() => audited(chain.certificateId)).toContain("rebuild-cache");
  });

  it("says that the maximum number of certificates is reached", async () => {
    const { items } = await api.ok("GET", "/certificates");
    const made: string[] = [];
    for (let count = items.length; count < 20; count++) {
      const { certificate } = await api.ok("POST", "/certificates", { name: `Filler ${count}` });
      made.push(certificate.id);
    }
    const visit = await open("/certificates/new");
    const { page } = visit;
    visit.expected = /400/;
    await page.getByLabel("Name").fill("One too many");
    await page.getByRole("button", { name: "Create certificate" }).click();
    const problem =
      "Reached the maximum number of certificates (20): delete one that is no longer used.";
    await page.getByRole("alert").getByText(problem).waitFor();
    for (const id of made) await api.ok("DELETE", `/certificates/${id}`);
  });

  it("offers spaces in a contract, in the order of choice, and removes them from the defaults too", async () => {
    const [one, two] = [
      (await api.ok("POST", "/spaces", { title: "Space one", description: "" })).space.id,
      (await api.ok("POST", "/spaces", { title: "Space two", description: "" })).space.id,
    ];
    const { contract } = await api.ok("POST", "/contracts", { name: "With spaces" });
    const { page } = await open(`/contracts/${contract.id}`);
    const save = page.getByRole("button", { name: "Save" });
    const group = (name: string) => page.getByRole("group", { name });
    const read = async () => (await api.ok("GET", `/contracts/${contract.id}`)).contract;

    const inside = group("At the start: consumers registered inside the platform");
    const outside = group("At the start: consumers registered outside, at the partner");
    await page.getByText(/^More: who may register/).click();
    await inside.getByText("Choose spaces above first.").waitFor();
    const spaces = group("Spaces");
    await spaces.getByLabel("Space two").check();
    await spaces.getByLabel("Space one").check();
    await spaces.getByText("in the order in which it was chosen: Space two, Space one.").waitFor();
    await inside.getByLabel("Space one").check();
    await inside.getByLabel("Space two").check();
    await outside.getByLabel("Space one").check();
    await page.getByLabel("Passcode for consumers registered outside").check();
    await save.click();

    await announcement(page).getByText("The contract is saved.").waitFor();
    await expect
      .poll(() => read())
      .toMatchObject({
        spaceIds: [two, one],
        defaultSystemSpaceIds: [two, one],
        defaultOutsideSpaceIds: [one],
        otpOutsideRegistration: true,
        otpInsideRegistration: false,
      });

    await spaces.getByLabel("Space one").uncheck();
    await expect.poll(() => inside.getByRole("checkbox").count()).toBe(1);
    await save.click();
    await expect.poll(read).toMatchObject({
      spaceIds: [two],
      defaultSystemSpaceIds: [two],
      defaultOutsideSpaceIds: [],
    });
  });

  it("shows spaces by their ids to people who may not read the directory, and leaves them unchanged", async () => {
    const { space } = await api.ok("POST", "/spaces", { title: "Hidden", description: "" });
    const input = { name: "Half seen", spaceIds: [space.id], blockOutsideRegistrationLogins: true };
    const { contract } = await api.ok("POST", "/contracts", input);
    const writer = await open(`/contracts/${contract.id}`, {
      permissions: ["api-keys", "api-keys:w"],
    });
    await writer.page.getByText("You may not read the directory").waitFor();
    await expect.poll(() => writer.page.getByText(space.id).count()).toBe(1);
    await writer.page.getByLabel("The partner may register consumers").check();
    await writer.page.getByRole("button", { name: "Save" }).click();
    await announcement(writer.page).getByText("The contract is saved.").waitFor();
    expect((await api.ok("GET", `/contracts/${contract.id}`)).contract).toMatchObject({
      spaceIds: [space.id],
      outsideRegistration: true,
    });

    const { page } = await open(`/contracts/${contract.id}`, { permissions: ["api-keys"] });
    await page.getByText(space.id).waitFor();
    await expect.poll(() => factOf(page, "The partner may register consumers")).toBe("Yes");
    await expect
      .poll(() => factOf(page, "No sign-in for consumers registered outside, at the partner"))
      .toBe("Yes");
    await expect
      .poll(() => factOf(page, "Passcode for consumers registered inside the platform"))
      .toBe("No");
    await expect.poll(() => page.locator("main :is(input, select, textarea)").count()).toBe(0);
    await takeScreenshot(page, "console-contract-read-only", { isWhole: true });
  });

  it("creates a webhook, says what is wrong with an origin, and sends a test notice", async () => {
    const { receiver } = chains();
    const visit = await open("/webhooks/new");
    const { page } = visit;
    visit.expected = /40[09]/;
    const create = page.getByRole("button", { name: "Create webhook" });

    await create.click();
    await page.getByText("Enter the origin.").waitFor();
    await expect.poll(() => focused(page)).toBe("input: Name");
    await page.getByLabel("Name").fill("Hook");
    await page.getByLabel("Origin").fill("https://hook.example/");
    await page.getByLabel("Notification URL").fill("notices");
    await create.click();
    await page.getByText("Must be an origin as a browser sends it").waitFor();
    await page.getByText("must start with http:// or https:// and a host").waitFor();
    await expect.poll(() => focused(page)).toBe("input: Origin");
    await page.getByRole("button", { name: "Use https://hook.example", exact: true }).click();
    await expect.poll(() => page.getByLabel("Origin").inputValue()).toBe("https://hook.example");
    await expect.poll(() => focused(page)).toBe("input: Origin");
    await page.getByLabel("Notification URL").fill(receiver.url("/hook?token=1"));
    const taken = await chains().buildChain();
    await page.getByLabel("Origin").fill(taken.origin);
    await create.click();
    await page.getByText("This origin is taken.").waitFor();
    await page.getByLabel("Origin").fill("https://hook.example");
    await create.click();

    await page.getByRole("heading", { name: "Hook", exact: true }).waitFor();
    await act(page, "Send a test notice", "Send");
    await page
      .getByText(/^Delivered Test notice: HTTP 204, \d+ ms$/)
      .first()
      .waitFor();
    const link = page.getByRole("link", { name: "All in the notice log" });
    await expect.poll(() => link.getAttribute("href")).toMatch(/^#\/notices\?webhookId=/);
    const [notice] = await receiver.take(1, "/hook?token=1");
    expect(notice!.body).toEqual({ "synch-data": [] });
    const { items } = await api.ok("GET", "/webhooks?q=Hook");
    expect(items).toMatchObject([{ name: "Hook", origin: "https://hook.example" }]);

    const { page: seen } = await open(`/webhooks/${items[0].id}`, { permissions: ["api-keys"] });
    await expect.poll(() => factOf(seen, "Origin")).toBe("https://hook.example");
    await expect.poll(() => factOf(seen, "Notification URL")).toBe(receiver.url("/hook?token=1"));
  });

  it("ATTACK-H112: markup is shown as text on every screen of the chain", async () => {
    const name = TRICKY;
    const chain = await chains().buildChain();
    const places = {
      "api-keys": chain.keyId,
      clients: chain.clientRowId,
      certificates: chain.certificateId,
      contracts: chain.contractId,
      webhooks: chain.webhookId,
    };
    await api.ok("PATCH", `/spaces/${chain.spaceId}`, { title: name });
    for (const [collection, id] of Object.entries(places)) {
      await api.ok("PATCH", `/${collection}/${id}`, { name });
    }
    const secretKey = "<b>secret</b> <i>x";
    await api.ok("PATCH", `/certificates/${chain.certificateId}`, { secretKey });
    const { page } = await open("/api-keys");
    const asked: string[] = [];
    page.on("dialog", (dialog) => void asked.push(dialog.message()));
    const main = page.getByRole("main");

    for (const [collection, id] of Object.entries(places)) {
      await page.evaluate(`location.hash = "#/${collection}"`);
      const link = main.locator(`a[href="#/${collection}/${id}"]`);
      await expect.poll(() => link.locator("bdi").innerText()).toBe(name);
      await link.click();
      await main.locator("form").first().waitFor();
      await expect.poll(() => main.locator("h1 > bdi").textContent()).toBe(name);
      await main.getByRole("button", { name: /^Delete / }).click();
      await page.getByRole("dialog").waitFor();
      await expect
        .poll(() => page.getByRole("dialog").locator("h2 > bdi").textContent())
        .toBe(name);
      await confirm(page, "Cancel");
      await expect.poll(() => main.locator("img, script, b, i").count()).toBe(0);
    }
    await page.evaluate(`location.hash = "#/contracts/${chain.contractId}"`);
    await main.getByRole("checkbox").first().waitFor();
    const box = main.locator(`label:has(input[value="${chain.spaceId}"])`).first();
    await expect.poll(() => box.locator("bdi").textContent()).toBe(name);
    await page.evaluate(`location.hash = "#/clients/${chain.clientRowId}"`);
    await act(page, "Rotate secret", "Rotate");
    await page.getByRole("dialog").getByText("This is shown once").waitFor();
    await expect.poll(() => page.getByRole("dialog").locator("h2 > bdi").textContent()).toBe(name);
    await confirm(page, "I have stored it");
    await page.evaluate(`location.hash = "#/clients"`);
    await page.getByLabel("Search by name").fill(`${name}?`);
    await page.getByText("has “").waitFor();
    await expect.poll(() => main.locator(".empty bdi").textContent()).toBe(`${name}?`);
    await expect.poll(() => page.locator("img[src=x], script:not([src])").count()).toBe(0);
    expect(asked).toEqual([]);
  });
});
