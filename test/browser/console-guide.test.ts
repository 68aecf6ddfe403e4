import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { HOST, holdPort } from "../../examples/demo/ports.ts";
import { credentialsOf } from "../support/chain-server.ts";
import { ROOT } from "../support/command.ts";
import { callServed } from "../support/partner-client.ts";
import { makeFolder } from "../support/tree.ts";
import { expectAccessible } from "./accessibility.ts";
import { PASSWORD, shareConsole } from "./console.ts";
import { answerPost, loseResponse } from "./console-screen.ts";
import { expectFit } from "./fit.ts";
import { LOOKS } from "./looks.ts";
import { takeScreenshot } from "./visits.ts";

const run = promisify(execFile);
const READY_WITHIN_MS = 20_000;

const { api, open, server } = shareConsole();

describe("guided set-up of a partner", { timeout: 60_000 }, () => {
  it("leads by keyboard alone from nothing to a partner that mints, has its certificate and reads", async () => {
    const port = await holdPort(0, "PORT");
    const origin = `http://${HOST}:${port.port}`;
    const visit = await open("/guide");
    visit.expected = /400/;
    const { page } = visit;

    await expectStep(page, "Webhook");
    await typeInto(page, "Name", "Harbour Bikes");
    await typeInto(page, "Origin", `${origin}/`);
    await typeInto(page, "Notification URL", "notices");
    await page.keyboard.press("Enter");
    // The server's own rules, before the step is left.
    await page.getByText("must start with http:// or https:// and a host").waitFor();
    await page.getByRole("button", { name: `Use ${origin}` }).press("Enter");
    await typeInto(page, "Notification URL", `${origin}/notices/a-long-random-word`);
    await page.getByLabel("Notices", { exact: true }).selectOption("v1");
    await pressContinue(page);
    await expectStep(page, "Client");
    // The webhook's name is proposed.
    await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("Harbour Bikes");
    await pressContinue(page);
    await expectStep(page, "Certificate");
    await typeInto(page, /^Shared secret/, "a secret of both sides");
    await page.keyboard.press("Enter");
    await expectStep(page, "Contract");
    await typeInto(page, "Title", "Repairs");
    await page.keyboard.press("Enter");
    await page.getByText("The space is made").waitFor();
    await pressContinue(page);
    await expectStep(page, "API key");
    await pressContinue(page);
    await expectStep(page, "Check and create");
    expect(await itemsOf("clients")).toEqual([]);
    const values = page.getByRole("main");
    for (const value of [origin, `${origin}/notices/a-long-random-word`, "Repairs"]) {
      await values.getByText(value, { exact: true }).first().waitFor();
    }
    await page.getByText("Made already: space “Repairs”.").waitFor();
    await page.getByRole("button", { name: "Create the chain" }).press("Enter");

    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    const settings = await secretIn(page, "Everything as an env file");
    const { items: webhooks } = await api.ok("GET", "/webhooks?q=Harbour");
    expect(settings.split("\n")).toEqual(
      expect.arrayContaining([
        `WEBHOOK_ID=${webhooks[0].id}`,
        "NOTICE_SIGNING=v1",
        `NOTICE_SECRET=${await secretIn(page, "Signing secret")}`,
      ]),
    );
    await page.getByRole("button", { name: "I have stored it" }).press("Enter");
    const ticks = page.getByRole("list", { name: "How far the partner’s server is" });
    await expect.poll(() => ticks.getByText("(not yet)").count()).toBe(3);
    await page.getByRole("button", { name: "Send a test notice" }).click();
    await page.getByText(/Not delivered\./).waitFor();
    await port.release();
    const partner = await startPartner(settings, { PORT: String(port.port) });

    await vi.waitFor(async () => expect((await fetch(`${origin}/ready`)).status).toBe(200), {
      timeout: READY_WITHIN_MS,
    });
    const shown = await (await fetch(origin)).text();
    expect(shown).toContain("Repairs");
    expect(shown).toContain("r_cert");
    expect(partner.log()).toBe("");
    // Without a reload.
    await eventually(() => ticks.getByText("(done)").count()).toBe(3);
    const { items } = await api.ok("GET", "/api-keys?q=Harbour");
    expect(items).toMatchObject([{ name: "Harbour Bikes", fullyBound: true }]);
  });

  it("ends with commands that work as they stand, in a shell with the env file", async () => {
    const { page } = await open("/guide");
    await enterAll(page, "Commands");
    await page.getByText("The partner has nothing to show until its contract offers").waitFor();
    await page.getByRole("button", { name: "Create the chain" }).click();
    const settings = await secretIn(page, "Everything as an env file");
    await page.getByRole("button", { name: "I have stored it" }).click();
    const folder = await makeFolder();
    await writeFile(join(folder, "partner.env"), settings);

    const commands = await page.locator(".next pre").allInnerTexts();
    const { stdout } = await run("sh", ["-ec", commands.join("\n")], { cwd: folder });

    const [token, ...answers] = stdout.trim().split("\n");
    expect(token).toMatch(/^eyJ[\w.-]+$/);
    expect(answers.join("")).toBe(
      '{"success":true}{"success":true,"status":200,"message":"OK","result":[]}',
    );
  });

  it("keeps the entries on the way back, on the way forward, and elsewhere in the console", async () => {
    const { page } = await open("/guide");
    await enterWebhook(page, "Kept");
    await expectStep(page, "Client");
    await typeInto(page, "Name", "Kept client");

    await page.goBack();
    await expectStep(page, "Webhook");
    await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("Kept");
    await page.goForward();
    await expectStep(page, "Client");
    await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("Kept client");
    await page.getByRole("link", { name: "Back", exact: true }).click();
    await expectStep(page, "Webhook");
    await expect
      .poll(() => page.getByLabel("Origin").inputValue())
      .toBe("https://kept.partner.example");
    await page
      .getByRole("navigation", { name: "Places" })
      .getByRole("link", { name: "Webhooks" })
      .click();
    await page.getByRole("heading", { level: 1, name: "Webhooks" }).waitFor();
    await page.goBack();
    await expectStep(page, "Webhook");
    await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("Kept");
    await expect.poll(() => namesOf("webhooks", "Kept")).toEqual([]);

    await page.getByRole("button", { name: "Start over" }).click();
    await eventually(() => page.getByLabel("Name").inputValue()).toBe("");
  });

  it("asks before a reload that would lose the entries", async () => {
    const { page } = await open("/guide");
    await typeInto(page, "Name", "Lost");
    const asked = page.waitForEvent("dialog");
    const reloaded = page.reload();

    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.accept();
    await reloaded;
    await expectStep(page, "Webhook");
    await expect.poll(() => page.getByLabel("Name").inputValue()).toBe("");
  });

  it("says what is missing before anything is sent, also if a name is already in use", async () => {
    await api.ok("POST", "/clients", { name: "Taken client" });
    const { page, requests } = await open("/guide");
    await enterWebhook(page, "Mistaken");
    await expectStep(page, "Client");
    await typeInto(page, "Name", " Taken client ");
    await pressContinue(page);

    await page.getByText("There is another client with this name.").waitFor();
    await expect.poll(() => page.getByLabel("Name").getAttribute("aria-invalid")).toBe("true");
    await goTo(page, "check");
    await page.getByText("Some steps are not done yet.").waitFor();
    await page.getByRole("button", { name: "Create the chain" }).press("Enter");
    await expect.poll(() => namesOf("webhooks", "Mistaken")).toEqual([]);
    expect(requests.filter((url) => url.endsWith("/admin/api/webhooks"))).toHaveLength(1);
  });

  it("creates everything once, however often one clicks", async () => {
    const { page } = await open("/guide");
    await enterAll(page, "Once");

    await page.getByRole("button", { name: "Create the chain" }).dblclick();

    await page.getByRole("dialog").waitFor();
    for (const collection of ["webhooks", "clients", "certificates", "contracts", "api-keys"]) {
      await expect.poll(() => namesOf(collection, "Once")).toEqual(["Once"]);
    }
  });

  it("ATTACK-H113: shows the secrets once: not again by Escape, back, reload or in a second tab", async () => {
    const visit = await open("/guide");
    const { page } = visit;
    await enterAll(page, "Secret");
    await page.getByRole("button", { name: "Create the chain" }).click();
    const clientSecret = await secretIn(page, "Client secret");
    const rawKey = await secretIn(page, "Raw key");
    expect(clientSecret).toMatch(/^dgs_\w{49}$/);
    expect(rawKey).toMatch(/^dgk_\w{49}$/);

    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").isVisible()).toBe(true);
    await page.getByRole("button", { name: "I have stored it" }).click();

    await page.getByRole("heading", { level: 1, name: "The partner is set up" }).waitFor();
    const facts = await page.locator(".facts").first().innerText();
    const [key] = (await api.ok("GET", "/api-keys?q=Secret")).items;
    const { contract } = await api.ok("GET", `/contracts/${key.contractId}`);
    for (const fact of [server().url, key.id, contract.key, "https://secret.partner.example"]) {
      expect(facts).toContain(fact);
    }
    const isGone = async (shown: Page) => {
      const content = await shown.content();
      return !content.includes(clientSecret) && !content.includes(rawKey);
    };
    expect(await isGone(page)).toBe(true);
    await page.goBack();
    await page.getByRole("heading", { level: 1, name: /^Set up a partner/ }).waitFor();
    expect(await isGone(page)).toBe(true);
    await page.goForward();
    await page.getByRole("heading", { level: 1, name: "The partner is set up" }).waitFor();
    expect(await isGone(page)).toBe(true);
    await page.reload();
    await page.getByRole("heading", { name: "There is nothing left to show" }).waitFor();
    const { page: second } = await open("/guide/done");
    await second.getByRole("heading", { name: "There is nothing left to show" }).waitFor();
    expect(await isGone(second)).toBe(true);
    await expect
      .poll(() => page.evaluate("JSON.stringify([localStorage, sessionStorage])"))
      .toBe("[{},{}]");
  });

  it("shows the secrets created so far when something fails in the middle, and continues", async () => {
    const visit = await open("/guide");
    visit.expected = /409/;
    const { page } = visit;
    await enterAll(page, "Half");
    // Somebody else creates one first.
    await api.ok("POST", "/api-keys", { name: "Half" });
    await page.getByRole("button", { name: "Create the chain" }).click();

    const clientSecret = await secretIn(page, "Client secret");
    await page.getByRole("button", { name: "I have stored it" }).click();
    const problem = page.getByRole("alert");
    await expect.poll(() => problem.innerText()).toMatch(/The API key could not be made\..*name/);
    await expect.poll(() => problem.innerText()).toMatch(/webhook, client, certificate, contract/);
    await takeScreenshot(page, "guide-failed");
    await problem.getByRole("link", { name: "Change the API key" }).click();
    await typeInto(page, "Name", "Half and half");
    await pressContinue(page);
    await page.getByRole("button", { name: "Create the chain" }).click();

    const rawKey = await secretIn(page, "Raw key");
    const settings = await secretIn(page, "Everything as an env file");
    expect(settings).toContain(`API_KEY=${rawKey}`);
    expect(settings).toContain("# CLIENT_SECRET= as it was stored before");
    for (const collection of ["webhooks", "clients", "certificates", "contracts"]) {
      await expect.poll(() => namesOf(collection, "Half")).toEqual(["Half"]);
    }
    expect(await mint("Half and half", { clientSecret, rawKey })).toBe(200);
  });

  it("creates nothing twice if a response is lost, and still has the secret", async () => {
    const visit = await open("/guide");
    visit.expected = /ERR_FAILED/;
    const { page } = visit;
    await enterAll(page, "Lossy");
    await answerPost(page, "/clients", loseResponse);
    await page.getByRole("button", { name: "Create the chain" }).click();
    await page.getByText("docgate does not answer").waitFor();
    await answerPost(page, "/api-keys", loseResponse);
    await page.getByRole("button", { name: "Try again" }).click();
    // The client's secret, because the client exists by now.
    const clientSecret = await secretIn(page, "Client secret");
    await page.getByRole("button", { name: "I have stored it" }).click();
    await page.getByRole("button", { name: "Try again" }).click();

    const rawKey = await secretIn(page, "Raw key");
    await expect.poll(() => namesOf("clients", "Lossy")).toEqual(["Lossy"]);
    await expect.poll(() => namesOf("api-keys", "Lossy")).toEqual(["Lossy"]);
    expect(await mint("Lossy", { clientSecret, rawKey })).toBe(200);
  });

  it("uses existing items that are in no chain, with a new secret", async () => {
    await api.ok("POST", "/webhooks", webhookFor("Left behind"));
    await api.ok("POST", "/clients", { name: "Left behind" });
    await api.ok("POST", "/certificates", { name: "Left behind" });
    await api.ok("POST", "/contracts", { name: "Left behind" });
    await api.ok("POST", "/api-keys", { name: "Left behind" });
    const { page } = await open("/guide");

    for (const noun of ["webhook", "client", "certificate", "contract", "API key"]) {
      const choice = page.getByLabel(`Which ${noun}?`);
      await expect.poll(() => choice.innerText()).not.toContain("Harbour");
      await choice.selectOption("Left behind");
      await pressContinue(page);
    }
    await expectStep(page, "Check and create");
    await page.getByRole("button", { name: "Create the chain" }).click();

    const clientSecret = await secretIn(page, "Client secret");
    const rawKey = await secretIn(page, "Raw key");
    await page.getByRole("button", { name: "I have stored it" }).click();
    await page.getByText("Is it alive?").waitFor();
    expect(await mint("Left behind", { clientSecret, rawKey })).toBe(200);
  });

  it("says what is at fault when the maximum number of API keys is reached", async () => {
    const visit = await open("/guide");
    visit.expected = /400/;
    const { page } = visit;
    await enterAll(page, "Too many");
    const { items } = await api.ok("GET", "/api-keys");
    const added: string[] = [];
    for (let number = items.length; number < 20; number++) {
      added.push((await api.ok("POST", "/api-keys", { name: `filler ${number}` })).apiKey.id);
    }
    await page.getByRole("button", { name: "Create the chain" }).click();
    await page.getByRole("button", { name: "I have stored it" }).click();

    await expect
      .poll(() => page.getByRole("alert").innerText())
      .toContain("Reached the maximum number of");
    for (const id of added) await api.ok("DELETE", `/api-keys/${id}`);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("dialog").waitFor();
    await expect.poll(() => namesOf("api-keys", "Too many")).toEqual(["Too many"]);
  });

  it("loses no secret if the session ends in the middle", async () => {
    const visit = await open("/guide", { email: "leaving@acme.example" });
    visit.expected = /401/;
    const { page } = visit;
    await enterAll(page, "Interrupted");
    await answerPost(page, "/api-keys", (route) =>
      route.fulfill({ status: 401, json: { message: "Sign in." } }),
    );
    await page.getByRole("button", { name: "Create the chain" }).click();
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();

    const clientSecret = await secretIn(page, "Client secret");
    await page.getByRole("button", { name: "I have stored it" }).click();
    await page.getByRole("button", { name: "Try again" }).click();
    const rawKey = await secretIn(page, "Raw key");
    await expect.poll(() => namesOf("clients", "Interrupted")).toEqual(["Interrupted"]);
    expect(await mint("Interrupted", { clientSecret, rawKey })).toBe(200);
  });

  it("works for people who may create and not read, and is hidden from people who may not create", async () => {
    const { page } = await open("/guide", { permissions: ["api-keys:w"] });
    await enterAll(page, "Blind");
    await page.getByRole("button", { name: "Create the chain" }).click();
    await page.getByRole("button", { name: "I have stored it" }).click();
    await page.getByRole("heading", { level: 1, name: "The partner is set up" }).waitFor();
    await expect.poll(() => namesOf("api-keys", "Blind")).toEqual(["Blind"]);

    const { page: reader } = await open("/guide", { permissions: ["api-keys"] });
    await reader.getByRole("heading", { name: "There is nothing here" }).waitFor();
  });

  it.each(LOOKS)(
    "is accessible at each step in %s colours, %i px wide",
    async (colorScheme, width) => {
      const { page } = await open("/guide", { colorScheme, viewport: { width, height: 800 } });
      const name = `Look ${colorScheme} ${width}`;
      const look = async (step: string) => {
        await expectAccessible(page);
        await expectFit(page);
        await takeScreenshot(page, `guide-${step}-${colorScheme}-${width}`);
      };
      await look("webhook");
      await enterWebhook(page, name);
      for (const step of ["Client", "Certificate", "Contract", "API key"]) {
        await expectStep(page, step);
        await look(step.toLowerCase().replace(" ", "-"));
        await pressContinue(page);
      }
      await expectStep(page, "Check and create");
      await look("check");
      await page.getByRole("button", { name: "Create the chain" }).click();
      await page.getByRole("dialog").waitFor();
      await look("secrets");
      await page.getByRole("button", { name: "I have stored it" }).click();
      await page.getByRole("heading", { level: 1, name: "The partner is set up" }).waitFor();
      await look("done");
    },
  );
});

