import { describe, expect, it } from "vitest";
import { type CorpusDiff, diffCorpora } from "../../../generator/changes/diff.ts";
import type { UserConfig } from "../../../generator/config/config.ts";
import { prose } from "../../support/prose.ts";
import { generateFrom, type TreeFiles } from "../../support/tree.ts";

interface Sides {
  readonly before: TreeFiles;
  readonly after: TreeFiles;
  readonly config?: UserConfig;
  readonly newConfig?: UserConfig;
}

async function diff({ before, after, config, newConfig = config }: Sides): Promise<CorpusDiff> {
  const old = await generateFrom(before, config);
  const now = await generateFrom(after, newConfig);
  return diffCorpora(old.content, now.content);
}

const NOTHING: CorpusDiff = {
  added: [],
  removed: [],
  moved: [],
  changed: [],
  anchorsGone: [],
  brokenLinks: [],
  brokenAddresses: [],
  moves: [],
};

const TREE: TreeFiles = {
  "index.md": "# Home\n\n[install](guide/install.md#on-linux) and [use](guide/use.md)",
  "guide/install.md": "# Install\n\n## On Linux\n\n## On Mac",
  "guide/use.md": "# Use\n\n[[install]]",
};

/** Returns the tree with some files changed; null removes a file. */
function changed(changes: Record<string, string | null>): TreeFiles {
  const files = { ...TREE, ...changes };
  return Object.fromEntries(Object.entries(files).filter(([, text]) => text !== null)) as TreeFiles;
}

