import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeDataFolder } from "../../../runtime/store/data-folder.ts";
import { makeFolder, makeTree } from "../../support/tree.ts";

describe("makeDataFolder", () => {
  it("creates a folder for its owner only, which git ignores", async () => {
    const folder = join(await makeFolder(), "further", "data");
    makeDataFolder(folder);
    makeDataFolder(folder);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await readFile(join(folder, ".gitignore"), "utf8")).toBe("*\n");
  });

  it("hides an empty folder that already exists", async () => {
    const folder = await makeFolder();
    makeDataFolder(folder);
    expect(await readdir(folder)).toEqual([".gitignore"]);
  });

  it("hides no existing files", async () => {
    const folder = await makeTree({ "README.md": "# Mine\n" });
    makeDataFolder(folder);
    expect(await readdir(folder)).toEqual(["README.md"]);
  });
});
