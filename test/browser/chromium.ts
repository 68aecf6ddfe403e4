import sparticuz from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

let browser: Promise<Browser> | undefined;

/** A browser that the test files of this process share; it ends with the process. */
export function shareBrowser(): Promise<Browser> {
  browser ??= launchBrowser();
  return browser;
}

/**
 * Starts the Chromium that comes with `@sparticuz/chromium`, without a window. The first start on a
 * machine unpacks the browser into the folder for temporary files, which takes some seconds; no two
 * processes may do that at the same time.
 */
export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: await sparticuz.executablePath(),
    headless: true,
    args: [
      // Chromium does not start with its sandbox where the user is root, as in a container.
      "--no-sandbox",
      // Drawing without a graphics card takes half the time where no process plays one.
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
