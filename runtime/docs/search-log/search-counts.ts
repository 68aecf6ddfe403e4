import type { HitListJson } from "../../../corpus/search/words/hits.ts";
import { foldCase } from "../../../corpus/text/fold.ts";

/** How often a search did not help on a day. */
export interface SearchCount {
  /** In UTC, as in `2026-11-28`. */
  readonly day: string;
  /** In lower case. */
  readonly query: string;
  /** Number of searches that found nothing. */
  readonly nothing: number;
  /** Number of searches in which a word was corrected, and none of the places was opened. */
  readonly corrected: number;
  /** Number of other searches of boxes that report clicks after which none of the places was opened. */
  readonly unopened: number;
}

type Outcome = "nothing" | "corrected" | "unopened";

/** A search, and where it came from. */
export interface Search {
  readonly query: string;
  /** A name of the network that it came from. */
  readonly network: string;
}

interface AnsweredSearch extends Search {
  readonly found: Pick<HitListJson, "total" | "corrections">;
  /** True if the search box reports which searches lead to a place. */
  readonly reportsClicks: boolean;
}

/** A search after which the reader may still type more, or open a place. */
interface OpenSearch {
  readonly query: string;
  readonly outcome: Outcome;
  readonly atMs: number;
}

interface QueryCounts {
  /** Networks that it came from; null once there were enough. */
  networks: Set<string> | null;
  readonly days: Map<string, Record<Outcome, number>>;
}

export interface SearchCountsOptions {
  /** The counts of earlier runs. */
  readonly counts: readonly SearchCount[];
  /** Returns the time in milliseconds. */
  readonly now: () => number;
}

/** Number of networks from which a query must come before anything about it leaves the memory. */
const LEAST_NETWORKS = 5;
const KEPT_DAYS = 90;
const DAY_MS = 86_400_000;
/** Time that a reader has to type more, or to open a place. */
const OPEN_MS = 5 * 60_000;
/** A longer query was pasted, and nobody else asks the same. */
const MAX_LENGTH = 100;
/** Limits of what strangers can make docgate remember. */
const MAX_QUERIES = 10_000;
const MAX_NETWORKS = 10_000;
const MAX_OPEN = 20;

/**
 * Counts searches that did not help: by query and day, and only queries that came from several
 * networks. What a reader typed on the way to a query does not count.
 */
export class SearchCounts {
  readonly #now: () => number;
  readonly #open = new Map<string, OpenSearch[]>();
  /** Queries that came from too few networks so far. */
  readonly #rare = new Map<string, QueryCounts>();
  readonly #shared = new Map<string, QueryCounts>();

  constructor({ counts, now }: SearchCountsOptions) {
    this.#now = now;
    for (const { day, query, nothing, corrected, unopened } of counts) {
      const known = this.#shared.get(query) ?? { networks: null, days: new Map() };
      known.days.set(day, { nothing, corrected, unopened });
      this.#shared.set(query, known);
    }
  }

  /** Counts a search that was answered, unless its reader types more or opens a place. */
  add({ network, query: typed, found, reportsClicks }: AnsweredSearch): void {
    const query = normalize(typed);
    const others = this.#othersOf(network, query);
    const outcome = outcomeOf(found, reportsClicks);
    if (outcome !== null && query !== "" && query.length <= MAX_LENGTH) {
      others.push({ query, outcome, atMs: this.#now() });
    }
    this.#setOpen(network, others.slice(-MAX_OPEN));
  }

  /** Notes that a reader opened a place after a search, which therefore helped. */
  open({ network, query }: Search): void {
    this.#setOpen(network, this.#othersOf(network, normalize(query)));
  }

  /** Returns the counts of the last 90 days that may leave the memory, in order of day and query. */
  counts(): SearchCount[] {
    const time = this.#now();
    this.#close((search) => time - search.atMs >= OPEN_MS);
    const oldest = dayOf(time - (KEPT_DAYS - 1) * DAY_MS);
    for (const known of [this.#rare, this.#shared]) forgetBefore(oldest, known);
    const counts = Array.from(this.#shared, ([query, { days }]) =>
      Array.from(days, ([day, outcomes]) => ({ day, query, ...outcomes })),
    );
    return counts.flat().sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
  }

  /** Returns the open searches of a network that are neither a beginning nor a continuation of a query. */
  #othersOf(network: string, query: string): OpenSearch[] {
    const open = this.#open.get(network) ?? [];
    return open.filter((one) => !one.query.startsWith(query) && !query.startsWith(one.query));
  }

  #setOpen(network: string, searches: OpenSearch[]): void {
    const isKnown = this.#open.delete(network);
    if (searches.length === 0 || (!isKnown && this.#open.size >= MAX_NETWORKS)) return;
    this.#open.set(network, searches);
  }

  /** Counts open searches for good. */
  #close(isOver: (search: OpenSearch) => boolean): void {
    for (const [network, searches] of this.#open) {
      const { over = [], open = [] } = Object.groupBy(searches, (one) =>
        isOver(one) ? "over" : "open",
      );
      for (const search of over) this.#count(search, network);
      if (open.length === 0) this.#open.delete(network);
      else this.#open.set(network, open);
    }
  }

  #count({ query, outcome, atMs }: OpenSearch, network: string): void {
    const known = this.#shared.get(query) ?? this.#rareCounts(query);
    const day = dayOf(atMs);
    const outcomes = known.days.get(day) ?? { nothing: 0, corrected: 0, unopened: 0 };
    outcomes[outcome]++;
    known.days.set(day, outcomes);
    if (known.networks === null) return;
    known.networks.add(network);
    if (known.networks.size < LEAST_NETWORKS || this.#shared.size >= MAX_QUERIES) return;
    known.networks = null;
    this.#rare.delete(query);
    this.#shared.set(query, known);
  }

  /** Returns the counts of a query that came from few networks; of too many queries the oldest goes. */
  #rareCounts(query: string): QueryCounts {
    const known = this.#rare.get(query) ?? { networks: new Set(), days: new Map() };
    this.#rare.set(query, known);
    if (this.#rare.size > MAX_QUERIES) this.#rare.delete(this.#rare.keys().next().value!);
    return known;
  }
}

function outcomeOf(
  { total, corrections }: AnsweredSearch["found"],
  reportsClicks: boolean,
): Outcome | null {
  if (total === 0) return "nothing";
  if (corrections.length > 0) return "corrected";
  return reportsClicks ? "unopened" : null;
}

function normalize(query: string): string {
  return foldCase(query).trim().replace(/\s+/g, " ");
}

/** The order of the counts tells nothing about the order of the searches. */
function keyOf({ day, query }: SearchCount): string {
  return `${day} ${query}`;
}

function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

function forgetBefore(oldest: string, known: Map<string, QueryCounts>): void {
  for (const [query, { days }] of known) {
    for (const day of days.keys()) if (day < oldest) days.delete(day);
    if (days.size === 0) known.delete(query);
  }
}
