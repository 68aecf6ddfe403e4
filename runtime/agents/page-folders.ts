import type { Doc } from "../../corpus/schema.ts";
import { compareCodePoints } from "../../corpus/text/order.ts";

/** A section, with its pages in order of path. */
export interface Section {
  readonly name: string;
  readonly docs: readonly Doc[];
}

/** Returns the sections in order, the pages outside of all folders first. */
export function sectionsOf(docs: readonly Doc[]): readonly Section[] {
  return [...Map.groupBy(docs, ({ section }) => section)]
    .map(([name, members]) => ({ name, docs: members }))
    .sort(
      (left, right) =>
        Number(right.name === "root") - Number(left.name === "root") ||
        compareCodePoints(left.name, right.name),
    );
}

/** A folder of pages; a section is the outermost one. */
export interface Folder {
  /** The name of the section, and those of the folders in it, joined by slashes. */
  readonly path: string;
  /** All pages below it, those directly in it first. */
  readonly docs: readonly Doc[];
  readonly folders: readonly Folder[];
}

/** Returns the folders of a section. */
export function folderOf({ name, docs }: Section): Folder {
  return toFolder(name, { docs, depth: 0 });
}

/** @param depth Number of folders between the section and this one, and this one. */
function toFolder(
  path: string,
  { docs, depth }: { readonly docs: readonly Doc[]; readonly depth: number },
): Folder {
  const byName = Map.groupBy(docs, ({ category }) => category?.split("/")[depth]);
  const direct = byName.get(undefined) ?? [];
  const folders = [...byName]
    .flatMap(([name, members]) => (name === undefined ? [] : [{ name, members }]))
    .sort((left, right) => compareCodePoints(left.name, right.name))
    .map(({ name, members }) => toFolder(`${path}/${name}`, { docs: members, depth: depth + 1 }));
  return { path, docs: [...direct, ...folders.flatMap((folder) => folder.docs)], folders };
}

/** Returns the pages of a folder that are in none of the folders in it. */
export function directPagesOf({ docs, folders }: Folder): readonly Doc[] {
  const inFolders = folders.reduce((sum, folder) => sum + folder.docs.length, 0);
  return docs.slice(0, docs.length - inFolders);
}

/** Returns a folder and all folders in it. */
export function withFoldersOf(folder: Folder): readonly Folder[] {
  return [folder, ...folder.folders.flatMap(withFoldersOf)];
}
