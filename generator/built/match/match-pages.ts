import type { BuiltPage, BuiltSite } from "../site/built-site.ts";
import { type Candidate, CandidateFinder, type Candidates, LITTLE } from "./candidates.ts";
import { languagesOf } from "./languages.ts";
import { NEAR, PathVotes } from "./path-votes.ts";
import type { SourcePage } from "./source-page.ts";
import { Variants } from "./variants.ts";

/** Parts of a text: enough at the expected address, for a namesake, with little else, and alone. */
const SOME = 0.1;
const MUCH = 0.35;
const MOST = 0.5;
const NEARLY_ALL = 0.75;
/** An address is expected, whatever is there, if the paths of this number of pages became like it. */
const SURE = 3;
/** Rounds in which pages are found: each takes candidates from those that remain. */
const MAX_ROUNDS = 8;

/** The HTML page of a source. */
export interface PagePair {
  readonly source: SourcePage;
  readonly page: BuiltPage;
}

export interface PageMatches {
  readonly pairs: readonly PagePair[];
  /** The sources that no page was found for, with their candidates. */
  readonly unmatched: readonly Candidates[];
}

/**
 * Matches sources with HTML pages by content: each with at most one. Among near equal candidates the
 * proposal decides, then the path; otherwise none is taken.
 */
export function matchPages(sources: readonly SourcePage[], site: BuiltSite): PageMatches {
  const finder = new CandidateFinder(sources, site);
  const all = sources.map((source) => finder.find(source));
  // How paths become addresses, and which language and version is which, shows in a first run.
  const variants = new Variants(languagesOf(sources, site));
  const first = new Matcher(all, { paths: new PathVotes([]), isOther: () => false }).run();
  for (const [{ path }, { page }] of first) variants.learn(path, page.address);
  const isOther = (path: string, address: string) => variants.isOther(path, address);
  const matched = new Matcher(all, { paths: new PathVotes(first.values()), isOther }).run();
  const pairs = Array.from(matched, ([source, { page }]) => ({ source, page }));
  const done = new Set(pairs.map(({ source }) => source));
  return { pairs, unmatched: all.filter(({ source }) => !done.has(source)) };
}

/** The facts about a site by which a page is the expected one. */
interface SiteFacts {
  readonly paths: PathVotes;
  /** Tells whether an address is of another language or version than a path. */
  readonly isOther: (path: string, address: string) => boolean;
}

class Matcher {
  readonly #all: readonly Candidates[];
  readonly #isOther: SiteFacts["isOther"];
  readonly #matched = new Map<SourcePage, Candidate>();
  readonly #taken = new Set<BuiltPage>();
  #paths: PathVotes;

  constructor(all: readonly Candidates[], { paths, isOther }: SiteFacts) {
    this.#all = all;
    this.#paths = paths;
    this.#isOther = isOther;
  }

  run(): ReadonlyMap<SourcePage, Candidate> {
    this.#take((candidates) => this.#proposed(candidates));
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const before = this.#matched.size;
      this.#take((candidates) => this.#clear(candidates));
      this.#paths = new PathVotes(this.#matched.values());
      this.#take((candidates) => this.#nearest(candidates));
      if (this.#matched.size === before) break;
    }
    // A page with the text of a file that it includes is that file's only if nothing else claims it.
    this.#take((candidates) => this.#unnamed(candidates));
    this.#take((candidates) => this.#proposedAlone(candidates));
    return this.#matched;
  }

  /** Lets each source that is left claim a page, and gives each page to the best claim. */
  #take(choose: (candidates: Candidates) => Candidate | null): void {
    /** The source of each claim. */
    const claims = new Map<Candidate, SourcePage>();
    for (const candidates of this.#all) {
      const candidate = this.#matched.has(candidates.source) ? null : choose(candidates);
      if (candidate !== null) claims.set(candidate, candidates.source);
    }
    for (const [page, rivals] of Map.groupBy(claims.keys(), ({ page }) => page)) {
      const winner = this.#winnerOf(rivals);
      if (winner === null) continue;
      this.#matched.set(claims.get(winner)!, winner);
      this.#taken.add(page);
    }
  }

  /** Returns the claim that is better than all others; null if that is not clear. */
  #winnerOf(rivals: readonly Candidate[]): Candidate | null {
    const most = Math.max(...rivals.map(({ fit }) => fit));
    const near = rivals.filter(({ fit }) => most - fit < NEAR);
    if (near.length === 1 && rivals.length === 1) return near[0]!;
    // A short page at its address has less to show than a long one that repeats its title.
    const [own, ...others] = rivals.filter(
      (one) => one.hasTitle && this.#paths.supportOf(one) >= SURE,
    );
    if (own !== undefined && others.length === 0) return own;
    return near.length === 1 ? near[0]! : this.#paths.winnerOf(near);
  }

  /** Returns the page at the proposed address, if its content speaks for it. */
  #proposed({ candidates }: Candidates): Candidate | null {
    const proposed = candidates.find(({ isProposed }) => isProposed);
    if (proposed === undefined || proposed.fit < candidates[0]!.fit - NEAR) return null;
    const { recall, hasTitle, headings } = proposed;
    return hasTitle || recall >= MUCH || (headings ?? 0) >= MOST ? proposed : null;
  }

  /** Returns the page at the proposed address, if there is next to no content to judge by. */
  #proposedAlone({ weight, candidates }: Candidates): Candidate | null {
    const proposed = candidates.find(({ isProposed }) => isProposed);
    if (proposed === undefined || this.#taken.has(proposed.page)) return null;
    return weight < LITTLE || proposed.recall >= SOME ? proposed : null;
  }

  /** Returns a namesake that fits better than any other page, whether that is taken or not. */
  #clear(candidates: Candidates): Candidate | null {
    const best = this.#best(candidates);
    return best !== null && this.#isSame(best, candidates.weight) ? best : null;
  }

  /** Returns a page that fits better than any other, with another title and name. */
  #unnamed(candidates: Candidates): Candidate | null {
    const best = this.#best(candidates);
    if (best === null || candidates.weight < LITTLE) return null;
    return best.recall >= NEARLY_ALL && best.precision >= NEARLY_ALL ? best : null;
  }

  /** Returns the page that fits better than any other one of the same language and version. */
  #best({ source, candidates }: Candidates): Candidate | null {
    const [best, second] = candidates.filter(
      ({ page }) => !this.#isOther(source.path, page.address),
    );
    if (best === undefined || this.#taken.has(best.page)) return null;
    return second === undefined || best.fit - second.fit >= NEAR ? best : null;
  }

  /** Returns the one of near equal pages that the path speaks for, or that leads. */
  #nearest({ source, weight, candidates }: Candidates): Candidate | null {
    const possible = candidates.filter(
      (one) => this.#isPossible(one, source) && this.#isSame(one, weight),
    );
    const near = possible.filter(({ fit }) => possible[0]!.fit - fit < NEAR);
    return this.#paths.leaderOf(near, source.path);
  }

  #isPossible({ page }: Candidate, { path }: SourcePage): boolean {
    return !this.#taken.has(page) && !this.#isOther(path, page.address);
  }

  /** Tells whether a page with the same title or name is the same. */
  #isSame(candidate: Candidate, weight: number): boolean {
    const { recall, precision, hasTitle, path } = candidate;
    const isLittle = weight < LITTLE;
    const support = this.#paths.supportOf(candidate);
    if (support >= SURE && (hasTitle || isLittle)) return true;
    if (support > 0 && recall >= SOME && (hasTitle || precision >= MOST)) return true;
    return recall >= MUCH && (hasTitle || path.common > 0);
  }
}
