import {
  type FolderRedirect,
  FolderRedirects,
  folderIn,
} from "../../../corpus/folder-redirects.ts";
import { type Address, parseAddress, RedirectMap } from "../../../corpus/redirects.ts";
import type { Ledger } from "./ledger.ts";
import type { LedgerTree } from "./verify-ledger.ts";

/**
 * Returns the addresses that a ledger moved to a place that the tree has, with that place. An entry of a
 * folder stands for the pages that are in the other one.
 */
export function movesOf({ entries }: Ledger, tree: LedgerTree): Map<string, Address> {
  const map = new RedirectMap(entries, tree);
  const single = entries.map(({ from }) => from).filter((from) => folderIn(from) === null);
  const sources = [...sourcesOf(new FolderRedirects(entries).all, tree), ...single];
  return new Map(
    sources.flatMap((from) => {
      const arrival = map.follow(parseAddress(from));
      return arrival?.kind === "place" && map.has(arrival.at) ? [[from, arrival.at]] : [];
    }),
  );
}

/** Returns the addresses that entries of folders redirect to pages of a tree. */
function sourcesOf(folders: readonly FolderRedirect[], tree: LedgerTree): string[] {
  return folders.flatMap(({ from, folder }) =>
    folder === null ? [] : tree.below(folder).map((name) => from + name),
  );
}
