import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openSearchLog } from "../../../../runtime/docs/search-log/open-search-log.ts";
import { openTree } from "../../../support/agents.ts";
import { serveCorpus } from "../../../support/served-pages.ts";
import { makeFolder } from "../../../support/tree.ts";

const PAGES = { "guide/install.md": "# Install\n\nThe installer runs.\n" };

/** Opens a log over a file, with a clock. */
async function openLog(file: string, clock = { nowMs: Date.UTC(2026, 10, 28) }) {
  const options = { now: () => clock.nowMs, key: Buffer.alloc(32, 7), onError: fail };
  return { log: await openSearchLog(file, options), clock };
}

function fail(error: unknown): never {
  throw error;
}

function from(address: string): RequestInit {
  return { headers: { "X-Forwarded-For": address } };
}

describe("openSearchLog", () => {
  it("keeps what search boxes asked in vain in a file, without any address", async () => {
    const file = join(await makeFolder(), "logs/searches.json");
    const { log, clock } = await openLog(file);
    const app = serveCorpus(await openTree(PAGES), { searches: { log, proxyCount: 1 } });
    for (let host = 1; host <= 6; host++) {
      const client = from(`198.51.100.${host}`);
      await app.request("/search.json?q=kubernetes&clicks=1", client);
      await app.request("/search.json?q=install&clicks=1", client);
      // Only GET counts.
      await app.request("/search.json?q=zebra", { ...client, method: "HEAD" });
      const opened = await app.request("/search.json?q=install", { ...client, method: "POST" });
      expect(opened.status).toBe(204);
      // A customer of a provider has many networks in IPv6.
      await app.request("/search.json?q=quagga", from(`2001:db8:7:${host}::1`));
    }
    clock.nowMs += 5 * 60_000;
    await log.close();

    expect(await readFile(file, "utf8")).toBe(
      '{"version":1,"searches":[\n{"day":"2026-11-28","query":"kubernetes","nothing":6,"corrected":0,"unopened":0}\n]}\n',
    );
    const again = await openLog(file);
    expect(again.log.counts()).toHaveLength(1);
    await again.log.close();
  });

  it("refuses a file that is something else, and leaves it as it is", async () => {
    const file = join(await makeFolder(), "corpus.json");
    await writeFile(file, '{"version":1,"searches":[{"day":"yesterday"}]}');

    await expect(openLog(file)).rejects.toMatchObject({
      code: "file",
      message: `"${file}" is not a search log: at searches[0].day, expected a day such as 2026-11-28. Name another file.`,
    });
    expect(await readFile(file, "utf8")).toContain("yesterday");
  });

  it("is off by default: a report of a click is refused, and pages do not send any", async () => {
    const app = serveCorpus(await openTree(PAGES));

    const refused = await app.request("/search.json?q=a", { method: "POST" });

    expect(refused.status).toBe(405);
  });
});
