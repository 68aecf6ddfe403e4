import { describe, expect, it } from "vitest";
import type { ParserName } from "../../../generator/config/generation.ts";
import { createVocabulary } from "../../../generator/index/vocabulary.ts";
import { countWords } from "../../../generator/markdown/words.ts";
import { collect } from "../../../generator/read/collect.ts";
import { readAll } from "../../../generator/read/pool.ts";
import type { ReadResult } from "../../../generator/read/read.ts";
import { HOSTILE_PAGES } from "../../support/hostile-pages.ts";
import { PAGE_SETTINGS } from "../../support/page-settings.ts";
import { makeTree, type TreeFiles } from "../../support/tree.ts";

/** Larger than a page that is read without a thread. */
const LARGE = "Some words.\n\n".repeat(4_000);

/** A budget that no thread can meet. */
const NO_TIME_MS = 1;
/** A budget that only hostile pages exceed. */
const HASTY_MS = 1_000;

const TOO_LONG =
  "unreadable-file: Cannot read file: The page takes more than 0.001 seconds of CPU time to read: split it, or write it with less markup";

interface ReadSettings {
  readonly jobs: number;
  readonly budgetMs?: number;
  readonly parser?: ParserName;
}

async function resultsOf(
  files: TreeFiles,
  { jobs, budgetMs, parser = "auto" }: ReadSettings,
): Promise<ReadResult["result"][]> {
  const { files: found } = await collect(await makeTree(files), { include: ["**"], ignore: [] });
  const results = await readAll(found, {
    ...PAGE_SETTINGS,
    includeRoot: ".",
    jobs,
    known: { vocabulary: createVocabulary(), recall: () => null, keep: () => {} },
    parser,
    verifyParser: false,
    onProgress: () => {},
    ...(budgetMs && { budgetMs }),
  });
  return results.map(({ result }) => result);
}

/** Returns the result for each file: its number of words, or the message of its problem. */
async function read(
  files: TreeFiles,
  settings: ReadSettings,
): Promise<Record<string, number | string>> {
  const results = await resultsOf(files, settings);
  return Object.fromEntries(
    results.map((result) =>
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
      "b.md": TOO_LONG,
      "c.md": 2,
      "d.md": TOO_LONG,
    });
  });

  it("DOC-A16: such a page is also found in a batch of many", async () => {
    const small = Array.from({ length: 130 }, (_, place) => [`${place}.md`, "word"]);
    const hostile = HOSTILE_PAGES["nested quotes"]!(200_000);
    const files = { ...Object.fromEntries(small), "77-hostile.md": hostile };

    const results = await resultsOf(files, { jobs: 2, budgetMs: HASTY_MS });

    expect(results.flatMap((page) => ("problems" in page ? page.problems : page))).toMatchObject([
      { rule: "page-too-complex", file: "77-hostile.md" },
    ]);
    expect(results).toHaveLength(131);
  });

  it.each<[parser: ParserName, name: string, page: string]>([
    ["auto", "nested quotes", HOSTILE_PAGES["nested quotes"]!(200_000)],
    ["remark", "mixed emphasis", HOSTILE_PAGES["mixed emphasis"]!(100_000)],
    ["remark", "small nested images", HOSTILE_PAGES["nested images"]!(32_000)],
    ["auto", "many definitions of one label", "[a]\n\n[a]: /u\n".repeat(60_000)],
  ])(
    "ATTACK-T290: with %s, a page of %s beyond the budget keeps its text",
    async (parser, _, text) => {
      const body = `${text}\nword\n`;
      const hostile = `---\ntitle: Kept\ndraft: true\n---\n${body}`;
      const files = { "a.md": "one", "b.md": hostile, "c.md": "one two" };

      const [, page, sound] = await resultsOf(files, { parser, jobs: 1, budgetMs: HASTY_MS });

      expect(page).toMatchObject({
        title: "Kept",
        isDraft: true,
        headings: [],
        links: [],
        wordCount: countWords(body),
        problems: [{ rule: "page-too-complex", line: 1 }],
      });
      expect(sound).toMatchObject({ wordCount: 2, problems: [] });
    },
  );

  it("ATTACK-T291: a page whose frontmatter is beyond the budget keeps its body", async () => {
    const yaml = HOSTILE_PAGES["frontmatter of keys"]!(600_000);

    const [page] = await resultsOf(
      { "a-page.md": `${yaml}# A\n` },
      { jobs: 1, budgetMs: HASTY_MS },
    );

    expect(page).toMatchObject({
      title: "A page",
      headings: [],
      wordCount: 2,
      problems: [{ rule: "page-too-complex", line: 1 }],
    });
  });

  it("DOC-A16: a large page gives the same result in a thread", async () => {
    expect(await read({ "a.md": LARGE }, { jobs: 1 })).toEqual({ "a.md": 8_000 });
  });
});
