import { describe, expect, it } from "vitest";
import { findDifferences, type ModelPage } from "../../../generator/built/match/differences.ts";
import { prose } from "../../support/prose.ts";
import { matchTrees, themed } from "./sites.ts";

function html(title: string, id: string): string {
  return themed(`<h1>${title}</h1><h2 id="${id}">What's new?</h2><p>${prose(title)}</p>`);
}

function markdown(title: string): string {
  return `# ${title}\n\n## What's new?\n\n${prose(title)}`;
}

describe("findDifferences", () => {
  const model: Readonly<Record<string, ModelPage>> = {
    "a.md": { address: "/a/", anchors: ["a", "whats-new"] },
    "b.md": { address: "/b", anchors: ["b", "what-s-new"] },
    "c.md": { address: "/c/", anchors: ["c", "whats-new"] },
    "old.md": { address: "/old/", anchors: ["old", "whats-new"] },
    "lost.md": { address: "/lost/", anchors: ["lost", "whats-new"] },
  };

  async function differences() {
    const match = await matchTrees({
      docs: {
        "a.md": markdown("Alpha"),
        "b.md": markdown("Beta"),
        "c.md": markdown("Gamma"),
        "old.md": `${markdown("Delta")}\n\n## Added since\n`,
        "lost.md": markdown("Epsilon"),
      },
      site: {
        "a/index.html": html("Alpha", "whats-new"),
        "b/index.html": html("Beta", "whats-new"),
        "x/c/index.html": html("Gamma", "whats-new"),
        "old/index.html": html("Delta", "whats-new"),
        "tags/index.html": themed("<h1>Tags</h1>"),
        "index.html": '<a href="/a/">a</a><a href="/b/">b</a>',
      },
    });
    return findDifferences(match, (path) => model[path] ?? null);
  }

  it("addresses, and whether only their form differs", async () => {
    const { addresses, addressShare } = await differences();

    expect(addresses).toEqual([
      { path: "b.md", model: "/b", site: "/b/", isForm: true },
      { path: "c.md", model: "/c/", site: "/x/c/", isForm: false },
    ]);
    expect(addressShare).toEqual({ right: 1, all: 3 });
  });

  it("anchors of headings below the title", async () => {
    const { anchors, anchorShare } = await differences();

    expect(anchors).toEqual([
      { path: "b.md", heading: "What's new?", model: "what-s-new", site: "whats-new" },
    ]);
    expect(anchorShare).toEqual({ right: 2, all: 3 });
  });

  it("pages that one of both lacks, or that are stale", async () => {
    expect(await differences()).toMatchObject({
      missing: ["lost.md"],
      stale: ["old.md"],
      rest: ["/", "/tags/"],
    });
  });

  it("a page that the model does not publish is not compared", async () => {
    const docs = { "a.md": markdown("Alpha") };
    const match = await matchTrees({ docs, site: { "a.html": html("Alpha", "new") } });

    expect(findDifferences(match, () => null)).toMatchObject({
      addresses: [],
      anchors: [],
      addressShare: { right: 0, all: 0 },
    });
  });
});
