import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unifiedPatch } from "../../../generator/fix/unified-patch.ts";
import { makeFolder, writeTree } from "../../support/tree.ts";

describe("unifiedPatch", () => {
  it("has three lines around a change, and one hunk for changes near each other", () => {
    const lines = Array.from({ length: 20 }, (_, row) => `line ${row + 1}`);
    const fixed = lines.with(1, "two").with(2, "three").with(9, "ten").with(19, "twenty");

    const patch = unifiedPatch("a/b.md", {
      before: `${lines.join("\n")}\n`,
      after: fixed.join("\n"),
    });

    expect(patch).toBe(`--- a/a/b.md
+++ b/a/b.md
@@ -1,13 +1,13 @@
 line 1
-line 2
-line 3
+two
+three
 line 4
 line 5
 line 6
 line 7
 line 8
 line 9
-line 10
+ten
 line 11
 line 12
 line 13
@@ -17,4 +17,4 @@
 line 17
 line 18
 line 19
-line 20
+twenty
\\ No newline at end of file
`);
  });

  it("git apply takes it, for every name, line end and text", async () => {
    const root = await makeFolder();
    const line = fc.constantFrom("a", "b [x](A.md)", "\ufeff", "", "-- c", "@@ d", "é😀\r", " e");
    const text = fc.array(line, { minLength: 1, maxLength: 30 }).map((lines) => lines.join("\n"));
    const names = ['a "b\\c.md', "tab\there.md", "with space.md", "über/日本.md", "line\nfeed.md"];
    const samples = fc.sample(text, { numRuns: names.length, seed: 7 });
    const fixOf = (before: string) => before.replaceAll("A.md", "a.md").replace("a", "z");
    const files = names.map((name, place) => ({ name, before: `a\n${samples[place]}` }));
    await writeTree(root, Object.fromEntries(files.map(({ name, before }) => [name, before])));
    const patches = files.map(({ name, before }) =>
      unifiedPatch(name, { before, after: fixOf(before) }),
    );

    execFileSync("git", ["apply", "-"], { cwd: root, input: patches.join("") });

    for (const { name, before } of files) {
      expect(await readFile(join(root, name), "utf8")).toBe(fixOf(before));
    }
  });
});