function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(" ", "-");
}

function webhookFor(name: string) {
  const origin = `https://${slugOf(name)}.partner.example`;
  return { name, origin, notificationUrl: `${origin}/notices` };
}

async function enterWebhook(page: Page, name: string): Promise<void> {
  const { origin, notificationUrl } = webhookFor(name);
  await expectStep(page, "Webhook");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Origin").fill(origin);
  await page.getByLabel("Notification URL").fill(notificationUrl);
  await pressContinue(page);
}

/** Accepts all proposed values, up to the last step. */
async function enterAll(page: Page, name: string): Promise<void> {
  await enterWebhook(page, name);
  for (const step of ["Client", "Certificate", "Contract", "API key"]) {
    await expectStep(page, step);
    await pressContinue(page);
  }
  await expectStep(page, "Check and create");
}

async function goTo(page: Page, step: string): Promise<void> {
  await page.evaluate(`location.hash = "#/guide/${step}"`);
}

/** Returns the names in a collection that contain a text. */
async function namesOf(collection: string, text: string): Promise<string[]> {
  const { items } = await api.ok("GET", `/${collection}?q=${encodeURIComponent(text)}`);
  return items.map(({ name }: { name: string }) => name);
}

/** Returns the status of a mint with the secrets that were shown. */
async function mint(
  name: string,
  { clientSecret, rawKey }: { readonly clientSecret: string; readonly rawKey: string },
): Promise<number> {
  const [key] = (await api.ok("GET", `/api-keys?q=${encodeURIComponent(name)}`)).items;
  const { client } = await api.ok("GET", `/clients/${key.clientId}`);
  const { webhook } = await api.ok("GET", `/webhooks/${key.webhookId}`);
  const url = `${server().url}/v1/auth/application_token?client_id=${client.clientId}`;
  const authorization = credentialsOf({ clientSecret, keyId: key.id, rawKey });
  const { origin } = webhook;
  return (await callServed(url, { method: "POST", origin, authorization })).status;
}

