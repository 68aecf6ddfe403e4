import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../generator/config/config.ts";
import { createVocabulary } from "../../../generator/index/vocabulary.ts";
import { collect } from "../../../generator/read/collect.ts";
import { readAll } from "../../../generator/read/pool.ts";
import { makeTree, type TreeFiles } from "../../support/tree.ts";

/** Larger than a page that is read without a thread. */
const LARGE = "Some words.\n\n".repeat(4_000);

/** A budget that no thread can meet. */
const NO_TIME_MS = 1;

/** Returns the result for each file: its number of words, or the message of its problem. */
async function read(
  files: TreeFiles,
  { jobs, budgetMs }: { readonly jobs: number; readonly budgetMs?: number },
): Promise<Record<string, number | string>> {
  const config = parseConfig({});
  const { files: found } = await collect(await makeTree(files), config);
  const results = await readAll(found, {
    ...config,
    jobs,
    known: { vocabulary: createVocabulary(), recall: () => null, keep: () => {} },
    parser: "auto",
    verifyParser: false,
    onProgress: () => {},
    ...(budgetMs && { budgetMs }),
  });
  return Object.fromEntries(
    results.map(({ result }) =>
      "rule" in result
        ? [result.file, `${result.rule}: ${result.message}`]
        : [result.path, result.wordCount],
    ),
  );
}

describe("readAll", () => {
  it("DOC-A16: a page that takes too long is a separate problem; all others are read", async () => {
    const files = { "a.md": "one", "b.md": LARGE, "c.md": "one two", "d.md": LARGE };

    expect(await read(files, { jobs: 1, budgetMs: NO_TIME_MS })).toEqual({
      "a.md": 1,
      "b.md": "unreadable-file: Cannot read file: It took more than 0.001 seconds",
      "c.md": 2,
      "d.md": "unreadable-file: Cannot read file: It took more than 0.001 seconds",
    });
  });

  it("DOC-A16: such a page is also found in a batch of many", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 130 }, (_, place) => [`${place}.md`, "word"]),
    );

    const results = Object.values(await read(files, { jobs: 2, budgetMs: NO_TIME_MS }));

    expect(results).toHaveLength(130);
    expect(new Set(results)).toEqual(
      new Set(["unreadable-file: Cannot read file: It took more than 0.001 seconds"]),
    );
  });

  it("DOC-A16: a large page gives the same result in a thread", async () => {
    expect(await read({ "a.md": LARGE }, { jobs: 1 })).toEqual({ "a.md": 8_000 });
  });
});
