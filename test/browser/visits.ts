import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { TestServer } from "../support/server.ts";
import { shareBrowser } from "./chromium.ts";
import { createProfiles, type PageLook, type Profiles, VIEWPORT } from "./profiles.ts";

const SCREENSHOTS = join(import.meta.dirname, "screenshots");

/** A page opened by a person with a fresh browser profile, and a record of its activity. */
export interface Visit {
  readonly page: Page;
  /** Errors and warnings of the console (violations of the policy too), uncaught exceptions, 404s. */
  readonly problems: string[];
  /** Addresses of all requests. */
  readonly requests: string[];
  /** Problems that a test causes on purpose. */
  expected: RegExp | null;
  /** Origins of other servers that a test leads to on purpose. */
  readonly elsewhere: string[];
}

export interface VisitOptions extends PageLook {
  readonly cookies?: Parameters<BrowserContext["addCookies"]>[0];
  readonly javaScriptEnabled?: boolean;
  /**
   * Runs in the page before it loads anything, in a profile that no other visit has: what a profile
   * keeps, such as a clock, is set here.
   */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** The server of one test file, and the browser. */
export interface Visits {
  server(): TestServer;
  /** Opens a path of the server. */
  open(path: string, options?: VisitOptions): Promise<Visit>;
}

/**
 * Starts a server for a test file, and a browser if none is running yet. After each test every
 * visit must have been without problems, and without a request to another origin; a failed test says
 * what its pages showed.
 */
export function shareVisits(startServer: () => Promise<TestServer>): Visits {
  let server: TestServer;
  let browser: Browser;
  let profiles: Profiles;
  let visits: Visit[] = [];
  let ends: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), shareBrowser()]);
    profiles = createProfiles(browser, server.url);
  });

  afterAll(async () => {
    await profiles?.close();
    await server?.stop();
  });

  afterEach(async ({ task }) => {
    const finished = visits;
    const shown = task.result?.state === "fail" ? await Promise.all(finished.map(describe)) : [];
    const closing = ends.map((end) => end());
    visits = [];
    ends = [];
    await Promise.all(closing);
    for (const { problems, requests, expected, elsewhere } of finished) {
      expect(problems.filter((problem) => !expected?.test(problem))).toEqual([]);
      expect(
        requests.filter((url) => ![server.url, ...elsewhere].includes(new URL(url).origin)),
      ).toEqual([]);
    }
    if (shown.length > 0) throw new Error(shown.join("\n"));
  });

  async function openPage({ prepare, ...options }: VisitOptions): Promise<Page> {
    const { javaScriptEnabled = true, ...look } = options;
    if (prepare === undefined && javaScriptEnabled) {
      const page = await profiles.openPage(look);
      ends.push(() => profiles.release(page));
      return page;
    }
    const context = await browser.newContext({ viewport: VIEWPORT, javaScriptEnabled, ...look });
    ends.push(() => context.close());
    return await context.newPage();
  }

  return {
    server: () => server,
    async open(path, { cookies = [], ...options } = {}) {
      const page = await openPage(options);
      const visit: Visit = { page, problems: [], requests: [], expected: null, elsewhere: [] };
      visits.push(visit);
      record(visit);
      await page.context().addCookies(cookies);
      await options.prepare?.(page);
      await page.goto(server.url + path);
      return visit;
    },
  };
}

/** Says what a page showed when its test failed, in one line. */
async function describe({ page, problems }: Visit): Promise<string> {
  const text = await page.locator("body").innerText({ timeout: 5_000 }).catch(String);
  const seen = text.replace(/\s+/g, " ").slice(0, 500);
  return `${page.url()} showed: ${seen} (${problems.join(", ") || "no problems"})`;
}

function record({ page, problems, requests }: Visit): void {
  page.on("console", (message) => {
    if (!["error", "warning"].includes(message.type())) return;
    problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => requests.push(request.url()));
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
}

interface ScreenshotOptions {
  /** Includes what is below the window too. */
  readonly isWhole?: boolean;
}

/** Saves a picture of the page for a person to look at, if `SCREENSHOTS=1` is set. */
export async function takeScreenshot(
  page: Page,
  name: string,
  { isWhole = false }: ScreenshotOptions = {},
): Promise<void> {
  if (process.env.SCREENSHOTS !== "1") return;
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: isWhole });
}

/** Returns the size of a file in bytes under gzip. */
export async function compressedSize(url: string): Promise<number> {
  const response = await fetch(url);
  return gzipSync(new Uint8Array(await response.arrayBuffer())).length;
}
