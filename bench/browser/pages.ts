import type { Browser, Request } from "playwright-core";
import { APP_PAGES, type AppPage } from "../../test/browser/app-pages.ts";
import { launchBrowser } from "../../test/browser/chromium.ts";
import { type ChainServer, startChainServer } from "../chain/server.ts";
import { show, summarize, table } from "../support/measure.ts";

/** Fresh profiles, in each of which a page is opened once. */
const VISITS = 5;

interface MeasuredPage extends AppPage {
  /** True if an administrator opens it. */
  readonly isSignedIn?: boolean;
}

const PAGES: readonly MeasuredPage[] = [
  ...APP_PAGES,
  {
    name: "sign-in of the console",
    path: "/admin",
    arrive: (page) => page.getByLabel("Password").waitFor(),
  },
  {
    name: "a list of the console",
    path: "/admin#/api-keys",
    isSignedIn: true,
    arrive: (page) => page.getByRole("table").waitFor(),
  },
];

/** The downloads of one visit, and the time of the first paint. */
interface Measurement {
  /** Bytes as sent, compressed with gzip. */
  readonly scripts: number;
  readonly styles: number;
  /** First contentful paint, in milliseconds since the navigation began. */
  readonly paintMs: number;
}

/** @param options.work folder for its files */
export async function benchPages({ work }: { readonly work: string }): Promise<string> {
  const server = await startChainServer(work);
  const browser = await launchBrowser();
  try {
    const rows: string[][] = [];
    for (const page of PAGES) rows.push(await benchPage(page, { server, browser }));
    const head = ["page", "JavaScript, KB", "CSS, KB", "first contentful paint, ms"];
    return [
      "The downloads of a page until it is complete, workers included, in KB (1000 bytes) as sent with",
      `gzip, and the time of the first paint: median (least–most) of ${VISITS} visits in fresh profiles`,
      "without a cache, in headless Chromium without a graphics card, with the server on the same",
      "machine.",
      "",
      table(head, rows),
    ].join("\n");
  } finally {
    await browser.close();
    server.stop();
  }
}

interface Bench {
  readonly server: ChainServer;
  readonly browser: Browser;
}

async function benchPage(page: MeasuredPage, bench: Bench): Promise<string[]> {
  const visits: Measurement[] = [];
  for (let count = 0; count < VISITS; count++) visits.push(await visit(page, bench));
  // Downloads of workers may end after the network is idle.
  const scripts = summarize(visits.map(({ scripts }) => scripts)).max;
  const styles = summarize(visits.map(({ styles }) => styles)).max;
  const paint = summarize(visits.map(({ paintMs }) => paintMs));
  return [page.name, kilobytes(scripts), kilobytes(styles), show(paint, 0)];
}

async function visit(
  { path, isSignedIn = false, arrive }: MeasuredPage,
  { server, browser }: Bench,
): Promise<Measurement> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    ...(isSignedIn && { extraHTTPHeaders: { Authorization: `Bearer ${server.adminToken}` } }),
  });
  try {
    const page = await context.newPage();
    const finished: Request[] = [];
    context.on("requestfinished", (request) => finished.push(request));
    await page.goto(server.url + path);
    await arrive(page);
    await page.waitForLoadState("networkidle");
    const paintMs = await page.evaluate<number>(FIRST_PAINT);
    return {
      scripts: await sizeOf(finished, ".js"),
      styles: await sizeOf(finished, ".css"),
      paintMs,
    };
  } finally {
    await context.close();
  }
}

const FIRST_PAINT = `new Promise((resolve) => new PerformanceObserver((list) => {
  for (const { name, startTime } of list.getEntries()) {
    if (name === "first-contentful-paint") resolve(startTime);
  }
}).observe({ type: "paint", buffered: true }))`;

/**
 * Returns the size of the files with an extension. A file that a page and its worker share is
 * loaded once.
 */
async function sizeOf(requests: readonly Request[], extension: string): Promise<number> {
  const sizes = new Map<string, number>();
  for (const request of requests) {
    if (!new URL(request.url()).pathname.endsWith(extension)) continue;
    sizes.set(request.url(), (await request.sizes()).responseBodySize);
  }
  return Array.from(sizes.values()).reduce((sum, size) => sum + size, 0);
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
