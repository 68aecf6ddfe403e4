import { type Dirent, readdirSync } from "node:fs";
import { isSystemError } from "../../../../corpus/system-error.ts";

/** The entries of folders by their names in NFC, each folder read when it is first needed. */
export class FolderEntries {
  readonly #known = new Map<string, ReadonlyMap<string, Dirent>>();

  /** Returns the entries of a folder; none if it cannot be read. */
  of(folder: string): ReadonlyMap<string, Dirent> {
    const known = this.#known.get(folder);
    if (known !== undefined) return known;
    const entries = new Map(
      readEntries(folder).map((entry) => [entry.name.normalize("NFC"), entry]),
    );
    this.#known.set(folder, entries);
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