describe("diffCorpora", () => {
  it("diff: the same corpus has no differences", async () => {
    expect(await diff({ before: TREE, after: TREE })).toEqual(NOTHING);
  });

  it("diff: added", async () => {
    const after = changed({ "guide/new.md": "# New" });

    expect(await diff({ before: TREE, after })).toEqual({ ...NOTHING, added: ["guide/new"] });
  });

  it("diff: a new heading breaks nothing", async () => {
    const after = changed({ "guide/install.md": `${TREE["guide/install.md"]}\n\n## On Windows` });

    expect(await diff({ before: TREE, after })).toEqual({
      ...NOTHING,
      changed: [{ id: "guide/install", fields: ["headings", "body"] }],
    });
  });

  it("diff: a page whose links follow what moved is not changed", async () => {
    const before = { "a/use.md": "# Use", "wiki.md": "# Wiki\n\n[[use]]", "b.md": "[x](a/use.md)" };
    const { "a/use.md": text, ...rest } = before;
    const after = { ...rest, "c/use.md": text, "b.md": "[x](c/use.md)" };

    expect(await diff({ before, after })).toMatchObject({
      changed: [],
      moved: [{ from: "a/use", to: "c/use" }],
    });
  });
  it("diff: a page is changed if a link of it leads elsewhere for another reason, or its text is another", async () => {
    const before = { ...TREE, "a.md": "[x](guide/use.md)", "b.md": "[x](guide/use.md)" };
    const after = { ...before, "a.md": "[x](guide/install.md)", "b.md": "[y](guide/use.md)" };

    expect((await diff({ before, after })).changed).toEqual([
      { id: "a", fields: ["body", "links"] },
      { id: "b", fields: ["body"] },
    ]);
  });

  it("diff: removed, with the links and addresses that break", async () => {
    const after = changed({ "guide/use.md": null });

    expect(await diff({ before: TREE, after })).toEqual({
      ...NOTHING,
      removed: ["guide/use"],
      brokenLinks: [{ from: "index", to: "guide/use" }],
      brokenAddresses: ["/docs/guide/use", "/docs/guide/use#use"],
    });
  });

  it("diff: a removed heading that another page links to is named", async () => {
    const after = changed({ "guide/install.md": "# Install\n\n## On Unix\n\n## On Mac" });

    expect(await diff({ before: TREE, after })).toEqual({
      ...NOTHING,
      changed: [{ id: "guide/install", fields: ["headings", "body"] }],
      anchorsGone: [{ id: "guide/install", anchor: "on-linux" }],
      brokenLinks: [{ from: "index", to: "guide/install#on-linux" }],
      brokenAddresses: ["/docs/guide/install#on-linux"],
    });
  });

  it("diff: a removed heading without links in the docs still breaks deep links from outside", async () => {
    const after = changed({ "guide/install.md": "# Install\n\n## On Linux" });

    expect(await diff({ before: TREE, after })).toMatchObject({
      anchorsGone: [{ id: "guide/install", anchor: "on-mac" }],
      brokenLinks: [],
      brokenAddresses: ["/docs/guide/install#on-mac"],
    });
  });

  it("diff: a heading below depth 4 does not have its own address in the outline", async () => {
    const before = { "a.md": "# A\n\n##### Deep" };

    expect(await diff({ before, after: { "a.md": "# A\n\n" } })).toMatchObject({
      anchorsGone: [],
      brokenAddresses: [],
    });
  });

  it("diff: a link that is changed along with its heading breaks nothing here", async () => {
    const after = changed({
      "index.md": "# Home\n\n[install](guide/install.md#on-unix) and [use](guide/use.md)",
      "guide/install.md": "# Install\n\n## On Unix\n\n## On Mac",
    });

    expect(await diff({ before: TREE, after })).toMatchObject({
      brokenLinks: [],
      brokenAddresses: ["/docs/guide/install#on-linux"],
    });
  });

  it("diff: a link that was dead before is not broken now", async () => {
    const before = { "a.md": "# A\n\n[x](gone.md) [y](b.md#gone)", "b.md": "# B" };
    const after = { ...before, "b.md": "# B\n\nMore." };

    expect(await diff({ before, after })).toEqual({
      ...NOTHING,
      changed: [{ id: "b", fields: ["body"] }],
    });
  });

  it.each([
    ["a relative link", "[x](s/gone.md)"],
    ["a relative link without extension", "[x](s/gone)"],
    ["a site path", "[x](/docs/s/gone)"],
    ["a root-relative path", "[x](/s/gone)"],
    ["a wiki link with its path", "[[s/gone]]"],
    ["a wiki link by name", "[[gone]]"],
    ["a wiki link by title", "[[A title]]"],
    ["HTML", "<a href='s/gone'>x</a>"],
    ["the site's address", "[x](https://docs.acme.example/docs/s/gone#a-title)"],
  ])("diff: reports the removal of a page that %s leads to", async (_, link) => {
    const before = { "a.md": `# A\n\n${link}`, "s/gone.md": "# A title", "t/b.md": "# B" };
    const { "s/gone.md": _gone, ...after } = before;
    const config = { siteUrl: "https://docs.acme.example" };

    expect((await diff({ before, after, config })).brokenLinks).toEqual([
      { from: "a", to: "s/gone" },
    ]);
  });

  it("diff: reports links to a folder whose index was removed", async () => {
    const before = { "a.md": "[x](s/) [y](t/)", "s/index.md": "# S", "t/README.md": "# T" };
    const after = { "a.md": before["a.md"] };

    expect((await diff({ before, after })).brokenLinks).toEqual([
      { from: "a", to: "s/index" },
      { from: "a", to: "t/README" },
    ]);
  });

  it("diff: moved, with the old addresses that break", async () => {
    const after = changed({
      "index.md": "# Home\n\n[install](start/install.md#on-linux) and [use](guide/use.md)",
      "guide/install.md": null,
      "start/install.md": TREE["guide/install.md"] as string,
    });

    expect(await diff({ before: TREE, after })).toMatchObject({
      added: [],
      removed: [],
      moved: [
        {
          from: "guide/install",
          to: "start/install",
          oldSlug: "/docs/guide/install",
          newSlug: "/docs/start/install",
        },
      ],
      anchorsGone: [],
      brokenLinks: [],
      brokenAddresses: [
        "/docs/guide/install",
        "/docs/guide/install#install",
        "/docs/guide/install#on-linux",
        "/docs/guide/install#on-mac",
      ],
    });
  });

  it("diff: moved and changed a little, with what changed in it", async () => {
    const text = `# Use\n\n${prose("use")}`;
    const before = changed({ "guide/use.md": text });
    const after = changed({ "guide/use.md": null, "guide/usage.md": `${text} More.` });

    expect(await diff({ before, after })).toMatchObject({
      added: [],
      removed: [],
      moved: [{ from: "guide/use", to: "guide/usage" }],
      changed: [{ id: "guide/usage", fields: ["body"] }],
      brokenLinks: [{ from: "index", to: "guide/use" }],
    });
  });

  it("diff: a page with the same title and headings and another text is another page", async () => {
    const before = { "a.md": `# Use\n\n${prose("one")}\n\n## Part` };
    const after = { "b.md": `# Use\n\n${prose("two")}\n\n## Part` };

    expect(await diff({ before, after })).toMatchObject({
      added: ["b"],
      removed: ["a"],
      moved: [],
    });
  });

  it("diff: of two identical new pages, neither is where the old one moved", async () => {
    const before = { "a.md": "# Same" };

    expect(await diff({ before, after: { "b.md": "# Same", "c.md": "# Same" } })).toMatchObject({
      added: ["b", "c"],
      removed: ["a"],
      moved: [],
    });
  });

  it("diff: pages without text are not one page that moved", async () => {
    const before = { "a.md": "---\ntitle: One\n---\n" };

    expect(await diff({ before, after: { "b.md": "---\ntitle: Two\n---\n" } })).toMatchObject({
      added: ["b"],
      removed: ["a"],
      moved: [],
    });
  });

  it("diff: another base moves every page, and breaks every address", async () => {
    const before = { "a.md": "# A", "b.md": "No heading" };
    const result = await diff({
      before,
      after: before,
      config: {},
      newConfig: { base: "/manual" },
    });
    const move = { confidence: 1, reason: "The page has another address." };

    expect(result).toEqual({
      ...NOTHING,
      moves: [
        { from: "/docs/a", to: "/manual/a", ...move },
        { from: "/docs/b", to: "/manual/b", ...move },
      ],
      moved: [
        { from: "a", to: "a", oldSlug: "/docs/a", newSlug: "/manual/a" },
        { from: "b", to: "b", oldSlug: "/docs/b", newSlug: "/manual/b" },
      ],
      brokenAddresses: ["/docs/a", "/docs/a#a", "/docs/b"],
    });
  });

  it.each([
    ["title", "---\ntitle: B\n---\n# A\n"],
    ["description", "---\ndescription: d\n---\n# A\n"],
    ["body", "# A\n\ntext"],
  ])("diff: changed in its %s", async (field, text) => {
    expect(await diff({ before: { "a.md": "# A\n" }, after: { "a.md": text } })).toEqual({
      ...NOTHING,
      changed: [{ id: "a", fields: [field] }],
    });
  });
});
