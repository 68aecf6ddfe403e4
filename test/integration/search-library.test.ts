import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { build, type Rolldown } from "vite";
import { describe, expect, it } from "vitest";
import { loadCorpus } from "../../corpus/read/read.ts";
import { ROOT } from "../support/command.ts";
import { writeHandbookCorpus } from "../support/server.ts";
import { makeFolder } from "../support/tree.ts";

const QUERIES = ["serach limits", "instal on linux", '"piece of text"', "検索", "überblick", ""];

describe("docgate/search", () => {
  it("is one script without imports, and gives in it the hits of a loaded corpus", async () => {
    const file = await writeHandbookCorpus(join(await makeFolder(), "corpus.json"));
    const corpus = await loadCorpus(file);
    const { docs } = JSON.parse(await readFile(file, "utf8"));
    // Nothing of Node.js is there, as in a browser.
    const page = createContext({ docs, queries: QUERIES });
    runInContext(await bundle(), page);

    const found = runInContext(
      "JSON.stringify(queries.map((query) => search.createWordSearch(docs, search.indexWords(docs)).hits(query)))",
      page,
    );

    expect(JSON.parse(found)).toEqual(
      JSON.parse(JSON.stringify(QUERIES.map((query) => corpus.search.hits(query)))),
    );
  });
});

/** @returns the code as a script that sets `search` */
async function bundle(): Promise<string> {
  const entry = join(ROOT, "corpus/search/exports.ts");
  const built = (await build({
    configFile: false,
    logLevel: "silent",
    build: { write: false, lib: { entry, name: "search", formats: ["iife"] } },
  })) as Rolldown.RolldownOutput[];
  const [{ output }] = built as [Rolldown.RolldownOutput];
  expect(output).toHaveLength(1);
  expect(output[0].imports).toEqual([]);
  return output[0].code;
}
