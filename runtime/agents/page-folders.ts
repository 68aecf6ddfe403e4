import type { Doc } from "../../corpus/schema.ts";
import { inSiteOrder, type OrderedCorpus } from "../../corpus/site-order.ts";
import { compareCodePoints } from "../../corpus/text/order.ts";

/** A section, with its pages in the order of the site. */
export interface Section {
  readonly name: string;
  readonly docs: readonly Doc[];
  /** True if its folders are in the order of their names, not of their pages. */
  readonly isByName: boolean;
}

/**
 * Returns the sections with their listed pages in the order of the site. Without a navigation they are
 * in order of their names, the pages outside of all folders first.
 */
export function sectionsOf(corpus: OrderedCorpus): readonly Section[] {
  const isByName = corpus.meta.nav.length === 0;
  const sections = [...Map.groupBy(inSiteOrder(corpus), ({ section }) => section)].map(
    ([name, members]) => ({ name, docs: members, isByName }),
  );
  if (!isByName) return sections;
  return sections.sort(
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
export function folderOf(section: Section): Folder {
  return toFolder(section.name, { ...section, depth: 0 });
}

/** @param depth Number of folders between the section and this one, and this one. */
function toFolder(
  path: string,
  { docs, isByName, depth }: Omit<Section, "name"> & { readonly depth: number },
): Folder {
  const byName = Map.groupBy(docs, ({ category }) => category?.split("/")[depth]);
  const direct = byName.get(undefined) ?? [];
  const inner = [...byName].flatMap(([name, members]) =>
    name === undefined ? [] : [{ name, members }],
  );
  if (isByName) inner.sort((left, right) => compareCodePoints(left.name, right.name));
  const folders = inner.map(({ name, members }) =>
    toFolder(`${path}/${name}`, { docs: members, isByName, depth: depth + 1 }),
  );
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
