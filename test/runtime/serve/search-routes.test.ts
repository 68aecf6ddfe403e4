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
