import { describe, expect, it } from "vitest";
import { createDocs } from "../../../../runtime/docs/execute/queries.ts";
import { createMetricsRoute } from "../../../../runtime/observe/metrics-route.ts";
import { createAssets } from "../../../../runtime/serve/assets.ts";
import { createChainRoutes } from "../../../../runtime/serve/chain-routes.ts";
import { pagesAtOwnRoutes } from "../../../../runtime/serve/pages/own-routes.ts";
import { openApp } from "../../../support/app.ts";
import { corpusFrom, makeDoc } from "../../../support/corpora.ts";
import { LOCAL } from "../../../support/mcp-server.ts";
import { createTestPlatform } from "../../../support/platform.ts";

const ALL = { partner: true, agents: true, metrics: true };
const pageAt = (slug: string) => makeDoc(`pages${slug}`, { slug });

describe("pagesAtOwnRoutes", () => {
  it("names a page, its address and the route for each route that a page is at", () => {
    const docs = ["/graph", "/v1/a", "/v1/b", "/docs/graph", "/"].map(pageAt);

    expect(pagesAtOwnRoutes(docs, ALL)).toEqual([
      expect.stringMatching(
        /^The page pages\/graph\.md cannot be read at \/graph: \/graph is docgate's own route\. /,
      ),
      expect.stringMatching(
        /^The page pages\/v1\/a\.md cannot be read at \/v1\/a: \/v1\/\* is docgate's own route, as for 1 more\. /,
      ),
    ]);
  });

  it("has nothing against the routes of parts that are not served", () => {
    const docs = ["/v1/a", "/llms.txt", "/metrics", "/admin"].map(pageAt);

    expect(pagesAtOwnRoutes(docs, { partner: false, agents: false, metrics: false })).toEqual([]);
    expect(pagesAtOwnRoutes(docs, ALL)).toHaveLength(4);
  });

  it("knows every route of the server", async () => {
    const { platform } = await createTestPlatform();
    const onError = (error: unknown) => {
      throw error;
    };
    const options = { guardProblem: null, proxyCount: 0, version: "1.0.0", onError };
    const chain = createChainRoutes(platform, { ...options, requestId: () => undefined });
    const metrics = createMetricsRoute({
      access: "loopback",
      metrics: { contentType: "text/plain", text: async () => "" },
    });
    const docs = createDocs(corpusFrom([]));
    const app = openApp({
      docs: () => docs,
      corpusDownload: () => null,
      assets: createAssets(),
      onError,
      chain,
      metrics,
      mcp: LOCAL,
    });
    const paths = app.routes
      .filter(({ method, path }) => ["GET", "ALL"].includes(method) && !["/", "/*"].includes(path))
      .map(({ path }) => path.replace(/[:*].*/, "x"));

    expect(paths).toContain("/graphql");
    for (const path of new Set(paths)) {
      expect([path, pagesAtOwnRoutes([pageAt(path)], ALL).length]).toEqual([path, 1]);
    }
  });
});
