import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadCorpus } from "../../corpus/read/read.ts";
import { createDocs } from "../../runtime/docs/execute/queries.ts";
import { createAssets } from "../../runtime/serve/assets.ts";
import { openApp } from "../support/app.ts";
import { ROOT, runDocgate } from "../support/command.ts";
import { readQueries } from "../support/readme.ts";
import { makeSharedFolder } from "../support/tree.ts";

const QUERIES = await readQueries();

describe("the queries of the README", () => {
  const folder = makeSharedFolder();

  it("are answered over docgate's own documentation as the README says", async () => {
    const file = join(folder(), "corpus.json");
    await runDocgate(["generate", "content", "--no-cache", "--out", file], { cwd: ROOT });
    const docs = createDocs(await loadCorpus(file));
    const assets = createAssets({ directory: "no such folder" });
    const onError = (error: unknown) => {
      throw error;
    };
    const app = openApp({ docs: () => docs, assets, onError });

    expect(QUERIES).toHaveLength(2);
    for (const { body, answer } of QUERIES) {
      const headers = { "Content-Type": "application/json" };
      const response = await app.request("/graphql", { method: "POST", headers, body });
      expect(await response.json()).toEqual(answer);
    }
  });
});
