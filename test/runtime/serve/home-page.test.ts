import { describe, expect, it } from "vitest";
import { createDocs } from "../../../runtime/docs/execute/queries.ts";
import { type App, createApp } from "../../../runtime/serve/app.ts";
import { createAssets } from "../../../runtime/serve/assets.ts";
import { createChainRoutes } from "../../../runtime/serve/chain-routes.ts";
import { corpusFrom, makeDocs } from "../../support/corpora.ts";
import { createTestPlatform } from "../../support/platform.ts";

const DOCS_PATHS = ["/graphql", "/search.json", "/corpus.json", "/graph", "/healthz", "/readyz"];
const CHAIN_PATHS = ["/reference", "/openapi.json", "/admin"];

describe("start page", () => {
  it.each([
    [false, DOCS_PATHS],
    [true, [...DOCS_PATHS, ...CHAIN_PATHS]],
  ])(
    "lists what is served, with the chain: %s, for programs and for people",
    async (hasChain, paths) => {
      const app = await createServed(hasChain);

      const { routes } = (await (await app.request("/")).json()) as { routes: object };
      const page = await app.request("/", { headers: { Accept: "text/html" } });

      const links = (await page.text()).matchAll(/<a href="([^"]*)">(.*?)<\/a>/g);
      expect(Object.keys(routes).sort()).toEqual(paths.toSorted());
      expect(Array.from(links, ([, href, text]) => [`/${href}`, text]).sort()).toEqual(
        paths.map((path) => [path, path]).sort(),
      );
    },
  );

  it.each([false, true])("links only to what is served, with the chain: %s", async (hasChain) => {
    const app = await createServed(hasChain);

    for (const path of CHAIN_PATHS) {
      expect((await app.request(path)).status === 404).toBe(!hasChain);
    }
  });
});

/** An app over two docs, without the built pages. */
async function createServed(hasChain: boolean): Promise<App> {
  const docs = createDocs(corpusFrom(makeDocs(2)));
  const platform = hasChain ? (await createTestPlatform()).platform : undefined;
  const assets = createAssets({ directory: "no such folder" });
  const onError = (error: unknown) => {
    throw error;
  };
  const options = { assets, guardProblem: null, trustedProxies: 0, version: "1.0.0" };
  const chain =
    platform && createChainRoutes(platform, { ...options, requestId: () => undefined, onError });
  return createApp({ docs: () => docs, corpusDownload: () => null, assets, onError, chain });
}
