import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseConfig } from "../../../generator/config/config.ts";
import { generate } from "../../../generator/generate.ts";
import { makeTree, writeTree } from "../../support/tree.ts";

/** Files of each folder, so that a few of the paths through links are too many. */
const NOTES = Array.from({ length: 40 }, (_, number) => `${number}.txt`);

it("DOC-A1 symlinks: links that lead to an endless number of paths, none of them selected, are an error", async () => {
  const root = await makeTree({ "page.md": "# Page" });
  for (let place = 0; place < 44; place++) {
    await writeTree(root, {
      [`${place}/draft.md`]: "# Draft",
      ...Object.fromEntries(NOTES.map((name) => [`${place}/${name}`, ""])),
    });
    await symlink(`../${place + 1}`, join(root, `${place}/a`));
    await symlink(`../${place + 1}`, join(root, `${place}/b`));
  }
  await mkdir(join(root, "44"));
  const config = parseConfig({ ignore: ["**/draft.md"] });

  const { content, problems } = await generate({ root, config });

  expect(content.docs.map(({ path }) => path)).toEqual(["page.md"]);
  expect(problems).toMatchObject([{ rule: "unreadable-file", severity: "error" }]);
  expect(problems[0]!.message).toContain("more than 50000 paths");
});