function eventually<Value>(read: () => Value) {
  return expect.poll(read, { timeout: 10_000 });
}

/** Waits for a step of the guide. */
async function expectStep(page: Page, title: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name: `Set up a partner: ${title}` }).waitFor();
  const current = page.getByRole("list", { name: "Steps" }).locator("[aria-current=step]");
  await expect.poll(() => current.innerText()).toContain(title);
}

async function typeInto(page: Page, label: string | RegExp, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: typeof label === "string" });
  await field.fill("");
  await field.pressSequentially(text);
}

async function pressContinue(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Continue" }).press("Enter");
}

/** Returns a secret that is shown once. */
async function secretIn(page: Page, label: string): Promise<string> {
  const entry = page.getByRole("dialog").locator("dl > div").filter({ hasText: label });
  return (await entry.locator("code").innerText()).trim();
}

async function itemsOf(collection: string) {
  return (await api.ok("GET", `/${collection}`)).items;
}

/** Starts the example partner with an env file, as its operator does. */
async function startPartner(settings: string, env: Record<string, string>) {
  const file = join(await makeFolder(), "partner.env");
  await writeFile(file, settings);
  const child = spawn(
    process.execPath,
    [
      ...["--import", join(ROOT, "examples/demo/docgate-from-sources.ts")],
      ...[`--env-file=${file}`, join(ROOT, "examples/partner/server.ts")],
    ],
    { env: { PATH: process.env.PATH, ...env }, stdio: ["ignore", "ignore", "pipe"] },
  );
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (text) => (log += text));
  onTestFinished(async () => {
    const exited = once(child, "exit");
    child.kill();
    await exited;
  });
  return { log: () => log };
}
