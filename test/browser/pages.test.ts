import { describe, expect, it, onTestFinished } from "vitest";
import { startServer } from "../support/server.ts";
import { makeSharedFolder } from "../support/tree.ts";
import { expectAccessible } from "./accessibility.ts";
import { APP_PAGES, type AppPage } from "./app-pages.ts";
import { expectFit } from "./fit.ts";
import { LOOKS } from "./looks.ts";
import { behindPrefix } from "./prefix-proxy.ts";
import { startStranger } from "./stranger.ts";
import { shareVisits, takeScreenshot, type Visit, type Visits } from "./visits.ts";

interface PageOfSite extends AppPage {
  /** Messages of the browser for a correct response. */
  readonly expected?: RegExp;
}

const PAGES: readonly PageOfSite[] = [
  {
    name: "home",
    path: "/",
    arrive: (page) => page.getByRole("heading", { name: "Acme" }).waitFor(),
  },
  {
    name: "search results",
    path: "/?q=first+steps",
    arrive: (page) => page.getByRole("heading", { name: "Search" }).waitFor(),
  },
  {
    name: "missing page",
    path: "/docs/guide/no-such-page",
    arrive: (page) => page.getByRole("heading", { name: "There is no such page" }).waitFor(),
    expected: /404/,
  },
  ...APP_PAGES,
  {
    name: "sign-in",
    path: "/admin",
    arrive: (page) => page.getByRole("heading", { name: "Sign in to docgate" }).waitFor(),
    expected: /401/,
  },
  {
    name: "set-up",
    path: "/admin#setup=a-token",
    arrive: (page) => page.getByRole("heading", { name: "Set up docgate" }).waitFor(),
  },
];

/** Pages of a server with only the documentation's half. */
const DOCUMENT_PAGES = PAGES.filter(({ name }) =>
  ["home", "link graph", "explorer"].includes(name),
);

describe("pages", { timeout: 60_000 }, () => {
  const folder = makeSharedFolder();
  const visits = shareVisits(() => startServer({ partner: true, args: ["--data", folder()] }));
  const { server } = visits;

  describe.each(PAGES)("$name", (site) => {
    it("is accessible and fits in every look, and loads files that a browser caches forever", async () => {
      const { page, requests } = await arriveAt(site, visits);
      for (const [colorScheme, width] of LOOKS) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        await expectAccessible(page);
        await expectFit(page);
        await takeScreenshot(page, `page-${site.name}-${colorScheme}-${width}`);
      }
      await expectCached(requests);
    });

    it("ATTACK-H111: has a policy, is not sniffed, sends no referrer, and is revalidated", async () => {
      const { headers } = await fetch(server().url + site.path, {
        headers: { Accept: "text/html" },
      });

      const policy = headers.get("content-security-policy")!;
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).not.toMatch(/script-src[^;]*(unsafe|\*|https?:)/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
      const isAdmin = site.path.startsWith("/admin");
      expect(headers.get("cache-control")).toBe(isAdmin ? "no-store" : "no-cache");
    });

    it("ATTACK-H111: is refused by the browser in a frame of another page", async () => {
      const stranger = await startStranger(`<iframe src="${server().url}${site.path}"></iframe>`);
      onTestFinished(() => stranger.close());
      const visit = await visits.open("/healthz");
      visit.expected = /frame-ancestors|Framing|refused to connect|404/;

      await visit.page.goto(stranger.sameSite);

      await expect.poll(() => visit.page.frames()[1]?.url()).toBe("chrome-error://chromewebdata/");
      // The stranger's page is on another origin on purpose.
      visit.requests.length = 0;
    });
  });
});

describe("pages behind a path prefix", { timeout: 60_000 }, () => {
  const PREFIX = "/docs-api";
  const visits = shareVisits(async () => behindPrefix(await startServer(), PREFIX));

  it.each(DOCUMENT_PAGES)("$name works there", async (site) => {
    const { requests } = await arriveAt({ ...site, path: PREFIX + site.path }, visits);

    expect(requests.filter((url) => !new URL(url).pathname.startsWith(`${PREFIX}/`))).toEqual([]);
  });
});

/** Expects that the names of all files among these addresses change with their content. */
async function expectCached(requests: readonly string[]): Promise<void> {
  const files = requests.filter((url) => new URL(url).pathname.startsWith("/assets/"));
  expect(files).not.toEqual([]);
  const hashed = files.filter((url) => !url.endsWith("/assets/search.js"));
  for (const url of new Set(hashed)) {
    const { headers } = await fetch(url);
    expect(url).toMatch(/-[\w-]{8}\.(js|css|svg|ttf)$/);
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  }
}

async function arriveAt({ path, arrive, expected }: PageOfSite, { open }: Visits): Promise<Visit> {
  const visit = await open(path);
  visit.expected = expected ?? null;
  await arrive(visit.page);
  return visit;
}
