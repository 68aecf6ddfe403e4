import { dirname, join } from "node:path";
import { foldCase } from "../../corpus/text/fold.ts";
import { isWithin } from "../read/is-within.ts";
import { FolderEntries } from "./data/files/folder-entries.ts";

/** Where the files are that a page may show or offer. */
export interface FilePlaces {
  /** Location of the docs root. */
  readonly root: string;
  /**
   * Returns the folder above it that its files do not leave: see `SiteFolders`. Called only for paths
   * that leave the docs root.
   */
  readonly top: () => string;
  /** Locations of the folders whose files the site serves, or takes images from. */
  readonly served: readonly string[];
}

/** The file to which a path leads, if there is one. */
export type FileAt =
  | { readonly kind: "file" | "nothing" }
  /** A file whose path has other letter cases: the names of the path as they are. */
  | { readonly kind: "other-case"; readonly names: readonly string[] }
  /** Out of the folders that are looked into. */
  | { readonly kind: "outside" };

const NOTHING: FileAt = { kind: "nothing" };

/**
 * Looks for files of a site on disk. Names are compared exactly, also where the file system does not
 * tell letter cases apart. Folders are read when a path leads there.
 */
export class SiteFiles {
  readonly #places: FilePlaces;
  readonly #entries = new FolderEntries();
  /** The folder that files do not leave, once it was needed. */
  #top: string | undefined;
  /** Folder → its names by their forms without letter case; made when a name is not there. */
  readonly #folded = new Map<string, ReadonlyMap<string, string>>();

  constructor(places: FilePlaces) {
    this.#places = places;
  }

  /** True if the site has folders from which it serves files, apart from the docs root. */
  get hasServedFolders(): boolean {
    return this.#places.served.length > 0;
  }

  /** Follows a path, decoded, from a folder of the docs root. */
  fromDocs(folder: string, path: string): FileAt {
    return this.#walk(join(this.#places.root, folder), path);
  }

  /** Follows a path, decoded, from a folder by its location. */
  from(location: string, path: string): FileAt {
    return this.#walk(location, path);
  }

  /** Looks for a path, decoded, in all folders that the site serves. */
  served(path: string): FileAt {
    const found = this.#places.served.map((folder) => this.#walk(folder, path));
    return best(found);
  }

  /** Returns the names in the folder of a path, from a folder of the docs root. */
  namesNear(folder: string, path: string): string[] {
    const location = join(this.#places.root, folder, dirname(path));
    if (!this.#isInside(location)) return [];
    return Array.from(this.#entries.of(location).keys());
  }

  #walk(start: string, path: string): FileAt {
    let location = start;
    let hasOtherCase = false;
    const names: string[] = [];
    for (const name of path.split("/")) {
      const isStep = name === "" || name === "." || name === "..";
      if (name === "..") location = dirname(location);
      if (!this.#isInside(location)) return { kind: "outside" };
      const own = isStep ? name : this.#nameIn(location, name);
      if (own === null) return NOTHING;
      hasOtherCase ||= own.normalize("NFC") !== name;
      names.push(own);
      if (!isStep) location = join(location, own);
    }
    return hasOtherCase ? { kind: "other-case", names } : { kind: "file" };
  }

  #isInside(location: string): boolean {
    const { root, top } = this.#places;
    if (isWithin(location, root)) return true;
    this.#top ??= top();
    return isWithin(location, this.#top);
  }

  /** Returns a name as the folder has it, by letter case if there is no other way; null if it is not there. */
  #nameIn(folder: string, name: string): string | null {
    const entries = this.#entries.of(folder);
    const exact = entries.get(name);
    if (exact !== undefined) return exact.name;
    if (entries.size === 0) return null;
    return this.#foldedIn(folder, entries.values()).get(foldCase(name)) ?? null;
  }

  /** Returns the names in a folder by their forms without letter case; of two, the first. */
  #foldedIn(
    folder: string,
    entries: Iterable<{ readonly name: string }>,
  ): ReadonlyMap<string, string> {
    const known = this.#folded.get(folder);
    if (known !== undefined) return known;
    const folded = new Map(
      Array.from(entries, ({ name }) => [foldCase(name), name] as const).reverse(),
    );
    this.#folded.set(folder, folded);
    return folded;
  }
}

/** Returns the first of what was found that is a file, or otherwise one in other letter cases. */
export function best(found: readonly FileAt[]): FileAt {
  const order = ["file", "other-case", "outside"] as const;
  for (const kind of order) {
    const one = found.find((each) => each.kind === kind);
    if (one !== undefined) return one;
  }
  return NOTHING;
}
