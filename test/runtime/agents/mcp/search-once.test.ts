import { describe, expect, it } from "vitest";
import type { Corpus } from "../../../../corpus/open/corpus.ts";
import type { Doc } from "../../../../corpus/schema.ts";
import { createWordSearch, type HitOptions } from "../../../../corpus/search/words/hits.ts";
import { indexWords } from "../../../../corpus/search/words/index/write-index.ts";
import { libraryOf } from "../../../../runtime/agents/mcp/create-library.ts";
import { searchDocs } from "../../../../runtime/agents/mcp/tools/search-docs.ts";
import { openTree } from "../../../support/agents.ts";
import { finish } from "../../../support/finish.ts";

/** Returns a corpus that counts how often it searches, and how often it reads the body of a page. */
function counting(corpus: Corpus) {
  const reads = new Map<string, number>();
  const docs = corpus.docs.map((doc): Doc => {
    const { body, marks } = doc;
    return Object.defineProperty({ ...doc, marks }, "body", {
      get() {
        reads.set(doc.id, (reads.get(doc.id) ?? 0) + 1);
        return body;
      },
    });
  });
  const words = createWordSearch(docs, indexWords(docs));
  let searches = 0;
  const search = {
    ...corpus.search,
    ...words,
    hitsInSteps(query: string, options?: HitOptions) {
      searches++;
      return words.hitsInSteps(query, options);
    },
  };
  reads.clear();
  const library = libraryOf({ ...corpus, docs, search } as Corpus, undefined);
  return { library, reads, searches: () => searches };
}

const VERSIONS = Object.fromEntries(
  ["v1", "v2", "v3"].flatMap((version) => [
    [`${version}/setup.md`, "# Setup\n\nRun the installer.\n\n## More\n\nThe installer again.\n"],
    [`${version}/only-${version}.md`, `# Only ${version}\n\nAn installer of ${version}.\n`],
  ]),
);

describe("searchDocs", () => {
  it.each([4, 20])("ranks once and reads each page once, with at most %i hits", async (limit) => {
    const { library, reads, searches } = counting(await openTree(VERSIONS));
    const given = { query: "installer", within: undefined, limit, maxTokens: 2_000 };
    const answer = finish(searchDocs(library, given));

    expect(answer).toContain("The same in v2, v3.");
    expect(searches()).toBe(1);
    const counts = [...reads.values()].sort((one, other) => other - one);
    // The text of the best place is read once more, as agents are given it.
    expect(counts).toEqual([2, ...counts.slice(1).fill(1)]);
  });
});
