import { type Address, parseAddress, RedirectMap } from "../../../corpus/redirects.ts";
import type { Ledger } from "./ledger.ts";
import type { LedgerTree } from "./verify-ledger.ts";

/** Returns the addresses that a ledger moved to a place that the tree has, with that place. */
export function movesOf({ entries }: Ledger, tree: LedgerTree): Map<string, Address> {
  const map = new RedirectMap(entries, tree);
  return new Map(
    entries.flatMap(({ from }) => {
      const arrival = map.follow(parseAddress(from));
      return arrival?.kind === "place" && map.has(arrival.at) ? [[from, arrival.at]] : [];
    }),
  );
}
