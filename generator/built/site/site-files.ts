import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { isSystemError } from "../../../corpus/system-error.ts";
import { toNfc } from "../../../corpus/text/fold.ts";
import { compareCodePoints } from "../../../corpus/text/order.ts";
import { isWithin } from "../../read/is-within.ts";

/** A file of a built site. */
export interface SiteFile {
  /** Path relative to the folder, NFC, POSIX separators. */
  readonly path: string;
  /** Where the file is read from. */
  readonly location: string;
  /** The path of the file itself if this one is a symbolic link or below one. */
  readonly original: string | null;
}

/** Files and folders visited through symbolic links. */
const MAX_LINKED_ENTRIES = 50_000;

/**
 * Lists the files of a built site. Symbolic links are followed only inside the folder. Hidden files
 * are left out, except for `.well-known`.
 *
 * @returns in code-point order of path
 * @throws the file system's error if the folder cannot be read
 */
export async function listSite(root: string): Promise<SiteFile[]> {
  const walk = new Walk(await realpath(root));
  await walk.folder({ location: walk.root, path: "", through: [] });
  return walk.files.sort((left, right) => compareCodePoints(left.path, right.path));
}

interface Folder {
  readonly location: string;
  readonly path: string;
  /** The real folders that symbolic links led to on the way here. */
  readonly through: readonly string[];
}

class Walk {
  readonly root: string;
  readonly files: SiteFile[] = [];
  #linkedEntries = 0;

  constructor(root: string) {
    this.root = root;
  }

  async folder(folder: Folder): Promise<void> {
    for (const entry of await readdir(folder.location, { withFileTypes: true })) {
      const isLinked = folder.through.length > 0;
      if (isLinked && ++this.#linkedEntries > MAX_LINKED_ENTRIES) return;
      if (!entry.name.startsWith(".") || entry.name === ".well-known") {
        await this.#entry(entry, folder);
      }
    }
  }

  async #entry(entry: Dirent, { location: parent, path, through }: Folder): Promise<void> {
    const place = {
      path: toNfc(path === "" ? entry.name : `${path}/${entry.name}`),
      location: join(parent, entry.name),
      through,
    };
    if (entry.isDirectory()) await this.folder(place);
    else if (entry.isFile()) this.#add(place);
    else if (entry.isSymbolicLink()) await this.#link(place);
  }

  async #link(place: Folder): Promise<void> {
    const target = await realpath(place.location).catch(nullIfSystemError);
    if (target === null || !isWithin(target, this.root)) return;
    const kind = await stat(target);
    if (kind.isFile()) this.#add({ ...place, location: target, through: [target] });
    // A folder around the link would contain itself.
    const isAround = isWithin(place.location, target) || place.through.includes(target);
    if (kind.isDirectory() && !isAround) {
      await this.folder({ ...place, location: target, through: [...place.through, target] });
    }
  }

  #add({ path, location, through }: Folder): void {
    const real = toNfc(relative(this.root, location).split(sep).join("/"));
    this.files.push({ path, location, original: through.length > 0 ? real : null });
  }
}

function nullIfSystemError(error: unknown): null {
  if (isSystemError(error)) return null;
  throw error;
}
