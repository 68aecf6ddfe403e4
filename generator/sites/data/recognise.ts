import { filesIn, type SiteFolders, siteFolders } from "./files/find-files.ts";
import type { SiteFile } from "./read-text.ts";

/** How a generator is recognised by its own file. */
export interface Sign {
  readonly generator: string;
  /** Names or globs, such as `docusaurus.config.{js,ts}`; only the last part may be a glob. */
  readonly files: readonly string[];
  /** Tells whether a file of that name is the generator's. Default: it always is. */
  readonly isOwn?: (candidate: Candidate) => boolean | Promise<boolean>;
}

/** A file that may be a generator's own. */
export interface Candidate {
  readonly file: SiteFile;
  /** The folder that the file's name is looked up in. */
  readonly folder: string;
  /** The root of the git checkout, otherwise the highest folder that is looked into. */
  readonly top: string;
}

/** A generator, and the file that shows it. */
export interface Recognition {
  readonly generator: string;
  readonly file: SiteFile;
}

/** Generators whose files are equally near. */
export interface Ambiguity {
  readonly candidates: readonly Recognition[];
}

/**
 * Recognises the generator of a tree by the nearest file of a generator: at the docs root, above it up
 * to the root of the git checkout, or in `website/` next to it. The working folder does not count.
 *
 * @returns null if there is none
 * @throws the file system's error if the docs root does not exist
 */
export async function recognise(
  docsRoot: string,
  signs: readonly Sign[],
): Promise<Recognition | Ambiguity | null> {
  const folders = siteFolders(docsRoot);
  for (const level of folders.levels) {
    const candidates = await recogniseIn(level, { signs, folders });
    if (candidates.length > 1) return { candidates };
    if (candidates[0] !== undefined) return candidates[0];
  }
  return null;
}

interface Search {
  readonly signs: readonly Sign[];
  readonly folders: SiteFolders;
}

/** Returns each generator that has a file in one of some folders, once. */
async function recogniseIn(
  level: readonly string[],
  { signs, folders: { top } }: Search,
): Promise<Recognition[]> {
  const found = new Map<string, Recognition>();
  const names = signs.flatMap(({ files }) => files);
  for (const folder of level) {
    if (filesIn(folder, { names, top }).length === 0) continue;
    for (const { generator, files, isOwn } of signs) {
      for (const file of filesIn(folder, { names: files, top })) {
        if (found.has(generator) || (isOwn && !(await isOwn({ file, folder, top })))) continue;
        found.set(generator, { generator, file });
      }
    }
  }
  return [...found.values()];
}
