import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../support/command.ts";

/** Folders of source code; deeper folders are described elsewhere. */
const MAPPED = ["corpus", "generator", "plugins", "runtime"];

/** Returns the folders in CONTRIBUTING.md's map, as paths. */
function foldersOfMap(): string[] {
  const [, map] = /## Rooms\n.*?```\n(.*?)```/s.exec(
    readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8"),
  )!;
  const above: string[] = [];
  const folders: string[] = [];
  for (const line of map!.split("\n")) {
    const [, indent, name] = /^( *)([\w-]+)\/ /.exec(line) ?? [];
    if (name === undefined) continue;
    above.length = indent!.length / 2;
    above.push(name);
    folders.push(above.join("/"));
  }
  return folders;
}

function foldersBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => [`${folder}/${name}`, ...foldersBelow(`${folder}/${name}`)]);
}

describe("the map in CONTRIBUTING.md", () => {
  it("shows every folder of source code, and no other", () => {
    const isMapped = (path: string) => MAPPED.includes(path.split("/", 1)[0]!);
    const there = MAPPED.flatMap((folder) => [folder, ...foldersBelow(folder)]);

    expect(foldersOfMap().filter(isMapped).sort()).toEqual(there.sort());
  });

  it("has no folder of more than about twenty files", () => {
    const filesIn = (folder: string) =>
      readdirSync(join(ROOT, folder), { withFileTypes: true }).filter(
        (entry) => entry.isFile() && !entry.name.endsWith(".md"),
      );
    const there = MAPPED.flatMap((folder) => [folder, ...foldersBelow(folder)]);
    const crowded = there.filter((folder) => filesIn(folder).length > 22);

    expect(crowded).toEqual([]);
  });
});
