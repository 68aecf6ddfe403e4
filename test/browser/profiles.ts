import type { Browser, BrowserContext, Page } from "playwright-core";

/** The size of a window. Default of every visit. */
export const VIEWPORT = { width: 1280, height: 800 };

/** Properties that a page can get after its profile was created. */
export interface PageLook {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: "light" | "dark";
  readonly reducedMotion?: "reduce";
}

/**
 * Browser profiles that the tests of one server use in turn. Loading a page of the console in a
 * profile that has loaded the site costs 250 instead of 330 ms of a processor, because it joins the
 * process of the page that stays open.
 */
export interface Profiles {
  /** Opens an empty page in a profile that no other page uses, and that holds nothing. */
  openPage(look?: PageLook): Promise<Page>;
  /** Closes all pages of this one's profile, and empties the profile for the next page. */
  release(page: Page): Promise<void>;
  close(): Promise<void>;
}

/** @param origin of the server */
export function createProfiles(browser: Browser, origin: string): Profiles {
  const waiting: BrowserContext[] = [];
  const keepers = new Map<BrowserContext, Page>();

  async function createProfile(): Promise<BrowserContext> {
    const context = await browser.newContext({ viewport: VIEWPORT });
    const keeper = await context.newPage();
    await keeper.goto(`${origin}/healthz`);
    keepers.set(context, keeper);
    return context;
  }

  return {
    async openPage({ viewport, ...media } = {}) {
      const context = waiting.pop() ?? (await createProfile());
      const page = await context.newPage();
      if (viewport) await page.setViewportSize(viewport);
      await page.emulateMedia(media);
      return page;
    },
    async release(page) {
      const context = page.context();
      const keeper = keepers.get(context)!;
      const opened = context.pages().filter((each) => each !== keeper);
      await context.unrouteAll();
      await Promise.all(opened.map(leave));
      await clearStorage(keeper, origin);
      await Promise.all([context.clearPermissions(), context.clearCookies()]);
      waiting.push(context);
    },
    async close() {
      await Promise.all([...keepers.keys()].map((context) => context.close()));
    },
  };
}

/**
 * Closes a page, which ends its routes, scripts, session storage and window. Its document ends first:
 * that of a closed page runs on for a moment, and could store something for the next page to find.
 */
async function leave(page: Page): Promise<void> {
  // A listener could refuse to leave unsaved entries.
  page.removeAllListeners("dialog");
  await page.goto("about:blank");
  await page.close();
}

async function clearStorage(page: Page, origin: string): Promise<void> {
  // By a page of the same origin, so that what a closed page wrote last does not come after it.
  await page.evaluate("localStorage.clear()");
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await session.detach();
}
