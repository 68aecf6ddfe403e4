import { toNfc } from "../../../corpus/text/fold.ts";
import { idOf } from "../../../corpus/text/slug.ts";
import type { ParsedFile } from "../../markdown/parse.ts";
import type { LedgerTree } from "./verify-ledger.ts";

/** Returns the addresses in parsed files: pages, and every fragment that leads somewhere in one. */
export function addressesIn(files: readonly ParsedFile[]): LedgerTree {
  const byId = new Map(files.map((file) => [idOf(file.path), file]));
  return {
    ids: [...byId.keys()],
    hasPage: (id) => byId.has(id),
    hasAnchor: (id, anchor) =>
      byId.get(id)?.fragments.some((fragment) => toNfc(fragment) === toNfc(anchor)) ?? false,
  };
}
