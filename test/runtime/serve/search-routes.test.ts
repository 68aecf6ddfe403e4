import { describe, expect, it } from "vitest";
import type { Doc } from "../../../corpus/schema.ts";
import type { Hit, HitList } from "../../../corpus/search/words/hits.ts";
import { openTree } from "../../support/agents.ts";
import { serveCorpus } from "../../support/served-pages.ts";

const PAGES = {
  "guide/install.md":
    "Before.\n\n# Install\n\nThe `installer` runs.\n\n## On Linux\n\nUse apt to install it.\n",
  "über/uns.md": "# Über uns\n\nWir installieren.\n",
};
const QUERIES = ["install", "instal linux", '"to install"', "Before", "über", "nothing at all", ""];

describe("/search.json", () => {
  it("is what JSON.stringify and Response.json make of hits of the library, byte for byte", async () => {
    const corpus = await openTree(PAGES);
    const app = serveCorpus(corpus);
    for (const query of QUERIES) {
      for (const section of [undefined, "guide"]) {
        const given = new URLSearchParams({ q: query, ...(section && { section }) });
        const answered = await (await app.request(`/search.json?${given}`)).text();
        const found = corpus.search.hits(query, { section });

        expect(JSON.stringify(found)).toBe(answered);
        expect(await Response.json(found).text()).toBe(answered);
        expect(JSON.stringify(structuredClone(found))).toBe(answered);
      }
    }
  });

  it("has no page in it; the library gives it with each hit", async () => {
    const corpus = await openTree(PAGES);
    const found: HitList<Doc> = corpus.search.hits("apt");
    const [hit] = found.items as [Hit<Doc>];

    expect(JSON.stringify(found)).not.toContain("body");
    expect({ ...hit }).toEqual({
      id: "guide/install",
      title: "Install",
      heading: "On Linux",
      slug: "/docs/guide/install#on-linux",
      breadcrumbs: ["Install"],
      excerpt: { text: "Use apt to install it.", marks: [[4, 7]] },
      missing: [],
    });
    expect(hit.doc).toBe(corpus.docs.find(({ id }) => id === "guide/install"));
    expect(hit.docHeading).toBe(hit.doc.headings[1]);
    expect(corpus.search.hits("before").items[0]).toMatchObject({
      heading: null,
      docHeading: null,
    });
  });
});

describe("/search.json?where", () => {
  const page = (frontmatter: string) =>
    `---\n${frontmatter}\n---\n# Install\n\nRun the installer.\n`;
  const open = () =>
    openTree(
      {
        "a.md": page("tags: [cli, new]\norder: 1\nisOld: true"),
        "b.md": page("tags: [cli]\norder: 2.5\nstate: in review"),
        "c.md": page("updated: 2026-01-31"),
      },
      {
        fields: {
          tags: "string[]",
          order: "number",
          isOld: "boolean",
          updated: "date",
          state: { type: "enum", values: ["in review", "done"] },
        },
      },
    );
  let opened: ReturnType<typeof open> | undefined;
  const ask = async (parameters: string) => {
    opened ??= open();
    return serveCorpus(await opened).request(`/search.json?q=installer${parameters}`);
  };

  it.each([
    ["&where.tags=cli", ["a", "b"]],
    ["&where.tags=cli&where.tags.has=new", ["a"]],
    ["&where.order=2.5", ["b"]],
    ["&where.order.gte=1&where.order.lt=2", ["a"]],
    ["&where.order.in=1&where.order.in=2.5&where.isOld.exists=false", ["b"]],
    ["&where.isOld=true", ["a"]],
    ["&where.state=in%20review", ["b"]],
    ["&where.updated=2026-01-31T01:00%2B01:00", ["c"]],
    ["", ["a", "b", "c"]],
  ])("%s finds places on the pages that fit", async (parameters, ids) => {
    const { items } = (await (await ask(parameters)).json()) as HitList;

    expect(items.map(({ id }) => id).sort()).toEqual(ids);
  });

  it.each([
    [
      "&where.tgas=cli",
      'Unknown field "tgas": expected one of tags, order, isOld, updated, state.',
    ],
    ["&where.tags.eq=cli", 'Unknown operator "eq" of field "tags": expected one of has, exists.'],
    ["&where.order=many", '"eq" of field "order" must be a finite number, but it is "many".'],
    ["&where.=1", 'Unknown field "": expected one of tags, order, isOld, updated, state.'],
    ["&where.order.gt=1", "Limit of 100 conditions in filters exceeded.", 101],
  ])("%s is refused with 400", async (parameters, message, times = 1) => {
    const answer = await ask(parameters.repeat(times));

    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ message });
  });
});
