import sparticuz from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

let browser: Promise<Browser> | undefined;

/** A browser that the test files of this process share; it ends with the process. */
export function shareBrowser(): Promise<Browser> {
  browser ??= launchBrowser();
  return browser;
}

/**
 * Starts the Chromium that comes with `@sparticuz/chromium`, headless. The first start on a machine
 * unpacks the browser into the folder for temporary files, which takes some seconds; two processes
 * must not do that at the same time.
 */
export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: await sparticuz.executablePath(),
    headless: true,
    args: [
      // Chromium's sandbox does not start for root, as in a container.
      "--no-sandbox",
      // Without a graphics card, drawing takes half the time if no process emulates one.
      "--disable-gpu",
      // Pages of one profile share a process, which takes long to start.
      "--process-per-site",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
