/** A page that went to another path under its own name. */
interface Renaming {
  readonly from: string;
  readonly to: string;
}

/** A folder is renamed if at least as many of its pages have gone to the same other folder. */
export const NEIGHBOURS = 3;

/** The folders that were renamed, as the pages show that are known to have moved along. */
export class FolderRenames {
  /** Old folder → new folder → the number of its pages that are there under their old names. */
  readonly #counts = new Map<string, Map<string, number>>();

  constructor(moved: Iterable<Renaming>) {
    for (const { from, to } of moved) {
      const folders = foldersOf(from, to);
      if (folders === null) continue;
      const targets = this.#counts.get(folders.old) ?? new Map<string, number>();
      this.#counts.set(folders.old, targets.set(folders.now, (targets.get(folders.now) ?? 0) + 1));
    }
  }

  /** Returns where a page is if it went along with its folder, the nearest renamed one first. */
  *targetsOf(id: string): Generator<string> {
    for (let end = id.lastIndexOf("/"); ; end = id.lastIndexOf("/", end - 1)) {
      const folder = end < 0 ? "" : id.slice(0, end + 1);
      for (const [now, count] of this.#counts.get(folder) ?? []) {
        if (count >= NEIGHBOURS) yield now + id.slice(folder.length);
      }
      if (end <= 0) return;
    }
  }
}

/**
 * Returns what differs at the beginning of two paths, each with a slash at the end unless it is
 * empty; null if their last names differ.
 */
export function foldersOf(from: string, to: string): { old: string; now: string } | null {
  const [old, now] = [from.split("/"), to.split("/")];
  if (old.at(-1) !== now.at(-1)) return null;
  while (old.length > 0 && now.length > 0 && old.at(-1) === now.at(-1)) {
    old.pop();
    now.pop();
  }
  const [left, right] = [old, now].map((names) => names.map((name) => `${name}/`).join(""));
  return { old: left!, now: right! };
}
