import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseConfig, type UserConfig } from "../../../generator/config/config.ts";
import { generate } from "../../../generator/generate.ts";
import { generateFrom, makeTree, type TreeFiles } from "../../support/tree.ts";

const FILES = {
  "guide/img/Logo.png": "png",
  "guide/files/a b.pdf": "pdf",
  "media/shared.svg": "svg",
};

/** Returns the missing files of a tree as `line:column message → suggestion`. */
async function missingIn(files: TreeFiles, config?: UserConfig): Promise<string[]> {
  const { problems } = await generateFrom(files, config);
  return problems
    .filter(({ rule }) => rule === "missing-file")
    .map(({ line, column, message, suggestion }) => `${line}:${column} ${message} → ${suggestion}`);
}

function missingOn(text: string, config?: UserConfig): Promise<string[]> {
  return missingIn({ ...FILES, "guide/page.md": text }, config);
}

describe("missing-file", () => {
  it.each([
    ["an image", "![x](img/Logo.png)"],
    ["an image with a title and a fragment", '![x](<img/Logo.png#dark> "Logo")'],
    ["a download whose name is encoded", "[x](files/a%20b.pdf)"],
    ["an image of a reference", "![x][logo]\n\n[logo]: ../media/shared.svg"],
    ["an image below the base", "![x](/docs/media/shared.svg)"],
    ["an image outside the docs, which docgate cannot see", "![x](/img/nope.png)"],
    ["an image and a file of another host", "![x](https://x.example/a.png) [y](//x.example/a.pdf)"],
    ["an image in the text", "![x](data:image/png;base64,AAAA)"],
    ["a page, and an address of another program", "[x](page.md) [y](api/index.html)"],
    ["a version and a name with a dot", "[x](/blog/v1.3) [y](/blog/next.js)"],
    ["a template", "![x]({{site.url}}/a.png)"],
    ["code", "`![x](nope.png)`"],
  ])("is not reported for %s", async (_, text) => {
    expect(await missingOn(text)).toEqual([]);
  });

  it.each([
    ["an image", "![x](nope.png)", '1:1 Image "nope.png" does not exist → null'],
    ["a download", "see [x](files/nope.pdf)", '1:5 File "files/nope.pdf" does not exist → null'],
    ["a reference", "![x][i]\n\n[i]: nope.png", '1:1 Image "nope.png" does not exist → null'],
    ["HTML", 'a\n\n<img src="nope.png">', '3:1 Image "nope.png" does not exist → null'],
    ["a video", '<video poster="nope.png"></video>', '1:1 Image "nope.png" does not exist → null'],
    [
      "one below the base",
      "![x](/docs/nope.png)",
      '1:1 Image "/docs/nope.png" does not exist → null',
    ],
    [
      "a file in other letter cases",
      "![x](img/logo.png#a)",
      '1:1 Image "img/logo.png#a" does not exist: letter case counts → img/Logo.png#a',
    ],
    [
      "a path from the root",
      "![x](media/shared.svg)",
      '1:1 Image "media/shared.svg" does not exist → ../media/shared.svg',
    ],
    [
      "the only file of its name",
      "[x](a%20b.pdf)",
      '1:1 File "a%20b.pdf" does not exist → files/a%20b.pdf',
    ],
    [
      "a similar name",
      "![x](img/Lgo.png)",
      '1:1 Image "img/Lgo.png" does not exist → img/Logo.png',
    ],
  ])("is reported for %s", async (_, text, problem) => {
    expect(await missingOn(text)).toEqual([problem]);
  });

  it("is fixed if only letter case is wrong", async () => {
    const { problems } = await generateFrom({ ...FILES, "guide/page.md": "![x](img/logo.png)" });

    expect(problems[0]!.fix).toEqual({ range: [5, 17], text: "img/Logo.png" });
  });

  it("files of static folders and addresses of elsewhere exist", async () => {
    const text = "![1](/img/a.png) ![2](/gen/b.png) ![3](/img/A.png) ![4](/c.png)";
    const site = { generator: "docusaurus", staticFolders: ["static"] } as const;
    const files = { "static/img/a.png": "", "page.md": text };

    expect(await missingIn(files, { site, elsewhere: ["/gen/**"] })).toEqual([
      '1:35 Image "/img/A.png" does not exist: letter case counts → /img/a.png',
      '1:52 Image "/c.png" does not exist → null',
    ]);
  });

  it("files next to the docs root exist, and those outside of the checkout are not looked for", async () => {
    const folder = await makeTree({
      ".git/HEAD": "",
      "assets/a.png": "",
      "docs/page.md": "![1](../assets/a.png) ![2](../assets/b.png) ![3](../../../x/c.png)",
    });
    const { problems } = await generate({ root: join(folder, "docs"), config: parseConfig({}) });

    expect(problems.map(({ message, suggestion }) => [message, suggestion])).toEqual([
      ['Image "../assets/b.png" does not exist', "../assets/a.png"],
    ]);
  });

  it("images of MDX count if their address is a text", async () => {
    const files = {
      "page.mdx":
        '<img src="nope.png" alt="" />\n\n<img src={logo} alt="" />\n\n<Card img="nope.png" />\n',
    };

    expect(await missingIn(files, { site: { mdx: [".mdx"] } })).toEqual([
      '1:1 Image "nope.png" does not exist → null',
    ]);
  });
});

describe("missing-alt", () => {
  const TEXT = '![](a.png) ![a](a.png) <img src="a.png"> <img src="a.png" alt="">\n';

  it("is off by default", async () => {
    const { problems } = await generateFrom({ "a.png": "", "a.md": TEXT });

    expect(problems).toEqual([]);
  });

  it("is reported for Markdown without a text, and HTML without the attribute", async () => {
    const { problems } = await generateFrom(
      { "a.png": "", "a.md": TEXT },
      { rules: { "missing-alt": "warn" } },
    );

    expect(problems.map(({ column, rule }) => `${column} ${rule}`)).toEqual([
      "1 missing-alt",
      "24 missing-alt",
    ]);
  });
});
