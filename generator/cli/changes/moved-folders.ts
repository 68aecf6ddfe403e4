import type { GonePage } from "../../changes/causes.ts";
import { foldersOf, NEIGHBOURS } from "../../changes/moves/folder-renames.ts";

/** Pages that went along with their folder, whole and under their own names. */
export interface MovedFolder {
  /** With a slash at the end, unless it is the docs root, which is empty. */
  readonly from: string;
  readonly to: string;
  readonly pages: readonly GonePage[];
}

/**
 * Puts pages together that went along with their folder, if there are enough of them to show that it
 * was renamed. A page stays alone if some of its anchors are elsewhere.
 *
 * @param moved with a certain new place each
 * @returns folders and other pages, in the order of the pages that come first
 */
export function groupByFolder(moved: readonly GonePage[]): (MovedFolder | GonePage)[] {
  const groups = Map.groupBy(moved, (page) => {
    const folders =
      page.anchors.length > 0 || (page.move ?? page.slugs) === null ? null : foldersOfMove(page);
    return folders === null ? page.from : `${folders.old}\n${folders.now}`;
  });
  return Array.from(groups.values()).flatMap((pages): (MovedFolder | GonePage)[] => {
    if (pages.length < NEIGHBOURS) return pages;
    const { old, now } = foldersOfMove(pages[0]!)!;
    return [{ from: old, to: now, pages }];
  });
}

function foldersOfMove({ from, slugs, move }: GonePage) {
  return slugs === null ? foldersOf(from, move!.to) : foldersOf(slugs.old, slugs.now);
}
