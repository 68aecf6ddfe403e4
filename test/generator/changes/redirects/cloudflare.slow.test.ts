import { Miniflare } from "miniflare";
import { describe, expect, it, onTestFinished } from "vitest";
import { HOSTS } from "../../../../generator/changes/redirects/hosts/hosts.ts";
import { printLedger } from "../../../../generator/changes/redirects/printed.ts";
import { makeTree } from "../../../support/tree.ts";

const IDS = new Set(["new", "c#", "a:b", "é n"]);
const LEDGER = [
  { from: "old", to: "new" },
  { from: "part", to: "new#on-linux" },
  { from: "gone", to: null },
  { from: "ü x", to: "é n" },
  { from: "a (1)", to: "a:b" },
  { from: "b:c", to: "new" },
  { from: "b:1", to: "new" },
  { from: "cost$1", to: "c#" },
];

describe("docgate redirects --format cloudflare, served by Cloudflare's runtime", () => {
  it("redirects each address, whatever is in its name, and no other", async () => {
    const { text } = HOSTS.cloudflare(printLedger(LEDGER, { ids: IDS, base: "/docs" }));
    const directory = await makeTree({ _redirects: text });
    const site = new Miniflare({
      modules: true,
      script: "export default { fetch: () => new Response(null, { status: 404 }) }",
      compatibilityDate: "2026-01-01",
      assets: {
        directory,
        workerName: "site",
        binding: "ASSETS",
        routerConfig: { has_user_worker: true },
      },
      cf: false,
    });
    onTestFinished(() => site.dispose());
    const ask = async (path: string): Promise<string> => {
      const url = `http://docs.example${path}`;
      const { status, headers } = await site.dispatchFetch(url, { redirect: "manual" });
      return `${status} ${headers.get("location") ?? ""}`;
    };

    expect(await ask("/docs/old")).toBe("301 /docs/new");
    expect(await ask("/docs/part")).toBe("301 /docs/new#on-linux");
    expect(await ask("/docs/ü x")).toBe("301 /docs/%C3%A9%20n");
    expect(await ask("/docs/a%20(1)")).toBe("301 /docs/a:b");
    expect(await ask("/docs/b:1")).toBe("301 /docs/new");
    expect(await ask("/docs/b:c")).toBe("404 ");
    expect(await ask("/docs/cost$1")).toBe("301 /docs/c%23");
    expect(await ask("/docs/gone")).toBe("404 ");
    expect(await ask("/docs/old/more")).toBe("404 ");
  });
});
