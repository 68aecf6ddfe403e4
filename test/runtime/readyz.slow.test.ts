import { describe, expect, it } from "vitest";
import { createDocs } from "../../runtime/docs/execute/queries.ts";
import { createAssets } from "../../runtime/serve/assets.ts";
import { createChainRoutes } from "../../runtime/serve/chain-routes.ts";
import { openApp } from "../support/app.ts";
import { corpusFrom, makeDocs } from "../support/corpora.ts";
import { createTestPlatform } from "../support/platform.ts";

const docs = createDocs(corpusFrom(makeDocs(2)));
const OK = { state: "ok" };

interface ReadyOptions {
  /** Asks the store for its revision. Default: as a real one answers. */
  readonly revision?: () => Promise<number>;
  readonly guardProblem?: string | null;
}

/** Status and body of `/readyz`, and what an operator is told. */
async function readyz({ revision, guardProblem = null }: ReadyOptions = {}) {
  const { platform } = await createTestPlatform();
  const assets = createAssets({ directory: "no such folder" });
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const { installation } = platform.store.read;
  const kinds = { installation: { ...installation, ...(revision && { revision }) } };
  const store = { ...platform.store, read: { ...platform.store.read, ...kinds } };
  const options = { guardProblem, proxyCount: 0, version: "1.0.0", onError };
  const chain = createChainRoutes(
    { ...platform, store },
    { ...options, requestId: () => undefined },
  );
  const response = await openApp({ docs: () => docs, assets, onError, chain }).request("/readyz");
  return { status: response.status, body: await response.json(), errors };
}

describe("/readyz", () => {
  it("tells that all is there", async () => {
    expect(await readyz()).toEqual({
      status: 200,
      body: {
        status: "ready",
        corpus: docs.version,
        checks: { corpus: OK, store: OK, notices: OK },
      },
      errors: [],
    });
  });

  const fails = {
    status: 503,
    body: {
      status: "unavailable",
      failing: ["store"],
      corpus: docs.version,
      checks: { corpus: OK, store: { state: "fail", message: "does not answer" }, notices: OK },
    },
  };

  it("names the store that fails, and tells the operator why", async () => {
    const error = new Error("disk I/O error");
    const revision = () => Promise.reject(error);

    expect(await readyz({ revision })).toEqual({ ...fails, errors: [error] });
  });

  it("names the store that does not answer, and does not wait for it", async () => {
    const revision = () => new Promise<number>(() => {});

    expect(await readyz({ revision })).toEqual({ ...fails, errors: [] });
  });

  it("warns of notices that cannot be sent, for all else works", async () => {
    const { status, body } = await readyz({ guardProblem: "No guard." });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "ready",
      checks: { notices: { state: "warn", message: "No guard." } },
    });
  });
});
