import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { TestServer } from "../support/server.ts";
import { shareBrowser } from "./chromium.ts";

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
}

export interface VisitOptions extends BrowserContextOptions {
  /** Runs in the page before it loads anything. */
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
 * visit must have been without problems, and without a request to another origin.
 */
export function shareVisits(startServer: () => Promise<TestServer>): Visits {
  let server: TestServer;
  let browser: Browser;
  let visits: Visit[] = [];

  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(), shareBrowser()]);
  });

  afterAll(() => server?.stop());

  afterEach(async () => {
    const finished = visits;
    visits = [];
    await Promise.all(finished.map(({ page }) => page.context().close()));
    for (const { problems, requests, expected } of finished) {
      expect(problems.filter((problem) => !expected?.test(problem))).toEqual([]);
      expect(requests.filter((url) => new URL(url).origin !== server.url)).toEqual([]);
    }
  });

  return {
    server: () => server,
    async open(path, { prepare, ...options } = {}) {
      const viewport = { width: 1280, height: 800 };
      const context = await browser.newContext({ viewport, ...options });
      const page = await context.newPage();
      const visit: Visit = { page, problems: [], requests: [], expected: null };
      visits.push(visit);
      record(visit);
      await prepare?.(page);
      await page.goto(server.url + path);
      return visit;
    },
  };
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
