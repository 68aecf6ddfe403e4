import { formatFolder } from "../../../corpus/folder-redirects.ts";
import { formatAddress, parseAddress, type RedirectMap } from "../../../corpus/redirects.ts";
import type { Redirect } from "../../../corpus/schema.ts";
import { foldersOf, NEIGHBOURS } from "../moves/folder-renames.ts";

interface FolderOptions {
  /** The entries of the ledger, which stay as they are. */
  readonly known: readonly Redirect[];
  /** Makes the map of a ledger over the new tree. */
  readonly mapOf: (redirects: readonly Redirect[]) => RedirectMap;
}

/**
 * Writes the redirects of pages that went along with their folder as one entry of the folder, if there
 * are enough of them to show that it was renamed. The others stay, and those of the folder that the
 * entry would lead elsewhere.
 */
export function withFolders(
  pages: readonly Redirect[],
  { known, mapOf }: FolderOptions,
): Redirect[] {
  const folders = renamedFolders(pages, new Set(known.map(({ from }) => from)));
  if (folders.length === 0) return [...pages];
  const map = mapOf([...known, ...folders]);
  const isLed = ({ from, to }: Redirect): boolean => {
    const arrival = map.follow(parseAddress(from));
    return arrival?.kind === "place" && formatAddress(arrival.at) === to;
  };
  return [...folders, ...pages.filter((page) => !isLed(page))];
}

/** Returns an entry for each folder that most of its pages left for the same other one. */
function renamedFolders(pages: readonly Redirect[], known: ReadonlySet<string>): Redirect[] {
  const counts = new Map<string, Map<string, number>>();
  for (const { from, to } of pages) {
    const folders = to === null || to.includes("#") ? null : foldersOf(from, to);
    if (folders === null || folders.old === "" || folders.old === "/") continue;
    const targets = counts.get(folders.old) ?? new Map<string, number>();
    counts.set(folders.old, targets.set(folders.now, (targets.get(folders.now) ?? 0) + 1));
  }
  return [...counts].flatMap(([old, targets]) => {
    const [now, count] = [...targets].reduce((most, one) => (one[1] > most[1] ? one : most));
    const from = formatFolder(old);
    return count < NEIGHBOURS || known.has(from) ? [] : [{ from, to: formatFolder(now) }];
  });
}
