import type { Dirent } from "node:fs";
import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import picomatch from "picomatch";
import type { Edit } from "../../corpus/marks.ts";
import { isSystemError } from "../../corpus/system-error.ts";
import { toNfc } from "../../corpus/text/fold.ts";
import { compareCodePoints } from "../../corpus/text/order.ts";
import type { Problem } from "../config/problem.ts";
import type { RuleName } from "../config/rules.ts";
import { isMarkdown } from "../markdown/is-markdown.ts";
import { isWithin } from "./is-within.ts";

/** A Markdown file of the tree. */
export interface FoundFile {
  /** Path relative to the docs root, NFC, POSIX separators (DOC-A2). */
  readonly path: string;
  /** Where the file is read from. */
  readonly location: string;
  /** How its page text becomes what its site shows: see `SourceFile`. Default: as it is. */
  readonly siteEdits?: readonly Edit[] | undefined;
}

/** The content of the docs root. */
export interface Tree {
  /** The Markdown files in code-point order of path. */
  readonly files: readonly FoundFile[];
  /** Paths of all other files, also of Markdown that is not read. */
  readonly otherPaths: ReadonlySet<string>;
  readonly problems: readonly Problem[];
}

/** The files to read, as globs over paths. */
export interface Selection {
  readonly include: readonly string[];
  readonly ignore: readonly string[];
  /** Those of the site's pages, and of files that are not pages. Default: all are pages. */
  readonly siteFiles?: { readonly pages: readonly string[]; readonly partials: readonly string[] };
}

/** Maximum number of files and folders visited through symbolic links. */
const MAX_LINKED_ENTRIES = 50_000;

/**
 * Walks the docs root: finds Markdown files by their extension, skips hidden ones and
 * `node_modules`, and follows symbolic links only inside the root (DOC-A1).
 *
 * A file is read once, whatever links lead to it: under its own path if that is selected, otherwise
 * under the first path through links.
 *
 * @throws the file system's error if the root itself cannot be read
 */
export async function collect(root: string, selection: Selection): Promise<Tree> {
  const realRoot = await realpath(root);
  const walk = new Walk(realRoot, pageSelector(selection));
  await walk.folder(realRoot, { path: "", through: [] });
  await walk.followLinks();
  walk.reportRepeats();
  const files = walk.files.sort(
    (left, right) =>
      compareCodePoints(left.path, right.path) || compareCodePoints(left.location, right.location),
  );
  return { files, otherPaths: walk.otherPaths, problems: walk.problems };
}

/** Creates a function that tells whether a Markdown file of a path is a page. */
export function pageSelector({ include, ignore, siteFiles }: Selection): (path: string) => boolean {
  // In a glob's regular expression, `.` must match the line feed that a name may contain.
  const options = { ignore: [...ignore], dot: true, flags: "s" };
  const isSelected = picomatch([...include], options);
  const isPage =
    siteFiles === undefined
      ? () => true
      : picomatch([...siteFiles.pages], { ...options, ignore: [...siteFiles.partials] });
  return (path) => isSelected(path) && isPage(path);
}

/** A path of a folder, and the real folders whose links lead there. */
interface FolderPlace {
  readonly path: string;
  readonly through: readonly string[];
}

interface Link extends FolderPlace {
  readonly location: string;
}

/** A second path to something that is already read under another path. */
interface Repeat {
  readonly path: string;
  readonly first: string;
  readonly kind: "file" | "folder";
}

/** Which Markdown files there are in a folder, at any depth: selected ones, others, or both. */
interface Pages {
  readonly areWanted: boolean;
  readonly areUnwanted: boolean;
}

const NO_PAGES: Pages = { areWanted: false, areUnwanted: false };
const UNWANTED_PAGES: Pages = { areWanted: false, areUnwanted: true };

class Walk {
  readonly otherPaths = new Set<string>();
  readonly problems: Problem[] = [];
  readonly #realRoot: string;
  readonly #isWanted: (path: string) => boolean;
  /** Keyed by real location. */
  readonly #files = new Map<string, FoundFile>();
  /** The path of each folder that need not be read again, keyed by real location. */
  readonly #folders = new Map<string, string>();
  readonly #repeats: Repeat[] = [];
  #links: Link[] = [];
  #linkedEntries = 0;

  constructor(realRoot: string, isWanted: (path: string) => boolean) {
    this.#realRoot = realRoot;
    this.#isWanted = isWanted;
  }

