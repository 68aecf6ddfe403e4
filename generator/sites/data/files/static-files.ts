import { realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { isSystemError } from "../../../../corpus/system-error.ts";
import { isWithin } from "../../../read/is-within.ts";
import { decodeAddress } from "../address-pattern.ts";
import { FolderEntries } from "./folder-entries.ts";

/** A folder whose files the site serves as they are. */
export interface StaticFolder {
  readonly location: string;
  /** The address of the folder, without a final slash: the site's base. */
  readonly base: string;
}

/**
 * Tells which addresses are files of static folders. Folders are read when an address leads there;
 * names are compared exactly, also where the file system does not tell letter cases apart.
 */
export class StaticFiles {
  readonly #folders: readonly StaticFolder[];
  readonly #entries = new FolderEntries();

  /** @param folders those that do not exist serve nothing */
  constructor(folders: readonly StaticFolder[]) {
    this.#folders = folders.flatMap(({ location, base }) => {
      const real = realLocation(location);
      return real === null ? [] : [{ location: real, base }];
    });
  }

  /** Returns true if an address is a file, a folder's `index.html`, or a file without its `.html`. */
  has(address: string): boolean {
    const [path] = address.split(/[?#]/, 1);
    return this.#folders.some(({ location, base }) => {
      if (path !== base && !path!.startsWith(`${base}/`)) return false;
      const names = path!.slice(base.length).split("/").filter(Boolean).map(decodeAddress);
      if (names.some((name) => /^\.{1,2}$|[/\\\0]/.test(name))) return false;
      return this.#leadsToFile(location, names);
    });
  }

  #leadsToFile(root: string, names: readonly string[]): boolean {
    const file = names.at(-1);
    const paths = [names, [...names, "index.html"]];
    if (file !== undefined) paths.push([...names.slice(0, -1), `${file}.html`]);
    return paths.some((path) => this.#isFile(root, path));
  }

  #isFile(root: string, names: readonly string[]): boolean {
    let location = root;
    let isFile = false;
    for (const name of names) {
      const entry = this.#entries.of(location).get(name);
      if (entry === undefined) return false;
      location = join(location, entry.name);
      isFile = entry.isFile();
      if (!entry.isSymbolicLink()) continue;
      const real = realLocation(location);
      if (real === null || !isWithin(real, root)) return false;
      location = real;
      isFile = statSync(real).isFile();
    }
    return isFile;
  }
}

/** Returns where a path really leads; null if nowhere. */
function realLocation(path: string): string | null {
  try {
    return realpathSync(path);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return null;
  }
}
