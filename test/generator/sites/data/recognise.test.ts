import { execFileSync } from "node:child_process";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  anyOf,
  dependsOn,
  hasKey,
  hasSchema,
  mentions,
  needsGem,
} from "../../../../generator/sites/data/conditions.ts";
import { recognise, type Sign } from "../../../../generator/sites/data/recognise.ts";
import { makeTree, type TreeFiles } from "../../../support/tree.ts";

const SCRIPT = "{js,mjs,cjs,ts,mts,cts}";
const SIGNS: readonly Sign[] = [
  { generator: "docusaurus", files: [`docusaurus.config.${SCRIPT}`] },
  { generator: "mkdocs", files: ["mkdocs.yml", "mkdocs.yaml"] },
  {
    generator: "vitepress",
    files: [`.vitepress/config.${SCRIPT}`, `.vitepress/config/index.${SCRIPT}`],
  },
  {
    generator: "starlight",
    files: [`astro.config.${SCRIPT}`],
    isOwn: anyOf(dependsOn("@astrojs/starlight"), mentions("@astrojs/starlight")),
  },
  { generator: "hugo", files: ["hugo.toml"] },
  { generator: "hugo", files: ["config.toml"], isOwn: hasKey("baseURL", "languageCode") },
  { generator: "jekyll", files: ["_config.yml"], isOwn: needsGem("jekyll", "github-pages") },
  { generator: "mintlify", files: ["docs.json"], isOwn: hasSchema("mintlify.com") },
  {
    generator: "nuxt",
    files: [`nuxt.config.${SCRIPT}`],
    isOwn: dependsOn("@nuxt/content", "docus"),
  },
];

/** Recognises a tree in a git checkout, and shows its result in short. */
async function recogniseIn(files: TreeFiles, docsRoot: string, { git = true } = {}) {
  const root = await makeTree(files);
  if (git) execFileSync("git", ["init", "--quiet"], { cwd: root });
  await mkdir(join(root, docsRoot), { recursive: true });
  const result = await recognise(join(root, docsRoot), SIGNS);
  if (result === null) return null;
  const all = "candidates" in result ? result.candidates : [result];
  return all.map(({ generator, file }) => `${generator}: ${file.name}`).join(", ");
}

describe("recognise", () => {
  it.each([
    [{ "mkdocs.yml": "", "docs/a.md": "" }, "docs", "mkdocs: mkdocs.yml"],
    [{ "docs/.vitepress/config.ts": "" }, "docs", "vitepress: docs/.vitepress/config.ts"],
    [{ ".vitepress/config/index.mts": "" }, ".", "vitepress: .vitepress/config/index.mts"],
    [{ "a/hugo.toml": "" }, "a/content/en/posts/deep/er", "hugo: a/hugo.toml"],
    [
      { "website/docusaurus.config.js": "", "docs/a.md": "" },
      "docs",
      "docusaurus: website/docusaurus.config.js",
    ],
    // The nearest one counts.
    [
      { "mkdocs.yml": "", "docs/docusaurus.config.ts": "" },
      "docs/guide",
      "docusaurus: docs/docusaurus.config.ts",
    ],
    // Several files of one generator count once.
    [{ "hugo.toml": "", "config.toml": "baseurl = '/'" }, "content", "hugo: hugo.toml"],
    // Two equally near: both are named.
    [
      { "mkdocs.yml": "", "website/docusaurus.config.js": "" },
      "docs",
      "docusaurus: website/docusaurus.config.js, mkdocs: mkdocs.yml",
    ],
    [{ "docusaurus.config.js.bak": "", "mkdocs.yml/x": "" }, "docs", null],
    [{ "other/mkdocs.yml": "", "docs/below/mkdocs.yml": "" }, "docs", null],
  ])("%j at %s: %s", async (files, docsRoot, result) => {
    const names = (await recogniseIn(files as TreeFiles, docsRoot))?.split(", ").sort().join(", ");

    expect(names ?? null).toBe(result);
  });

  it("looks no higher than the git checkout, and without git at most three folders above", async () => {
    const root = await makeTree({ "mkdocs.yml": "", "checkout/docs/a.md": "", "b/c/d/a.md": "" });
    execFileSync("git", ["init", "--quiet"], { cwd: join(root, "checkout") });
    await mkdir(join(root, "b/c/d/e"));

    expect(await recognise(join(root, "checkout/docs"), SIGNS)).toBeNull();
    expect(await recognise(join(root, "b/c/d"), SIGNS)).toMatchObject({ generator: "mkdocs" });
    expect(await recognise(join(root, "b/c/d/e"), SIGNS)).toBeNull();
  });

  it("a link that leads out of the checkout is not read", async () => {
    const outside = await makeTree({ "mkdocs.yml": "" });
    const root = await makeTree({ "docs/a.md": "" });
    execFileSync("git", ["init", "--quiet"], { cwd: root });
    await symlink(join(outside, "mkdocs.yml"), join(root, "mkdocs.yml"));

    expect(await recognise(join(root, "docs"), SIGNS)).toBeNull();
  });

  it.each([
    ["_config.yml", "", { Gemfile: 'gem "jekyll", "~> 4"' }, "jekyll"],
    ["_config.yml", "", { Gemfile: '# gem "jekyll"\ngem "hexo"' }, null],
    ["_config.yml", "", { "theme.gemspec": 'spec.add_dependency("jekyll", "4")' }, "jekyll"],
    ["_config.yml", "", { "package.json": '{"dependencies":{"hexo":"1"}}' }, null],
    ["docs.json", '{"$schema":"https://mintlify.com/docs.json"}', {}, "mintlify"],
    ["docs.json", "{}", {}, null],
    ["docs.json", "not JSON", {}, null],
    ["config.toml", "baseURL = '/'", {}, "hugo"],
    ["config.toml", "base_url = '/'", {}, null],
    ["astro.config.mjs", "import starlight from '@astrojs/starlight';", {}, "starlight"],
    ["astro.config.mjs", "", {}, null],
    ["nuxt.config.ts", "", { "package.json": '{"devDependencies":{"@nuxt/content":"3"}}' }, "nuxt"],
    ["nuxt.config.ts", "", { "package.json": '{"dependencies":{"nuxt":"3"}}' }, null],
    ["nuxt.config.ts", "", { "package.json": "{" }, null],
  ])("%s with %j and %j: %s", async (name, content, others, generator) => {
    const files = { [`site/${name}`]: content, ...(others as TreeFiles) };
    const result = await recogniseIn(files, "site/docs");

    expect(result).toBe(generator && `${generator}: site/${name}`);
  });
});
