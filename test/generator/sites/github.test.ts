import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseConfig } from "../../../generator/config/config.ts";
import { generate } from "../../../generator/generate.ts";
import {
  addressesOf,
  anchorsOf,
  generateSite,
  linksOf,
  problemsOf,
  textOf,
} from "../../support/site-tree.ts";
import { makeTree, type TreeFiles } from "../../support/tree.ts";

/** Generates from the folder `docs` of a repository. */
async function generateRepository(files: TreeFiles) {
  const root = await makeTree(files);
  execFileSync("git", ["init", "--quiet"], { cwd: root });
  return generate({ root: join(root, "docs"), config: parseConfig({ site: "github" }) });
}

it("GitHub: an address is the path in the repository, that of a README its folder", async () => {
  const site = await generateRepository({
    "docs/README.md": "# A\n",
    "docs/guide/readme.md": "# B\n",
    "docs/guide/index.md": "---\ndraft: true\n---\n# C\n",
    "README.md": "# D\n",
  });

  expect(addressesOf(site)).toEqual({
    "README.md": "/docs/",
    "guide/index.md": "/docs/guide/index.md",
    "guide/readme.md": "/docs/guide/",
  });
  expect(site.content.meta).toMatchObject({ site: "github", base: "/docs" });
});

it("GitHub: links lead to any file or folder of the repository", async () => {
  const site = await generateRepository({
    "docs/a.md":
      "[1](guide/b.md) [2](/docs/guide/b.md) [3](guide/) [4](../README.md) [5](../src) [6](/src/x.ts) [7](../../issues) [8](./guide)\n",
    "docs/guide/README.md": "# Guide\n",
    "docs/guide/b.md":
      "[1](../a) [2](../../gone.md) [3](/src/gone.ts) [4](../A.md) [5](../.git/config)\n",
    "README.md": "# D\n",
    "src/x.ts": "",
  });

  expect(linksOf(site, "a")).toEqual(["guide/b", "guide/README"]);
  expect(linksOf(site, "guide/b")).toEqual([]);
  expect(site.problems.map(({ file, column }) => [file, column])).toEqual(
    [1, 11, 30, 48, 61].map((column) => ["guide/b.md", column]),
  );
});

it("GitHub: anchors are its own, with or without user-content-; alerts have no marker", async () => {
  const site = await generateRepository({
    "docs/a.md":
      '# A\n\n## `b.c` Über\n\n> [!NOTE]\n> Text\n\n<a name="old"></a>\n\n[1](#user-content-old) [2](#bc-über) [3](a.md#user-content-gone)\n',
  });

  expect(anchorsOf(site, "a")).toEqual(["a", "bc-über"]);
  expect(textOf(site, "a")).toMatch(/^Text/);
  expect(problemsOf(site)).toEqual([expect.stringContaining("#gone")]);
});

it("GitHub is not recognised by itself", async () => {
  const { content } = await generateSite({ "README.md": "# A\n" });

  expect(content.meta.site).toBe("document");
});
