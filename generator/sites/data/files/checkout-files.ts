import { join } from "node:path";
import { FolderEntries } from "./folder-entries.ts";

/**
 * Tells which paths a checkout has. Names are compared exactly, also where the file system does not tell
 * letter cases apart. Folders are read when a path leads there.
 */
export class CheckoutFiles {
  readonly #top: string;
  readonly #entries = new FolderEntries();

  /** @param top Location of the checkout. */
  constructor(top: string) {
    this.#top = top;
  }

  /** @param path of a file or folder from the checkout's root, without `.` and `..` */
  has(path: string): boolean {
    const names = path.split("/").filter(Boolean);
    if (names.includes(".git") || names.includes("..")) return false;
    return names.every((name, at) => {
      const entry = this.#entries.of(join(this.#top, ...names.slice(0, at))).get(name);
      return entry !== undefined && (at === names.length - 1 || !entry.isFile());
    });
  }
}
