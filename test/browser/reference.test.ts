import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createOpenApi } from "../../runtime/http/openapi.ts";
import { defineOperation } from "../../runtime/http/operation.ts";
import { createAssets } from "../../runtime/serve/assets.ts";
import { sendPage } from "../../runtime/serve/pages/send-page.ts";
import type { TestServer } from "../support/server.ts";
import { expectFit } from "./fit.ts";
import { LOOKS } from "./looks.ts";
import {
  compressedSize,
  shareVisits,
  takeScreenshot,
  type Visit,
  type VisitOptions,
} from "./visits.ts";

const MAX_SCRIPT_BYTES = 500_000;
const WEB_FOLDER = fileURLToPath(new URL("../../dist/web", import.meta.url));

const apiKey = z
  .object({
    id: z.uuid(),
    name: z.string().meta({ description: "Unique in the organization.", examples: ["Acme"] }),
    clientId: z.uuid().nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "ApiKey", description: "An API key, without its secret." });

const problem = z.object({ message: z.string() }).meta({ id: "Problem" });

const listKeys = defineOperation({
  method: "get",
  path: "/api-keys",
  operationId: "listApiKeys",
  summary: "List the API keys",
  description: "In **creation order**. <svg onload=\"document.title='injected'\">",
  tag: "API keys",
  query: z.strictObject({ q: z.string().optional().meta({ description: "Part of the name." }) }),
  security: ["session", "adminToken"],
  responses: {
    200: { description: "The keys.", body: z.object({ items: z.array(apiKey) }) },
    401: { description: "Not signed in.", body: problem },
  },
});

const createKey = defineOperation({
  ...listKeys,
  method: "post",
  operationId: "createApiKey",
  summary: "Create an API key",
  description: "The key in plain text is in this one answer only.",
  query: z.strictObject({}),
  body: z.strictObject({ name: z.string().min(1).max(100), clientId: z.uuid().nullish() }),
  responses: { 201: { description: "Created.", body: z.object({ apiKey, key: z.string() }) } },
});

const deleteKey = defineOperation({
  ...listKeys,
  method: "delete",
  path: "/api-keys/{id}",
  operationId: "deleteApiKey",
  summary: "Delete an API key",
  description: "Its tokens stop working at once.",
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({}),
  responses: { 204: { description: "Deleted." } },
});

const listSpaces = defineOperation({
  method: "get",
  path: "/space/list",
  operationId: "listSpaces",
  summary: "List the spaces",
  tag: "Partner reads",
  headers: z.object({ Origin: z.string() }),
  security: ["applicationToken"],
  responses: { 200: { description: "The spaces.", body: z.object({ success: z.boolean() }) } },
});

const adminOperations = [listKeys, createKey, deleteKey];
const partnerOperations = [listSpaces];
const operations = [...adminOperations, ...partnerOperations];

const openApi = createOpenApi({
  info: { title: "docgate", version: "1.0.0", description: "The HTTP APIs of docgate." },
  servers: [{ url: "/" }],
  securitySchemes: {
    session: { type: "apiKey", in: "cookie", name: "docgate-session" },
    adminToken: { type: "http", scheme: "bearer" },
    applicationToken: { type: "http", scheme: "bearer" },
  },
  apis: [
    { base: "/admin/api", operations: adminOperations },
    { base: "/v1", operations: partnerOperations },
  ],
});

/** Serves the page as docgate does, with a small document and one of the routes that it names. */
async function startReference(): Promise<TestServer> {
  const assets = createAssets({ directory: WEB_FOLDER });
  const app = new Hono();
  app.get("/reference", ({ req }) => sendPage(req, assets.page("reference"), { bar: "" }));
  app.get("/assets/*", (context) => assets.file(context.req.path) ?? context.notFound());
  app.get("/openapi.json", (context) => context.json(openApi));
  app.get("/admin/api/api-keys", (context) =>
    context.json({ items: [], received: context.req.header("Authorization") ?? "no token" }),
  );
  const server = createAdaptorServer({ fetch: app.fetch });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.close();
    return 0;
  };
  return { url: `http://127.0.0.1:${port}`, stop } as Partial<TestServer> as TestServer;
}

const { server, open } = shareVisits(startReference);

