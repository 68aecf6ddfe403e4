import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { serializeCorpus } from "../../corpus/write/write.ts";
import { generateFrom, makeFolder } from "../support/tree.ts";

const PAGE = new URL("../../content/tooling/corpus-format.md", import.meta.url);

describe("the page about the format", () => {
  it("shows a doc as it is generated, and what its program makes of the marks", async () => {
    const page = await readFile(PAGE, "utf8");
    const example = JSON.parse(/^```json\n(\{\n[\s\S]*?)^```$/m.exec(page)![1]!);
    const [, program] = /^```js title="marks\.mjs"\n([\s\S]*?)^```$/m.exec(page)!;
    const [, output] = /^\$ node marks\.mjs .*\n([\s\S]*?)^```$/m.exec(page)!;
    const { content } = await generateFrom({
      [example.path]: example.body,
      "reference/search.md":
        "# Search\n\n[Error codes](errors.md)\n\n## Limits\n\n[Error codes](errors.md)\n",
    });
    const folder = await makeFolder();
    await writeFile(join(folder, "marks.mjs"), program!);
    await writeFile(join(folder, "corpus.json"), serializeCorpus(content));

    expect(content.docs[0]).toEqual(example);
    const args = ["marks.mjs", "corpus.json", "reference/errors"];
    const printed = execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
    expect(printed.trim()).toBe(output!.trim());
  });
});
