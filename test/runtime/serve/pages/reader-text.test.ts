import { describe, expect, it } from "vitest";
import type { UserConfig } from "../../../../generator/config/config.ts";
import { readerText } from "../../../../runtime/serve/pages/reader-text.ts";
import { withBlocks } from "../../../../runtime/web/reader/with-blocks.ts";
import { openTree } from "../../../support/agents.ts";
import type { TreeFiles } from "../../../support/tree.ts";

/** Returns the lines that the reader renders, without empty lines, and the beginnings of its headings there. */
async function read(files: TreeFiles, config: UserConfig = {}) {
  const { docs } = await openTree(files, config);
  const doc = docs[0]!;
  const text = readerText(doc, (target) => `to:${target}`);
  const whole = withBlocks(text.markdown, text.blocks);
  const headings = doc.headings.map(({ start }) => {
    return /^.*/.exec(whole.slice(text.placeOf(start)))![0];
  });
  return { lines: whole.split("\n").filter((line) => line.trim() !== ""), headings };
}

const CONTAINERS = { site: { syntax: ["containers"] } } as const;
const PYTHON = { site: { syntax: ["admonitions", "details", "tabs"] } } as const;

describe("readerText", () => {
  it("is the page text with the addresses of its links", async () => {
    const { lines } = await read({ "a.md": "# A\n\n[b](b.md#c) <!-- seen -->\n", "b.md": "# B\n" });

    expect(lines).toEqual(["# A", "[b](to:0#c) <!-- seen -->"]);
  });

  it("marks containers as boxes, closed parts and tabs, and finds headings behind and in them", async () => {
    const body =
      "# A\n\n:::warning Take care\nText.\n\n## In it\n:::\n\n- one\n  ::: details More\n  Inner\n  :::\n\n::: code-group\n```js [a.js]\n:::\n```\n:::\n\n::: v-pre\nRaw\n:::\n\n## Last\n";
    const { lines, headings } = await read({ "a.md": body }, CONTAINERS);

    expect(lines).toEqual([
      ...["# A", '<div data-box="warning">', "**Take care**", "Text.", "## In it", "</div>"],
      ...["- one", "  <details>", "  **More**", "  Inner", "  </details>"],
      ...['<div data-tabs="">', "```js [a.js]", ":::", "```", "</div>", "Raw", "## Last"],
    ]);
    expect(headings).toEqual(["# A", "## In it", "## Last"]);
  });

  it("leaves the markup of JSX out, and marks its boxes and tabs", async () => {
    const page =
      'import { Tabs } from "x";\n\n# A\n\n<Tabs>\n  <TabItem label="npm">\n\n  npm i\n\n  </TabItem>\n</Tabs>\n\n<Aside type="tip" title="Hi">Text</Aside>\n\n<details>\n<summary>More</summary>\n\nInner\n\n</details>\n\n## B {/* #b */}\n';
    const { lines, headings } = await read({ "a.mdx": page }, { site: { mdx: [".mdx"] } });

    expect(lines.map((line) => line.trim())).toEqual([
      ...["# A", '<div data-tabs="">', '<div data-tab="">', "**npm**", "npm i", "</div>", "</div>"],
      ...['<div data-box="tip">', "**Hi**", "Text", "</div>"],
      ...["<details>", "<summary>More</summary>", "Inner", "</details>", "## B"],
    ]);
    expect(headings).toEqual(["# A", "## B "]);
  });

  it("marks the blocks of Python-Markdown, which end with their indentation", async () => {
    const page =
      '# A\n\n!!! warning "Take care"\n    Text.\n\n    ??? note\n        Inner\n\n=== "npm"\n\n    one\n\n=== "Yarn"\n\n    two\n\n## B\n';
    const { lines, headings } = await read({ "a.md": page }, PYTHON);

    expect(lines).toEqual([
      ...["# A", '<div data-box="warning">', "**Take care**", "Text."],
      ...["<details>", "**Note**", "Inner", "</details>", "</div>"],
      ...['<div data-tab="">', "**npm**", "one", "</div>"],
      ...['<div data-tab="">', "**Yarn**", "two", "</div>", "## B"],
    ]);
    expect(headings).toEqual(["# A", "## B"]);
  });
});
