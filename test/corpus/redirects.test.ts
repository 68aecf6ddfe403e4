import { describe, expect, it } from "vitest";
import { redirectOf } from "../../corpus/redirects.ts";
import type { Redirect } from "../../corpus/schema.ts";
import { generateFrom } from "../support/tree.ts";

const DOCS = {
  "index.md": "# Home\n\n## Part",
  "guide/install.md": "# Install\n\n## On Linux",
  "languages/c#.md": "# C#\n\n## Types",
};

async function ask(
  redirects: readonly Redirect[],
  address: { slug: string; anchor?: string },
): Promise<unknown> {
  const text = JSON.stringify({ version: 1, redirects });
  const { content } = await generateFrom({ ...DOCS, "redirects.json": text });
  return redirectOf(content, address);
}

describe("redirectOf", () => {
  it("leads from the slug of a page to another slug", async () => {
    expect(await ask([{ from: "a b", to: "guide/install" }], { slug: "/docs/a%20b" })).toEqual({
      to: "/docs/guide/install",
    });
  });

  it("leads to a part of a page, and from one", async () => {
    const redirects = [{ from: "index#old", to: "guide/install#on-linux" }];

    expect(await ask(redirects, { slug: "/docs/index", anchor: "old" })).toEqual({
      to: "/docs/guide/install#on-linux",
    });
  });

  it("keeps the anchor that the new page has, as browsers do, and no other", async () => {
    const redirects = [{ from: "old", to: "guide/install" }];

    expect(await ask(redirects, { slug: "/docs/old", anchor: "on-linux" })).toEqual({
      to: "/docs/guide/install#on-linux",
    });
    expect(await ask(redirects, { slug: "/docs/old", anchor: "on-mac" })).toEqual({
      to: "/docs/guide/install",
    });
  });

  it("the entry of an anchor comes before that of its page", async () => {
    const redirects = [
      { from: "old", to: null },
      { from: "old#part", to: "index#part" },
    ];

    expect(await ask(redirects, { slug: "/docs/old", anchor: "part" })).toEqual({
      to: "/docs/index#part",
    });
    expect(await ask(redirects, { slug: "/docs/old", anchor: "other" })).toEqual({ gone: true });
  });

  it("says what is gone for good", async () => {
    expect(await ask([{ from: "old", to: null }], { slug: "/docs/old" })).toEqual({ gone: true });
  });

  it("follows a chain to its end", async () => {
    const redirects = [
      { from: "a", to: "b" },
      { from: "b", to: "c" },
      { from: "c", to: "index" },
    ];

    expect(await ask(redirects, { slug: "/docs/a" })).toEqual({ to: "/docs/index" });
  });

  it("a page in the docs is not redirected, nor a place on it", async () => {
    const redirects = [
      { from: "index", to: null },
      { from: "index#part", to: null },
    ];

    expect(await ask(redirects, { slug: "/docs/index" })).toBeNull();
    expect(await ask(redirects, { slug: "/docs/index", anchor: "part" })).toBeNull();
  });

  it.each<[string, Redirect]>([
    ["a loop", { from: "a", to: "a" }],
    ["a page that does not exist", { from: "a", to: "gone" }],
    ["another address", { from: "b", to: "index" }],
  ])("an entry for %s leads nowhere", async (_, redirect) => {
    expect(await ask([redirect], { slug: "/docs/a" })).toBeNull();
  });

  it("a # at the end belongs to the id", async () => {
    const redirects = [
      { from: "c#", to: "languages/c#" },
      { from: "cs", to: "languages/c##types" },
    ];

    expect(await ask(redirects, { slug: "/docs/c%23" })).toEqual({ to: "/docs/languages/c%23" });
    expect(await ask(redirects, { slug: "/docs/cs" })).toEqual({
      to: "/docs/languages/c%23#types",
    });
  });
});