describe("reference page", { timeout: 60_000 }, () => {
  it.each(LOOKS)("shows every operation in %s colours, %i px wide", async (colorScheme, width) => {
    const { page } = await visit("/reference", { colorScheme, viewport: { width, height: 800 } });

    await expect.poll(() => page.title()).toBe("API reference · docgate");
    await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("en");
    for (const { summary } of operations) {
      await expect.poll(() => summaryButton(page, summary).isVisible()).toBe(true);
    }
    await expectFit(page);
    await expect.poll(() => isDark(page)).toBe(colorScheme === "dark");
    await takeScreenshot(page, `reference-${colorScheme}-${width}`);
  });

  it("may run and load nothing but docgate's own files, and no inline style or script", async () => {
    const { headers } = await fetch(`${server().url}/reference`);
    const policy = headers.get("content-security-policy");

    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("style-src 'self';");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  });

  it("follows a switch between light and dark", async () => {
    const { page } = await visit("/reference", { colorScheme: "light" });

    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => isDark(page)).toBe(true);
    await page.emulateMedia({ colorScheme: "light" });
    await expect.poll(() => isDark(page)).toBe(false);
  });

  it("opens an operation by keyboard, with its input and its responses", async () => {
    const { page } = await visit();

    await summaryButton(page, "Create an API key").focus();
    await page.keyboard.press("Enter");

    await page.getByText("The key in plain text is in this one answer only.").waitFor();
    await page.getByRole("cell", { name: "201" }).waitFor();
    await page.getByRole("tab", { name: "Schema" }).first().click();
    await page.getByText("clientId").first().waitFor();
    await takeScreenshot(page, "reference-operation");
  });

  it("opens the operation that the address names", async () => {
    const { page } = await visit("/reference#/API%20keys/deleteApiKey");

    await page.getByText("Its tokens stop working at once.").waitFor();
  });

  it("finds operations by their tag", async () => {
    const { page } = await visit();

    await page.getByPlaceholder("Filter by tag or path").fill("Partner");

    await expect.poll(() => summaryButton(page, "List the API keys").isVisible()).toBe(false);
    await expect.poll(() => summaryButton(page, "List the spaces").isVisible()).toBe(true);
  });

  it("runs an operation of the admin API, with a token that is not stored", async () => {
    const { page } = await visit("/reference#/API%20keys/listApiKeys");

    await page.getByRole("button", { name: "Authorize" }).first().click();
    await page.getByRole("textbox", { name: "auth-bearer-value" }).first().fill("dga_typed-in");
    await page.getByRole("button", { name: "Apply credentials" }).nth(1).click();
    await page.getByRole("button", { name: "Close", exact: true }).first().click();
    await page.getByRole("button", { name: "Try it out" }).click();
    await page.getByRole("button", { name: "Execute" }).click();

    await page.getByText('"received": "Bearer dga_typed-in"').waitFor();
    await expect
      .poll(() => page.evaluate("JSON.stringify([localStorage, sessionStorage])"))
      .toBe("[{},{}]");
    await takeScreenshot(page, "reference-try-it-out");
  });

  it("CHAIN-C3: does not offer to try a partner's operation, whose Origin a page cannot set", async () => {
    const { page } = await visit("/reference#/Partner%20reads/listSpaces");

    await page.getByText("The spaces.").waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Try it out" }).count()).toBe(0);
  });

  it("takes no document from the address", async () => {
    const other = encodeURIComponent("http://127.0.0.1:9/openapi.json");
    const { page } = await visit(`/reference?url=${other}&configUrl=${other}`);

    await expect.poll(() => page.getByRole("heading", { name: "docgate" }).isVisible()).toBe(true);
  });

  it("ATTACK-H112: runs no code from a description", async () => {
    const { page } = await visit("/reference#/API%20keys/listApiKeys");

    await page.getByText("creation order").waitFor();
    await expect.poll(() => page.title()).toBe("API reference · docgate");
    await expect.poll(() => page.locator("[onload]").count()).toBe(0);
  });

  it("loads less than 500 kB of compressed scripts", async () => {
    const { requests } = await visit();
    const scripts = new Set(requests.filter((url) => url.endsWith(".js")));
    const sizes = await Promise.all([...scripts].map(compressedSize));

    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_SCRIPT_BYTES);
  });

  it("says what it needs where scripts are off", async () => {
    const { page } = await open("/reference", { javaScriptEnabled: false });

    await expect
      .poll(() => page.locator("body").innerText())
      .toContain("This page needs JavaScript.");
    await expect
      .poll(() => page.getByRole("link", { name: "openapi.json" }).isVisible())
      .toBe(true);
  });
});

/** Opens the page and waits for the operations. */
async function visit(path = "/reference", options?: VisitOptions): Promise<Visit> {
  const opened = await open(path, options);
  await summaryButton(opened.page, "List the API keys").waitFor();
  return opened;
}

/** Finds the button that opens and closes an operation. */
function summaryButton(page: Page, summary: string) {
  return page.locator("button[aria-expanded]").filter({ hasText: summary });
}

/** Returns whether the background of the text is dark. */
async function isDark(page: Page): Promise<boolean> {
  const color = "getComputedStyle(document.documentElement).backgroundColor";
  const [red] = String(await page.evaluate(color)).match(/\d+/)!;
  return Number(red) < 128;
}
