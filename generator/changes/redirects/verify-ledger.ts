import { parseAddress, RedirectMap, type TreeAddresses } from "../../../corpus/redirects.ts";
import { createSuggester } from "../../../corpus/text/suggest.ts";
import type { Problem } from "../../config/problem.ts";
import type { RuleName } from "../../config/rules.ts";
import type { Ledger, LedgerEntry } from "./ledger.ts";

/** A tree whose ledger is checked. */
export interface LedgerTree extends TreeAddresses {
  readonly ids: readonly string[];
}

/** Problems in a ledger, and chains in it. */
export interface LedgerReport {
  readonly problems: readonly Problem[];
  /** Chains, as sentences. */
  readonly hints: readonly string[];
}

/** Checks the entries of a ledger against the tree that they lead to. */
export function verifyLedger({ file, entries }: Ledger, tree: LedgerTree): LedgerReport {
  const map = new RedirectMap(entries, tree);
  const first = new Map([...entries].reverse().map((entry) => [entry.from, entry]));
  const problems: Problem[] = [];
  const hints: string[] = [];
  for (const entry of entries) {
    const report = (rule: RuleName, message: string, suggestion: string | null = null): void => {
      const { line, column } = entry;
      problems.push({ file, line, column, rule, message, suggestion });
    };
    const kept = first.get(entry.from)!;
    if (kept !== entry) {
      report("redirect-duplicate", `"${entry.from}" is redirected on line ${kept.line} already`);
      continue;
    }
    if (map.has(parseAddress(entry.from))) {
      report(
        "redirect-shadowed",
        `"${entry.from}" is in the docs, so nobody is redirected from it`,
      );
      continue;
    }
    const arrival = map.follow(parseAddress(entry.from));
    if (arrival?.kind === "loop") {
      const round = [...arrival.through, entry.from].map((name) => `"${name}"`).join(" → ");
      report("redirect-loop", `Nobody arrives: ${round}`);
    } else if (isDeadEnd(entry, { map, first })) {
      report("redirect-target", `"${entry.to}" is not in the docs`, suggestTarget(entry, tree));
    } else if (arrival?.kind === "place" && arrival.through.length > 1) {
      const through = arrival.through
        .slice(1)
        .map((name) => `"${name}"`)
        .join(" and ");
      const { id, anchor } = arrival.at;
      const end = anchor === null ? id : `${id}#${anchor}`;
      hints.push(
        `redirects: "${entry.from}" leads to "${end}" through ${through}; it is printed without them.`,
      );
    }
  }
  return { problems, hints };
}

/** Tells whether an entry itself leads nowhere, and not one that it leads to. */
function isDeadEnd(
  { to }: LedgerEntry,
  { map, first }: { map: RedirectMap; first: ReadonlyMap<string, LedgerEntry> },
): boolean {
  if (to === null) return false;
  const target = parseAddress(to);
  return !map.has(target) && !first.has(to) && (target.anchor === null || !first.has(target.id));
}

function suggestTarget({ to }: LedgerEntry, tree: LedgerTree): string | null {
  const { id, anchor } = parseAddress(to!);
  if (tree.hasPage(id)) return anchor === null ? null : id;
  return createSuggester(tree.ids)(id);
}
