import { describe, expect, it } from "vitest";
import { runOnTerminal } from "../support/terminal.ts";
import { makeTree } from "../support/tree.ts";

const WRONG = {
  "docs/a.md": "# A\n\n[x](bee.md#some-part-with-a-long-name)\n\n[x](gone.md) [x](gone.md)\n",
  "docs/bees.md": "# A\n",
  "docs/c.md": "---\ntitle: [\n---\n",
};

describe("docgate on a terminal", () => {
  it("check: a report in groups that fits the terminal, errors last, then one closing line", async () => {
    const cwd = await makeTree(WRONG);

    const { code, screen } = await runOnTerminal(["check", "docs"], { cwd, columns: 60 });

    expect(code).toBe(1);
    expect(screen.replace(/\d\.\d+ s\n$/, "0.6 s\n")).toBe(`docs/a.md
  3:1  Link to "bee.md#some-part-with-a-long-name" leads to
       no page  broken-link
       → ./bees.md#some-part-with-a-long-name
  5:1  Link to "gone.md" leads to no page (2×: 5)
       broken-link

Titles that several pages have  duplicate-title
  Title "A" is already used by "a.md"
    docs/bees.md:1

ERRORS (1)

docs/c.md
  2:9  Frontmatter is not valid YAML: Flow sequence in block
       collection must be sufficiently indented and end with
       a ]  frontmatter-syntax

  1  frontmatter-syntax  in 1 file
  3  broken-link         in 1 file, 2 targets
  1  duplicate-title     in 1 file

✖ 5 problems (1 error, 4 warnings) in 3 pages, 0.6 s
`);
  });

  it("generate: says why nothing was written, and what to do next when it was", async () => {
    const cwd = await makeTree(WRONG);
    const fine = await makeTree({ "docs/a.md": "# A\n" });

    const refused = await runOnTerminal(["generate", "docs"], { cwd, columns: 80 });
    const written = await runOnTerminal(["generate", "docs"], { cwd: fine, columns: 80 });

    expect([refused.code, written.code]).toEqual([1, 0]);
    expect(refused.screen).toMatch(/\n3 docs.*\n✖ Not written: 1 error\.\n$/);
    expect(written.screen).toMatch(
      /^1 doc, 1 section, 0 links, 0 problems, \d\.\d kB, \d\.\d+ s, 0 cached\n✔ Written to dist\/corpus\.json\nNext: npx docgate serve\n$/,
    );
  });

  it("check: without problems, one line", async () => {
    const cwd = await makeTree({ "docs/a.md": "# A\n" });

    const { screen } = await runOnTerminal(["check", "docs"], { cwd, columns: 80 });

    expect(screen).toMatch(/^✔ No problems in 1 page, \d\.\d+ s\n$/);
  });
});