  get files(): FoundFile[] {
    return [...this.#files.values()];
  }

  /** Reads a real folder and its subfolders, and leaves its links for later. */
  async folder(location: string, place: FolderPlace): Promise<Pages> {
    let pages = NO_PAGES;
    for (const entry of await readdir(location, { withFileTypes: true })) {
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      if (place.through.length > 0) this.#linkedEntries++;
      const path = toNfc(place.path === "" ? entry.name : `${place.path}/${entry.name}`);
      const found = await this.#entry(entry, { ...place, path, location });
      pages = {
        areWanted: pages.areWanted || found.areWanted,
        areUnwanted: pages.areUnwanted || found.areUnwanted,
      };
    }
    // A folder whose pages are all excluded under this path may be selected under another.
    if (pages.areWanted || !pages.areUnwanted) this.#folders.set(location, place.path);
    return pages;
  }

  /** @param at the entry's path, and the folder that contains it */
  async #entry(entry: Dirent, at: Link): Promise<Pages> {
    const location = join(at.location, entry.name);
    if (await hasInvalidName(entry, location)) {
      const message = "The name is not valid UTF-8: rename it";
      const isLeftOut = entry.isFile() && !isMarkdown(at.path);
      if (!isLeftOut) this.#report(at.path, "unreadable-file", message);
      return NO_PAGES;
    }
    if (entry.isFile()) return this.#file(location, at.path);
    if (entry.isDirectory()) return this.#folderOnce(location, at);
    if (entry.isSymbolicLink()) {
      this.#links.push({ path: at.path, location, through: [...at.through, at.location] });
      // The target is not known yet, only whether a page there would be selected.
      if (!this.#isWanted(`${at.path}/page.md`)) return UNWANTED_PAGES;
    }
    return NO_PAGES;
  }

  #file(location: string, path: string): Pages {
    const isPage = isMarkdown(path);
    if (!isPage || !this.#isWanted(path)) {
      this.otherPaths.add(path);
      return isPage ? UNWANTED_PAGES : NO_PAGES;
    }
    const first = this.#files.get(location)?.path;
    if (first === undefined) this.#files.set(location, { path, location });
    else {
      this.otherPaths.add(path);
      this.#repeats.push({ path, first, kind: "file" });
    }
    return { areWanted: true, areUnwanted: false };
  }

  async #folderOnce(location: string, { path, through }: FolderPlace): Promise<Pages> {
    const first = this.#folders.get(location);
    if (first !== undefined) {
      this.#repeats.push({ path, first, kind: "folder" });
      return NO_PAGES;
    }
    try {
      return await this.folder(location, { path, through });
    } catch (error) {
      if (!isSystemError(error)) throw error;
      this.#report(path, "unreadable-file", `Cannot read folder: ${error.message}`);
      return NO_PAGES;
    }
  }

  /** Follows all links in order of path, then those found through them, and so on. */
  async followLinks(): Promise<void> {
    while (this.#links.length > 0) {
      const links = this.#links.sort(compareLinks);
      this.#links = [];
      for (const link of links) {
        if (this.#linkedEntries > MAX_LINKED_ENTRIES) {
          const message = `Symbolic links lead to more than ${MAX_LINKED_ENTRIES} paths: this one and those after it are not followed`;
          return this.#report(link.path, "unreadable-file", message);
        }
        await this.#follow(link);
      }
    }
  }

  async #follow({ path, location, through }: Link): Promise<void> {
    const target = await this.#targetOf(location, path);
    if (target === null) {
      this.otherPaths.add(path);
      return;
    }
    const isCycle = through.some((folder) => isWithin(folder, target.location));
    if (target.isFile) this.#file(target.location, path);
    else if (!isCycle || this.#folders.has(target.location)) {
      await this.#folderOnce(target.location, { path, through });
    }
  }

  /**
   * Reports what can also be reached by another path; a folder only if pages are selected there
   * too.
   */
  reportRepeats(): void {
    for (const { path, first, kind } of this.#repeats) {
      if (kind === "file") {
        const message = `Symbolic link leads to "${first}", which is read under that path only`;
        this.#report(path, "duplicate-symlink", message);
      } else if (this.#hasWantedPages({ path, first })) {
        const message = `Symbolic link leads to "${first || "."}", whose pages are read under that path only`;
        this.#report(path, "duplicate-symlink", message);
      }
    }
  }

  #hasWantedPages({ path, first }: Pick<Repeat, "path" | "first">): boolean {
    const start = first === "" ? "" : `${first}/`;
    for (const file of this.#files.values()) {
      if (!file.path.startsWith(start)) continue;
      if (this.#isWanted(`${path}/${file.path.slice(start.length)}`)) return true;
    }
    return false;
  }

  /** @returns the target of a link inside the root; null if the link is not followed */
  async #targetOf(
    link: string,
    path: string,
  ): Promise<{ location: string; isFile: boolean } | null> {
    try {
      const location = await realpath(link);
      const found = await stat(location);
      if (isWithin(location, this.#realRoot)) {
        return found.isFile() || found.isDirectory() ? { location, isFile: found.isFile() } : null;
      }
      const message = "Symbolic link points outside the docs root; it is not followed";
      if (isMarkdown(path) || found.isDirectory()) this.#report(path, "outside-symlink", message);
    } catch (error) {
      if (!isSystemError(error)) throw error;
      if (isMarkdown(path)) this.#report(path, "unreadable-file", "Symbolic link leads nowhere");
    }
    return null;
  }

  #report(file: string, rule: RuleName, message: string): void {
    this.problems.push({ file, line: 1, column: 1, rule, message, suggestion: null });
  }
}

function compareLinks(left: Link, right: Link): number {
  return (
    compareCodePoints(left.path, right.path) || compareCodePoints(left.location, right.location)
  );
}

/**
 * Tells whether a name is not UTF-8: its invalid bytes become replacement characters, and no entry
 * has that name.
 */
async function hasInvalidName({ name }: Dirent, location: string): Promise<boolean> {
  if (!name.includes("\ufffd")) return false;
  return lstat(location).then(
    () => false,
    () => true,
  );
}
