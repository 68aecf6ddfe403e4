import type { Redirect } from "./schema.ts";

/** The end of an entry that stands for everything below a folder. */
const END = "/**";

/** An entry of the ledger for a folder. */
export interface FolderRedirect {
  /** With a slash at its end. */
  readonly from: string;
  /** With a slash at its end; null unless the pages keep their names in another folder. */
  readonly folder: string | null;
  /** Where all of the folder is now if that is one page; null if it is gone for good. */
  readonly page: string | null;
}

/** Returns the folder, with a slash at its end, that an entry stands for; null if it is one address. */
export function folderIn(address: string): string | null {
  return address.endsWith(END) ? address.slice(0, -"**".length) : null;
}

/** Writes a folder, with a slash at its end, as an entry has it. */
export function formatFolder(folder: string): string {
  return `${folder}**`;
}

/** The entries for folders. Of those that an address is below, the longest counts. */
export class FolderRedirects {
  readonly all: readonly FolderRedirect[];
  readonly #byFolder: ReadonlyMap<string, FolderRedirect>;

  /** Of two entries with the same source, the first counts. */
  constructor(redirects: readonly Redirect[]) {
    const found = redirects.flatMap(({ from, to }): [string, FolderRedirect][] => {
      const source = folderIn(from);
      if (source === null) return [];
      const folder = to === null ? null : folderIn(to);
      return [[source, { from: source, folder, page: folder === null ? to : null }]];
    });
    this.#byFolder = new Map(found.toReversed());
    this.all = [...this.#byFolder.values()];
  }

  /** Finds the entry of the longest folder that a page is below. */
  find(id: string): FolderRedirect | null {
    if (this.#byFolder.size === 0) return null;
    for (let end = id.lastIndexOf("/"); end >= 0; end = id.lastIndexOf("/", end - 1)) {
      const found = this.#byFolder.get(id.slice(0, end + 1));
      if (found !== undefined) return found;
      if (end === 0) break;
    }
    return null;
  }
}

/** Returns where a page of a folder is now; null if it is gone for good. */
export function targetIn({ from, folder, page }: FolderRedirect, id: string): string | null {
  return folder === null ? page : folder + id.slice(from.length);
}
