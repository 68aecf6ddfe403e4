import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import picomatch from "picomatch";
import { compareCodePoints } from "../corpus/order.ts";
import { toNfc } from "../corpus/text.ts";
import type { Problem } from "./problem.ts";
import type { RuleName } from "./rules.ts";

/** A Markdown file of the tree. */
export interface FoundFile {
  /** Path relative to the docs root, NFC, POSIX separators (decision A2). */
  readonly path: string;
  /** Where to read it. */
  readonly location: string;
}

/** What is below the docs root. */
export interface Tree {
  /** The Markdown files in code-point order of path. */
  readonly files: readonly FoundFile[];
  /** Paths of all other files. */
  readonly others: ReadonlySet<string>;
  readonly problems: readonly Problem[];
}

/** Which files of the tree are wanted, as globs over paths. */
export interface Selection {
  readonly include: readonly string[];
  readonly ignore: readonly string[];
}

const MARKDOWN = /\.(?:md|markdown|mdx)$/i;

/** @returns whether a path names a Markdown file (decision A1) */
export function isMarkdown(path: string): boolean {
  return MARKDOWN.test(path);
}

/**
 * Walks the docs root: Markdown files by their extension, hidden ones and `node_modules` skipped,
 * symbolic links followed only inside the root (decision A1).
 *
 * @throws the file system's error if the root itself cannot be read
 */
export async function collect(root: string, { include, ignore }: Selection): Promise<Tree> {
  const walk = new Walk(
    await realpath(root),
    picomatch([...include], { ignore: [...ignore], dot: true }),
  );
  await walk.folder(root, { path: "", ancestors: [walk.realRoot] });
  walk.files.sort((left, right) => compareCodePoints(left.path, right.path));
  return walk;
}

/** A folder's place in the tree, and the real paths of the folders that lead to it. */
interface FolderPlace {
  readonly path: string;
  readonly ancestors: readonly string[];
}

class Walk implements Tree {
  readonly files: FoundFile[] = [];
  readonly others = new Set<string>();
  readonly problems: Problem[] = [];
  readonly realRoot: string;
  readonly #isWanted: (path: string) => boolean;

  constructor(realRoot: string, isWanted: (path: string) => boolean) {
    this.realRoot = realRoot;
    this.#isWanted = isWanted;
  }

  async folder(location: string, place: FolderPlace): Promise<void> {
    for (const entry of await readdir(location, { withFileTypes: true })) {
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      const path = toNfc(place.path === "" ? entry.name : `${place.path}/${entry.name}`);
      await this.#entry(entry, { location: join(location, entry.name), place: { ...place, path } });
    }
  }

  async #entry(entry: Dirent, at: { location: string; place: FolderPlace }): Promise<void> {
    const { path, ancestors } = at.place;
    const kind = entry.isSymbolicLink() ? await this.#linkKind(at.location, path) : kindOf(entry);
    if (kind === "file") {
      if (!isMarkdown(path)) this.others.add(path);
      else if (this.#isWanted(path)) this.files.push({ path, location: at.location });
    } else if (kind === "folder") {
      const real = await realpath(at.location);
      if (ancestors.includes(real)) return;
      await this.#readFolder(at.location, { path, ancestors: [...ancestors, real] });
    }
  }

  async #readFolder(location: string, place: FolderPlace): Promise<void> {
    try {
      await this.folder(location, place);
    } catch (error) {
      this.#report(
        place.path,
        "unreadable-file",
        `Cannot read folder: ${(error as Error).message}`,
      );
    }
  }

  async #linkKind(location: string, path: string): Promise<"file" | "folder" | "none"> {
    try {
      const target = await realpath(location);
      if (target !== this.realRoot && !target.startsWith(this.realRoot + sep)) {
        const message = "Symbolic link leaves the docs root: it is not followed";
        if (isMarkdown(path) || (await stat(target)).isDirectory()) {
          this.#report(path, "outside-symlink", message);
        }
        return "none";
      }
      return kindOf(await stat(target));
    } catch {
      if (isMarkdown(path)) this.#report(path, "unreadable-file", "Symbolic link leads nowhere");
      return "none";
    }
  }

  #report(file: string, rule: RuleName, message: string): void {
    this.problems.push({ file, line: 1, column: 1, rule, message, suggestion: null });
  }
}

function kindOf(entry: { isFile(): boolean; isDirectory(): boolean }): "file" | "folder" | "none" {
  if (entry.isFile()) return "file";
  return entry.isDirectory() ? "folder" : "none";
}
