import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { isSystemError } from "../../../../corpus/system-error.ts";

/**
 * Tells which paths a checkout has. Names are compared exactly, also where the file system does not tell
 * letter cases apart. Folders are read when a path leads there.
 */
export class CheckoutFiles {
  readonly #top: string;
  /** The entries of each folder that was read, by path. */
  readonly #entries = new Map<string, ReadonlyMap<string, Dirent>>();

  /** @param top Location of the checkout. */
  constructor(top: string) {
    this.#top = top;
  }

  /** @param path of a file or folder from the checkout's root, without `.` and `..` */
  has(path: string): boolean {
    const names = path.split("/").filter(Boolean);
    if (names.includes(".git") || names.includes("..")) return false;
    return names.every((name, at) => {
      const entry = this.#entriesOf(names.slice(0, at).join("/")).get(name);
      return entry !== undefined && (at === names.length - 1 || !entry.isFile());
    });
  }

  #entriesOf(path: string): ReadonlyMap<string, Dirent> {
    const known = this.#entries.get(path);
    if (known !== undefined) return known;
    const entries = new Map(
      readEntries(join(this.#top, path)).map((entry) => [entry.name.normalize("NFC"), entry]),
    );
    this.#entries.set(path, entries);
    return entries;
  }
}

function readEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return [];
  }
}
