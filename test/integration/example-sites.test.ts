import { execFile } from "node:child_process";
import { cp, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { loadCorpusFile } from "../../corpus/read/read.ts";
import { SITE_NAMES } from "../../generator/config/site-settings.ts";
import { ROOT, runShared } from "../support/command.ts";
import { makeFolder } from "../support/tree.ts";

const SITES = join(ROOT, "examples/sites");

interface Expectation {
  /** The docs root. */
  readonly docs: string;
  /** The addresses of the pages with the anchors of their headings. */
  readonly pages: Readonly<Record<string, readonly string[]>>;
}

const EXPECTED: Readonly<Record<string, Expectation>> = {
  docusaurus: {
    docs: "docs",
    pages: {
      "/docs/": ["introduction"],
      "/docs/guide/install": ["install", "before-you-start", "on-linux"],
    },
  },
  mkdocs: {
    docs: "docs",
    pages: { "/": ["acme"], "/guide/install/": ["install", "before-you-start", "on-linux"] },
  },
  vitepress: {
    docs: "docs",
    pages: {
      "/": ["acme"],
      "/guide/install": ["install", "before-you-start", "on-linux"],
      "/parts/note": ["before-you-start"],
    },
  },
  starlight: {
    docs: "src/content/docs",
    pages: { "/": [], "/de/": [], "/guide/install/": ["linux"] },
  },
  hugo: { docs: "content", pages: { "/": [], "/guide/install/": ["on-linux"] } },
  mdbook: {
    docs: "src",
    pages: { "/index.html": ["acme"], "/guide/install.html": ["install", "on-linux"] },
  },
  jekyll: {
    docs: ".",
    pages: {
      "/": ["acme"],
      "/2026/01/31/first-release/": ["first-release"],
      "/guides/install/": ["install", "on-linux"],
    },
  },
  nuxt: { docs: "content", pages: { "/": ["acme"], "/guide/install": ["install", "linux"] } },
  nextra: { docs: "content", pages: { "/": ["acme"], "/guide/install": ["install", "on-linux"] } },
  mintlify: { docs: ".", pages: { "/": [], "/guide/install": ["linux"] } },
  fumadocs: { docs: "content/docs", pages: { "/docs": [], "/docs/guide/install": ["on-linux"] } },
  github: {
    docs: ".",
    pages: { "/": ["acme"], "/docs/install.md": ["install", "on-linux--macos"] },
  },
};

describe("the minimal sites in examples", () => {
  it("there is one for each generator", async () => {
    const entries = await readdir(SITES, { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);

    expect(folders.sort()).toEqual(SITE_NAMES.filter((name) => name !== "document").sort());
  });

  it.each(Object.entries(EXPECTED))(
    "%s: without a problem, with the addresses and anchors of the site",
    async (name, { docs, pages }) => {
      const cwd = join(await makeFolder(), "site");
      await cp(join(SITES, name), cwd, { recursive: true });
      await promisify(execFile)("git", ["init", "--quiet"], { cwd });
      const args = ["generate", docs, "--strict", "--no-cache", "--out", "corpus.json"];

      const { code, stdout, stderr } = await runShared(args, { cwd });

      expect(stdout).toContain(", 0 problems, ");
      expect(code).toBe(0);
      expect(stderr.includes(`"site": "${name}"`)).toBe(name !== "github");
      const { meta, docs: found } = await loadCorpusFile(join(cwd, "corpus.json"));
      expect(meta.site).toBe(name);
      const anchors = found.map(
        ({ slug, headings }) => [slug, headings.map(({ anchor }) => anchor)] as const,
      );
      expect(Object.fromEntries(anchors)).toEqual(pages);
    },
  );
});
