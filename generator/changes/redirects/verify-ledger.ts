import { FolderRedirects, folderIn } from "../../../corpus/folder-redirects.ts";
import {
  type Arrival,
  formatAddress,
  MAX_STEPS,
  parseAddress,
  RedirectMap,
  type TreeAddresses,
} from "../../../corpus/redirects.ts";
import { createSuggester, type Suggester } from "../../../corpus/text/suggest.ts";
import type { Problem } from "../../config/problem.ts";
import type { RuleName } from "../../config/rules.ts";
import type { Ledger, LedgerEntry } from "./ledger.ts";

/** A tree whose ledger is checked. */
export interface LedgerTree extends TreeAddresses {
  readonly ids: readonly string[];
  /** Returns what follows the beginning of the ids and slugs that begin with the path of a folder. */
  below(folder: string): readonly string[];
}

/** Problems in a ledger, and what else people should know of it. */
export interface LedgerReport {
  readonly problems: readonly Problem[];
  /** Sentences. */
  readonly hints: readonly string[];
}

/** Checks the entries of a ledger against the tree that they lead to. */
export function verifyLedger({ file, entries, isForeign }: Ledger, tree: LedgerTree): LedgerReport {
  if (isForeign) return { problems: [], hints: [describeForeign(file)] };
  const verifier = new Verifier(entries, tree);
  const problems: Problem[] = [];
  const hints: string[] = [];
  for (const entry of entries) {
    const { line, column } = entry;
    const fault = verifier.faultOf(entry);
    if (fault) problems.push({ file, line, column, suggestion: null, ...fault });
    else hints.push(...verifier.chainOf(entry));
  }
  return { problems, hints };
}

function describeForeign(file: string): string {
  return `"${file}" is not a ledger of redirects, because it is not an object with "version"; it is left alone. If there is no ledger, set "redirects" to false.`;
}

interface Fault {
  readonly rule: RuleName;
  readonly message: string;
  readonly suggestion?: string | null;
}

/** Messages name at most as many of the addresses through which an entry leads. */
const NAMED = 5;

class Verifier {
  readonly #map: RedirectMap;
  readonly #tree: LedgerTree;
  readonly #folders: FolderRedirects;
  /** Of each source, the entry that counts. */
  readonly #first: ReadonlyMap<string, LedgerEntry>;
  #suggest: Suggester | undefined;

  constructor(entries: readonly LedgerEntry[], tree: LedgerTree) {
    this.#map = new RedirectMap(entries, tree);
    this.#tree = tree;
    this.#folders = new FolderRedirects(entries);
    this.#first = new Map([...entries].reverse().map((entry) => [entry.from, entry]));
  }

  faultOf(entry: LedgerEntry): Fault | null {
    const { from, to } = entry;
    const kept = this.#first.get(from)!;
    if (kept !== entry) {
      const message = `"${from}" is redirected on line ${kept.line} already`;
      return { rule: "redirect-duplicate", message };
    }
    if (folderIn(from) !== null) return this.#faultOfFolder(entry);
    const arrival = this.#map.follow(parseAddress(from));
    if (arrival === null) {
      const message = `"${from}" is in the docs, so nobody is redirected from it`;
      return { rule: "redirect-shadowed", message };
    }
    if (arrival.kind === "loop") {
      return { rule: "redirect-loop", message: `Nobody arrives: ${this.#roundFrom(from)}` };
    }
    if (this.#isDeadEnd(entry)) {
      const message = `"${to}" is not in the docs`;
      return { rule: "redirect-target", message, suggestion: this.#suggestTarget(to!) };
    }
    if (arrival.steps <= MAX_STEPS) return null;
    const message = `${this.#describeChain(from, arrival)}: ${arrival.steps} steps, expected ${MAX_STEPS} at most`;
    return { rule: "redirect-chain", message, suggestion: endOf(arrival) };
  }

  /** A folder may have pages: they come first. */
  #faultOfFolder({ to }: LedgerEntry): Fault | null {
    if (to === null) return null;
    const folder = folderIn(to);
    const target = parseAddress(to);
    const isThere =
      folder === null
        ? this.#map.has(target) || this.#map.follow(target)?.kind === "place"
        : this.#tree.below(folder).length > 0 || this.#folders.find(folder) !== null;
    return isThere ? null : { rule: "redirect-target", message: `"${to}" is not in the docs` };
  }

  /** Describes the chain that begins with an entry, if there is one that leads to a place. */
  chainOf({ from }: LedgerEntry): string[] {
    if (folderIn(from) !== null) return [];
    const arrival = this.#map.follow(parseAddress(from));
    if (arrival?.kind !== "place" || arrival.steps < 2) return [];
    return [`redirects: ${this.#describeChain(from, arrival)}; it is printed without them.`];
  }

  #describeChain(from: string, arrival: Arrival): string {
    const through = this.#wayFrom(from, Math.min(NAMED, arrival.steps - 1));
    const others = arrival.steps - 1 - through.length;
    const names = [...through, ...(others > 0 ? [`${others} more`] : [])];
    const list = [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and ");
    return `"${from}" leads to ${JSON.stringify(endOf(arrival))} through ${list}`;
  }

  /** Describes the way round a loop, or the beginning of a long one. */
  #roundFrom(from: string): string {
    const names = [`"${from}"`, ...this.#wayFrom(from, NAMED)];
    const again = names.findIndex((name, at) => names.indexOf(name) < at);
    return (again < 0 ? [...names, "…"] : names.slice(0, again + 1)).join(" → ");
  }

  /** Returns the first addresses to which an address leads, quoted. */
  #wayFrom(from: string, count: number): string[] {
    const names: string[] = [];
    for (const address of this.#map.way(parseAddress(from))) {
      if (names.length === count) break;
      names.push(`"${formatAddress(address)}"`);
    }
    return names;
  }

  /** Tells whether an entry itself leads nowhere, and not one that it leads to. */
  #isDeadEnd({ to }: LedgerEntry): boolean {
    if (to === null) return false;
    const target = parseAddress(to);
    const isSource =
      this.#first.has(to) ||
      (target.anchor !== null && this.#first.has(target.id)) ||
      this.#folders.find(target.id) !== null;
    return !isSource && !this.#map.has(target);
  }

  #suggestTarget(to: string): string | null {
    const { id, anchor } = parseAddress(to);
    if (this.#tree.hasPage(id)) return anchor === null ? null : id;
    this.#suggest ??= createSuggester(this.#tree.ids);
    return this.#suggest(id);
  }
}

/** Returns where readers arrive; null for what is gone for good. */
function endOf(arrival: Arrival): string | null {
  return arrival.kind === "place" ? formatAddress(arrival.at) : null;
}
