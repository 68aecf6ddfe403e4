import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLiterals } from "../../../../../generator/sites/data/script/read-literals.ts";
import { Unreadable } from "../../../../../generator/sites/data/unreadable.ts";
import { makeTree, type TreeFiles } from "../../../../support/tree.ts";

const NAME = ".vitepress/config/index.ts";

async function read(files: TreeFiles, root?: string): Promise<unknown> {
  const top = root ?? (await makeTree(files));
  return (await readLiterals({ location: join(top, NAME), name: NAME }, top)).exported;
}

describe("readLiterals", () => {
  it("reads what a configuration imports from other files of the site", async () => {
    const files = {
      [NAME]: [
        "import { defineConfig } from 'vitepress';",
        "import { shared as common } from './shared';",
        "import sidebar from './sidebar.js';",
        "import pack from '../../package.json' with { type: 'json' };",
        "export default defineConfig({ ...common, themeConfig: { sidebar }, title: pack.name });",
      ].join("\n"),
      ".vitepress/config/shared.ts":
        "import { defineConfig } from 'vitepress';\nexport const shared = defineConfig({ base: '/x/', lang: env.LANG });",
      ".vitepress/config/sidebar.js": "export default [{ text: 'A', link: '/a' }];",
      "package.json": '{ "name": "site" }',
    };

    expect(await read(files)).toEqual({
      base: "/x/",
      lang: new Unreadable({ file: ".vitepress/config/shared.ts", line: 2, source: "env.LANG" }),
      themeConfig: { sidebar: [{ text: "A", link: "/a" }] },
      title: "site",
    });
  });

  it("names of files that are missing, wrong, elsewhere or import each other are unreadable", async () => {
    const outside = await makeTree({ "secret.json": '"secret"' });
    const names = ["missing", "wrong", "circle", "linked", "above"];
    const files = {
      [NAME]: [
        ...["missing", "wrong", "circle"].map((name) => `import ${name} from './${name}';`),
        "import linked from './linked.json';",
        "import above from '../../../above.json';",
        `export default { ${names.join(", ")} };`,
      ].join("\n"),
      ".vitepress/config/wrong.ts": "export default {",
      ".vitepress/config/circle.ts": "import whole from './index';\nexport default whole;",
    };
    const root = await makeTree(files);
    await symlink(join(outside, "secret.json"), join(root, ".vitepress/config/linked.json"));
    const unreadable = (name: string) => new Unreadable({ file: NAME, line: 6, source: name });

    expect(await read(files, root)).toEqual({
      ...Object.fromEntries(names.map((name) => [name, unreadable(name)])),
      circle: new Unreadable({ file: ".vitepress/config/circle.ts", line: 2, source: "whole" }),
    });
  });

  it("a mistake in the configuration itself is refused with its place", async () => {
    await expect(read({ [NAME]: "export default {\n  base: ,\n};" })).rejects.toThrow(
      `${NAME}:2:9: not JavaScript: Unexpected token.`,
    );
    await expect(read({})).rejects.toThrow(`Cannot read "${NAME}": no such file.`);
  });

  it("lists that multiply across files end", async () => {
    const spread = "...list, ".repeat(10);
    const levels = Array.from({ length: 9 }, (_, at) => {
      const next = at === 8 ? "const list = [1];" : `import list from './l${at + 1}';`;
      return [`.vitepress/config/l${at}.ts`, `${next}\nexport default [${spread}];`] as const;
    });
    const main = "import list from './l0';\nexport default { list };";
    const result = await read({ [NAME]: main, ...Object.fromEntries(levels) });

    expect(result).toHaveProperty("list");
  });
});
