import { describe, expect, it } from "vitest";
import type { Corpus } from "../../../corpus/open/corpus.ts";
import { findLinks } from "../../../generator/markdown/links.ts";
import { loadParser } from "../../../generator/markdown/markdown.ts";
import { allNodes } from "../../../generator/markdown/markdown-nodes.ts";
import { Addresses } from "../../../runtime/agents/addresses.ts";
import { llmsTxt } from "../../../runtime/agents/llms-txt.ts";
import { pageMarkdown, pageText, sectionMarkdown } from "../../../runtime/agents/page-markdown.ts";
import { openFolder, openTree } from "../../support/agents.ts";
import { ROOT } from "../../support/command.ts";
import { HANDBOOK } from "../../support/tree.ts";

const TREE = {
  "index.md": "# Home\n\nWelcome.\n",
  "guide/index.md": "# Guide\n",
  "guide/first steps.md": [
    "---\ntitle: First steps\ndescription: Where to\n---\n",
    "# First steps\n",
    "To [the guide](./), [home](../index.md#home), [here](#next), [self](first%20steps.md).\n",
    "![A picture](pictures/a.png) [a file](/files/b.zip?c#d) [outside](https://example.org/e.md)\n",
    "[the site](https://docs.example.com/x/docs/guide/index) [[Guide]] [[Guide#Guide|it]]\n",
    "[a page that is gone](gone.md) [mail](mailto:a@example.org)\n",
    "## Next\n\nA.\n\n### Below\n\nB.\n\n## Last\n\nC.\n",
  ].join("\n"),
};
const SITE = { siteUrl: "https://docs.example.com/x/" };
const PUBLIC_URL = "https://agents.example.com";

describe("pageMarkdown", () => {
  it("is title, description, a line that points to /llms.txt, and the body without its title", async () => {
    const corpus = await openTree(TREE);

    const text = pageMarkdown(docOf(corpus, "guide/first steps"), new Addresses(corpus));

    expect(text.split("\n").slice(0, 7)).toEqual([
      "# First steps",
      "",
      "> Where to",
      "",
      "All pages: /llms.txt",
      "",
      "To [the guide](/docs/guide/index.md), [home](/docs/index.md#home), [here](/docs/guide/first%20steps.md#next), [self](/docs/guide/first%20steps.md).",
    ]);
    expect(text).toMatch(/[^\n]\n$/);
  });

  it("has root-relative addresses if neither site nor docgate has a known address", async () => {
    const corpus = await openTree(TREE);

    const text = pageMarkdown(docOf(corpus, "guide/first steps"), new Addresses(corpus));

    expect(text).toContain("![A picture](/docs/guide/pictures/a.png) [a file](/files/b.zip?c#d)");
    expect(text).toContain("[outside](https://example.org/e.md)");
    expect(text).toContain("[Guide](/docs/guide/index.md) [it](/docs/guide/index.md#guide)");
    expect(text).toContain(
      "[a page that is gone](/docs/guide/gone.md) [mail](mailto:a@example.org)",
    );
  });

  it("has absolute addresses: pages at docgate, everything else on the site", async () => {
    const corpus = await openTree(TREE, SITE);

    const text = pageMarkdown(
      docOf(corpus, "guide/first steps"),
      new Addresses(corpus, PUBLIC_URL),
    );

    expect(text).toContain("All pages: https://agents.example.com/llms.txt");
    expect(text).toContain("[home](https://agents.example.com/docs/index.md#home)");
    expect(text).toContain("(https://docs.example.com/x/docs/guide/pictures/a.png)");
    expect(text).toContain("[a file](https://docs.example.com/x/files/b.zip?c#d)");
    expect(text).toContain("[the site](https://agents.example.com/docs/guide/index.md)");
  });

  it("is the same for a base that is not /docs, and for none", async () => {
    for (const base of ["", "/a/b", "/ü"]) {
      const corpus = await openTree(TREE, { base });

      const text = pageMarkdown(docOf(corpus, "guide/first steps"), new Addresses(corpus));

      expect(text).toContain(`[home](${encodeURI(base)}/index.md#home)`);
      expect(text).toContain(`![A picture](${encodeURI(base)}/guide/pictures/a.png)`);
    }
  });

  it("repeats no hidden text of title and description on its lines", async () => {
    const corpus = await openTree({
      "a.md": '---\ntitle: "A\\u200b\\nB <!-- c -->"\ndescription: "D\\n# E\\u202e"\n---\n',
    });

    const text = pageMarkdown(docOf(corpus, "a"), new Addresses(corpus));

    expect(text).toBe("# A B\n\n> D # E\n\nAll pages: /llms.txt\n");
  });

  it("gives the links in a description addresses that lead somewhere, in lists too", async () => {
    const tree = {
      "s/a.md": "---\ndescription: See [b](b.md#c), [d](/docs/d) and [e](/e).\n---\n\n# A\n",
      "s/b.md": "# B\n",
      "d.md": "# D\n",
    };
    const corpus = await openTree(tree, SITE);
    const addresses = new Addresses(corpus, PUBLIC_URL);

    const description =
      "See [b](https://agents.example.com/docs/s/b.md#c), " +
      "[d](https://agents.example.com/docs/d.md) and [e](https://docs.example.com/x/e).";
    expect(pageMarkdown(docOf(corpus, "s/a"), addresses)).toContain(`\n> ${description}\n`);
    expect(llmsTxt(corpus, addresses)[0]).toContain(`: ${description}\n`);
  });

  it.each([HANDBOOK, `${ROOT}/content`])(
    "leads to every page that a page links to: %s",
    async (root) => {
      const parse = await loadParser("auto");
      const corpus = await openFolder(root);
      const addresses = new Addresses(corpus);
      const byAddress = new Map(corpus.docs.map((doc) => [`${doc.slug}.md`, doc]));

      for (const doc of corpus.docs) {
        const text = pageText(doc, addresses).read(0, doc.body.length);
        const targets = findLinks(allNodes(parse(text)), { source: text }).links.map(
          ({ target }) => target,
        );
        const linked = targets.flatMap(
          (target) => byAddress.get(target.replace(/#.*$/s, "")) ?? [],
        );
        const ids = new Set(linked.map(({ id }) => id));
        ids.delete(doc.id);
        expect([...ids], doc.path).toEqual(doc.links);
        expect(
          targets.filter((target) => !/^(?:\/|[a-z]+:)/.test(target)),
          doc.path,
        ).toEqual([]);
      }
    },
  );
});

describe("sectionMarkdown", () => {
  it("is a heading with everything up to the next one of the same or a higher level", async () => {
    const corpus = await openTree(TREE);
    const doc = docOf(corpus, "guide/first steps");
    const section = (anchor: string) =>
      sectionMarkdown(doc, { anchor, addresses: new Addresses(corpus) });

    expect(section("next")).toBe("## Next\n\nA.\n\n### Below\n\nB.\n");
    expect(section("below")).toBe("### Below\n\nB.\n");
    expect(section("last")).toBe("## Last\n\nC.\n");
    expect(section("first-steps")).toContain("C.\n");
    expect(section("none")).toBeNull();
  });
});

function docOf(corpus: Corpus, id: string) {
  return corpus.docs.find((doc) => doc.id === id)!;
}
