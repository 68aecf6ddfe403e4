import { describe, expect, it } from "vitest";
import { serializeCorpus } from "../../corpus/write/write.ts";
import { openBytes } from "../support/corpora.ts";
import { generateFrom } from "../support/tree.ts";

describe("generate, of a page with more combining marks in a row than any word has", () => {
  const marks = "\u0316\u0301".repeat(200_000);

  it.each([
    ["text", `a${marks}`],
    ["heading", `# a${marks}`],
    ["link", `[a](./a${marks}.md)`],
    ["link to a heading", `# One\n\n[[page#a${marks}]]`],
    // Frontmatter can have up to 65 536 characters.
    ["title", `---\ntitle: a${marks.slice(0, 65_000)}\n---\n`],
  ])("takes bounded time for them in a %s", { timeout: 20_000 }, async (_, text) => {
    const { content } = await generateFrom({ "page.md": text });
    const { corpus } = openBytes(serializeCorpus(content))!;

    expect(corpus.search.matches(`A${marks.slice(0, 100)}`)).toEqual(corpus.docs);
  });
});
